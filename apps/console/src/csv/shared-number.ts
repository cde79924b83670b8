import type { ColumnMapping } from './contact-column.ts';
import type { CsvRow } from './csv-parser.ts';

/** Numbers of the simulated network stand for any number of people. */
const SIMULATED = /^\+1500555\d{4}$/;

/** The lines whose phone number another line has as well, however it is written. */
export function linesWithSharedNumber(rows: readonly CsvRow[], mapping: ColumnMapping): number[] {
  const column = mapping.indexOf('phoneNumber');
  if (column === -1) return [];
  const numbered = rows.flatMap(({ line, cells }) => {
    const number = plain(cells[column] ?? '');
    return number === '' || SIMULATED.test(number) ? [] : [{ line, number }];
  });
  return [...Map.groupBy(numbered, ({ number }) => number).values()]
    .filter((same) => same.length > 1)
    .flatMap((same) => same.map(({ line }) => line))
    .sort((a, b) => a - b);
}

/** "+41 44 364 35 32", "0041 (44) 3643532": the digits alone tell numbers apart. */
const plain = (text: string): string => text.replaceAll(/[^+\d]/g, '').replace(/^00/, '+');
