import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';
import { writing } from '@parley/language/locale-tables.ts';

// What simulated contacts say and understand in each language: packages/language/locales/<code>/simulated-contacts.json.

/** What contacts say, as speech to text writes it. English has more variants. */
export interface Phrases {
  /** On picking up. `%` is the first name. */
  readonly hello: Choice;
  readonly yes: Choice;
  readonly no: Choice;
  /** A reply to a statement. */
  readonly okay: Choice;
  /** To the first words of a caller. */
  readonly goOn: Choice;
  readonly stillHere: Choice;
  readonly bye: Choice;
  /** An answer to anything open. */
  readonly open: Choice;
  /** An answer to "when". */
  readonly soon: Choice;
  readonly hesitation: Choice;
  readonly notInterested: Choice;
  readonly neverAgain: Choice;
  readonly tomorrowAtThree: Choice;
  readonly later: Choice;
  /** A reply to "when?" that names no time. */
  readonly noTime: Choice;
  readonly person: Choice;
  readonly message: Choice;
  readonly curious: Choice;
  readonly temptation: Choice;
  readonly machine: Choice;
}

export type Choice = readonly [string, ...string[]];

/** `packages/language/locales/<code>/simulated-contacts.json` */
interface Table {
  readonly answers?: AnswerTable;
  readonly questions: QuestionWords<readonly string[]>;
  readonly sayings?: SayingTable;
  /** A question whether they never want to be called again, in other words than the agent's phrases. */
  readonly optOut?: Pattern;
  readonly phrases: Readonly<Record<Exclude<keyof Phrases, 'goOn'>, readonly string[]>> & {
    readonly goOn?: readonly string[];
  };
}

const tables = localeTables<Table>('simulated-contacts');

/** What the agent says of itself: `packages/language/locales/<code>/phrases.json`. */
const agentPhrases =
  localeTables<Readonly<Record<'ask_opt_out' | 'confirm_answer', readonly string[]>>>('phrases');

/** What the agent reads back to have it confirmed; undefined when it does something else. */
export const readBackIn = memoize((language: Language): ((text: string) => string | undefined) => {
  const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const frames = agentPhrases[language].confirm_answer.map(
    (phrase) => new RegExp(phrase.split('{quote}').map(literal).join('(.+)'), 'iu'),
  );
  return (text) => frames.map((frame) => frame.exec(text)?.[1]).find((quote) => quote !== undefined);
});

export const phrasesOf = memoize((language: Language): Phrases => {
  const { phrases } = tables[language];
  const choices = Object.entries({ goOn: phrases.yes, ...phrases });
  return Object.fromEntries(choices) as unknown as Phrases;
});

/** Word beginnings by which a question shows what kind of answer it wants. */
interface QuestionWords<Words> {
  readonly amount: Words;
  readonly time: Words;
  readonly open: Words;
  readonly farewell: Words;
}

export const questionWordsOf = memoize((language: Language): QuestionWords<RegExp> => {
  const { amount, time, open, farewell } = tables[language].questions;
  const anyOf = (words: readonly string[]) => beginning(words.join('|'), language);
  return { amount: anyOf(amount), time: anyOf(time), open: anyOf(open), farewell: anyOf(farewell) };
});

/** `\b` knows only Latin letters, and where no spaces are written a word may begin anywhere. */
const beginning = (words: string, language: Language): RegExp =>
  new RegExp(writing[language].spaces !== 'words' ? words : `(?<![\\p{L}\\p{M}])(?:${words})`, 'iu');

/** Alternatives of a regular expression that ignores case. */
type Pattern = readonly string[];

/** A topic of questions, with one way to invent an answer, or none. */
interface Invention {
  readonly oneOf?: Choice;
  readonly eachOf?: readonly Choice[];
  readonly between?: readonly [least: number, most: number];
  readonly times?: number;
  readonly always?: boolean;
}

export interface InventedAnswer extends Invention {
  readonly asked: RegExp;
  /** Only in calls about this: why somebody leaves a job is not why they leave a provider. */
  readonly about?: RegExp;
  /** `%` is the value. */
  readonly frames: Choice;
}

/** Something about themselves that people are often asked, under the name it has among a contact's fields. */
export interface Topic extends Invention {
  readonly key: string;
  readonly asked: RegExp;
  /** `%` is the value. */
  readonly wording: Choice;
}

