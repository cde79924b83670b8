import { ContactRequest } from '@parley/contract/contact.ts';
import { CsvParser, delimiterOf } from '@parley/kernel/csv.ts';
import { sentenceOf } from '@parley/kernel/failure.ts';
import { e164 } from '@parley/kernel/phone-number.ts';
import { type ContactField, readValue } from '../domains/contact-fields/contact-field.model.ts';
import { Validator } from '../http/validation.ts';
import { ConfigError } from './config.ts';

export interface ContactRow {
  readonly line: number;
  /** As POST /contacts takes it. */
  readonly contact: Readonly<Record<string, unknown>>;
}

export interface BadRow {
  readonly line: number;
  readonly problems: readonly string[];
}

/** What is known of the company before anything is created. Undefined: the key may not read it, so the service decides. */
export interface CompanyRules {
  readonly fields:
    | ReadonlyMap<string, Pick<ContactField, 'dataType' | 'enumOptions' | 'writable'>>
    | undefined;
  /** Null: the company has no country, so every number needs its own. */
  readonly country: string | null | undefined;
}

const own = ['firstName', 'lastName', 'phoneNumber', 'email', 'gdprExpiryDate'];
const DAY_MS = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** What no row can make up for: columns that are missing, or that the company has no field for. */
export function columnProblems(
  columns: readonly string[],
  rows: readonly CsvRow[],
  { fields }: CompanyRules,
): string[] {
  const missing = ['firstName', 'lastName'].filter((name) => !columns.includes(name));
  const isUsed = (name: string) => rows.some(({ values }) => values[name]);
  const unknown = columns.filter(
    (name) => !own.includes(name) && fields?.has(name) === false && isUsed(name),
  );
  return [
    ...missing.map((name) => `There is no column ${name}: the first line of the file must name it.`),
    ...(columns.includes('phoneNumber') || columns.includes('email')
      ? []
      : ['There is no column phoneNumber or email: the first line of the file must name one of them.']),
    ...unknown.map(
      (name) =>
        `The column ${name} is not a contact field of the company: define it (POST /contact-fields), rename the column, or remove it.`,
    ),
  ];
}

/** Every row as a contact, or with all that is wrong with it. */
export function readContactRows(
  rows: readonly CsvRow[],
  rules: CompanyRules,
  nowMs: number,
): { good: ContactRow[]; bad: BadRow[] } {
  const check = new Validator().body(ContactRequest);
  const good: ContactRow[] = [];
  const bad: BadRow[] = [];
  for (const { line, values } of rows) {
    const contact = contactOf(values, nowMs);
    const problems = [
      ...check(contact).map(sentenceOf),
      ...phoneProblems(values.phoneNumber, rules.country),
      ...dateProblems(values.gdprExpiryDate, nowMs),
      ...fieldProblems(contact.fields, rules),
    ];
    if (problems.length === 0) good.push({ line, contact });
    else bad.push({ line, problems });
  }
  return { good, bad };
}

interface SentContact extends Record<string, unknown> {
  readonly fields?: Readonly<Record<string, string>>;
}

/** Empty cells are left out, and nobody's data is kept for longer than a year unless the file says so. */
function contactOf(values: Readonly<Record<string, string>>, nowMs: number): SentContact {
  const filled = Object.entries(values).filter(([, value]) => value !== '');
  const fields = filled.filter(([name]) => !own.includes(name));
  return {
    gdprExpiryDate: dayOf(nowMs + 365 * DAY_MS),
    ...Object.fromEntries(filled.filter(([name]) => own.includes(name))),
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
  };
}

/** A number that cannot exist. Without + it depends on the company's country. */
export function phoneProblems(text: string | undefined, country: string | null | undefined): string[] {
  if (!text) return [];
  const isPossible = text.startsWith('+')
    ? e164(text, null) !== undefined
    : country === undefined
      ? /^[\d\s()./-]{4,}$/.test(text)
      : e164(text, country) !== undefined;
  if (isPossible) return [];
  const form = country ? ` or in the form of ${country}` : '';
  return [`phoneNumber "${text}" is not a telephone number: write it with + and its country code${form}`];
}

/** It is today or later somewhere on earth until two days after its beginning in Greenwich. */
const dateProblems = (date: string | undefined, nowMs: number): string[] =>
  date && Date.parse(date) < nowMs - 2 * DAY_MS
    ? [`gdprExpiryDate ${date} is over: it must be today or later`]
    : [];

function fieldProblems(values: SentContact['fields'], { fields }: CompanyRules): string[] {
  return Object.entries(values ?? {}).flatMap(([name, value]) => {
    const field = fields?.get(name);
    if (field === undefined) return [];
    if (!field.writable) return [`${name} is set by the platform: remove the column`];
    const reading = readValue(field, value);
    return 'problem' in reading ? [`${name} "${value}" ${reading.problem}`] : [];
  });
}

export interface CsvRow {
  /** Where it begins in the file; the first line is 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** The rows of a CSV, each by the column names in the first line. */
export function readCsv(text: string): { columns: string[]; rows: CsvRow[] } {
  const source = text.replace(/^\uFEFF/, '');
  const parser = new CsvParser(delimiterOf(source));
  const [first, ...rest] = [...parser.push(source), ...parser.end()];
  const [problem] = parser.problems;
  if (problem) throw new ConfigError(`The file cannot be read. Line ${problem.line}: ${problem.words}.`);
  const columns = (first?.cells ?? []).map((name) => name.trim());
  const rows = rest.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(columns.map((name, i) => [name, (cells[i] ?? '').trim()] as const)),
  }));
  return { columns, rows };
}
