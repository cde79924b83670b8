import { wordsOf } from '../documents/passage.model.ts';

/** From the least to the most, under the names that jobs have for experience. */
export const seniorities = ['INTERNSHIP', 'ENTRY', 'MID', 'SENIOR', 'LEAD', 'EXECUTIVE'] as const;
export type Seniority = (typeof seniorities)[number];

const seniorityWords: Readonly<Record<Seniority, readonly string[]>> = {
  INTERNSHIP: ['intern', 'internship', 'trainee', 'apprentice', 'praktikant', 'praktikantin', 'werkstudent'],
  ENTRY: ['junior', 'jr', 'graduate', 'entry'],
  MID: ['mid', 'medior', 'intermediate'],
  SENIOR: ['senior', 'sr', 'seniorni', 'experienced'],
  LEAD: ['lead', 'principal', 'head', 'leader', 'teamlead', 'teamleiter', 'vedouci'],
  EXECUTIVE: ['chief', 'ceo', 'cto', 'cfo', 'coo', 'cio', 'cpo', 'vp', 'president', 'director', 'direktor'],
};
const levels: ReadonlyMap<string, Seniority> = new Map(
  seniorities.flatMap((level) => seniorityWords[level].map((word) => [word, level] as const)),
);

/** The highest that the words of a title speak of; most titles speak of none. */
export function seniorityOf(title: string): Seniority | null {
  const found = wordsOf(title).flatMap((word) => levels.get(word) ?? []);
  return found.sort((a, b) => seniorities.indexOf(b) - seniorities.indexOf(a))[0] ?? null;
}

/** Words of titles that mean the same trade. */
const trades: readonly (readonly string[])[] = [
  [
    'engineer',
    'developer',
    'programmer',
    'coder',
    'dev',
    'engineering',
    'entwickler',
    'entwicklerin',
    'ingenieur',
    'developpeur',
    'desarrollador',
    'vyvojar',
    'programator',
    'inzenyr',
  ],
  ['manager', 'management', 'leiter', 'leiterin', 'manazer'],
  ['sales', 'salesperson', 'seller', 'verkaufer', 'verkauferin', 'vertrieb', 'prodejce', 'obchodnik'],
  ['driver', 'fahrer', 'fahrerin', 'kraftfahrer', 'ridic', 'chauffeur'],
  ['nurse', 'nursing', 'krankenpfleger', 'krankenschwester', 'pflegefachkraft', 'sestra'],
  ['accountant', 'accounting', 'bookkeeper', 'buchhalter', 'buchhalterin', 'ucetni', 'comptable'],
  ['teacher', 'lehrer', 'lehrerin', 'ucitel', 'professeur'],
  ['warehouse', 'lager', 'sklad', 'skladnik', 'lagerist', 'magasinier'],
  ['designer', 'design', 'gestalter'],
  ['recruiter', 'recruiting', 'sourcer'],
  ['tester', 'testing', 'qa'],
  ['clerk', 'sachbearbeiter', 'sachbearbeiterin', 'referent'],
];
const tradeOf: ReadonlyMap<string, string> = new Map(
  trades.flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)),
);

const empty = new Set([
  'a',
  'an',
  'and',
  'the',
  'of',
  'for',
  'with',
  'in',
  'at',
  'on',
  'to',
  'or',
  'who',
  'as',
  'm',
  'f',
  'd',
  'w',
  'x',
  'h',
  'und',
  'oder',
  'fur',
  'mit',
  'im',
  'am',
  'der',
  'die',
  'das',
  'de',
  'la',
  'le',
  'et',
  'ou',
  'y',
  'en',
  'v',
  'na',
  's',
  'full',
  'part',
  'time',
  'remote',
  'job',
  'gn',
  'all',
  'genders',
]);

/** Spellings of one word that are parted in one title and not in another. */
const joined = (text: string): string =>
  text.replaceAll(/\b(back|front)[\s-]+end\b/gi, '$1end').replaceAll(/\bfull[\s-]+stack\b/gi, 'fullstack');

const ROOT_LETTERS = 6;

/**
 * What a word and its other forms share: engineer and engineering, Lager and Lagers. Cut at a fixed length, so that
 * what is stored and what is asked come to the same in every language; letters alone, so that an index finds it.
 */
export const rootOf = (word: string): string => tradeOf.get(word) ?? word.slice(0, ROOT_LETTERS);

/** The words of a title that say what somebody does, without how senior they are and what says nothing. */
export const roleWords = (title: string): string[] => [
  ...new Set(wordsOf(joined(title)).filter((word) => !empty.has(word) && !levels.has(word))),
];

export const rolesOf = (title: string): string[] => [...new Set(roleWords(title).map(rootOf))];
