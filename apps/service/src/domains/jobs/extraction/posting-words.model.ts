import { languages } from '@parley/language/language.ts';
import { hasLocale, localeTables } from '@parley/language/locale.ts';
import vietnamese from '@parley/language/world/vietnamese-postings.json' with { type: 'json' };

/**
 * Words of postings by language. What they mean together is decided where they are used: "Télétravail" is remote,
 * "partiel" is partly, and both side by side are a mixture. `locales/schema/job-posting.json` describes each kind.
 */
type PostingWord =
  | 'addressWords'
  | 'anywhere'
  | 'around'
  | 'at'
  | 'beforeAround'
  | 'betweenLanguages'
  | 'betweenPlaces'
  | 'betweenTerms'
  | 'careers'
  | 'careerSites'
  | 'contractExtras'
  | 'day'
  | 'degrees'
  | 'duties'
  | 'fromHome'
  | 'hires'
  | 'hybrid'
  | 'identifierNames'
  | 'is'
  | 'job'
  | 'lakhs'
  | 'languageSkills'
  | 'maybe'
  | 'millions'
  | 'moneyUnits'
  | 'no'
  | 'noLonger'
  | 'onsite'
  | 'open'
  | 'otherMoney'
  | 'over'
  | 'partly'
  | 'pay'
  | 'regionKinds'
  | 'remote'
  | 'remoteFirst'
  | 'remoteSigns'
  | 'schooling'
  | 'startingAt'
  | 'stateLabels'
  | 'thousands'
  | 'titleBeforeCompany'
  | 'titleHybrid'
  | 'titleRemote'
  | 'titleWholly'
  | 'toAmount'
  | 'typicalSigns'
  | 'typicalWords'
  | 'unless'
  | 'upTo'
  | 'walls'
  | 'week'
  | 'wholly'
  | 'wishes'
  | 'withheldCompany'
  | 'work'
  | 'workers'
  | 'years'
  | 'yes';

type Groups = Readonly<Record<string, readonly string[]>>;

export type PostingWords = Readonly<Record<PostingWord, readonly string[]>>;

interface PostingTable extends Partial<PostingWords> {
  readonly classNames?: Groups;
}

/** What labels and values of a posting mean: `locales/schema/job-terms.json`. */
type TermGroup =
  | 'contracts'
  | 'contractSigns'
  | 'educations'
  | 'experiences'
  | 'labels'
  | 'languageLevels'
  | 'languageNames'
  | 'periods'
  | 'periodSigns'
  | 'titleExperiences';

type TermTable = Readonly<Partial<Record<TermGroup, Groups>>>;

const ofAll = <Table>(file: string): Table[] => {
  const tables = localeTables<Table>(file);
  return languages.filter((language) => hasLocale(language, file)).map((language) => tables[language]);
};

/** By language, as far as words of it are known. */
export const postingWords: readonly PostingTable[] = [
  ...ofAll<PostingTable>('job-posting'),
  vietnamese.posting,
];
const termTables: readonly TermTable[] = [...ofAll<TermTable>('job-terms'), vietnamese.terms];

/** A pattern of any of the words, as they stand in a text of words and single spaces. */
export const anyOf = (words: string): RegExp =>
  words === ''
    ? /$^/u
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replaceAll('*', '\\p{L}*')})(?![\\p{L}\\p{N}])`, 'u');

/** The words of one kind in every language: a page may be written in another one than it says. */
export const everywhere = (kind: PostingWord): string =>
  [...new Set(postingWords.flatMap((words) => words[kind] ?? []))].join('|');

/** The same of terms: words by what they mean. */
export const termsEverywhere = (group: TermGroup): Groups =>
  joined(termTables.map((table) => table[group] ?? {}));

export const classNamesEverywhere = (): Groups =>
  joined(postingWords.map(({ classNames }) => classNames ?? {}));

function joined(all: readonly Groups[]): Groups {
  const names = new Set(all.flatMap((groups) => Object.keys(groups)));
  return Object.fromEntries(
    [...names].map((name) => [name, [...new Set(all.flatMap((groups) => groups[name] ?? []))]]),
  );
}
