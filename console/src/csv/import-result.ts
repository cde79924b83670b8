import type { CsvFile } from './csv-file.ts';
import type { ImportOutcome } from './import-contacts.ts';

/** How many rows were never sent. */
export const leftOf = (file: CsvFile, { created, refused, unsure }: ImportOutcome): number =>
  file.rows.length - created.size - refused.length - unsure.length;

/** The refused rows with all their columns, and why: mended, the file can be imported as it is. */
export function refusedCsv(file: CsvFile, { refused }: ImportOutcome): readonly (readonly string[])[] {
  const reasons = new Map(
    refused.map(({ line, errors }) => [line, errors.map(({ message }) => message).join('; ')]),
  );
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
