import { searchable } from '@parley/kernel/text.ts';
import type { ContractType, Education, Experience, SalaryPeriod } from './posting.model.ts';
import { anyOf, everywhere, termsEverywhere } from './posting-words.model.ts';

/** What words of postings mean, in the languages of Europe and some more; of searchable text, first match wins. */
type Terms<Value> = readonly (readonly [Value, RegExp])[];

/**
 * Words stand alone; signs, as of languages that write no spaces, may stand anywhere. The meanings come in the order in
 * which they are looked for.
 */
function termsOf<Value extends string>(
  group: Parameters<typeof termsEverywhere>[0],
  meanings: readonly Value[],
  signGroup?: Parameters<typeof termsEverywhere>[0],
): Terms<Value> {
  const words = termsEverywhere(group);
  const signs = signGroup === undefined ? {} : termsEverywhere(signGroup);
  return meanings.map((meaning) => [
    meaning,
    new RegExp([`\\b(${words[meaning]?.join('|')})\\b`, ...(signs[meaning] ?? [])].join('|'), 'u'),
  ]);
}

/** One that is open-ended says nothing of what the contract is called here, but is none for a time. */
const contracts: Terms<ContractType | undefined> = termsOf(
  'contracts',
  ['INTERNSHIP', 'FREELANCE', 'PART_TIME', 'FULL_TIME', 'OPEN_ENDED', 'TEMPORARY', 'CONTRACT'] as const,
  'contractSigns',
).map(([type, pattern]) => [type === 'OPEN_ENDED' ? undefined : type, pattern]);
const experiences = termsOf<Experience>('experiences', [
  'INTERNSHIP',
  'ENTRY',
  'MID',
  'LEAD',
  'EXECUTIVE',
  'SENIOR',
]);
/** A title may say the level; "executive" in it is mostly an account's, "associate" and "professional" a mere word. */
const titleExperiences = termsOf<Experience>('titleExperiences', [
  'INTERNSHIP',
  'EXECUTIVE',
  'LEAD',
  'SENIOR',
  'MID',
  'ENTRY',
]);
const educations = termsOf<Education>('educations', [
  'DOCTORATE',
  'MASTERS',
  'BACHELORS',
  'ASSOCIATE',
  'VOCATIONAL',
  'HIGH_SCHOOL',
  'NONE',
]);
const periods = termsOf<SalaryPeriod>(
  'periods',
  ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'],
  'periodSigns',
);

export const BETWEEN_TERMS = new RegExp(`[,;|/\\n•]|\\s(?:${everywhere('betweenTerms')})\\s`, 'i');

const words = (text: string): string =>
  searchable(text)
    .replaceAll(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();

/** Every meaning that the value has, in the order it was written. */
function meanings<Value>(known: Terms<Value>, value: string): Value[] {
  const found: Value[] = [];
  // What is listed is read one by one: "full or part time" is said in halves.
  for (const part of value.slice(0, 500).split(BETWEEN_TERMS)) {
    const text = words(part);
    const meaning = known.find(([, pattern]) => pattern.test(text));
    if (meaning && !found.includes(meaning[0])) found.push(meaning[0]);
  }
  return found;
}

export const contractIn = (value: string): ContractType | undefined =>
  meanings(contracts, value.replaceAll('_', ' ')).find((type) => type !== undefined);

/** Whether anything but a contract is spoken of. */
const NO_CONTRACT = anyOf(
  `${everywhere('job')}|${everywhere('work')}|\\d+\\p{L}?|\\p{L}{1,3}|${everywhere('contractExtras')}`,
);

/** The contract that a short note states, where it is about nothing else: "Vollzeit, unbefristet", "CDD 6 mois". */
export function contractOfNote(note: string): ContractType | undefined {
  const rest = contracts
    .reduce((text, [, pattern]) => text.replaceAll(new RegExp(pattern, 'gu'), ' '), words(note))
    .replaceAll(new RegExp(NO_CONTRACT, 'gu'), '');
  return rest.trim() === '' ? contractIn(note) : undefined;
}

const HOURS = contracts.filter(([type]) => type === 'FULL_TIME' || type === 'PART_TIME');
const PEOPLE = new RegExp(`^ (${everywhere('workers')})`, 'u');
const JOB = anyOf(`${everywhere('job')}|${everywhere('work')}`);

/** Full time or part time, where a sentence about the job says so. */
export function contractOfSentence(sentence: string): ContractType | undefined {
  const text = words(sentence);
  if (!JOB.test(text)) return undefined;
  return HOURS.find(([, pattern]) => {
    const match = pattern.exec(text);
    return match !== null && !PEOPLE.test(text.slice(match.index + match[0].length));
  })?.[0];
}

/** Of several levels the first: who names more than one wants that at least. */
export const experienceIn = (value: string): Experience | undefined =>
  meanings(experiences, value)[0] ?? byYears(value);

export const experienceOfTitle = (title: string): Experience | undefined => {
  const text = words(title);
  return titleExperiences.find(([, pattern]) => pattern.test(text))?.[0];
};

const YEARS = new RegExp(
  `(\\d{1,2})\\s*(?:\\+|plus)?\\s*(?:[-–]\\s*\\d{1,2}\\s*)?(?:${everywhere('years')})\\b`,
);

const byYears = (value: string): Experience | undefined => {
  const years = YEARS.exec(searchable(value.slice(0, 500)))?.[1];
  return years === undefined ? undefined : experienceOfMonths(Number(years) * 12);
};

export const experienceOfMonths = (months: number): Experience =>
  months < 24 ? 'ENTRY' : months < 60 ? 'MID' : 'SENIOR';

export const educationIn = (value: string): Education[] => meanings(educations, value);

export const periodIn = (value: string): SalaryPeriod | undefined => {
  const text = words(value);
  return periods.find(([, pattern]) => pattern.test(text))?.[0];
};
