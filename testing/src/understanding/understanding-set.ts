import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { Errors } from 'typebox/value';

/**
 * A set of utterances and dialogues, each with what a reasonable person would conclude. It lives in a folder below
 * `testing` as `utterances.<language>.json` and `dialogues.<language>.json`.
 */

const Strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const Text = Type.String({ minLength: 1 });

export const intents = [
  'answers',
  'never_call',
  'later',
  'human',
  'not_interested',
  'wrong_person',
  'asks_who',
  'asks_why',
  'asks_robot',
  'asks_pay',
  'asks_recorded',
  'asks_source',
  'asks_scam',
  'filler',
  'moment',
  'repeat',
  'refuses',
  'machine',
  'unclear',
] as const;
const Intent = Type.Enum([...intents]);
export type Intent = (typeof intents)[number];

export const answerTypes = [
  'yesno',
  'number',
  'money',
  'date',
  'time',
  'duration',
  'choice',
  'list',
  'name',
  'email',
  'phone',
  'text',
] as const;
export type AnswerType = (typeof answerTypes)[number];

const NumberOrRange = Type.Union([Type.Number(), Strict({ min: Type.Number(), max: Type.Number() })]);
const OneValue = Type.Union([
  Type.Boolean(),
  NumberOrRange,
  /** A choice, a name, an e-mail address, a telephone number, a date or a time. */
  Text,
  Strict({
    amount: NumberOrRange,
    currency: Type.Optional(Text),
    period: Type.Optional(Type.Enum(['hour', 'day', 'month', 'year'])),
  }),
  /** Any date or time between the two, both included. */
  Strict({ from: Text, to: Text }),
  Type.Array(Text),
  /** Every one of these is part of the text. */
  Strict({ contains: Type.Array(Text, { minItems: 1 }) }),
]);
const ExpectedValue = Type.Union([OneValue, Strict({ anyOf: Type.Array(OneValue, { minItems: 2 }) })]);
export type OneValue = Static<typeof OneValue>;
export type ExpectedValue = Static<typeof ExpectedValue>;

/** A local time such as 2026-03-05T10:00, or any between two. */
const Callback = Type.Union([Text, Strict({ from: Text, to: Text })]);
export type Callback = Static<typeof Callback>;

const Opening = Strict({
  type: Type.Literal('opening'),
  text: Text,
  company: Text,
  /** What the call is about: an answer to "why" has one of these words. */
  topic: Type.Array(Text, { minItems: 1 }),
});
const Question = Strict({
  type: Type.Enum([...answerTypes]),
  key: Text,
  label: Text,
  text: Text,
  /** The opening of the call in which it is asked. */
  after: Text,
  unit: Type.Optional(Type.Enum(['years', 'months', 'weeks', 'days', 'hours', 'minutes'])),
  period: Type.Optional(Type.Enum(['day', 'month', 'year'])),
  currency: Type.Optional(Text),
  options: Type.Optional(Type.Array(Text, { minItems: 2 })),
});
const Utterance = Strict({
  id: Text,
  question: Text,
  say: Text,
  expect: Strict({
    /** Several: each of them would be right. */
    intent: Type.Union([Intent, Type.Array(Intent, { minItems: 2 })]),
    /** Only where `answers` is among the intents, and not at an opening. */
    value: Type.Optional(ExpectedValue),
    /** Answers to other questions, by the id of the question. */
    also: Type.Optional(Type.Record(Text, ExpectedValue)),
    callback: Type.Optional(Callback),
  }),
  /** Sounds like a do-not-call wish and is none. */
  lookAlike: Type.Optional(Type.Literal(true)),
});
const setting = {
  language: Type.Enum(['EN', 'DE']),
  /** When the call is answered. */
  now: Text,
  timeZone: Text,
  contact: Strict({
    firstName: Text,
    lastName: Text,
    phoneNumber: Text,
    gender: Type.Enum(['male', 'female']),
  }),
};
export const UtteranceFile = Strict({
  ...setting,
  questions: Type.Record(Text, Type.Union([Opening, Question])),
  utterances: Type.Array(Utterance),
});

const Verdict = Type.Enum(['met', 'not_met', 'unknown']);
export type Verdict = 'met' | 'not_met' | 'unknown';
const Meant = Strict({
  /** A wish, a question or nothing usable; absent: they answer. */
  intent: Type.Optional(Intent),
  callback: Type.Optional(Callback),
  /** By the key of the question: given, corrected or, with null, withdrawn. */
  answers: Type.Record(Text, Type.Union([OneValue, Type.Null()])),
});
export type Meant = Static<typeof Meant>;
const Says = Type.Union([Text, Type.Array(Text, { minItems: 2 })]);
const Dialogue = Strict({
  id: Text,
  agent: Text,
  about: Text,
  person: Strict({
    /** What they say to the first message. */
    opening: Text,
    /** What they say to a question, by its key: a list is for the first time, the second time, and so on. */
    questions: Type.Record(Text, Says),
    /** What they say to anything else. */
    otherwise: Type.Optional(Text),
    /** What some of their words mean, for a model that always reads rightly; others answer the question that is asked. */
    means: Type.Optional(Type.Record(Text, Meant)),
  }),
  expect: Strict({
    status: Type.Enum([
      'completed',
      'do_not_call',
      'callback',
      'declined',
      'wrong_person',
      'handed_off',
      'voicemail',
    ]),
    callback: Type.Optional(Callback),
    /** By the key of the question. Null: nothing may be concluded. */
    answers: Type.Optional(Type.Record(Text, Type.Union([OneValue, Type.Null()]))),
    notAsked: Type.Optional(Type.Array(Text)),
    askedOnce: Type.Optional(Type.Array(Text)),
    /** Titles of sections. */
    reached: Type.Optional(Type.Array(Text)),
    notReached: Type.Optional(Type.Array(Text)),
    /** By the key of the outcome; several: each of them would be right. */
    outcomes: Type.Optional(Type.Record(Text, Type.Union([Verdict, Type.Array(Verdict)]))),
  }),
});
export const DialogueFile = Strict({
  ...setting,
  /** As `POST /agents` takes them. */
  agents: Type.Record(Text, Strict({ company: Text, agent: Type.Record(Type.String(), Type.Unknown()) })),
  dialogues: Type.Array(Dialogue),
});

export type Opening = Static<typeof Opening>;
export type Question = Static<typeof Question>;
export type Utterance = Static<typeof Utterance>;
export type UtteranceFile = Static<typeof UtteranceFile>;
export type Dialogue = Static<typeof Dialogue>;
export type DialogueFile = Static<typeof DialogueFile>;
export type Setting = Pick<UtteranceFile, 'language' | 'now' | 'timeZone' | 'contact'>;

const testing = join(import.meta.dirname, '../..');

export const readUtterances = (set: string, language: string): Promise<UtteranceFile> =>
  readSet(set, `utterances.${language}.json`, UtteranceFile);
export const readDialogues = (set: string, language: string): Promise<DialogueFile> =>
  readSet(set, `dialogues.${language}.json`, DialogueFile);

async function readSet<Content>(set: string, name: string, schema: TSchema): Promise<Content> {
  const content: unknown = JSON.parse(await readFile(join(testing, set, name), 'utf8'));
  const [wrong] = Errors(schema, content);
  if (wrong)
    throw new Error(`${set}/${name} is not valid at ${wrong.instancePath || 'its root'}: ${wrong.message}`);
  return content as Content;
}

export const intentsOf = ({ expect: { intent } }: Utterance): readonly Intent[] => [intent].flat();
