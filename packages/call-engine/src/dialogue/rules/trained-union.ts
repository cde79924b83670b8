import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { speechOf, wordCount } from '@parley/language/speech.ts';
import type { Expectation, ReadingName, SelfTopic, Understanding } from '../dialogue-model.ts';
import type { TrainedReading, TrainedWish } from '../turn-reader.ts';
import { askedIn } from './asked.ts';
import { anyOf } from './cue-pattern.ts';
import { leaning } from './expected-answer.ts';
import { cuesOf } from './foreign-cues.ts';

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
  byRules: Understanding,
  trained: TrainedReading,
  turn: Turn,
  later: () => NonNullable<Wants['later']>,
): Understanding {
  const { heard, expectation } = turn;
  if (byRules.machine !== undefined) return byRules;
  const isSure = (wish: TrainedWish): boolean => trained.wishes[wish].level === 'sure';
  const mayWantNoCalls = byRules.wants.neverAgain !== undefined || trained.wishes.never_call.level !== 'no';
  const isRecorded = isSure('machine') && !mayWantNoCalls && isMachine(heard, expectation);
  const machine = isRecorded ? 'voicemail' : undefined;
  if (machine !== undefined) return { wants: {}, machine };

  const answer = answerOf(byRules, trained, turn);
  const isAnswered = isPlainAnswer(answer, heard, expectation);
  const wants = unitedWants(byRules, trained, turn, isAnswered, later);
  const question = isAnswered ? questionOf(byRules, () => false, heard) : questionOf(byRules, isSure, heard);
  const { answer: _, wants: __, question: ___, about: ____, asksWho: _____, ...others } = byRules;
  const hasNothing = answer === undefined && question.question === undefined;
  return {
    ...others,
    wants,
    ...seen(byRules.wants, wants, trained),
    ...question,
    ...(answer === undefined ? {} : { answer }),
    ...(hasNothing && isSure('off_topic') ? { isOffTopic: true as const } : {}),
    ...(answer?.isClear !== true && expectation.kind === 'answer' && isSure('refuses')
      ? { isRefused: true as const }
      : {}),
  };
}

/** A machine speaks first, and at length. */
const FEWEST_GREETING_WORDS = 5;

const isMachine = (heard: string, { kind }: Expectation): boolean =>
  (kind === 'opening' || kind === 'presence') && wordCount(speechOf(heard).plain) >= FEWEST_GREETING_WORDS;

const SHORT = 6;

/** In a short turn an answer of the expected type is the answer, whatever else it sounds like: "Tomorrow". */
function isPlainAnswer(answer: Understanding['answer'], heard: string, { kind }: Expectation): boolean {
  if (answer?.isClear !== true || wordCount(speechOf(heard).plain) > SHORT) return false;
  // In a talk any words are an answer.
  const isFree = kind === 'answer' || kind === 'talk';
  return !isFree || typeof answer.value !== 'string' || /^\d{4}-\d\d-\d\d$/.test(answer.value);
}

/** How sure a probability has to be to say yes or no against the rules. */
const SURE_POLARITY = 0.9;

/** Yes or no: where the rules have none, or only guess it from a statement, the trained reading decides. */
function answerOf(
  { answer, wants, isRefused, isOffTopic, hasToldAlready }: Understanding,
  { polarity: { yes, no } }: TrainedReading,
  { heard, expectation, language }: Turn,
): Understanding['answer'] {
  // What is off topic may be an order to the machine, which answers nothing.
  if (isRefused || isOffTopic || hasToldAlready || wants.later || wants.wrongPerson) return answer;
  if (expectation.kind !== 'answer') return answer;
  const asked = askedIn(expectation.question, language);
  if (asked.kind !== 'yes_no' || asked.isMinded || asked.alternatives.length > 1) return answer;
  if (Math.max(yes, no) < SURE_POLARITY) return answer;
  const value = yes > no;
  if (answer === undefined || !answer.isClear) return { value, isClear: true, quote: heard };
  if (typeof answer.value !== 'boolean' || answer.value === value) return answer;
  const sign = leaning({ ...speechOf(heard), question: '', foreign: cuesOf(language) });
  const isWeak = sign !== 'yes' && sign !== 'no';
  return isWeak ? { value, isClear: true, quote: heard } : { ...answer, isClear: false };
}

