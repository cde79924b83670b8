import { languageTable } from './language-table.ts';

/** A language a call can be held in: the name of its folder in `locales`, in capitals. */
export type Language = keyof typeof languageTable;

export const languages = Object.keys(languageTable) as readonly Language[];

/** The name the runtime's language tables know a language by: `NO` is written Norwegian, Bokmål. */
export const localeOf = (language: Language): string => languageTable[language].locale;

/** Written from right to left. */
export const isRightToLeft = (language: Language): boolean => languageTable[language].direction === 'rtl';
