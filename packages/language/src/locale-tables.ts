import { memoize } from '@parley/kernel/memoize.ts';
import { type Language, languages } from './language.ts';
import { hasLocale, localeTables, readLocale } from './locale.ts';

/** Phrases that mean the same; what each list is for is described in `locales/schema`. */
export type Phrases = readonly string[];

/** What is recognised in what a contact says, and in what is said about them: `locales/<code>/cues.json`. */
export interface Cues {
  readonly alreadyTold: Phrases;
  readonly asksDate: Phrases;
  readonly asksDuration: Phrases;
  readonly asksMachine: Phrases;
  readonly asksNumber: Phrases;
  readonly asksOpen: Phrases;
  readonly asksReason: Phrases;
  readonly asksRecorded: Phrases;
  readonly asksScam: Phrases;
  readonly asksSource: Phrases;
  readonly asksWho: Phrases;
  readonly badNews?: Phrases;
  readonly busy?: Phrases;
  readonly corrects: Phrases;
  readonly dayGreeting?: Phrases;
  readonly decision?: Phrases;
  readonly deniesOptOut?: Phrases;
  readonly evaluation?: Phrases;
  readonly forbids?: { readonly exception: Phrases; readonly joints: Phrases; readonly rule: string };
  readonly besideTakingBack?: Phrases;
  readonly goesOn?: Phrases;
  readonly goodbye: Phrases;
  readonly humanClaim: Phrases;
  readonly invitesQuestions: Phrases;
  readonly later: Phrases;
  readonly moment: Phrases;
  readonly neverAgain: Phrases;
  readonly noThanks: Phrases;
  readonly notInterested: Phrases;
  readonly orders: { readonly ignore: Phrases; readonly rules: Phrases; readonly whole: Phrases };
  readonly ofInstructions?: Phrases;
  readonly person: Phrases;
  readonly promise?: Phrases;
  readonly reconsiders: Phrases;
  readonly recordingApproval: Phrases;
  readonly recordingRefusal: Phrases;
  readonly recordingTerms: Phrases;
  readonly refusal: Phrases;
  readonly repeat: Phrases;
  readonly reservation: Phrases;
  readonly saidBefore: Phrases;
  readonly takesBackWish?: Phrases;
  readonly thirdParty?: Phrases;
  readonly saidWishes?: Phrases;
  readonly timeSuits?: Phrases;
  readonly voicemail: Phrases;
  readonly withdraws: Phrases;
  readonly wrongPerson: Phrases;
}

export const cues = localeTables<Cues>('cues');

/** Telephone menus and call screeners, where a language has them: `locales/<code>/menu.json`. */
export interface MenuWords {
  readonly habit?: string;
  readonly hash: Phrases;
  readonly joint: Phrases;
  readonly lead: Phrases;
  readonly mailbox: Phrases;
  readonly notMenu?: Phrases;
  readonly one?: Phrases;
  readonly person: Phrases;
  readonly press: Phrases;
  readonly range?: Phrases;
  readonly screening: Phrases;
  readonly soundsLikeFour?: Phrases;
  readonly soundsLikeTwo?: Phrases;
  readonly star: Phrases;
}

/** Undefined: menus are not understood in this language. */
export const menuWordsOf = memoize((language: Language) =>
  hasLocale(language, 'menu') ? (readLocale(language, 'menu') as MenuWords) : undefined,
);

/** Yes and no: `locales/<code>/yes-no.json`. */
export interface YesNo {
  readonly agreement?: Phrases;
  readonly assent: Phrases;
  readonly negation?: Phrases;
  /** What a question asks about somebody, and what they say of it instead of yes or no: patterns. */
  readonly predicates?: readonly Readonly<Record<'asked' | 'no' | 'yes', string>>[];
  readonly no: Phrases;
  readonly unsure?: Phrases;
  readonly yes: Phrases;
}

export const yesNo = localeTables<YesNo>('yes-no');

/** The little words of a language: `locales/<code>/words.json`. */
interface Words {
  readonly afterName?: Phrases;
  readonly amountUnits?: Phrases;
  readonly call: Phrases;
  readonly currencySigns?: Readonly<Record<string, string>>;
  readonly dot?: Phrases;
  readonly empty: Phrases;
  readonly endings?: readonly (readonly [ending: string, instead: string, shortestStem: number])[];
  readonly firstPerson?: Phrases;
  readonly hesitation?: Phrases;
  readonly hum?: Phrases;
  readonly joint: Phrases;
  readonly linking: Phrases;
  readonly onDay?: string;
  readonly or: Phrases;
  readonly since?: Phrases;
  readonly small: Phrases;
  readonly synonyms?: Readonly<Record<string, Phrases>>;
  readonly thanks: Phrases;
  readonly theYear?: Phrases;
  readonly unfinished: Phrases;
  readonly years: Phrases;
}

export const words = localeTables<Words>('words');

/** How a language is written: `locales/<code>/language.json`. */
interface Writing {
  readonly affixes: 'none' | 'prefixes' | 'endings';
  readonly decimalMark: '.' | ',';
  readonly direction: 'ltr' | 'rtl';
  readonly locale: string;
  readonly name: string;
  readonly nativeName: string;
  readonly punctuation: Readonly<Record<'colon' | 'comma' | 'semicolon', string>>;
  /** Where it is not `?` or a form of it. */
  readonly questionMark?: string;
  readonly questionWords: 'first' | 'anywhere';
  readonly scripts: readonly string[];
  readonly spaces: 'words' | 'phrases' | 'none';
}

export const writing = localeTables<Writing>('language');

/** Something made of the tables of all languages, when it is first needed. */
export function ofAllLanguages<T>(make: (all: readonly Language[]) => T): () => T {
  let kept: { readonly made: T } | undefined;
  return () => {
    kept ??= { made: make(languages) };
    return kept.made;
  };
}

/** Whether a word ends where a space stands: not so without spaces, or where little words are written as one with it. */
export const isWordBound = (language: Language): boolean =>
  writing[language].spaces === 'words' && writing[language].affixes !== 'prefixes';