/** How yes, no or one of two choices is asked for and answered. */
interface AgreementWords {
  readonly auxiliaries: readonly string[];
  readonly pronouns: readonly string[];
  readonly preamble: readonly string[];
  readonly questionWords: readonly string[];
  readonly beforeChoice: readonly string[];
  readonly politeRequest: Pattern;
  readonly choice: Pattern;
  readonly subject: Pattern;
  readonly certain: Pattern;
  readonly declined: Pattern;
  readonly why: Pattern;
  readonly echoes: Readonly<Record<string, Choice>>;
  readonly yes: Choice;
  readonly no: Choice;
  readonly nothing: Choice;
  readonly reasons: Choice;
  readonly frames: Choice;
}

/** What a language with detailed answers needs. */
interface AnswerTable {
  readonly agreement: AgreementWords;
  readonly inventions: readonly (Omit<InventedAnswer, 'asked' | 'about'> & {
    readonly asked: Pattern;
    readonly about?: Pattern;
  })[];
  readonly topics: readonly (Omit<Topic, 'asked'> & { readonly asked: Pattern })[];
  readonly numbers: readonly string[];
  readonly plainly: Choice;
  readonly truth: { readonly yes: Choice; readonly no: Choice };
  readonly agreed: string;
  readonly and: string;
  readonly fillers: Choice;
  readonly plainStarts: readonly string[];
  readonly sentenceStarts: readonly string[];
  readonly spell: Pattern;
  readonly email: Pattern;
  readonly confirmations: Choice;
  readonly namesTheTime: Pattern;
  readonly stumbles: { readonly filler: string; readonly tail: string };
}

interface SayingTable {
  readonly again: Pattern;
  readonly presence: Pattern;
  readonly request: Pattern;
  readonly wanted: Choice;
}

const pattern = (alternatives: Pattern): RegExp => new RegExp(alternatives.join('|'), 'i');

/** Undefined for a language whose questions are only read for what kind they are. */
export const answerWordsOf = memoize((language: Language) => {
  const { answers } = tables[language];
  return answers === undefined ? undefined : compiled(answers);
});

export type AnswerWords = ReturnType<typeof compiled>;

function compiled({ agreement, ...words }: AnswerTable) {
  const anyOf = (list: readonly string[]) => `(?:${list.join('|')})`;
  return {
    ...words,
    agreement: {
      ...agreement,
      questionWord: new RegExp(`^${anyOf(agreement.questionWords)}\\b`, 'i'),
      auxiliary: new RegExp(`^${anyOf(agreement.auxiliaries)}\\b(?: ${anyOf(agreement.pronouns)}\\b)?`, 'i'),
      /** In front of the question itself. */
      preamble: new RegExp(`^(?:${anyOf(agreement.preamble)}\\b[\\s,]*)+`, 'i'),
      politeRequest: pattern(agreement.politeRequest),
      choice: pattern(agreement.choice),
      beforeChoice: new RegExp(`\\b${anyOf(agreement.beforeChoice)}\\s+`, 'i'),
      subject: pattern(agreement.subject),
      certain: pattern(agreement.certain),
      declined: pattern(agreement.declined),
      why: pattern(agreement.why),
    },
    inventions: words.inventions.map(
      ({ asked, about, ...others }): InventedAnswer => ({
        ...others,
        asked: pattern(asked),
        ...(about && { about: pattern(about) }),
      }),
    ),
    topics: words.topics.map(({ asked, ...others }): Topic => ({ ...others, asked: pattern(asked) })),
    plainStart: new RegExp(`^${anyOf(words.plainStarts)}\\b`),
    sentenceStart: new RegExp(`^${anyOf(words.sentenceStarts)}\\b`),
    spell: pattern(words.spell),
    email: pattern(words.email),
    namesTheTime: pattern(words.namesTheTime),
  };
}

/** Whether the agent asks if they never want to be called again: in its own phrases, or as a model may word it. */
export const asksOptOutIn = memoize((language: Language): ((text: string) => boolean) => {
  const phrases = agentPhrases[language].ask_opt_out;
  const { optOut } = tables[language];
  const others = optOut && pattern(optOut);
  return (text) => phrases.some((phrase) => text.includes(phrase)) || (others?.test(text) ?? false);
});

/** How an agent asks for something other than an answer. A language without words of its own uses the English ones. */
export const sayingWordsOf = memoize((language: Language) => {
  const { again, presence, request, wanted } = tables[language].sayings ?? (tables.EN.sayings as SayingTable);
  return { again: pattern(again), presence: pattern(presence), request: pattern(request), wanted };
});
