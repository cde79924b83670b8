import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { plainWords, speechOf, wordCount } from '@parley/language/speech.ts';
import { hasWords, valueWordsIn } from '@parley/language/value-words.ts';
import type { AnswerType } from '../../answer-type.ts';
import type { PlanQuestion } from '../../plan.ts';
import type { Expectation, ReadingName, Understanding } from '../dialogue-model.ts';
import type { TrainedReading, TrainedWish } from '../turn-reader.ts';
import { answerTypeOf, askedIn } from './asked.ts';
import { standingIn } from './correction.ts';
import { anyOf } from './cue-pattern.ts';
import { leaning } from './expected-answer.ts';
import { cuesOf } from './foreign-cues.ts';
import { isOrder } from './off-topic.ts';
import { asksWhetherNow } from './opening.ts';
import { isOnCondition, type Polarity } from './polarity.ts';
import { contentStems } from './stem.ts';
import { questionOf } from './trained-question.ts';

type Wants = Understanding['wants'];

/** What was heard, in reply to what, and in which language. */
interface Turn {
  readonly heard: string;
  readonly expectation: Expectation;
  readonly language: Language;
}

/**
 * What the rules and the trained reading make of a turn together: whatever one of them is sure of, with the rules as a
 * guard. `later` reads the time of a call that only the trained reading heard wished for.
 */
export function united(
  alone: Understanding,
  trained: TrainedReading,
  turn: Turn,
  later: () => NonNullable<Wants['later']>,
): Understanding {
  const { heard, expectation } = turn;
  const byRules = isOfSomebodyElse(alone, trained, turn)
    ? { ...alone, wants: withoutWrongPerson(alone.wants) }
    : alone;
  if (byRules.machine !== undefined) return byRules;
  const isSure = (wish: TrainedWish): boolean => trained.wishes[wish].level === 'sure';
  const mayWantNoCalls = byRules.wants.neverAgain !== undefined || trained.wishes.never_call.level !== 'no';
  const isRecorded = isSure('machine') && !mayWantNoCalls && isMachine(heard, expectation);
  const machine = isRecorded ? 'voicemail' : undefined;
  if (machine !== undefined) return { wants: {}, machine };

  const answer = answerOf(byRules, trained, turn);
  const isTyped = isTypedAnswer(answer, expectation);
  const isAnswered = (isTyped && wordCount(speechOf(heard).plain) <= SHORT) || isSpelledAnswer(answer, turn);
  const wants = unitedWants(byRules, trained, turn, { answer, isAnswered, isTyped }, later);
  const question = questionOf(byRules, isAnswered ? undefined : trained, heard);
  const { answer: _, wants: __, question: ___, about: ____, asksWho: _____, ...others } = byRules;
  const hasNothing = answer === undefined && question.question === undefined;
  const isRefused = answer?.isClear !== true && expectation.kind === 'answer' && isSure('refuses');
  return {
    ...others,
    wants,
    ...seen(byRules.wants, wants, trained),
    ...question,
    // "We don't comment on that" tells nothing, whichever way it leans.
    ...(answer === undefined || (isRefused && answer.isLikely) ? {} : { answer }),
    ...(hasNothing && isSure('off_topic') ? { isOffTopic: true as const } : {}),
    ...(isRefused ? { isRefused: true as const } : {}),
  };
}

/**
 * "I've never heard of her" to "Did Jana Svensson work for you?" is no wrong number: the trained reading is sure that it
 * answers the question, and sees no wrong person in it.
 */
const isOfSomebodyElse = (
  { wants }: Understanding,
  { wishes, polarity: { yes, no } }: TrainedReading,
  { expectation, language }: Turn,
): boolean =>
  wants.wrongPerson === true &&
  wishes.wrong_person.level === 'no' &&
  wishes.answers.level === 'sure' &&
  asksYesNo(expectation, language) &&
  Math.max(yes, no) >= SURE_POLARITY;

