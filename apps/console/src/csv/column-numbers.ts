import type { CsvRecord } from '@parley/kernel/csv.ts';
import type { ColumnMapping } from './contact-row.ts';

/** Many contacts may share a number of the simulated network. */
const SIMULATED = /^\+1500555\d{4}$/;

/** The lines that share a phone number with another line, in any notation. */
export function linesWithSharedNumber(rows: readonly CsvRecord[], mapping: ColumnMapping): number[] {
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

/** The phone numbers without a country code: one cannot tell from them alone which country is called. */
export function nationalNumbers(rows: readonly CsvRecord[], mapping: ColumnMapping): readonly string[] {
  const column = mapping.indexOf('phoneNumber');
  if (column === -1) return [];
  return rows.map(({ cells }) => cells[column]?.trim() ?? '').filter((cell) => /^[^+]*\d/.test(cell));
}

/** "+41 44 364 35 32", "0041 (44) 3643532": the digits alone tell numbers apart. */
const plain = (text: string): string => text.replaceAll(/[^+\d]/g, '').replace(/^00/, '+');
