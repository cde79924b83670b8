import { memoize } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';
import { cues, ofAllLanguages, words, writing } from '@parley/language/locale-tables.ts';
import { folded, speechOf } from '@parley/language/speech.ts';
import type { PlanQuestion } from '../../plan.ts';
import type { CallContext, Intention } from '../dialogue-model.ts';
import { readValue } from './answer-value.ts';
import { invitesQuestions, isQuestionAnnounced } from './counter-question.ts';
import { leaning } from './expected-answer.ts';
import { cuesOf } from './foreign-cues.ts';
import { withOptions } from './offered-options.ts';
import { phrase } from './phrase-book.ts';
import { mustBeReadBack, readBack } from './read-back.ts';
import { sectionAgain, sectionWords } from './section-wording.ts';

/** What to say for an intention, in the language of the call: short, polite, and nothing that is not known. */
export const word = <Kind extends Intention['kind']>(
  intention: Extract<Intention, { kind: Kind }>,
  context: CallContext,
): string => (wordings as Wordings)[intention.kind as Kind](intention, context);

type Wordings = {
  readonly [Kind in Intention['kind']]: (
    intention: Extract<Intention, { kind: Kind }>,
    context: CallContext,
  ) => string;
};

/** Nobody is called there: they come back with their link. */
const isInBrowser = ({ plan }: CallContext): boolean => plan.type === 'ONLINE';

/** A name, an address or a number that was heard is read back; other unclear answers are asked about. */
function toReadBack(
  { text, answerType }: PlanQuestion,
  heard: string,
  context: CallContext,
): string | undefined {
  if (answerType === undefined || !mustBeReadBack(answerType)) return undefined;
  const { language, contact, hours } = context.plan;
  const read = readValue(answerType, heard, {
    question: text,
    language,
    answeredAt: context.answeredAt,
    timeZone: hours.timeZone,
    phoneNumber: contact.phoneNumber,
  });
  return read === undefined ? undefined : readBack(answerType, read.value, language);
}

/** Said as it stands in the phrase book. */
const plainly = ({ kind }: { kind: Exclude<Intention['kind'], 'section'> }, context: CallContext): string =>
  phrase(kind, context);

const wordings: Wordings = {
  ask_again: ({ question, attempt }, context) => {
    const { language } = context.plan;
    const [kind, words] =
      attempt <= 1
        ? (['ask_again', rephrased(question.text, language)] as const)
        : (['ask_again_briefly', bareQuestion(question.text, language)] as const);
    return phrase(kind, context, { question: withOptions(words, question, language) });
  },
  clarify: ({ question, heard }, context) => {
    const { language } = context.plan;
    if (invitesQuestions(question.text, language)) return phrase('ask_which', context);
    const read = toReadBack(question, heard, context);
    const again = withOptions(bareQuestion(question.text, language), question, language);
    return phrase('clarify', context, { question: read === undefined ? again : `${read}?` });
  },
  // Whoever is thanked next needs no "thank you" before.
  acknowledge: ({ heard, before }, context) =>
    before !== undefined && thanks().test(folded(before))
      ? ''
      : phrase(acknowledgementOf(heard, context.plan.language), context),
  accept_refusal: plainly,
  accept_correction: plainly,
  confirm_answer: ({ quote }, context) =>
    phrase('confirm_answer', context, { quote: repeatedBack(quote, context.plan.language) }),
  apologise_missed: plainly,
  section: ({ section, exchanges }, context) =>
    exchanges === 0
      ? sectionWords(section, context)
      : isQuestionAnnounced(context)
        ? phrase('ask_which', context)
        : sectionAgain(section, context),
  unknown_answer: plainly,
  back_to_topic: plainly,
  still_there: plainly,
  welcome_back: ({ question }, context) => phrase('welcome_back', context, { question }),
  give_moment: plainly,
  announce_handoff: plainly,
  choose_destination: ({ labels }, context) => {
    const choices = new Intl.ListFormat(localeOf(context.plan.language), { type: 'disjunction' }).format(
      labels,
    );
    return choices === ''
      ? phrase('announce_handoff', context)
      : phrase('choose_destination', context, { choices });
  },
  handoff_failed: plainly,
  take_message: plainly,
  confirm_message: plainly,
  ask_callback_time: (_, context) =>
    phrase(isInBrowser(context) ? 'ask_return_time' : 'ask_callback_time', context),
  confirm_callback: ({ at }, context) => {
    const { language, hours } = context.plan;
    const now = context.answeredAt;
    const time = at === null ? undefined : spokenTime({ at, now, timeZone: hours.timeZone, language });
    const [open, fixed] = isInBrowser(context)
      ? (['confirm_return_open', 'confirm_return'] as const)
      : (['confirm_callback_open', 'confirm_callback'] as const);
    return time === undefined ? phrase(open, context) : ended(phrase(fixed, context, { time }));
  },
  respect_refusal: plainly,
  ask_opt_out: plainly,
  confirm_opt_out: plainly,
  ask_recording: plainly,
  confirm_unrecorded: plainly,
  apologise_wrong_person: plainly,
  answer_screening: (_, context) => {
    const { company, contact } = context.plan;
    const name = `${contact.firstName} ${contact.lastName}`.trim();
    return name === ''
      ? phrase('introduce', context, { company: company.name })
      : phrase('answer_screening', context, { company: company.name, contact: name });
  },
  goodbye: plainly,
  running_out_of_time: plainly,
  technical_apology: plainly,
};

