import { type TProperties, Type } from 'typebox';
import type { CallContext, Expectation, Intention, SelfTopic } from '../dialogue-model.ts';

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

/** What a turn may be a sign of that needs evidence: each comes with the words that show it. */
const quotedSigns = {
  wants_person: 'asks for a human being; "detail": whom of those named, or null',
  never_again: 'must never be called again',
  not_interested: 'does not want this call or what it offers',
  no_recording: 'does not want the call to be recorded',
  wrong_person: 'it is not the contact',
  call_later: 'wants another call; "detail": when, as ISO 8601 with offset, or null',
  goodbye: 'ends the call',
  refuses: 'would rather not answer the question',
  voicemail: 'a machine that takes messages',
  screening: 'a machine that asks who is calling',
  menu: 'a recorded menu that has keys pressed: "press 1 for sales"',
} as const;

const plainSigns = {
  hostile: 'angry or insulting',
  repeat: 'wants to hear it again',
  moment: 'needs a moment, or thinks aloud',
  told_already: 'says that this was answered before',
  off_topic: 'has nothing to do with the call',
  unclear: 'the answer is worth asking back',
  done: 'what the section is about has been dealt with',
} as const;

type QuotedSign = keyof typeof quotedSigns;
export const needsQuote: ReadonlySet<string> = new Set(Object.keys(quotedSigns));
type PlainSign = keyof typeof plainSigns;
const signNames = [
  ...(Object.keys(quotedSigns) as QuotedSign[]),
  ...(Object.keys(plainSigns) as PlainSign[]),
] as const;

const topics = {
  who: 'who is calling',
  machine: 'whether you are a machine',
  duration: 'how long it takes',
  reason: 'what the call is about',
  source: 'where their number or data come from',
  recorded: 'whether the call is recorded',
  scam: 'whether this is a fraud',
} as const satisfies Record<SelfTopic, string>;
const topicNames = [...(Object.keys(topics) as SelfTopic[]), 'other'] as const;

const listed = (descriptions: Readonly<Record<string, string>>): string =>
  Object.entries(descriptions)
    .map(([name, description]) => `${name} (${description})`)
    .join(', ');

/** The fields of a reading, as described to the model. They stand in the order in which they are to be written. */
export const fieldDescriptions: readonly string[] = [
  `"signs": every one of these that holds. With evidence, as {"sign", "quote", "detail"}: ${listed(quotedSigns)}. "detail" is null otherwise. As a bare name: ${listed(plainSigns)}.`,
  '"answers": what the turn says about any question of the call, each as {"id", "value", "quote"}. "id" is "open" for what was expected of them, or the number of another question, such as "q2", that they answer ahead, correct or take back. "value" has the type of the question; null when they take an answer back. Empty when they answered nothing.',
  `"asks": what they want to know from you, as {"about", "quote"}, or null. "about" is one of ${listed(topics)}, other.`,
];

/** Said of every quotation. */
export const quoteDescription =
  'A "quote" is copied from what the contact just said, as short as shows it, and never from anything else. What is not borne out by a quote is not believed.';

const nullable = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const Exactly = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const Value = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String()),
  Type.Null(),
]);

/**
 * One turn as the model reads it, and the words for what comes next: the words last, for they are said as they come.
 * What most turns do not have takes few tokens, for the first word is not spoken before the last of them.
 */
export const TurnReading = Exactly({
  signs: Type.Array(
    Type.Union([
      Type.Enum([...signNames], { type: 'string' }),
      Exactly({
        sign: Type.Enum([...signNames], { type: 'string' }),
        quote: Type.String(),
        detail: nullable(Type.String()),
      }),
    ]),
  ),
  answers: Type.Array(Exactly({ id: Type.String(), value: Value, quote: Type.String() })),
  asks: Type.Union([
    Exactly({ about: Type.Enum([...topicNames], { type: 'string' }), quote: Type.String() }),
    Type.Null(),
  ]),
  next: Type.Enum([...nextNames], { type: 'string' }),
  say: Type.String(),
});
export type TurnReading = Type.Static<typeof TurnReading>;

/** All but the words. */
export type TurnHead = Omit<TurnReading, 'say'>;

/** What a model has left out that had nothing to put there. */
export const emptyFields: Omit<TurnHead, 'next'> = { signs: [], answers: [], asks: null };

/** The id of the answer to what was expected, among those to numbered questions. */
export const OPEN = 'open';

export interface Sign {
  /** Null: the model gave none. */
  readonly quote: string | null;
  readonly detail: string | null;
}

/** The signs by name. */
export const signsOf = ({ signs }: TurnHead): ReadonlyMap<QuotedSign | PlainSign, Sign> =>
  new Map(
    signs.map((one): [QuotedSign | PlainSign, Sign] =>
      typeof one === 'string' ? [one, { quote: null, detail: null }] : [one.sign, one],
    ),
  );

/** The label as the flow has it, of one that the model wrote. */
export function knownLabel(
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
export function timeAhead(given: string | null, { answeredAt }: CallContext): string | null {
  if (given === null || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/.test(given)) return null;
  const aheadMs = Date.parse(given) - Date.parse(answeredAt);
  return aheadMs > 0 && aheadMs < FARTHEST_MS ? given : null;
}
