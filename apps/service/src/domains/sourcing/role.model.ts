import { languages } from '@parley/language/language.ts';
import { hasLocale, localeTables } from '@parley/language/locale.ts';
import { wordsOf } from '../documents/passage.model.ts';

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

/** From the least to the most, under the names that jobs have for experience. */
export const seniorities = ['INTERNSHIP', 'ENTRY', 'MID', 'SENIOR', 'LEAD', 'EXECUTIVE'] as const;
export type Seniority = (typeof seniorities)[number];

const seniorityWords = professionGroups('seniorities');
const levels: ReadonlyMap<string, Seniority> = new Map(
  seniorities.flatMap((level) => (seniorityWords.get(level) ?? []).map((word) => [word, level] as const)),
);

/** The highest that the words of a title speak of; most titles speak of none. */
export function seniorityOf(title: string): Seniority | null {
  const found = wordsOf(title).flatMap((word) => levels.get(word) ?? []);
  return found.sort((a, b) => seniorities.indexOf(b) - seniorities.indexOf(a))[0] ?? null;
}

/** Words of titles that mean the same trade, by each of them. */
const tradeOf: ReadonlyMap<string, string> = new Map(
  [...professionGroups('trades')].flatMap(([trade, names]) => names.map((name) => [name, trade] as const)),
);

const fillers = new Set(professionWords('fillers'));

/** Spellings of one word that are parted in one title and not in another. */
const parted = new RegExp(
  `\\b(?:${professionWords('joinedWords').join('|').replaceAll(' ', '[\\s-]+')})\\b`,
  'gi',
);
const joined = (text: string): string => text.replaceAll(parted, (words) => words.replace(/[\s-]+/, ''));

const ROOT_LETTERS = 6;

/**
 * What a word and its other forms share: engineer and engineering, Lager and Lagers. Cut at a fixed length, so that
 * what is stored and what is asked come to the same in every language; letters alone, so that an index finds it.
 */
export const rootOf = (word: string): string => tradeOf.get(word) ?? word.slice(0, ROOT_LETTERS);

/** The words of a title that say what somebody does, without how senior they are and what says nothing. */
export const roleWords = (title: string): string[] => [
  ...new Set(wordsOf(joined(title)).filter((word) => !fillers.has(word) && !levels.has(word))),
];

export const rolesOf = (title: string): string[] => [...new Set(roleWords(title).map(rootOf))];
