import { ModelFailure } from '@parley/call-engine/llm/language-model.ts';
import type { ReplyingModel } from '@parley/call-engine/llm/model-report.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { type Spent, summed, type Thinking } from '@parley/call-engine/thinking.ts';
import type { LlmPersona, PersonaModel, Wish } from '@parley/simulator/llm-personas/llm-persona.ts';
import { writePersonas } from '@parley/simulator/llm-personas/persona-writer.ts';
import { type Expected, isThrough, type Panelist, person } from './panel.ts';

/** How many people a model is to make up and play. */
export interface Casting {
  readonly model: ReplyingModel;
  readonly count: number;
  /** For the people to be written, and for each of their turns. */
  readonly deadlineMs: number;
}

/** The people whom a model made up, as an evaluation tells of it. */
export interface CastEvaluation {
  readonly wanted: number;
  readonly played: number;
  /** Why there are fewer than were wanted. */
  readonly trouble?: string;
  /** What writing and playing them took. */
  readonly thinking: readonly Thinking[];
}

/** A panelist whom a model plays. */
export interface CastPanelist extends Panelist {
  readonly persona: LlmPersona;
}

/** People of a model's making, who plays them, and what that has taken so far. */
export interface Cast {
  readonly members: readonly CastPanelist[];
  readonly personaModel: PersonaModel;
  evaluation(): CastEvaluation;
}

export async function castOf({ model, deadlineMs, count }: Casting, plan: CallPlan): Promise<Cast> {
  const spent: Spent[] = [];
  const personaModel: PersonaModel = { model, deadlineMs, note: (one) => spent.push(one) };
  const { personas, trouble } = await written(personaModel, plan, count);
  return {
    members: personas.map(panelistOf),
    personaModel,
    evaluation: () => ({
      wanted: count,
      played: personas.length,
      ...(trouble === undefined ? {} : { trouble }),
      thinking: summed(spent),
    }),
  };
}

/** A model that cannot write people is no reason not to try the agent on the others. */
async function written(
  personaModel: PersonaModel,
  plan: CallPlan,
  count: number,
): Promise<{ readonly personas: readonly LlmPersona[]; readonly trouble?: string }> {
  try {
    const personas = await writePersonas(personaModel, plan, count);
    const trouble = `The model made up ${personas.length} of ${count}`;
    return { personas, ...(personas.length < count && { trouble }) };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const { kind, message } = error;
    personaModel.note({ model: personaModel.model.name, failure: { kind, message } });
    return { personas: [], trouble: `The model made up nobody: ${message}` };
  }
}

const panelistOf = (persona: LlmPersona, index: number): CastPanelist => ({
  digits: `persona-${index + 1}`,
  who: `${persona.name} ${persona.who}`,
  expects: [expected[persona.wish]],
  persona,
});

const endingIn = (words: string, ...kinds: readonly string[]): Expected => ({
  words,
  isMet: ({ ending }) => kinds.includes(ending.kind),
});

/** What a call must come to with somebody who wants this of it. */
const expected: Readonly<Record<Wish, Expected>> = {
  talk: { words: 'goes through the flow', isMet: isThrough },
  decline: endingIn('is let go', 'not_interested', 'opt_out'),
  later: endingIn('is called back', 'callback'),
  person,
  never_again: endingIn('is let go for ever', 'opt_out'),
  hang_up: {
    words: 'hangs up in the middle',
    isMet: (call) => /^hung_up/.test(call.ending.kind) || isThrough(call),
  },
};