/** How a sentence begins that thanks, in all the languages, without accents. */
const thanks = ofAllLanguages((languages) => {
  const beginnings = languages.flatMap((language) => words[language].thanks.map(folded));
  return new RegExp(`^(?:[^.!?]{1,12}[,!.] )?(?:${beginnings.join('|')})`);
});

/** More than this is an explanation, not a yes, a no or a choice. */
const BRIEF_WORDS = 2;
const BRIEF_LETTERS = 12;

/**
 * A number is noted, a word or two is taken as it is, and more is thanked for. No answer is praised or judged, and
 * nobody is thanked for a no, a complaint or bad news.
 */
function acknowledgementOf(
  heard: string,
  language: Language,
): 'acknowledge' | 'acknowledge_briefly' | 'acknowledge_gently' | 'acknowledge_number' {
  if (isUnwelcome(heard, language)) return 'acknowledge_gently';
  if (/\p{N}/u.test(heard) || NUMBER_WORDS.test(heard)) return 'acknowledge_number';
  const words = heard.trim().split(/\s+/);
  return words.length <= BRIEF_WORDS && heard.trim().length <= BRIEF_LETTERS
    ? 'acknowledge_briefly'
    : cues[language].badNews === undefined
      ? 'acknowledge_gently'
      : 'acknowledge';
}

function isUnwelcome(heard: string, language: Language): boolean {
  const { clauses, plain } = speechOf(heard);
  const isDenied = leaning({ clauses, question: '', foreign: cuesOf(language) }) === 'no';
  return isDenied || [language, 'EN' as const].some((one) => unwelcome(one)?.test(plain));
}

const unwelcome = memoize((language: Language) => {
  const phrases = [...(cues[language].badNews ?? []), ...moods[language].moods.cross];
  return new RegExp(`(?<![\\p{L}])(?:${phrases.map(folded).join('|')})(?![\\p{L}])`, 'u');
});

/** What people say when they are cross, as the analysis of calls reads it. */
const moods = localeTables<{ readonly moods: { readonly cross: readonly string[] } }>('analysis');

/** Recognisers write small numbers as words. Only English ones: in other languages they share letters with too much. */
const NUMBER_WORDS = new RegExp(english.answers.numberWords, 'i');

/** A time may end in a full stop of its own ("3 p.m."). */
const ended = (text: string): string => text.replace(/\.\.$/, '.');

/** "I could start next Monday" → "you could start next Monday". Other languages quote the words as they were said. */
function repeatedBack(quote: string, language: Language): string {
  const bare = quote
    .trim()
    .replace(/[\s.,;:!?…。！？،؟]+$/u, '')
    .replace(LEADING, '');
  if (language !== 'EN') return bare;
  return english.instructions.toYou.reduce(
    (left, [theirs, ours]) => left.replaceAll(new RegExp(`\\b(?:${theirs})\\b`, 'gi'), () => ours),
    bare,
  );
}

