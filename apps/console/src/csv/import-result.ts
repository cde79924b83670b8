import type { Violation } from '../api/client.ts';
import type { CsvFile } from './csv-file.ts';
import type { ImportOutcome, Refusal } from './import-contacts.ts';

/** Why a row was refused, with the names that people know: "Phone number must be…". */
export const reasonOf = ({ errors }: Refusal): string => errors.map(named).join('; ');

function named({ path, code, problem, message }: Violation): string {
  if (path === '' || code === 'one_required') return message;
  const words = path
    .replace(/^fields\./, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${problem}`;
}

/** How many rows were never sent. */
export const leftOf = (file: CsvFile, { created, refused, unsure }: ImportOutcome): number =>
  file.rows.length - created.size - refused.length - unsure.length;

/** The refused rows with all their columns, and why: mended, the file can be imported as it is. */
export function refusedCsv(file: CsvFile, { refused }: ImportOutcome): readonly (readonly string[])[] {
  const reasons = new Map(refused.map((refusal) => [refusal.line, reasonOf(refusal)]));
  const width = file.header.length;
  return [
    [...file.header, 'Line', 'Reason'],
    ...file.rows.flatMap(({ line, cells }) => {
      const reason = reasons.get(line);
      if (reason === undefined) return [];
      const padded = Array.from({ length: width }, (_, at) => cells[at] ?? '');
      return [[...padded, String(line), reason]];
    }),
    ...file.problems.map(({ line, words }) => [
      ...Array.from({ length: width }, () => ''),
      String(line),
      words,
    ]),
  ];
}
