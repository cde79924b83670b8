import type { Reply } from '../../api/client.ts';
import { Bars } from '../../kit/bars.tsx';
import { Section } from '../../kit/page.tsx';

type Day = Reply<'/console/api/usage', 'get'>['days'][number];

// A date without a time is the same day everywhere: read and written in UTC.
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const withYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** More bars than this are too thin to tell apart: weeks are shown then. */
const MOST_BARS = 92;
const WEEK = 7;

/** Minutes and calls over time. */
export function UsagePlots({ days }: { readonly days: readonly Day[] }) {
  const spans = days.length > MOST_BARS ? weeksOf(days) : days.map((day) => ({ ...day, until: day.date }));
  const step = days.length > MOST_BARS ? 'week' : 'day';
  const bars = (count: 'minutes' | 'calls') =>
    spans.map((span) => ({
      label: (days.length > MOST_BARS ? withYear : short).format(new Date(span.date)),
      value: span[count],
      note: `${withYear.format(new Date(span.date))}${
        span.until === span.date ? '' : ` to ${withYear.format(new Date(span.until))}`
      }: ${span[count].toLocaleString()} ${count}`,
    }));
  const sum = (count: 'minutes' | 'calls') => days.reduce((total, day) => total + day[count], 0);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {(['minutes', 'calls'] as const).map((count) => (
        <Section
          key={count}
          title={count === 'minutes' ? 'Minutes' : 'Calls'}
          actions={
            <span className="text-xs text-soft tabular-nums">{sum(count).toLocaleString()} in all</span>
          }
        >
          <Bars title={`By ${step}`} unit={count} bars={bars(count)} />
        </Section>
      ))}
    </div>
  );
}

function weeksOf(days: readonly Day[]) {
  // Whole weeks up to today; the first may be shorter.
  const first = days.length % WEEK;
  const starts = [...(first > 0 ? [0] : []), ...range(first, days.length, WEEK)];
  return starts.map((start, place) => {
    const week = days.slice(start, starts[place + 1] ?? days.length);
    return {
      date: week[0]?.date ?? '',
      until: week.at(-1)?.date ?? '',
      minutes: week.reduce((total, day) => total + day.minutes, 0),
      calls: week.reduce((total, day) => total + day.calls, 0),
    };
  });
}

const range = (from: number, below: number, step: number): number[] =>
  Array.from({ length: Math.ceil((below - from) / step) }, (_, place) => from + place * step);