const withoutWrongPerson = ({ wrongPerson: _, ...wants }: Wants): Wants => wants;

/** A machine speaks first, and at length. */
const FEWEST_GREETING_WORDS = 5;

const isMachine = (heard: string, { kind }: Expectation): boolean =>
  (kind === 'opening' || kind === 'presence') && wordCount(speechOf(heard).plain) >= FEWEST_GREETING_WORDS;

/** In a turn of so many words an answer of the expected type is the answer, whatever else it sounds like: "Tomorrow". */
const SHORT = 6;

function isTypedAnswer(answer: Understanding['answer'], { kind }: Expectation): boolean {
  if (answer?.isClear !== true) return false;
  // In a talk any words are an answer.
  const isFree = kind === 'answer' || kind === 'talk';
  return !isFree || typeof answer.value !== 'string' || /^\d{4}-\d\d-\d\d$/.test(answer.value);
}

const spelledKinds: ReadonlySet<AnswerType['kind']> = new Set(['name', 'email', 'phone']);

/** Letters or digits side by side, one by one: "P H I". The "I" and the "a" of a sentence stand alone. */
const SPELLED = /(?<![\p{L}\p{N}'’])[\p{L}\p{N}](?:[\s,.-]{1,3}[\p{L}\p{N}](?![\p{L}\p{N}'’]))+/gu;
const LEAST_SPELLED = 3;

/**
 * A name, address or number that was spelled out and only waits for a yes. A name in a sentence is not enough: the reader of
 * names finds one in "stop, just stop".
 */
function isSpelledAnswer(answer: Understanding['answer'], { heard, expectation, language }: Turn): boolean {
  if (expectation.kind !== 'answer' || answer?.isClear !== false || typeof answer.value !== 'string')
    return false;
  const kind = typeAsked(expectation.question, language)?.kind;
  const { plain, raw } = speechOf(heard);
  if (kind === undefined || !spelledKinds.has(kind) || !isFoundIn(heard, answer)) return false;
  // A letter that is spelled out is no word.
  const words = plain.split(' ').filter((word) => word.length > 1).length;
  const letters =
    raw
      .match(SPELLED)
      ?.join('')
      .replaceAll(/[\s,.-]/g, '').length ?? 0;
  return words <= SHORT && (letters >= LEAST_SPELLED || /[@\d]/.test(answer.value));
}

/** Where no value was found in a sentence, the whole of it is the answer, also if it is a wish. */
const isFoundIn = (heard: string, answer: Understanding['answer']): boolean =>
  typeof answer?.value === 'string' && speechOf(answer.value).plain !== speechOf(heard).plain;

const typeAsked = ({ answerType, text }: PlanQuestion, language: Language): AnswerType | undefined =>
  answerType ?? answerTypeOf(text, language);

/**
 * How sure a probability has to be to say yes or no where the rules have none, and against them. The reader gives none that
 * was not right often enough when it was measured.
 */
const LIKELY_POLARITY = 0.75;
const SURE_POLARITY = 0.9;

/** Whether yes or no of the trained reading can be the answer. */
export function asksYesNo(expectation: Expectation, language: Language): boolean {
  if (expectation.kind !== 'answer') return false;
  const asked = askedIn(expectation.question, language);
  return asked.kind === 'yes_no' && !asked.isMinded && asked.alternatives.length <= 1;
}

