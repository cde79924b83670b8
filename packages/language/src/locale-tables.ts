import { type Language, languages } from './language.ts';
import { localeTables, readLocale } from './locale.ts';

/** Phrases that mean the same; what each list is for is described in `locales/schema`. */
type Phrases = readonly string[];

/** What is recognised in what a contact says, and in what is said about them: `locales/<code>/cues.json`. */
export interface Cues {
  readonly asksDate: Phrases;
  readonly asksDuration: Phrases;
  readonly asksMachine: Phrases;
  readonly asksNumber: Phrases;
  readonly asksOpen: Phrases;
  readonly asksReason: Phrases;
  readonly asksWho: Phrases;
  readonly assent: Phrases;
  readonly decision?: Phrases;
  readonly goodbye: Phrases;
  readonly humanClaim: Phrases;
  readonly invitesQuestions: Phrases;
  readonly later: Phrases;
  readonly moment: Phrases;
  readonly neverAgain: Phrases;
  readonly no: Phrases;
  readonly noThanks: Phrases;
  readonly notInterested: Phrases;
  readonly orders: { readonly ignore: Phrases; readonly rules: Phrases; readonly whole: Phrases };
  readonly ofInstructions?: Phrases;
  readonly person: Phrases;
  readonly promise?: Phrases;
  readonly refusal: Phrases;
  readonly repeat: Phrases;
  readonly reservation: Phrases;
  readonly voicemail: Phrases;
  readonly wrongPerson: Phrases;
  readonly yes: Phrases;
}

export const cues = localeTables<Cues>('cues');

/** The little words of a language: `locales/<code>/words.json`. */
interface Words {
  readonly afterName?: Phrases;
  readonly call: Phrases;
  readonly dot?: Phrases;
  readonly empty: Phrases;
  readonly hum?: Phrases;
  readonly joint: Phrases;
  readonly linking: Phrases;
  readonly or: Phrases;
  readonly since?: Phrases;
  readonly small: Phrases;
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

/** What English calls are understood by beyond the cues that every language has: `locales/en/english.json`. */
interface English {
  readonly absent: Phrases;
  readonly bareRefusal: Phrases;
  readonly busy: Phrases;
  readonly currencySigns: Readonly<Record<string, string>>;
  readonly errand: Phrases;
  readonly noAlone: Phrases;
  readonly noBefore: string;
  readonly notNow: Phrases;
  readonly personAlone: Phrases;
  readonly repeatAlone: Phrases;
  readonly returned: Phrases;
  readonly sayings: Readonly<Record<'no' | 'unsure' | 'yes', Phrases>>;
  readonly screening: Phrases;
  readonly talkTo: Phrases;
  readonly unrelatedTasks: Phrases;
  readonly voicemailLikely: Phrases;
  readonly voicemailPossible: Phrases;
  readonly voicemailRetry: Phrases;
  readonly wishWords: Readonly<
    Record<'goodbye' | 'later' | 'neverAgain' | 'notInterested' | 'person' | 'wrongPerson', Phrases>
  >;
  readonly wrongPersonAlone: Phrases;
  readonly yesAlone: Phrases;
}

/** Read at the start: English is looked for in every call, whatever its language. */
export const english = readLocale('EN', 'english') as English;

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
