import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { classNames } from './class-names.ts';

const tones: Readonly<Record<Tone, string>> = {
  neutral: 'border-line bg-surface',
  good: 'border-good/40 bg-good-soft text-good',
  warn: 'border-warn/40 bg-warn-soft text-warn',
  bad: 'border-bad/40 bg-bad-soft text-bad',
  live: 'border-live/40 bg-live-soft text-live',
  accent: 'border-accent/40 bg-accent-soft text-accent',
};

/** Something about the whole page that must not be missed, and what can be done about it. */
export function Notice({
  tone = 'neutral',
  action,
  children,
}: {
  readonly tone?: Tone;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div
      role="status"
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-2.5',
        tones[tone],
      )}
    >
      <div className="me-auto min-w-0">
        <div dir="auto">{children}</div>
      </div>
      {action}
    </div>
  );
}
