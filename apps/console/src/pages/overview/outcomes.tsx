import type { Tone } from '../../kit/badge.tsx';
import { Empty } from '../../kit/empty.tsx';
import { stateTone, stateWords } from '../../kit/status.tsx';
import type { Overview } from './overview-query.ts';

const fills: Readonly<Record<Tone, string>> = {
  neutral: 'bg-soft',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  live: 'bg-live',
  accent: 'bg-accent',
};

/** How today's calls ended, most frequent first. */
export function Outcomes({ today: { total, byStatus, byReason } }: { readonly today: Overview['today'] }) {
  if (total === 0) {
    return <Empty title="No call has ended today">Outcomes are counted here as calls end.</Empty>;
  }
  const reasons = byReason.filter(({ reasonCode }) => reasonCode !== null);
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-2.5">
        {byStatus
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
