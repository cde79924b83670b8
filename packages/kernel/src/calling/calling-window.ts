import { type TimeZone, zoneOf } from '../local-time.ts';

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof weekdays)[number];

/** The hours in which a contact may be called, local to the contact. An end before the start is on the next day. */
export interface CallingWindow {
  readonly days: Weekday[];
  /** `HH:MM` */
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;

/** `from` itself when the window is open then, else the first instant after it at which it opens. */
export function nextOpening(window: CallingWindow | null, zone: TimeZone | string, from: Date): Date {
  if (window === null) return from;
  const clock = zoneOf(zone);
  let at = from.getTime();
  // Between two changes of the clocks wall time runs evenly, so the opening is a sum. A change ends the stretch:
  // the wall then shows another time, at which the window may be open at once.
  for (;;) {
    const { offsetMs, until } = clock.stretchAt(at);
    const opening = nextWallOpening(window, at + offsetMs) - offsetMs;
    if (opening === at) return from.getTime() === at ? from : new Date(at);
    if (opening < until) return new Date(opening);
    at = until;
  }
}

/** Whether the contact's local time is within the window. */
export function isOpen(window: CallingWindow | null, zone: TimeZone | string, at: Date): boolean {
  if (window === null) return true;
  return isOpenOnWall(window, at.getTime() + zoneOf(zone).offsetAt(at.getTime()));
}

/** Until when a window that is open now is open at least: its end that day, or a change of the clocks before it. */
export function openUntil(window: CallingWindow, zone: TimeZone | string, at: Date): Date {
  const { offsetMs, until } = zoneOf(zone).stretchAt(at.getTime());
  const wall = at.getTime() + offsetMs;
  const day = Math.floor(wall / DAY_MS);
  const [start, end] = [timeOfDay(window.start), timeOfDay(window.end)];
  const isTomorrow = start >= end && wall - day * DAY_MS >= start;
  return new Date(Math.min((day + (isTomorrow ? 1 : 0)) * DAY_MS + end - offsetMs, until));
}

/** Wall times are local times, as milliseconds as if they were UTC. */
function isOpenOnWall(window: CallingWindow, wall: number): boolean {
  const day = Math.floor(wall / DAY_MS);
  const time = wall - day * DAY_MS;
  const [start, end] = [timeOfDay(window.start), timeOfDay(window.end)];
  if (start < end) return time >= start && time < end && opensOn(window, day);
  return (time >= start && opensOn(window, day)) || (time < end && opensOn(window, day - 1));
}

function nextWallOpening(window: CallingWindow, wall: number): number {
  if (isOpenOnWall(window, wall)) return wall;
  const start = timeOfDay(window.start);
  const today = Math.floor(wall / DAY_MS);
  for (let day = today; day <= today + weekdays.length; day++) {
    if (opensOn(window, day) && day * DAY_MS + start > wall) return day * DAY_MS + start;
  }
  throw new RangeError('A calling window without days never opens');
}

/** Days are counted from the first of January 1970, a Thursday. */
export const weekdayOf = (day: number): Weekday => weekdays[(((day + 3) % 7) + 7) % 7] as Weekday;

const opensOn = (window: CallingWindow, day: number): boolean => window.days.includes(weekdayOf(day));

const timeOfDay = (time: string): number =>
  (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * 60_000;
