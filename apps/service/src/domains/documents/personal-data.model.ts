import { languages } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';

/** What is known of the person whose text it is. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** E.164 */
  readonly phoneNumber: string | null;
  /** Where numbers without a country code are read, as two letters. */
  readonly country: string | null;
}

/** Words beside personal data, or in names; `locales/schema/personal-data.json` describes each kind. */
type PersonalWord =
  | 'accountWords'
  | 'addressLabels'
  | 'atWords'
  | 'beforeBirthDay'
  | 'beforeBirthYear'
  | 'beforeYear'
  | 'behindBirth'
  | 'behindDay'
  | 'behindYear'
  | 'birthLabels'
  | 'dayEndings'
  | 'dayOf'
  | 'daySigns'
  | 'dotWords'
  | 'flatsBeforeNumber'
  | 'flatsBehindStreet'
  | 'flatWords'
  | 'houseNumberWords'
  | 'hyphenedStreetEndings'
  | 'monthSigns'
  | 'nameParticles'
  | 'namesJoined'
  | 'numberAfterStreetNoun'
  | 'numberRepeats'
  | 'numberWords'
  | 'phoneLabels'
  | 'siteLabels'
  | 'streetEndings'
  | 'streetNouns'
  | 'streetOrdinals'
  | 'streetPrepositions'
  | 'streetsBeforeName'
  | 'streetsBehindName'
  | 'streetsBehindNumber'
  | 'yearSigns';

const tables = localeTables<Readonly<Partial<Record<PersonalWord, readonly string[]>>>>('personal-data');

/** Of all languages: nobody says in which one a CV is written, and many are written in two. */
export const personalWords = (kind: PersonalWord): readonly string[] => [
  ...new Set(languages.flatMap((language) => tables[language][kind] ?? [])),
];

/** A pattern of any of them. */
export const anyOf = (kind: PersonalWord): string => `(?:${personalWords(kind).join('|')})`;
