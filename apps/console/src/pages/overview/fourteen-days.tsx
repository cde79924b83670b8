import { Bars } from '../../kit/bars.tsx';
import type { Overview } from './overview-query.ts';

// A date has no hour: read as UTC and written as UTC it stays the day that it is.
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayOf = (date: string): string => dayAndMonth.format(new Date(`${date}T00:00:00Z`));

export function FourteenDays({ days }: { readonly days: Overview['week'] }) {
  return (
    <Bars
      title="Calls"
      unit="calls"
      bars={days.map(({ date, calls, completed, minutes }) => ({
        label: dayOf(date),
        value: calls,
        note: `${dayOf(date)}: ${calls.toLocaleString()} calls, ${completed.toLocaleString()} completed, ${minutes.toLocaleString()} minutes`,
      }))}
    />
  );
}
