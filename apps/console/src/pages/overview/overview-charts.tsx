import type { Reply } from '../../api/client.ts';
import { stateTone, stateWords, type Tone } from '../../components/badge.tsx';
import { Bars } from '../../components/chart.tsx';
import { Empty } from '../../components/placeholder.tsx';

export type Overview = Reply<'/console/api/overview', 'get'>;

const fills: Readonly<Record<Tone, string>> = {
  neutral: 'bg-soft',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  live: 'bg-live',
  accent: 'bg-accent',
};

/** How calls ended, most frequent first. */
export function OutcomeBars({ outcomes }: { readonly outcomes: Overview['outcomes'] }) {
  const total = outcomes.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <Empty title="No finished calls">Outcomes are counted here as calls end.</Empty>;
  return (
    <ul className="flex flex-col gap-2.5">
      {outcomes
        .toSorted((a, b) => b.count - a.count)
        .map(({ status, count }) => (
          <li key={status} className="grid grid-cols-[7rem_1fr_3.5rem] items-center gap-3">
            <span>{stateWords(status)}</span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-hover">
              <span
                className={`block h-full rounded-full ${fills[stateTone(status)]}`}
                style={{ width: `${(count / total) * 100}%` }}
              />
            </span>
            <span className="text-end tabular-nums">{count.toLocaleString()}</span>
          </li>
        ))}
    </ul>
  );
}

/** How today's calls ended, and why. */
export function OutcomesToday({
  today: { total, byStatus, byReason },
}: {
  readonly today: Overview['today'];
}) {
  if (total === 0) {
    return <Empty title="No finished calls today">Outcomes are counted here as calls end.</Empty>;
  }
  const reasons = byReason.filter(({ reasonCode }) => reasonCode !== null);
  return (
    <div className="flex flex-col gap-4">
      <OutcomeBars outcomes={byStatus} />
      {reasons.length > 0 && (
        <p className="text-xs text-soft">
          {reasons
            .toSorted((a, b) => b.count - a.count)
            .map(({ reasonCode, count }) => `${stateWords(reasonCode ?? '')} ${count.toLocaleString()}`)
            .join(' · ')}
        </p>
      )}
    </div>
  );
}

// A date has no time: parsed and formatted as UTC, it stays the same day.
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayOf = (date: string): string => dayAndMonth.format(new Date(`${date}T00:00:00Z`));

/** Calls, and the minutes that they cost. */
export function FourteenDays({ days }: { readonly days: Overview['week'] }) {
  return (
    <div className="flex flex-col gap-5">
      <Bars
        title="Calls"
        unit="calls"
        bars={days.map(({ date, calls, completed, minutes }) => ({
          label: dayOf(date),
          value: calls,
          note: `${dayOf(date)}: ${calls.toLocaleString()} calls, ${completed.toLocaleString()} completed, ${minutes.toLocaleString()} minutes`,
        }))}
      />
      <Bars
        title="Charged minutes"
        unit="minutes"
        bars={days.map(({ date, minutes }) => ({ label: dayOf(date), value: minutes }))}
      />
    </div>
  );
}
