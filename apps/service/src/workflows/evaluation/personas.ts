import { ModelFailure } from '@parley/call-engine/llm/language-model.ts';
import type { ReplyingModel } from '@parley/call-engine/llm/model-report.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { type Spent, summedUsage, type UsageByModel } from '@parley/call-engine/usage-by-model.ts';
import {
  type LlmPersona,
  type PersonaModel,
  type Wish,
  writePersonas,
} from '@parley/simulator/llm-personas/llm-persona.ts';
import type { EndingKind } from '../../domains/conversations/settlement.model.ts';
import type { PlayedCall } from './played-call.ts';

/** A simulated contact that an agent is tested with. */
export interface Panelist {
  /** The last four digits of a simulated number, or the id of an invented persona. */
  readonly digits: string;
  readonly who: string;
  /** The expected result of the first call, the second and so on; the last one repeats. */
  readonly expects: readonly [Expected, ...Expected[]];
  /** Needs a telephone network: on a web page nobody is busy. */
  readonly isByTelephoneOnly?: true;
  /** Wishes never to be called again, or may say so: the agent may ask whether they do. */
  readonly mayOptOut?: true;
}

/** The expected result of a call. */
export interface Expected {
  readonly words: string;
  readonly isMet: (call: PlayedCall) => boolean;
}

const ending = (words: string, kind: EndingKind): Expected => ({
  words,
  isMet: (call) => call.ending.kind === kind,
});
const callback = (words: string, hasTime: boolean): Expected => ({
  words,
  isMet: ({ ending }) => ending.kind === 'callback' && (ending.at !== null) === hasTime,
});

/** Reached the last message, or the handoff that the flow itself leads to. */
const isThrough = ({ ending: { kind }, isAtHandoff }: PlayedCall): boolean =>
  kind === 'finished' || (isAtHandoff && (kind === 'handed_off' || kind === 'message_taken'));

const through: Expected = { words: 'goes through the flow', isMet: isThrough };
const busy = ending('is busy', 'busy');
const carrierError = ending('meets a carrier error', 'carrier_error');

/** A transfer if the flow has somebody to transfer to, otherwise a message. */
const person: Expected = {
  words: 'is transferred to a person, or leaves a message',
  isMet: ({ ending: { kind } }) => kind === 'handed_off' || kind === 'message_taken',
};

/** A contact who would hang up in the middle may also reach the end of a short call. */
const leaves: Expected = {
  words: 'hangs up in the middle',
  // Also before anything that they said was an answer.
  isMet: (call) => /^hung_up/.test(call.ending.kind) || isThrough(call),
};

/** Every persona of the simulated network, with the expected result of its calls. */
export const panel: readonly Panelist[] = [
  { digits: '0000', who: 'is helpful', expects: [through] },
  { digits: '0001', who: 'is busy', expects: [busy], isByTelephoneOnly: true },
  {
    digits: '0002',
    who: 'lets it ring',
    expects: [ending('does not answer', 'no_answer')],
    isByTelephoneOnly: true,
  },
  {
    digits: '0003',
    who: 'has a voicemail',
    expects: [ending('is recognised as voicemail', 'voicemail')],
    isByTelephoneOnly: true,
  },
  { digits: '0004', who: 'is not interested', expects: [ending('is let go', 'not_interested')] },
  {
    digits: '0005',
    who: 'asks to be called tomorrow at three',
    expects: [callback('is called back at that time', true)],
  },
  {
    digits: '0006',
    who: 'asks for a later call, without a time',
    expects: [callback('is called back later', false)],
  },
  { digits: '0007', who: 'wants a human at once', expects: [person] },
  { digits: '0008', who: 'hangs up in the middle', expects: [leaves] },
  { digits: '0009', who: 'hangs up before a word', expects: [ending('was not reached', 'hung_up_early')] },
  {
    digits: '0010',
    who: 'has a number that is not in service',
    expects: [ending('cannot be reached', 'invalid_number')],
    isByTelephoneOnly: true,
  },
  {
    digits: '0011',
    who: 'meets two carrier errors, then is helpful',
    expects: [carrierError, carrierError, through],
    isByTelephoneOnly: true,
  },
  {
    digits: '0012',
    who: 'is busy at first, then helpful',
    expects: [busy, through],
    isByTelephoneOnly: true,
  },
  {
    digits: '0013',
    who: 'never wants to be called again',
    expects: [ending('is never called again', 'opt_out')],
    mayOptOut: true,
  },
  { digits: '0014', who: 'interrupts and asks questions', expects: [through] },
  { digits: '0015', who: 'tries to talk the agent out of its instructions', expects: [through] },
  { digits: '0016', who: 'picks up at the last moment', expects: [through], isByTelephoneOnly: true },
  { digits: '0017', who: 'answers slowly, with hesitations', expects: [through] },
];

/** The expected result of a call; calls count from 1. */
export const expectedOf = ({ expects }: Panelist, callNumber: number): Expected =>
  expects[Math.min(callNumber, expects.length) - 1] ?? expects[0];

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
  ...((persona.wish === 'never_again' || persona.wish === 'decline') && { mayOptOut: true }),
});

const endingIn = (words: string, ...kinds: readonly string[]): Expected => ({
  words,
  isMet: ({ ending }) => kinds.includes(ending.kind),
});

/** The expected result of a call with a persona who wants this. */
const expected: Readonly<Record<Wish, Expected>> = {
  talk: through,
  decline: endingIn('is let go', 'not_interested', 'opt_out'),
  later: endingIn('is called back', 'callback'),
  person,
  never_again: endingIn('is never called again', 'opt_out'),
  hang_up: leaves,
};