const LEADING = new RegExp(`^(?:${english.instructions.beforeRepeated})+`, 'i');

/** The question itself, without what led up to it: "I'm calling about a job. Are you interested?" asks one thing. */
export function bareQuestion(text: string, language: Language): string {
  const [split, asked] = language === 'EL' ? [GREEK_SENTENCES, GREEK_ASKED] : [SENTENCES, ASKED];
  const questions = text
    .trim()
    .split(split)
    .filter((sentence) => asked.test(sentence));
  return questions.length === 0
    ? text.trim()
    : questions.join(writing[language].spaces === 'none' ? '' : ' ');
}

const SENTENCES = /(?<=[.!?…؟])\s+|(?<=[。！？])\s*/u;
const ASKED = /[?？؟]["'”’»)]*$/u;
/** Greek asks with what is a semicolon elsewhere. */
const GREEK_SENTENCES = /(?<=[.!?…;\u037e])\s+/u;
const GREEK_ASKED = /[?;\u037e]["'”’»)]*$/u;

/**
 * The question in other words where that is safe: a plain English one is asked indirectly, which changes its form
 * and not its meaning. Any other question keeps its words.
 */
export function rephrased(text: string, language: Language): string {
  const question = text.trim();
  if (language !== 'EN') return question;
  for (const [pattern, indirect] of indirectly) {
    const match = pattern.exec(question);
    if (match !== null)
      return english.instructions.indirectQuestion.replace('{clause}', () => indirect(match));
  }
  return question;
}

/** The last group is the rest of the question, which keeps its capitals. */
const indirectly = english.instructions.indirectly.map(
  ({ question, clause }) =>
    [
      new RegExp(question, 'iu'),
      (match: RegExpExecArray) =>
        clause.replaceAll(/\{(\d)\}/g, (_, group: string) => {
          const words = match[Number(group)] ?? '';
          return Number(group) === match.length - 1 ? words : words.toLowerCase();
        }),
    ] as const,
);

interface Moment {
  /** ISO 8601 with offset. */
  readonly at: string;
  /** What "today" is counted from. */
  readonly now: string;
  readonly timeZone: string;
  readonly language: Language;
}

/**
 * A time as one would say it to somebody in that zone: "tomorrow at 3 PM", "on Tuesday, November 17 at 10 AM".
 * Undefined when it is no time at all.
 */
export function spokenTime({ at, now, timeZone, language }: Moment): string | undefined {
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return undefined;
  const locale = localeOf(language);
  const isWholeHour = language === 'EN' && minuteIn(instant, timeZone) === 0;
  const parts = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    ...(isWholeHour ? {} : { minute: '2-digit' }),
    timeZone,
    numberingSystem: 'latn',
    calendar: 'gregory',
  }).formatToParts(instant);
  const days = dayIn(instant, timeZone) - dayIn(new Date(now), timeZone);
  const clock = parts.findIndex(({ type }) => type === 'hour' || type === 'dayPeriod');
  const textOf = (some: readonly Intl.DateTimeFormatPart[]): string =>
    some.map(({ value }) => value).join('');
  if (days !== 0 && days !== 1) return plainSpaces(`${words[language].onDay ?? ''}${textOf(parts)}`);
  // The word between day and time ("at", "um", "kl.") is the language's own, so it is kept.
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  return plainSpaces(`${day}${textOf(parts.slice(clock - 1))}`);
}

const plainSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ');

/** Days since an arbitrary one, by the calendar of the zone. */
const dayIn = (instant: Date, timeZone: string): number => {
  const { year = 0, month = 1, day = 1 } = numbersIn(instant, timeZone);
  return Date.UTC(year, month - 1, day) / 86_400_000;
};

const minuteIn = (instant: Date, timeZone: string): number => numbersIn(instant, timeZone).minute ?? 0;

const numbersIn = (instant: Date, timeZone: string): Partial<Record<string, number>> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      minute: 'numeric',
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