const unioned = [
  ['human', 'person'],
  ['not_interested', 'notInterested'],
  ['wrong_person', 'wrongPerson'],
  ['later', 'later'],
  ['goodbye', 'goodbye'],
  ['repeat', 'repeat'],
  ['moment', 'moment'],
] as const satisfies readonly (readonly [TrainedWish, keyof Wants])[];

function unitedWants(
  { wants }: Understanding,
  trained: TrainedReading,
  { heard, expectation, language }: Turn,
  isAnswered: boolean,
  later: () => NonNullable<Wants['later']>,
): Wants {
  const { plain } = speechOf(heard);
  // Before anything was asked, and in a message to others, only what the rules see counts: it cannot be mistaken.
  const isGuarded =
    isAnswered ||
    expectation.kind === 'message' ||
    (expectation.kind === 'opening' && language === 'EN' && speaking.test(plain));
  const added: { -readonly [Wish in keyof Wants]: Wants[Wish] } = {};
  for (const [wish, name] of unioned) {
    if (trained.wishes[wish].level !== 'sure' || isGuarded || wants[name] !== undefined) continue;
    // Whoever wants no calls is not passed on to somebody else.
    if (name === 'person' && (wants.neverAgain !== undefined || trained.wishes.never_call.level !== 'no'))
      continue;
    if (name === 'later') added.later = later();
    else if (name === 'person') added.person = {};
    else added[name] = true;
  }
  const { neverAgain: _, ...others } = wants;
  const neverAgain = neverAgainOf(wants, trained, {
    isHostile: language === 'EN' && hostile.test(plain),
    isAnswered: isAnswered || expectation.kind === 'message',
    isOpen: expectation.kind === 'answer' && askedIn(expectation.question, language).kind === 'words',
  });
  return { ...added, ...others, ...(neverAgain === undefined ? {} : { neverAgain }) };
}

const speaking = anyOf(english.wishes.isSpeaking);
const hostile = anyOf(english.wishes.hostile);

/** Whoever sees it, it is honoured; only one of the two, and calmly said, it is confirmed first. */
function neverAgainOf(
  { neverAgain }: Wants,
  { wishes: { never_call: trained } }: TrainedReading,
  { isHostile, isAnswered, isOpen }: Readonly<Record<'isHostile' | 'isAnswered' | 'isOpen', boolean>>,
): Wants['neverAgain'] {
  if (neverAgain !== undefined) return trained.level !== 'no' || isHostile ? true : 'possible';
  if (trained.level === 'sure') return isHostile ? true : 'possible';
  // "What should we do better?" is answered with wishes of all kinds; there, it has to be one about calls more likely than not.
  const isFaint = trained.level === 'possible' && !isAnswered && (!isOpen || trained.score > 0.5);
  return isFaint ? 'faint' : undefined;
}

const topics: readonly (readonly [TrainedWish, SelfTopic | undefined])[] = [
  ['asks_who', 'who'],
  ['asks_robot', 'machine'],
  ['asks_why', 'reason'],
  ['asks_recorded', 'recorded'],
  ['asks_source', 'source'],
  ['is_scam', 'scam'],
  ['asks_pay', undefined],
  ['asks_other', undefined],
];

function questionOf(
  { question, about, asksWho }: Understanding,
  isSure: (wish: TrainedWish) => boolean,
  heard: string,
): Pick<Understanding, 'question' | 'about' | 'asksWho'> {
  const found = topics.find(([wish]) => isSure(wish));
  if (question === undefined && found === undefined) return {};
  const topic = about ?? found?.[1];
  return {
    question: question ?? heard,
    ...(topic === undefined ? {} : { about: topic }),
    ...(asksWho || topic === 'who' || topic === 'machine' ? { asksWho: true as const } : {}),
  };
}

const trainedNames: Readonly<Record<keyof Wants, TrainedWish>> = {
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
        ...(trained.wishes[trainedNames[name]].level === 'no' ? [] : (['trained'] as const)),
      ];
      return [name, readings] as const;
    }),
  );
  return { seenBy };
}
