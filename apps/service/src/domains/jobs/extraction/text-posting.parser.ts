import { searchable } from '@parley/kernel/text.ts';
import { labelOf } from './labels.parser.ts';
import type { ContractType, Posting, Salary, SalaryPeriod } from './posting.model.ts';
import { everywhere } from './posting-words.model.ts';
import { currencyIn, salaryIn } from './salary.parser.ts';
import { languagesAskedIn, skillsAskedIn } from './skills.parser.ts';
import {
  contractOfNote,
  contractOfSentence,
  educationIn,
  experienceOfTitle,
  periodIn,
} from './terms.parser.ts';
import { workModeSaid } from './work-mode.parser.ts';

const MAX_TEXT = 60_000;

/**
 * What the title and the text say plainly. Only what cannot be meant otherwise: a text mentions much in passing. `page` is
 * what else the page says, and `notes` its short texts that stand on their own.
 */
export function postingOfText(
  { title = '', description = '', place }: Posting,
  page = '',
  notes: readonly string[] = [],
): Posting {
  const text = description.slice(0, MAX_TEXT);
  const whole = page === '' ? text : `${text}\n${page.slice(0, MAX_TEXT)}`;
  const linesOf = (part: string) => part.split('\n').filter((line) => line.length > 3 && line.length < 500);
  const { required, wished } = skillsAskedIn(text);
  const terms = notes.flatMap((note) => note.split(/\s[-–—/]\s|,\s/));
  return {
    experience: experienceOfTitle(title),
    contractType: contractSaid(title, terms, whole),
    workMode: workModeSaid(title, terms, whole),
    salary: salarySaid(title, linesOf(whole), place?.countryCode) ?? salaryNoted(notes, place?.countryCode),
    education: linesOf(text)
      .map(educationSaid)
      .find((found) => found.length > 0),
    languageRequirements: languagesAskedIn(text),
    requiredSkills: required,
    niceToHaveSkills: wished,
  };
}

/** Of what notes and sentences say of the contract, what all agree on: a page may list every kind there is. */
function contractSaid(title: string, notes: readonly string[], text: string): ContractType | undefined {
  const inTitle = title.split(/[()[\]|,]|\s[–—-]\s/).slice(1);
  const noted = [...inTitle, ...notes.filter((note) => labelOf(note) !== 'contract')].flatMap(
    (note) => contractOfNote(note) ?? [],
  );
  const found = noted.length > 0 ? noted : sentencesOf(text).flatMap((one) => contractOfSentence(one) ?? []);
  return new Set(found).size === 1 ? found[0] : undefined;
}

const sentencesOf = (text: string): string[] =>
  text.split(/[.!?;\n]/).filter((sentence) => sentence.length > 5 && sentence.length < 300);

const PAY = new RegExp(`\\b(${everywhere('pay')})\\b`);
/** Money that is not what somebody is paid for a time of work. */
const OTHER_MONEY = new RegExp(`\\b(${everywhere('otherMoney')})\\b`);

function salarySaid(
  title: string,
  lines: readonly string[],
  country: string | undefined,
): Salary | undefined {
  for (const line of [...lines, title]) {
    const isTitle = line === title;
    const text = searchable(line);
    if (line.length > 300 || (!isTitle && (!PAY.test(text) || OTHER_MONEY.test(text)))) continue;
    // The amount stands behind the word for pay, not behind whatever the sentence says before.
    const from = isTitle ? 0 : Math.max(0, text.search(PAY) - 40);
    const part = line
      .slice(from)
      .replace(/^[^\d€£$]*?(?=[€£$]|[A-Z]{0,3}\s?[$]?\d)/u, (before) => before.slice(-20));
    if (currencyIn(part, country) === undefined) continue;
    const stated = salaryIn(part, { country });
    // "The annual salary is …" says before the amount what others say behind it.
    const salary = stated && { ...stated, ...(stated.period ? {} : periodBefore(line.slice(from))) };
    if (salary !== undefined && (salary.max ?? salary.min ?? 0) >= 8 && isWhole(salary)) return salary;
  }
  return undefined;
}

/** The time that a clause names before its amount, in a word long enough to be meant. */
function periodBefore(clause: string): { period?: SalaryPeriod } {
  const before = clause.slice(0, Math.max(0, clause.search(/\d/)));
  const period = periodIn(
    before
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 5)
      .join(' '),
  );
  return period === undefined ? {} : { period };
}

/** A note that is a pay and nothing else, where no other differs: "£38,000 – £45,000 a year". */
function salaryNoted(notes: readonly string[], country: string | undefined): Salary | undefined {
  const found = notes.flatMap((note) => {
    if (!/^\D{0,12}\d/.test(note) || note.length > 60 || OTHER_MONEY.test(searchable(note))) return [];
    const salary = currencyIn(note, country) === undefined ? undefined : salaryIn(note, { country });
    return salary !== undefined && isWhole(salary) && salary.period !== undefined ? [salary] : [];
  });
  return new Set(found.map((salary) => JSON.stringify(salary))).size === 1 ? found[0] : undefined;
}

/** A range, or an amount for a time: one number alone may be anything. */
const isWhole = ({ min, max, period }: Salary): boolean =>
  period !== undefined || (min !== undefined && max !== undefined && min < max);

const SCHOOL = new RegExp(`\\b(${everywhere('schooling')})\\b`);

const educationSaid = (line: string) => {
  const text = searchable(line);
  return SCHOOL.test(text) && line.length < 300 ? educationIn(DEGREE.exec(text)?.[0] ?? '') : [];
};

/** The part of a sentence that names a degree. */
const DEGREE = new RegExp(`\\b(?:${everywhere('degrees')})\\b`);
