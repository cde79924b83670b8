import { Type } from 'typebox';
import type { KnownValue } from '../../expression.ts';
import type { CallContext, Expectation, Intention, Understanding } from '../dialogue-model.ts';

/**
 * What the conductor is likely to want said after a turn, as described to the model, so that understanding and words
 * come with one reply. Whether it is wanted the conductor decides; words for anything else are found elsewhere.
 */
const likely = {
  acknowledge:
    'they answered clearly, or what the section is about has been dealt with: a few words that show you listened. Ask nothing, the next question follows by itself',
  ask_again: 'the question was not answered: ask it once more, in other words',
  clarify: 'their answer is unclear: one short follow-up question',
  accept_refusal: 'they would rather not answer: that is all right',
  back_to_topic: 'they speak of something else: lead back, without asking anything yet',
  section: 'the section goes on: what you say next about it',
  take_message: 'they want a person: nobody is free, ask what to pass on',
  ask_callback_time: 'they want to be called later and named no time: ask when',
  respect_refusal: 'they are not interested: thank them and part',
  goodbye: 'they part: a short goodbye',
  give_moment: 'they need a moment: give it',
} as const satisfies Partial<Record<Intention['kind'], string>>;

type Likely = keyof typeof likely;

/** With `none`, for what is looked up or decided first: then nothing is said yet. */
export const nextNames = [...(Object.keys(likely) as Likely[]), 'none'] as const;

export const nextDescriptions: readonly string[] = [
  ...Object.entries(likely).map(([name, description]) => `${name}: ${description}.`),
  'none: they asked you something, or none of these. Leave "say" empty.',
];

/** Whether words that were found for what was likely are words for what is wanted now. */
export function isFitting(
  next: string,
  intention: Intention,
  { heard, expectation }: { readonly heard: string; readonly expectation: Expectation },
): boolean {
  if (next !== intention.kind) return false;
  switch (intention.kind) {
    case 'ask_again':
    case 'clarify':
      return expectation.kind === 'answer' && expectation.question.id === intention.question.id;
    case 'section':
      return expectation.kind === 'talk' && expectation.section.id === intention.section.id;
    case 'acknowledge':
      return heard === intention.heard;
    default:
      return true;
  }
}

/** What is worth a request of its own when nothing was found before; for the rest the rules have good words at once. */
export const isWorthAsking = ({ kind }: Intention): boolean =>
  kind === 'section' || kind === 'ask_again' || kind === 'clarify';

/** What a turn may be a sign of, as the model names it. */
const signs = [
  'wants_person',
  'never_again',
  'not_interested',
  'wrong_person',
  'call_later',
  'goodbye',
  'repeat',
  'moment',
  'voicemail',
  'screening',
  'asks_who',
  'off_topic',
  'refuses',
  'unclear',
  'done',
] as const;

const nullable = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** One turn as the model reads it, and the words for what comes next: the words last, for they are said as they come. */
export const TurnReading = Type.Object(
  {
    signs: Type.Array(Type.Enum([...signs], { type: 'string' })),
    answer: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
    question: nullable(Type.String()),
    label: nullable(Type.String()),
    at: nullable(Type.String()),
    next: Type.Enum([...nextNames], { type: 'string' }),
    say: Type.String(),
  },
  { additionalProperties: false },
);
export type TurnReading = Type.Static<typeof TurnReading>;

/** All but the words. */
export const TurnHead = Type.Omit(TurnReading, ['say']);
export type TurnHead = Type.Static<typeof TurnHead>;

const LONGEST_ANSWER = 1_000;
const LONGEST_QUESTION = 300;

/**
 * An understanding made of what the model read, believed only as far as it can be: labels that exist, times that lie
 * ahead. `byRules` is what the rules make of the same words: they count days better, and a wish never to be called
 * again is honoured whoever heard it.
 */
export function understandingOf(
  read: TurnHead,
  heard: string,
  expectation: Expectation,
  context: CallContext,
  byRules: Understanding,
): Understanding {
  const found = new Set(read.signs);
  const label = knownLabel(read.label, expectation, context);
  const machine = found.has('voicemail') ? 'voicemail' : found.has('screening') ? 'screening' : undefined;
  const question = text(read.question, LONGEST_QUESTION);
  const answer = answerOf(read, expectation, label, byRules);
  return {
    wants: {
      ...(found.has('wants_person') ? { person: label === undefined ? {} : { label } } : {}),
      ...(found.has('never_again') || byRules.wants.neverAgain ? { neverAgain: true } : {}),
      ...(found.has('not_interested') ? { notInterested: true } : {}),
      ...(found.has('wrong_person') ? { wrongPerson: true } : {}),
      ...(found.has('call_later')
        ? { later: { rawText: heard, at: byRules.wants.later?.at ?? timeAhead(read.at, context) } }
        : {}),
      ...(found.has('goodbye') ? { goodbye: true } : {}),
      ...(found.has('repeat') ? { repeat: true } : {}),
      ...(found.has('moment') ? { moment: true } : {}),
    },
    ...(machine === undefined ? {} : { machine }),
    ...(question === undefined ? {} : { question }),
    ...(question !== undefined && found.has('asks_who') ? { asksWho: true } : {}),
    ...(found.has('off_topic') ? { isOffTopic: true } : {}),
    ...(found.has('refuses') ? { isRefused: true } : {}),
    ...(answer === undefined ? {} : { answer: { value: answer, isClear: !found.has('unclear') } }),
    ...(expectation.kind === 'talk' ? { isDone: found.has('done') } : {}),
  };
}

function answerOf(
  { answer }: TurnHead,
  { kind }: Expectation,
  label: string | undefined,
  { answer: byRules }: Understanding,
): KnownValue | undefined {
  if (kind === 'opening' || kind === 'talk') return undefined;
  if (kind === 'choice') return label;
  // "5" for 5: models are not strict about it, and expressions that compare numbers are.
  if (typeof answer === 'string' && typeof byRules?.value === 'number' && Number(answer) === byRules.value)
    return byRules.value;
  return typeof answer === 'string' ? text(answer, LONGEST_ANSWER) : (answer ?? undefined);
}

const text = (given: string | null, longest: number): string | undefined =>
  given?.trim().slice(0, longest) || undefined;

function knownLabel(
  given: string | null,
  expectation: Expectation,
  { plan }: CallContext,
): string | undefined {
  if (given === null) return undefined;
  const wanted = given.trim().toLowerCase();
  return labelsOf(expectation, plan).find((label) => label.trim().toLowerCase() === wanted);
}

export const labelsOf = (expectation: Expectation, plan: CallContext['plan']): readonly string[] =>
  expectation.kind === 'choice'
    ? expectation.labels
    : plan.handoffs.flatMap(({ destinations }) => destinations.flatMap(({ label }) => label ?? []));

const FARTHEST_MS = 366 * 86_400_000;

/** A moment with its offset, in the time to come and not beyond a year. */
function timeAhead(given: string | null, { answeredAt }: CallContext): string | null {
  if (given === null || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/.test(given)) return null;
  const aheadMs = Date.parse(given) - Date.parse(answeredAt);
  return aheadMs > 0 && aheadMs < FARTHEST_MS ? given : null;
}
