import type { Results } from './run-filter.tsx';

export type Hour = Results['hours'][number];

interface Day {
  /** As 2026-10-25: a label without the year would be that of two days. */
  readonly date: string;
  readonly first: Hour;
  /** By column. Two in one when clocks go back: both hours have the same name. */
  readonly cells: readonly (readonly Hour[])[];
}

/**
 * Hours with calls as rows of days and columns of hours, by the clock of the reader. They are hours of the company's clock,
 * which may begin at half past for the reader.
 */
export function tableOfHours(
  hours: readonly Hour[],
  timeZone?: string,
): { readonly clock: readonly string[]; readonly days: readonly Day[] } {
  // Both sort as text.
  const clockOf = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const dateOf = formatter({ year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  const clock = [...new Set(hours.map(clockOf))].sort();
  const days = [...Map.groupBy(hours, dateOf)].map(([date, inDay]) => ({
    date,
    first: inDay[0] as Hour,
    cells: clock.map((label) => inDay.filter((one) => clockOf(one) === label)),
  }));
  return { clock, days };
}

function formatter(options: Intl.DateTimeFormatOptions): (hour: Hour) => string {
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv', options);
  return ({ from }) => format.format(new Date(from));
}
