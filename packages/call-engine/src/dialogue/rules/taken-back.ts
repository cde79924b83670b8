import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { cues } from '@parley/language/locale-tables.ts';
import { type Clause, type Speech, speechOf } from '@parley/language/speech.ts';
import type { Expectation } from '../dialogue-model.ts';
import { anyOf } from './cue-pattern.ts';
import { patternOf, type Wish } from './foreign-cues.ts';
import type { Wished } from './wishes.ts';

const phrasesIn = memoize((language: Language) => {
  const { besideTakingBack = [], takesBackWish, goesOn } = cues[language];
  if (takesBackWish === undefined || goesOn === undefined) return undefined;
  const within = (phrases: readonly string[]): RegExp =>
    language === 'EN' ? anyOf(phrases) : patternOf(language, phrases);
  const whole = (phrases: readonly string[]): RegExp => new RegExp(`^(?:${within(phrases).source})$`);
  return {
    takesBack: within(takesBackWish),
    goesOn: whole(goesOn),
    any: whole([...besideTakingBack, ...takesBackWish, ...goesOn]),
  };
});

/** Where the clauses begin, up to the end, that say nothing but "never mind" and "go on". */
function tailOf(clauses: readonly Clause[], language: Language): number {
  const { any } = phrasesIn(language) ?? {};
  return any === undefined ? clauses.length : clauses.findLastIndex(({ plain }) => !any.test(plain)) + 1;
}

/** "Oh, let's carry on": they have the call go on, and say nothing else. */
export function goesOn(heard: string, language: Language): boolean {
  const { clauses } = speechOf(heard);
  const hasNothingElse = tailOf(clauses, language) === 0;
  return hasNothingElse && clauses.some(({ plain }) => phrasesIn(language)?.goesOn.test(plain));
}

/**
 * The clauses that take back a wish about the call in the same breath: "Could you ring later? Actually no, let's do it
 * now". Only asking for a person or for another time is taken back, and only where nothing else was wished: who goes on
 * has not agreed to be recorded or called. Empty when nothing is taken back.
 */
export function takingBack(
  { wishes, isThirdParty }: Wished,
  { clauses }: Speech,
  { kind }: Expectation,
  language: Language,
): readonly Clause[] {
  const isWished = wishes.has('person') || wishes.has('later');
  // Whoever speaks for the contact cannot have the call go on in their place.
  const isOther = isThirdParty === true || [...wishes].some((wish) => !mayStand.has(wish));
  const phrases = phrasesIn(language);
  if (!isWished || isOther || !mayTakeBack.has(kind) || phrases === undefined) return [];
  const tail = clauses.slice(tailOf(clauses, language));
  const back = tail.findIndex(({ plain }) => phrases.takesBack.test(plain));
  const on = tail.findLastIndex(({ plain }) => phrases.goesOn.test(plain));
  return back >= 0 && on >= back && tail.length < clauses.length ? tail : [];
}

const mayStand: ReadonlySet<Wish> = new Set(['person', 'later', 'moment', 'repeat']);

/** Where a reply to a question of ours about the call itself is expected, everything in it counts. */
const mayTakeBack: ReadonlySet<Expectation['kind']> = new Set(['opening', 'presence', 'talk', 'answer']);
