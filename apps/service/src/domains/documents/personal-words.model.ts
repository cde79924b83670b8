import { languages } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';

/** Words that stand beside personal data, or in names. Labels are parts of patterns. */
interface PersonalWords {
  readonly addressLabels?: readonly string[];
  readonly birthLabels?: readonly string[];
  readonly phoneLabels?: readonly string[];
  /** "Number", between a label and a telephone number. */
  readonly numberWords?: readonly string[];
  readonly nameParticles?: readonly string[];
}

const tables = localeTables<PersonalWords>('personal-data');

/** Of all languages: nobody says in which one a CV is written, and many are written in two. */
export const personalWords = (kind: keyof PersonalWords): readonly string[] => [
  ...new Set(languages.flatMap((language) => tables[language][kind] ?? [])),
];
