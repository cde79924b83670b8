import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'live' | 'accent';

const tones: Readonly<Record<Tone, string>> = {
  neutral: 'bg-hover text-soft',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  live: 'bg-live-soft text-live',
  accent: 'bg-accent-soft text-accent',
};

export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {tone === 'live' && <span className="size-1.5 animate-breathe rounded-full bg-live" />}
      {children}
    </span>
  );
}
