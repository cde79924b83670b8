import { languages } from '@parley/language/language.ts';
import { hasLocale, localeTables } from '@parley/language/locale.ts';

type Words = 'beforeTown' | 'behindTown' | 'fillers' | 'joinedWords' | 'nowhere';
type Groups = 'seniorities' | 'skills' | 'trades';
type Table = Readonly<
  Partial<Record<Words, readonly string[]> & Record<Groups, Readonly<Record<string, readonly string[]>>>>
>;

const file = 'professions';
const all = localeTables<Table>(file);
const tables = languages.filter((language) => hasLocale(language, file)).map((language) => all[language]);

/** Of all languages: a profile may mix them. `locales/schema/professions.json` describes each kind. */
export const professionWords = (kind: Words): string[] => [
  ...new Set(tables.flatMap((table) => table[kind] ?? [])),
];

/** The same of words that are grouped by what they mean. */
export function professionGroups(kind: Groups): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const table of tables)
    for (const [meaning, words] of Object.entries(table[kind] ?? {}))
      groups.set(meaning, [...(groups.get(meaning) ?? []), ...words]);
  return groups;
}
