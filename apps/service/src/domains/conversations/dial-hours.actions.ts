import { setImmediate } from 'node:timers/promises';
import { isAllowed, type LegalHours, nextAllowed } from '@parley/kernel/calling-law.ts';
import { isOpen, nextOpening } from '@parley/kernel/calling-window.ts';
import type { TimeZones } from '@parley/kernel/local-time.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { timeZoneOfContact } from '../contacts/contact.model.ts';
import { nextDay, timesToday } from './dial-rules.model.ts';
import { type DueAttempt, dueLike, postpone, rezone } from './dispatch.store.ts';

/** The hours that the law sets for a call; undefined: none. */
export type HoursOf = (attempt: DueAttempt) => LegalHours | undefined;

const POSTPONED_AT_ONCE = 5000;
const READ_AT_ONCE = 200;
const DAY_MS = 86_400_000;
/** Whoever named a time still expects the call so much later. After that it keeps window and law like any other. */
const MOST_LATE_MS = 15 * 60_000;

/** Calls wait in line, and their window may have closed since. */
export function standingOf(attempt: DueAttempt, clocks: TimeZones, now: Date, hoursOf: HoursOf) {
  if (attempt.obstacle !== null) return 'uncallable';
  const zone = zoneOf(attempt, now);
  if (zone === null) return 'callable';
  return isAllowed(attempt.callingWindow, hoursOf(attempt), clocks.of(zone), now) ? 'callable' : 'closed';
}

/**
 * Where the contact's day is lived by now: their number or field, or the company's time zone, may have changed while
 * the call waited. Null for a call that is placed at its time, whatever the hour.
 */
function zoneOf(attempt: DueAttempt, now: Date): string | null {
  const { timeZone, wantedAt, timeZoneField, phoneNumber, companyTimeZone } = attempt;
  if (timeZone === null && now.getTime() - wantedAt.getTime() <= MOST_LATE_MS) return null;
  const fields = timeZoneField === null ? {} : { timezone: timeZoneField };
  return timeZoneOfContact({ phoneNumber, fields }, companyTimeZone);
}

/** Whether the law allows the call at this time. One that is placed at its time, whatever the hour, always is. */
export function isWithinHours(attempt: DueAttempt, hours: LegalHours | undefined, at: Date): boolean {
  const zone = zoneOf(attempt, at);
  return zone === null || isAllowed(null, hours, zone, at);
}

export function alike(attempt: DueAttempt, hoursOf: HoursOf, now: Date): string {
  const { companyId, dialQueue, agentId, timeZone } = attempt;
  const { source, zones } = hoursOf(attempt) ?? {};
  return [companyId, dialQueue, agentId, timeZone, zoneOf(attempt, now), source, zones?.length].join(' ');
}

/** With everybody of their kind who waits. */
export async function postponeGroup(
  everywhere: Everywhere,
  group: readonly DueAttempt[],
  clocks: TimeZones,
  hoursOf: HoursOf,
): Promise<number> {
  const like = group[0] as DueAttempt;
  const now = everywhere.now();
  const zone = zoneOf(like, now) ?? 'UTC';
  // The window closes for everybody of the agent in this time zone; what the law says is looked at when it opens.
  if (zone === like.timeZone && !isOpen(like.callingWindow, clocks.of(zone), now))
    return postpone(
      everywhere,
      like,
      nextOpening(like.callingWindow, clocks.of(zone), now),
      POSTPONED_AT_ONCE,
    );
  // Never within the law, which may yet change, as the window may: it is looked at again.
  const opening =
    nextAllowed(like.callingWindow, hoursOf(like), clocks.of(zone), now) ??
    nextOpening(like.callingWindow, clocks.of(zone), new Date(now.getTime() + DAY_MS));
  const attemptIds = new Set(group.map(({ attemptId }) => attemptId));
  const kind = alike(like, hoursOf, now);
  const waiting = await dueLike(everywhere, like, POSTPONED_AT_ONCE);
  for (const [index, one] of waiting.entries()) {
    // Reading thousands of numbers takes a while, and the calls on the line must not notice.
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await setImmediate();
    if (alike({ ...like, ...one }, hoursOf, now) === kind) attemptIds.add(one.attemptId);
  }
  return rezone(everywhere, [...attemptIds], zone, opening);
}

/** Whom a run may call once more today. Those of one claim count for each other. */
export class CallsToday {
  readonly #clocks: TimeZones;
  readonly #now: Date;
  readonly #claimed = new Map<string, number>();

  constructor(clocks: TimeZones, now: Date) {
    this.#clocks = clocks;
    this.#now = now;
  }

  allows(attempt: DueAttempt): boolean {
    const zone = zoneOf(attempt, this.#now);
    const { limits, contactId, contactCallsMs, numberCallsMs, companyId, occupies } = attempt;
    // Whoever asked for the time is called then.
    const isAllowed =
      zone === null ||
      (this.#isBelow(limits?.perContactPerDay, contactCallsMs, zone, contactId) &&
        this.#isBelow(limits?.perNumberPerDay, numberCallsMs, zone, `${companyId} ${occupies}`));
    if (isAllowed)
      for (const key of [contactId, `${companyId} ${occupies}`])
        this.#claimed.set(key, (this.#claimed.get(key) ?? 0) + 1);
    return isAllowed;
  }

  #isBelow(
    most: number | undefined,
    callsMs: readonly number[] | null | undefined,
    zone: string,
    key: string,
  ): boolean {
    if (most === undefined || !callsMs) return true;
    const made = timesToday(callsMs, this.#clocks.of(zone), this.#now);
    return made + (this.#claimed.get(key) ?? 0) < most;
  }
}

/** They are of one kind, and wait for the next day by their clock. */
export function putOff(
  everywhere: Everywhere,
  group: readonly DueAttempt[],
  clocks: TimeZones,
): Promise<number> {
  const like = group[0] as DueAttempt;
  const now = everywhere.now();
  const zone = zoneOf(like, now) ?? 'UTC';
  const until = nextDay(like.callingWindow, clocks.of(zone), now);
  const attemptIds = group.map(({ attemptId }) => attemptId);
  return rezone(everywhere, attemptIds, zone, until);
}
