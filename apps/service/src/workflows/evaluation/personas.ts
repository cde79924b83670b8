import { ModelFailure } from '@parley/call-engine/llm/language-model.ts';
import type { ReplyingModel } from '@parley/call-engine/llm/model-report.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { type Spent, summedUsage, type UsageByModel } from '@parley/call-engine/usage-by-model.ts';
import type { LlmPersona, PersonaModel, Wish } from '@parley/simulator/llm-personas/llm-persona.ts';
import { writePersonas } from '@parley/simulator/llm-personas/persona-writer.ts';
import { type Expected, isThrough, type Panelist, person } from './panel.ts';

/** How many personas the language model invents and plays. */
export interface Casting {
  readonly model: ReplyingModel;
  readonly count: number;
  /** For writing the personas, and for each of their turns. */
  readonly deadlineMs: number;
}

/** The invented personas in the report of an evaluation. */
export interface CastEvaluation {
  readonly wanted: number;
  readonly played: number;
  /** Why there are fewer than were wanted. */
  readonly trouble?: string;
  /** What writing and playing them took. */
  readonly thinking: readonly UsageByModel[];
}

/** A panelist that a language model plays. */
export interface CastPanelist extends Panelist {
  readonly persona: LlmPersona;
}

/** Invented personas, the model that plays them, and its usage so far. */
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
      thinking: summedUsage(spent),
    }),
  };
}

/** If the model cannot invent personas, the evaluation goes on without them and reports why. */
async function written(
  personaModel: PersonaModel,
  plan: CallPlan,
  count: number,
): Promise<{ readonly personas: readonly LlmPersona[]; readonly trouble?: string }> {
  try {
    const personas = await writePersonas(personaModel, plan, count);
    const trouble = `The model invented ${personas.length} of ${count} personas`;
    return { personas, ...(personas.length < count && { trouble }) };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const { kind, message } = error;
    personaModel.note({ model: personaModel.model.name, failure: { kind, message } });
    return { personas: [], trouble: `The model invented no personas: ${message}` };
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

/** The expected result of a call with a persona who wants this. */
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
