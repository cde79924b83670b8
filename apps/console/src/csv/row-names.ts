import type { CsvRecord } from '@parley/kernel/csv.ts';
import { isMissingName } from '@parley/kernel/person-name.ts';

/** "Ada Maria Novak" and "Novak, Ada Maria"; a single name is the first. */
export function namesOf(text: string): { firstName?: string; lastName?: string } {
  const [last, first] = text.split(/\s*,\s*/, 2);
  if (first) return { firstName: first, ...(last && { lastName: last }) };
  const words = text.split(/\s+/);
  const lastName = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(' '), ...(lastName !== undefined && { lastName }) };
}

type Values = Readonly<Record<string, unknown>>;

/** Fields that name a company: it is the name of a customer who has no other. */
const companies = ['organization', 'company_name', 'company'];

/**
 * The values of a row with both names. A contact must have both, but files of customers have rows with one of them, or with a
 * company only: they get the word that the user chose in place of the first name.
 */
export function withNames(values: Values, line: number, missingName: string): Values {
  const { firstName, lastName, ...others } = values;
  const [first, last] = [nameIn(firstName), nameIn(lastName)];
  if (missingName.trim() === '' || (first !== undefined && last !== undefined))
    return { ...others, ...(first && { firstName: first }), ...(last && { lastName: last }) };
  const fields = (values.fields ?? {}) as Values;
  const company = companies.map((key) => nameIn(fields[key])).find((name) => name !== undefined);
  return { ...others, firstName: missingName.trim(), lastName: last ?? first ?? company ?? String(line) };
}

const nameIn = (value: unknown): string | undefined =>
  typeof value === 'string' && !isMissingName(value) ? value : undefined;

/** The lines without a first or without a last name. */
export function linesWithoutName(rows: readonly CsvRecord[], mapping: readonly string[]): number[] {
  const cellOf = (id: string, cells: readonly string[]): string => cells[mapping.indexOf(id)]?.trim() ?? '';
  return rows.flatMap(({ line, cells }) => {
    const full = namesOf(cellOf('fullName', cells));
    const first = cellOf('firstName', cells) || full.firstName;
    const last = cellOf('lastName', cells) || full.lastName;
    return isMissingName(first) || isMissingName(last) ? [line] : [];
  });
}