/** Yes or no: where the rules have none, or only guess it from a statement, the trained reading decides. */
function answerOf(
  { answer, wants, isRefused, isOffTopic, hasToldAlready }: Understanding,
  { polarity: { yes, no }, likely }: TrainedReading,
  { heard, expectation, language }: Turn,
): Understanding['answer'] {
  // What is off topic may be an order to the machine, which answers nothing.
  if (isRefused || isOffTopic || hasToldAlready || wants.later || wants.wrongPerson) return answer;
  // It reads the whole turn, also what was taken back in it.
  const { clauses } = speechOf(heard);
  if (standingIn(clauses, language).length < clauses.length) return answer;
  if (!asksYesNo(expectation, language)) return answer;
  // A yes with a condition is none, however sure of it the reader is.
  const isOffer = expectation.kind === 'answer' && language === 'EN';
  if (yes > no && isOffer && isOnCondition(clauses, expectation.question.text)) return answer;
  const value = yes > no;
  const isSure = Math.max(yes, no) >= SURE_POLARITY;
  const lean = (): Polarity | undefined =>
    leaning({ ...speechOf(heard), question: '', foreign: cuesOf(language) });
  if (Math.max(yes, no) < LIKELY_POLARITY) {
    if (likely === 'yes' && lean() === undefined && isRestated(heard, expectation))
      return { value: true, isClear: true, quote: heard };
    const isWorthAsking = likely !== undefined && answer?.isClear === false && lean() === undefined;
    return isWorthAsking ? { value: likely === 'yes', isClear: false, isLikely: true, quote: heard } : answer;
  }
  if (answer === undefined || !answer.isClear) return { value, isClear: true, quote: heard };
  if (!isSure || typeof answer.value !== 'boolean' || answer.value === value) return answer;
  const sign = lean();
  const isWeak = sign !== 'yes' && sign !== 'no';
  return isWeak ? { value, isClear: true, quote: heard } : { ...answer, isClear: false, isLikely: true };
}

/** "Very satisfied" to "Were you satisfied?": nothing in it that the question has not. */
function isRestated(heard: string, expectation: Expectation): boolean {
  if (expectation.kind !== 'answer' || wordCount(speechOf(heard).plain) > LONGEST_RESTATED) return false;
  const asked = new Set(contentStems(expectation.question.text));
  const said = contentStems(heard);
  return said.length > 0 && said.every((stem) => asked.has(stem));
}

const LONGEST_RESTATED = 4;

const unioned = [
  ['human', 'person'],
  ['not_interested', 'notInterested'],
  ['wrong_person', 'wrongPerson'],
  ['later', 'later'],
  ['goodbye', 'goodbye'],
  ['repeat', 'repeat'],
  ['moment', 'moment'],
] as const satisfies readonly (readonly [TrainedWish, keyof Wants])[];

/**
 * "Her name's Gillian" speaks of somebody else, and "I finish at seven" of a time: where that is what was asked for, the
 * reading finds the answer more probable than the wish, whose level is far lower. Elsewhere the wish counts: to lose one
 * is worse than to ask once more.
 */
const yieldsToAnswer: ReadonlySet<TrainedWish> = new Set(['wrong_person', 'later', 'moment']);

function isRatherAnswer(
  { wishes }: TrainedReading,
  wish: TrainedWish,
  answer: Understanding['answer'],
  { heard, expectation, language }: Turn,
): boolean {
  // "Okay, I'm back, go on": at the opening, the reading of an answer is that of a go-ahead.
  const isOpening = expectation.kind === 'opening' && wish !== 'wrong_person';
  if (isOpening && wishes.answers.level === 'sure') return wishes.answers.score > wishes[wish].score;
  // Which questions ask whether now is a good time is known in English only: there "After Christmas" is both.
  if (language !== 'EN' || expectation.kind !== 'answer' || !yieldsToAnswer.has(wish)) return false;
  const { question } = expectation;
  if (asksWhetherNow(question.text)) return false;
  const isAskedFor =
    wish === 'wrong_person'
      ? typeAsked(question, language)?.kind === 'name' && isFoundIn(heard, answer)
      : asksForHour.test(plainWords(question.text));
  return isAskedFor && wishes.answers.level === 'sure' && wishes.answers.score > wishes[wish].score;
}

interface HeardAnswer {
  readonly answer: Understanding['answer'];
  readonly isAnswered: boolean;
  readonly isTyped: boolean;
}

