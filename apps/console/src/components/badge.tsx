import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Choice } from './field.tsx';

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

/** Names and colours of all states, for all pages. */
const states: Readonly<Record<string, [words: string, tone: Tone]>> = {
  PENDING: ['Pending', 'neutral'],
  SCHEDULED: ['Scheduled', 'neutral'],
  QUEUED: ['Queued', 'neutral'],
  IN_PROGRESS: ['In progress', 'live'],
  COMPLETED: ['Completed', 'good'],
  FAILED: ['Failed', 'bad'],
  CANCELLED: ['Cancelled', 'warn'],
  UNREACHABLE: ['Unreachable', 'warn'],
  HELD: ['Held', 'warn'],
  EXPIRED: ['Expired', 'warn'],
  RESCHEDULED: ['Rescheduled', 'accent'],
  NO_ANSWER: ['No answer', 'warn'],
  BUSY: ['Busy', 'warn'],
  VOICEMAIL: ['Voicemail', 'warn'],
  DRAFT: ['Draft', 'neutral'],
  RUNNING: ['Running', 'live'],
  PAUSED: ['Paused', 'warn'],
  SUCCESS: ['Delivered', 'good'],
  DELIVERED: ['Delivered', 'good'],
  RETRYING: ['Retrying', 'warn'],
  SENT: ['Sent', 'good'],
  OUTBOX: ['In the outbox', 'accent'],
  BOUNCED: ['Bounced', 'bad'],
  UNKNOWN: ['Unknown', 'warn'],
  ACTIVE: ['Active', 'good'],
  DISABLED: ['Disabled', 'warn'],
};

/** The name of a state, including states missing in the table: NOT_INTERESTED becomes "Not interested". */
export const stateWords = (state: string): string =>
  states[state.toUpperCase()]?.[0] ??
  state.charAt(0).toUpperCase() + state.slice(1).toLowerCase().replaceAll('_', ' ');

/** States to choose from. */
export const stateChoices = (states: readonly string[]): readonly Choice[] =>
  states.map((value) => ({ value, words: stateWords(value) }));

export const stateTone = (state: string): Tone => states[state.toUpperCase()]?.[1] ?? 'neutral';

export function Status({ of: state }: { readonly of: string }) {
  return <Badge tone={stateTone(state)}>{stateWords(state)}</Badge>;
}
