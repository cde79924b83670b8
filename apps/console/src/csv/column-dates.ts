import type { CsvRecord } from '@parley/kernel/csv.ts';

/** 2026-12-31, with or without a time, and 31.12.2026, which is unambiguous. Others stay as they are. */
export function dayOf(text: string): string {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return [iso[1], iso[2]?.padStart(2, '0'), iso[3]?.padStart(2, '0')].join('-');
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  if (dotted) return [dotted[3], dotted[2]?.padStart(2, '0'), dotted[1]?.padStart(2, '0')].join('-');
  return text;
}

const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;

/**
 * Whether day or month comes first in the dates of a column, 31/12/2026 or 12/31/2026, if one of them tells. 03/04/2026
 * alone tells nothing, and stays as it is.
 */
export function dateOrder(rows: readonly CsvRecord[], column: number): 'day' | 'month' | undefined {
  const found = new Set<'day' | 'month'>();
  for (const { cells } of rows) {
    const [, first, second] = SLASHED.exec(cells[column]?.trim() ?? '') ?? [];
    if (Number(first) > 12) found.add('day');
    if (Number(second) > 12) found.add('month');
  }
  return found.size === 1 ? [...found][0] : undefined;
}

/** A date with slashes in the API's format, where the order is known; anything else as it is. */
export function inOrder(text: string, order: 'day' | 'month' | undefined): string {
  const [, first = '', second = '', year] = (order && SLASHED.exec(text)) ?? [];
  if (year === undefined) return text;
  const [day, month] = order === 'day' ? [first, second] : [second, first];
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

/** How the cells of a column of dates are read: as a day, 2027-02-05, or not at all. */
export function dayReader(rows: readonly CsvRecord[], column: number): (cell: string) => string | undefined {
  const order = dateOrder(rows, column);
  return (cell) => {
    const day = dayOf(inOrder(cell.trim(), order));
    const at = new Date(`${day}T00:00:00Z`);
    // A date like 2027-02-30 would be shown as 2 March.
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined;
  };
}