function unitedWants(
  { wants, takesBack }: Understanding,
  trained: TrainedReading,
  turn: Turn,
  { answer, isAnswered, isTyped }: HeardAnswer,
  later: () => NonNullable<Wants['later']>,
): Wants {
  const { heard, expectation, language } = turn;
  const { plain } = speechOf(heard);
  // Before anything was asked, in a message to others, and where both readings hear the answer, only what the rules see
  // counts: it cannot be mistaken.
  const isGuarded =
    isAnswered ||
    (isTyped && trained.wishes.answers.level === 'sure') ||
    expectation.kind === 'message' ||
    (expectation.kind === 'opening' && language === 'EN' && speaking.test(plain));
  const added: { -readonly [Wish in keyof Wants]: Wants[Wish] } = {};
  for (const [wish, name] of unioned) {
    const isHeard =
      trained.wishes[wish].level === 'sure' || (wish === 'human' && isInsteadOf(wish, trained, turn, answer));
    if (!isHeard || isGuarded || wants[name] !== undefined) continue;
    // At the opening, whoever names a time names when to call.
    const isTimed = name === 'later' && expectation.kind === 'opening' && later().at !== null;
    const isRather = !isTimed && isRatherAnswer(trained, wish, answer, turn);
    if (isRather || outweighs(answer, name, trained, turn)) continue;
    // It reads the whole turn, also what was taken back in it.
    if (takesBack && (name === 'person' || name === 'later')) continue;
    // Whoever wants no calls is not passed on to somebody else.
    if (name === 'person' && (wants.neverAgain !== undefined || trained.wishes.never_call.level !== 'no'))
      continue;
    if (name === 'wrongPerson' && language === 'EN' && !ofWrongPerson.test(plain)) continue;
    // Somebody who says when the contact can be reached is no wrong number.
    if (name === 'wrongPerson' && wants.later !== undefined) continue;
    if (name === 'later') added.later = later();
    else if (name === 'person') added.person = {};
    else added[name] = true;
  }
  const { neverAgain: _, ...others } = wants;
  const neverAgain = neverAgainOf(wants, trained, {
    isHostile: language === 'EN' && hostile.test(plain),
    isAnswered: isAnswered || expectation.kind === 'message',
    isOpen: expectation.kind === 'answer' && askedIn(expectation.question, language).kind === 'words',
    isStart: expectation.kind === 'opening',
    isOrder: isOrder({ plain }),
  });
  return { ...added, ...others, ...(neverAgain === undefined ? {} : { neverAgain }) };
}

/**
 * Whether they say that instead of an answer: what was asked for has a grammar, nothing they said fits it, and of all that
 * the trained reading knows this is the most probable.
 */
function isInsteadOf(
  wish: TrainedWish,
  { wishes }: TrainedReading,
  { expectation, language }: Turn,
  answer: Understanding['answer'],
): boolean {
  if (expectation.kind !== 'answer' || answer?.isClear === true) return false;
  const kind = typeAsked(expectation.question, language)?.kind;
  const isTypedQuestion = kind !== undefined && !wordy.has(kind);
  const isFound = answer !== undefined && typeof answer.value !== 'string';
  if (!isTypedQuestion || isFound || wishes[wish].level === 'no') return false;
  return Object.values(wishes).every(({ score }) => score <= wishes[wish].score);
}

/** What any words may answer, a name among them. */
const wordy: ReadonlySet<AnswerType['kind']> = new Set(['text', 'name', 'list', 'yes_no']);

/**
 * Whether what they say is the answer rather than a wish that only the trained reading hears: a time where one is asked
 * for, and a no to an offer.
 */
