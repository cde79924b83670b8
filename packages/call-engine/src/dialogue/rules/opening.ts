import { memoize, memoizeRecent } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { cues, menuWordsOf } from '@parley/language/locale-tables.ts';
import { folded, plainWords, type Speech, speechOf, wordCount } from '@parley/language/speech.ts';
import { readCallbackTime } from '@parley/language/spoken-time.ts';
import type { CallContext } from '../dialogue-model.ts';
import { anyOf, isAnyOf, startsWithAnyOf } from './cue-pattern.ts';
import { leaning, type Reading } from './expected-answer.ts';
import { alternativesOf, cuesOf, patternOf, type Wish } from './foreign-cues.ts';
import { asksForKey, hasMailboxKeys, menuIn } from './phone-menu.ts';

/**
 * The wishes of whoever has just picked up. Before anything was asked only what cannot be mistaken counts: "Hello, no,
 * Ada speaking" refuses nothing, and neither does a "no" where nothing was asked at all.
 */
export function atOpening(found: ReadonlySet<Wish>, reading: Reading, isUnasked: boolean): Set<Wish> {
  const wishes = new Set(found);
  const isQuiet = wishes.size === 0;
  // Whoever says hello has heard us.
  if (greeting.test(reading.speech.plain)) wishes.delete('repeat');
  if (!isQuiet) return wishes;
  if (isUnasked) return namesCallTime(reading) ? wishes.add('later') : wishes;
  if (someoneElse.test(reading.speech.plain) && !isNamed(reading)) wishes.add('wrongPerson');
  else if (namesCallTime(reading)) wishes.add('later');
  else if (isBareNo(reading)) wishes.add(deniedAtOpening(reading.context));
  return wishes;
}

const whetherNow = anyOf(english.wishes.asksWhetherNow);

/** Whether a question asks if they can talk now: then a time is when they can, as at the opening. */
export const asksWhetherNow = (question: string): boolean => whetherNow.test(plainWords(question));

const suits = memoize((language: Language) => {
  const phrases = cues[language].timeSuits;
  if (phrases === undefined) return undefined;
  return language === 'EN' ? anyOf(phrases) : patternOf(language, phrases);
});

const LONGEST_BARE_TIME = 5;
const dayGreeting = memoize((language: Language) => {
  if (language === 'EN') return anyOf(english.wishes.dayGreeting);
  const phrases = cues[language].dayGreeting;
  return phrases === undefined ? undefined : patternOf(language, phrases);
});

/** "Next Thursday after lunch would be better", or nothing but a time. "Good morning" names none. */
export function namesCallTime({ clauses, speech, context, zone }: Reading): boolean {
  const { language, hours } = context.plan;
  const hearing = { now: new Date(context.answeredAt), timeZone: zone, window: hours.window, language };
  const isTime = (raw: string): boolean => readCallbackTime(raw, hearing) !== undefined;
  const words = wordCount(speech.plain);
  const greets = dayGreeting(language);
  const isBare =
    greets !== undefined &&
    clauses.length === 1 &&
    speech.clauses.length === 1 &&
    words > 1 &&
    words <= LONGEST_BARE_TIME &&
    !greets.test(speech.plain);
  if (isBare) return isTime(speech.raw);
  return clauses.some(({ raw, plain }) => suits(language)?.test(plain) === true && isTime(raw));
}

const greeting = isAnyOf(english.wishes.greeting);
const someoneElse = startsWithAnyOf(english.wishes.someoneElse);
const speaking = anyOf(english.wishes.isSpeaking);

/** The contact's own name. */
const isNamed = ({ speech, context }: Reading): boolean => {
  const { firstName, lastName } = context.plan.contact;
  return [firstName, lastName].some(
    (name) => name !== '' && ` ${speech.plain} `.includes(` ${folded(name)} `),
  );
};

const isBareNo = (reading: Reading): boolean =>
  reading.clauses.length > 0 &&
  wordCount(reading.speech.plain) <= 6 &&
  !isNamed(reading) &&
  !speaking.test(reading.speech.plain) &&
  leaning(reading) === 'no';

const identity = anyOf(english.wishes.openingAsksIdentity);
const time = anyOf(english.wishes.openingAsksTime);

/** What a bare "no" denies after our first message: being the contact, having time, or being interested. */
function deniedAtOpening({ plan, turns }: CallContext): 'wrongPerson' | 'later' | 'notInterested' {
  const said = turns.findLast((turn) => turn.speaker === 'agent')?.text ?? '';
  const text = said.includes('?') ? said : plan.firstMessage.text;
  const end = text.lastIndexOf('?');
  if (end < 0) return 'notInterested';
  const question = plainWords(text.slice(0, end).split(/[.!?]/).at(-1) ?? '');
  if (time.test(question)) return 'later';
  return identity.test(question) ? 'wrongPerson' : 'notInterested';
}

/** Each sentence of a recorded greeting, by how surely no living person would say it. */
const VOICEMAIL: readonly (readonly [number, RegExp])[] = [
  [3, anyOf(cues.EN.voicemail)],
  [2, anyOf(english.wishes.voicemailLikely)],
  [1, anyOf(english.wishes.voicemailPossible)],
  [1, anyOf(english.wishes.voicemailRetry)],
];

const screeningIn = memoize((language: Language) => {
  const phrases = menuWordsOf(language)?.screening;
  const pattern = phrases && new RegExp(`(?<![^ ])${alternativesOf(phrases)}(?![^ ])`);
  return memoizeRecent((plain) => pattern?.test(plain) === true);
});
/** English screeners answer everywhere. */
const isScreened = (plain: string, language: Language): boolean =>
  screeningIn('EN')(plain) || screeningIn(language)(plain);

/** A person who picks up a firm's telephone says some of these words too: one of them is not enough. */
const ENOUGH = 2;
/** In the middle of a talk, talking about voicemail is likelier than being one. */
const ENOUGH_LATER = 4;

export type RecordedGreeting = 'voicemail' | 'screening' | 'menu';

export const machineIn = (
  speech: Speech,
  isOpening: boolean,
  language: Language,
): RecordedGreeting | undefined => greetingIn(speech, isOpening, language).machine;

/** Which machine these words are of, and how much in them speaks for a voicemail: above 0 a tone decides. */
export const recordedGreetingIn = (
  text: string,
  language: Language,
): { readonly machine?: RecordedGreeting; readonly weight: number } =>
  greetingIn(speechOf(text), true, language);

const SURE = 3;

const voicemailWeight = memoizeRecent((plain) => {
  let weight = 0;
  for (const [each, pattern] of VOICEMAIL) if (pattern.test(plain)) weight += each;
  return weight;
});

function greetingIn(
  speech: Speech,
  isOpening: boolean,
  language: Language,
): { readonly machine?: RecordedGreeting; readonly weight: number } {
  const { plain } = speech;
  if (isOpening && isScreened(plain, language)) return { machine: 'screening', weight: 0 };
  if (isOpening && cuesOf(language)?.voicemail.test(plain)) return { machine: 'voicemail', weight: SURE };
  let weight = voicemailWeight(plain);
  if (isOpening && hasMailboxKeys(speech, language)) weight += ENOUGH;
  if (isOpening && weight < SURE && menuIn(speech, language).length > 0) return { machine: 'menu', weight };
  if (weight >= (isOpening ? ENOUGH : ENOUGH_LATER)) return { machine: 'voicemail', weight };
  return isOpening && asksForKey(speech, language) ? { machine: 'menu', weight } : { weight };
}
