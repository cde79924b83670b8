import type { RunEstimate } from '@parley/contract/run-launch.ts';
import { type CallingWindow, nextOpening, openUntil } from '@parley/kernel/calling-window.ts';
import { type TimeZone, TimeZones } from '@parley/kernel/local-time.ts';

/** Contacts of one time zone who wait for a call, and from when on they may be called. */
export interface WaitingZone {
  readonly timeZone: string;
  readonly contacts: number;
  readonly from: Date;
}

/** Calls that wait, of one time zone and, where they come again later, of one time. */
export interface WaitingCalls {
  readonly timeZone: string | null;
  /** A retry or a callback that is not due yet. */
  readonly isAgain: boolean;
  readonly isCallback: boolean;
  readonly contacts: number;
  /** The latest of them. */
  readonly lastAt: Date;
}

/** How fast a run calls. */
export interface CallSpeed {
  readonly window: CallingWindow | null;
  /** Calls at a time. */
  readonly parallel: number;
  /** Of the run; null: as many as there is room for. */
  readonly callsAMinute: number | null;
  /** Calls that a contact takes until it is over, on average. */
  readonly callsEach: number;
}

/** What the calls of a run, or of the agent before, have taken so far. */
export interface CallSample {
  readonly calls: number;
  /** From dialling to the end, answered or not: so long each takes the room of a call. */
  readonly seconds: number | null;
}

/** Fewer calls say little about the next. */
export const FEWEST_CALLS = 5;

/** Beyond two months nobody plans by it. */
const HORIZON_MS = 60 * 24 * 60 * 60_000;
/** More time zones than these take the hours of the largest: the answer hardly changes, and it is quick. */
const MOST_ZONES = 20;

/** Calls again that come so long after the others are done are named apart: nobody waits for them beside the telephone. */
const GAP_MS = 60 * 60_000;
/** Each round adds what is due by the end of the round before, or an hour later. */
const MOST_ROUNDS = 8;

/**
 * Splits waiting calls, the earliest first, where those that come again leave a gap. One contact who asked to be called on Friday
 * does not make the run end on Friday; where more than half are called again, their time is what counts.
 */
export function splitLater(
  calls: readonly WaitingCalls[],
  endOf: (some: readonly WaitingCalls[]) => number | undefined,
): { readonly others: readonly WaitingCalls[]; readonly later: readonly WaitingCalls[] } {
  const all = { others: calls, later: [] };
  const half = contactsOf(calls) / 2;
  let others = calls.filter(({ isAgain }) => !isAgain);
  let rest = calls.filter(({ isAgain }) => isAgain);
  for (let round = 0; round < MOST_ROUNDS && rest.length > 0; round += 1) {
    const end = others.length === 0 ? 0 : endOf(others);
    if (end === undefined) return all;
    const near = rest.filter(({ lastAt }) => lastAt.getTime() <= end + GAP_MS);
    if (near.length === 0 && contactsOf(others) >= half) return { others, later: rest };
    const added = near.length > 0 ? near : rest.slice(0, 1);
    others = [...others, ...added];
    rest = rest.filter((one) => !added.includes(one));
  }
  return all;
}

const contactsOf = (calls: readonly { readonly contacts: number }[]): number =>
  calls.reduce((sum, { contacts }) => sum + contacts, 0);

/** A time zone's calls that are left, and whether its window is open until something changes. */
interface Draining {
  readonly clock: TimeZone;
  readonly from: number;
  left: number;
  isOpen: boolean;
  changesAt: number;
}

/**
 * When the last of them has been called, if calls take so long; undefined: not within two months. From one opening or
 * closing to the next, whoever may be called is called in turn: each zone gets its part of the time.
 */
function endOfCalls(
  zones: readonly WaitingZone[],
  callSeconds: number,
  { window, parallel, callsAMinute, callsEach }: CallSpeed,
  now: Date,
): Date | undefined {
  const clocks = new TimeZones();
  const callMs = Math.max(1, callSeconds) * 1000;
  const perMs = Math.min(parallel / callMs, (callsAMinute ?? Number.POSITIVE_INFINITY) / 60_000);
  let waiting = fewest(zones).map(({ timeZone, from, contacts }): Draining => {
    const left = contacts * callsEach;
    return {
      clock: clocks.of(timeZone),
      from: from.getTime(),
      left,
      isOpen: false,
      changesAt: now.getTime(),
    };
  });
  const needsMs = () => waiting.reduce((sum, { left }) => sum + left, 0) / perMs;
  const latest = now.getTime() + HORIZON_MS;
  if (now.getTime() + needsMs() > latest) return undefined;
  let begun: number | undefined;
  for (let at = now.getTime(); at <= latest; ) {
    for (const zone of waiting) if (zone.changesAt <= at) look(zone, window, at);
    const open = waiting.filter(({ isOpen }) => isOpen);
    const next = Math.min(...waiting.map(({ changesAt }) => changesAt));
    if (open.length > 0) {
      begun ??= at;
      const openMs = open.reduce((sum, { left }) => sum + left, 0) / perMs;
      const share = Math.min(1, (next - at) / openMs);
      if (share === 1) {
        waiting = waiting.filter(({ isOpen }) => !isOpen);
        at += openMs;
        if (waiting.length === 0) return new Date(Math.max(at, begun + callMs));
        continue;
      }
      for (const zone of open) zone.left -= zone.left * share;
    }
    at = next;
  }
  return undefined;
}

/** Whether the zone's calls may be placed now, and until when that stays so. */
function look(zone: Draining, window: CallSpeed['window'], at: number): void {
  const opens = nextOpening(window, zone.clock, new Date(Math.max(at, zone.from))).getTime();
  zone.isOpen = opens <= at;
  if (!zone.isOpen) zone.changesAt = opens;
  else
    zone.changesAt =
      window === null ? Number.POSITIVE_INFINITY : openUntil(window, zone.clock, new Date(at)).getTime();
}

function fewest(zones: readonly WaitingZone[]): readonly WaitingZone[] {
  const sorted = [...zones].sort((one, other) => other.contacts - one.contacts);
  const [largest, ...others] = sorted.slice(0, MOST_ZONES);
  if (largest === undefined) return [];
  const rest = sorted.slice(MOST_ZONES).reduce((sum, { contacts }) => sum + contacts, 0);
  return [{ ...largest, contacts: largest.contacts + rest }, ...others];
}

/** What is known of the end of a run. */
export function estimateOf(
  zones: readonly WaitingZone[],
  speed: CallSpeed,
  { sample, longestSeconds, now }: { sample: CallSample; longestSeconds: number; now: Date },
): RunEstimate {
  const waiting = zones.reduce((sum, { contacts }) => sum + contacts, 0);
  const callSeconds =
    sample.calls >= FEWEST_CALLS && sample.seconds !== null ? Math.max(1, Math.round(sample.seconds)) : null;
  const endsAt = callSeconds === null ? undefined : endOfCalls(zones, callSeconds, speed, now);
  return {
    waiting,
    parallelCalls: speed.parallel,
    callSeconds,
    endsAt: waiting === 0 ? null : (endsAt?.toISOString() ?? null),
    latestEndsAt:
      waiting === 0 ? null : (endOfCalls(zones, longestSeconds, speed, now)?.toISOString() ?? null),
    unknownBecause:
      waiting === 0
        ? 'NOBODY_WAITS'
        : callSeconds === null
          ? 'NO_CALLS_YET'
          : endsAt === undefined
            ? 'TOO_FAR'
            : null,
  };
}