function outweighs(
  answer: Understanding['answer'],
  wish: keyof Wants,
  { wishes }: TrainedReading,
  { heard, expectation, language }: Turn,
): boolean {
  if (expectation.kind !== 'answer') return false;
  const { question } = expectation;
  if (wish === 'notInterested') return answer?.isClear === true && answer.value === false;
  const type = typeAsked(question, language);
  const { plain } = speechOf(heard);
  const isNamed = type?.kind === 'name' && answer?.isClear === true && isFoundIn(heard, answer);
  if (wish === 'person') return isNamed && language === 'EN' && refersTo.test(plain);
  if (wish !== 'later' && wish !== 'moment' && wish !== 'goodbye') return false;
  // The reader of names finds one in "not now, next week", too.
  if (type?.kind === 'name') return wish !== 'later' && isNamed && wishes.answers.level === 'sure';
  if (answer?.isClear === true && type !== undefined && type.kind !== 'text' && type.kind !== 'yes_no')
    return true;
  return wish === 'later' && isAboutTime(question.text, type, language);
}

/** A question that a time answers: when, which day, in the morning or in the afternoon. */
function isAboutTime(question: string, type: AnswerType | undefined, language: Language): boolean {
  if (type?.kind === 'date' || type?.kind === 'time') return true;
  const clock = valueWordsIn(language)?.clock;
  const parts = clock && [clock.morning, clock.afternoon, clock.evening].join('|');
  return type?.kind === 'choice' || type?.kind === 'list'
    ? type.options?.some((option) => hasWords(option, parts)) === true
    : hasWords(question, parts);
}

/** Whoever is not the contact names one of these. */
const ofWrongPerson = anyOf(english.wishes.wishWords.wrongPerson);
const speaking = anyOf(english.wishes.isSpeaking);
const hostile = anyOf(english.wishes.hostile);
/** "Could you come before six?" is answered with a time. */
const asksForHour = anyOf(english.wishes.asksForHour);
/** "You'd want to talk to Steve Cobb" names who was asked for; "let me talk to Steve Cobb" asks for him. */
const refersTo = anyOf(english.wishes.refersTo);

type Circumstance = 'isHostile' | 'isAnswered' | 'isOpen' | 'isStart' | 'isOrder';

/** Whoever sees it, it is honoured; only one of the two, and calmly said, it is confirmed first. */
function neverAgainOf(
  { neverAgain }: Wants,
  { wishes: { never_call: trained, already_told: told } }: TrainedReading,
  { isHostile, isAnswered, isOpen, isStart, isOrder }: Readonly<Record<Circumstance, boolean>>,
): Wants['neverAgain'] {
  if (neverAgain !== undefined) return trained.level !== 'no' || isHostile ? true : 'possible';
  if (trained.level === 'sure') return isHostile ? true : 'possible';
  // "Forget the script" speaks to the machine about itself: only a plain wish in it counts.
  if (isOrder) return undefined;
  // "What should we do better?" is answered with wishes of all kinds; there, it has to be one about calls more likely than not.
  const isFaint = trained.level === 'possible' && !isAnswered && (!isOpen || trained.score > 0.5);
  // "How often do I have to tell you?": before anything was asked, they can only have told us in another call.
  return isFaint || (isStart && told.level === 'sure') ? 'faint' : undefined;
}

const trainedNames: Readonly<Partial<Record<keyof Wants, TrainedWish>>> = {
  ...(Object.fromEntries(unioned.map(([wish, name]) => [name, wish])) as Record<
    (typeof unioned)[number][1],
    TrainedWish
  >),
  neverAgain: 'never_call',
};

/** Which of the two saw each wish. */
function seen(byRules: Wants, wants: Wants, trained: TrainedReading): Pick<Understanding, 'seenBy'> {
  const names = Object.keys(wants) as (keyof Wants)[];
  if (names.length === 0) return {};
  const seenBy = Object.fromEntries(
    names.map((name) => {
      const readings: ReadingName[] = [
        ...(byRules[name] === undefined ? [] : (['rules'] as const)),
        ...(isSeenBy(trained, trainedNames[name]) ? (['trained'] as const) : []),
      ];
      return [name, readings] as const;
    }),
  );
  return { seenBy };
}

const isSeenBy = ({ wishes }: TrainedReading, wish: TrainedWish | undefined): boolean =>
  wish !== undefined && wishes[wish].level !== 'no';
