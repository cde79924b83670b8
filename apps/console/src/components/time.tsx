import { useSyncExternalStore } from 'react';
import { serverClock } from '../api/server-clock.ts';

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const shortTime = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number, below: number][] = [
  ['second', 1, 60],
  ['minute', 60, 3_600],
  ['hour', 3_600, 86_400],
  ['day', 86_400, 7 * 86_400],
];

export const fullTime = (iso: string): string => full.format(new Date(iso));
export const dayOf = (iso: string): string => day.format(new Date(iso));

/** Shorter times are "just now": clocks differ by about as much. */
const JUST_NOW_SECONDS = 5;

/** A relative time. Past events are never shown in the future, even if clocks differ; planned ones may be. */
export function relativeTime(iso: string, nowMs: number, isPlanned = false, isDue = false): string {
  const seconds = Math.round((Date.parse(iso) - nowMs) / 1_000);
  if (isDue && seconds <= 0) return 'now';
  if (!isPlanned && seconds > -JUST_NOW_SECONDS) return 'just now';
  const step = steps.find(([, , below]) => Math.abs(seconds) < below);
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : shortTime.format(new Date(iso));
}

/** A relative time ("3 min. ago"), with the full time as its tooltip. */
export function Time({
  at,
  exact = false,
  isPlanned = false,
  isDue = false,
}: {
  readonly at: string | null | undefined;
  readonly exact?: boolean;
  /** It may be in the future: "in 3 min." */
  readonly isPlanned?: boolean;
  /** It has not happened yet: once its time has come, it is due now. */
  readonly isDue?: boolean;
}) {
  const words = useClock((nowMs) => {
    if (!at) return '';
    return exact ? shortTime.format(new Date(at)) : relativeTime(at, nowMs, isPlanned || isDue, isDue);
  });
  if (!at) return <span className="text-soft">–</span>;
  return (
    <time dateTime={at} title={fullTime(at)} className="whitespace-nowrap tabular-nums">
      {words}
    </time>
  );
}

/** 3:05, or 1:02:03. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  const hours = Math.floor(whole / 3_600);
  if (hours > 0) parts.unshift(hours);
  return parts.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for the whole page, however many times are on it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Text that depends on the time, such as "3 min. ago". It is computed on every render, not only on a tick, so that
 * new data is never compared with an older time. The component renders again when the text changes.
 */
export const useClock = <Value extends string | number>(read: (nowMs: number) => Value): Value =>
  useSyncExternalStore(subscribe, () => read(serverClock.nowMs()));

/** The same day next year, in the API's format. */
export function inAYear(now: Date): string {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}
