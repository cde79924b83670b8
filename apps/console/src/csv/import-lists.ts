import type { CsvFile } from './csv-file.ts';
import { answered, type ImportedRow, type ImportOutcome } from './import-contacts.ts';
import { reasonOf, wordsOf } from './row-words.ts';

interface LineNote {
  readonly line: number;
  readonly words: string;
}

/** Rows that had the same result. */
export interface ImportList {
  /** In the name of its file. */
  readonly key: string;
  readonly title: string;
  readonly rows: readonly LineNote[];
}

/** What became of all rows that were sent, and of those that could not be read, without empty lists. */
export function listsOf({ problems }: CsvFile, { rows, refused }: ImportOutcome): readonly ImportList[] {
  const those = (is: (row: ImportedRow) => boolean) =>
    rows.filter(is).map((row) => ({ line: row.line, words: wordsOf(row) }));
  const isSkipped = ({ result }: ImportedRow) => result === 'skipped';
  const bad = [
    ...problems.map(({ line, words }) => ({ line, words })),
    ...refused.map((refusal) => ({ line: refusal.line, words: reasonOf(refusal) })),
  ].sort((a, b) => a.line - b.line);
  return [
    { key: 'imported', title: 'Imported rows', rows: those(({ result }) => result === 'created') },
    {
      key: 'same-number',
      title: 'Imported rows with the number of somebody else',
      rows: those(({ sameNumberAs }) => sameNumberAs !== undefined),
    },
    {
      key: 'updated',
      title: 'Updated rows',
      rows: those(({ result }) => result === 'updated' || result === 'merged'),
    },
    {
      key: 'twice',
      title: 'Skipped rows: twice in the file',
      rows: those((row) => isSkipped(row) && row.sameAsLine !== undefined),
    },
    {
      key: 'known',
      title: 'Skipped rows: already contacts',
      rows: those((row) => isSkipped(row) && row.sameAsLine === undefined),
    },
    { key: 'refused', title: 'Refused rows', rows: bad },
  ].filter((list) => list.rows.length > 0);
}

/** How many rows were never sent. */
export const leftOf = (file: CsvFile, outcome: Pick<ImportOutcome, 'counts' | 'unsure'>): number =>
  file.rows.length - answered(outcome) - outcome.unsure.length;

const FORMULA = /^[=@\t\r]|^[+-](?![\d\s().-]*$)/;

/** A spreadsheet must not take somebody's name for a formula; numbers, also of telephones, stay as they are. */
const unformulated = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** Rows with all columns, the line and the reason: once fixed, the file can be imported again. */
export function listCsv(file: CsvFile, notes: readonly LineNote[]): readonly (readonly string[])[] {
  const cells = new Map(file.rows.map((row) => [row.line, row.cells]));
  return [
    [...file.header, 'Line', 'Reason'],
    ...notes.map(({ line, words }) => {
      const own = cells.get(line) ?? [];
      return [...file.header.map((_, at) => unformulated(own[at] ?? '')), String(line), words];
    }),
  ];
}
