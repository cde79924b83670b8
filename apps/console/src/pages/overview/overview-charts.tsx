import { Link } from '@tanstack/react-router';
import type { Reply } from '../../api/client.ts';
import { stateTone, stateWords, type Tone } from '../../components/badge.tsx';
import { Bars } from '../../components/chart.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { costTitle, decimals, type Price, unitWords } from '../usage/price.ts';

export type Overview = Reply<'/console/api/overview', 'get'>;
type Statistics = Reply<'/statistics', 'get'>;

const fills: Readonly<Record<Tone, string>> = {
  neutral: 'bg-soft',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  live: 'bg-live',
  accent: 'bg-accent',
};

interface Period {
  readonly from: string;
  readonly to: string;
}

/** How calls ended, most frequent first. A number opens the conversations of these calls. */
export function EndingBars({
  endings,
  period,
}: {
  readonly endings: Statistics['outcomes'];
  readonly period: Period;
}) {
  const total = endings.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <Empty title="No finished calls">Calls are counted here as they end.</Empty>;
  return (
    <ul className="flex flex-col gap-2.5">
      {endings
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
            <Link
              to="/conversations"
              search={{ callEnded: status, calledFrom: period.from, calledTo: period.to } as never}
              aria-label={`${stateWords(status)}: ${count.toLocaleString()} ${count === 1 ? 'call' : 'calls'}, show conversations`}
              className="text-end tabular-nums underline decoration-line decoration-dotted underline-offset-4 hover:decoration-ink"
            >
              {count.toLocaleString()}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** How today's calls ended, and why. */
export function EndingsToday({
  today: { date, total, byStatus, byReason },
}: {
  readonly today: Overview['today'];
}) {
  if (total === 0) {
    return <Empty title="No finished calls today">Calls are counted here as they end.</Empty>;
  }
  const reasons = byReason.filter(({ reasonCode }) => reasonCode !== null);
  return (
    <div className="flex flex-col gap-4">
      <EndingBars endings={byStatus} period={{ from: date, to: date }} />
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

/** What the cost is reckoned with. */
const PriceNote = ({ price: { unit, perMinute } }: { readonly price: Price }) => (
  <p className="text-xs text-soft">
    {unit === 'CREDITS'
      ? `${perMinute.toLocaleString(undefined, decimals)} credits for each charged minute.`
      : `Each charged minute at ${perMinute.toLocaleString(undefined, decimals)} ${unit}, the price beyond the plan; minutes that the plan includes count, too.`}
  </p>
);

// A date has no time: parsed and formatted as UTC, it stays the same day.
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayOf = (date: string): string => dayAndMonth.format(new Date(`${date}T00:00:00Z`));

/** Calls, the minutes that they were charged with, and what these cost where the plan has a price. */
export function CallDays({ days, price }: Pick<Statistics, 'days' | 'price'>) {
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
      {price && (
        <div className="flex flex-col gap-1">
          <Bars
            title={costTitle(price)}
            unit={unitWords(price.unit)}
            bars={days.map(({ date, cost }) => ({ label: dayOf(date), value: cost ?? 0 }))}
          />
          <PriceNote price={price} />
        </div>
      )}
    </div>
  );
}
