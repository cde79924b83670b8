import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimeZones } from '../local-time.ts';
import {
  type CallingWindow,
  isOpen,
  nextOpening,
  openUntil,
  type Weekday,
  weekdays,
} from './calling-window.ts';

const office: CallingWindow = { days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], start: '09:00', end: '18:00' };
const daily = (start: string, end: string): CallingWindow => ({ days: [...weekdays], start, end });
const fridayNight: CallingWindow = { days: ['FRI'], start: '22:00', end: '02:00' };

test.each<[string, CallingWindow | null, string, string, string]>([
  ['an open window opens now', office, 'Europe/Berlin', '2026-11-16T10:00:30Z', '2026-11-16T10:00:30Z'],
  [
    'without a window every time is open',
    null,
    'Europe/Berlin',
    '2026-11-15T02:00:00Z',
    '2026-11-15T02:00:00Z',
  ],
  [
    'before the hours the window opens the same day',
    office,
    'Europe/Berlin',
    '2026-11-16T05:00:00Z',
    '2026-11-16T08:00:00Z',
  ],
  [
    'the end of the window is already closed',
    office,
    'Europe/Berlin',
    '2026-11-16T17:00:00Z',
    '2026-11-17T08:00:00Z',
  ],
  [
    'after Friday the window opens on Monday',
    office,
    'Asia/Kolkata',
    '2026-11-20T13:00:00Z',
    '2026-11-23T03:30:00Z',
  ],
  [
    'the weekday is that of the contact',
    office,
    'Pacific/Auckland',
    '2026-11-15T20:30:00Z',
    '2026-11-15T20:30:00Z',
  ],
  [
    'night hours belong to the day on which they start',
    fridayNight,
    'UTC',
    '2026-11-21T01:30:00Z',
    '2026-11-21T01:30:00Z',
  ],
  [
    'night hours of the next day are another window',
    fridayNight,
    'UTC',
    '2026-11-22T01:30:00Z',
    '2026-11-27T22:00:00Z',
  ],
  [
    'hours stay local when summer time begins',
    office,
    'Europe/Berlin',
    '2026-03-27T18:00:00Z',
    '2026-03-30T07:00:00Z',
  ],
  [
    'hours stay local when summer time ends',
    office,
    'Europe/Berlin',
    '2026-10-23T18:00:00Z',
    '2026-10-26T08:00:00Z',
  ],
  [
    'an opening in the skipped hour moves to its end',
    daily('02:30', '05:00'),
    'Europe/Berlin',
    '2026-03-29T00:00:00Z',
    '2026-03-29T01:00:00Z',
  ],
  [
    'hours within the skipped hour wait for the next day',
    daily('02:10', '02:50'),
    'Europe/Berlin',
    '2026-03-29T00:00:00Z',
    '2026-03-30T00:10:00Z',
  ],
  [
    'an opening in the repeated hour is the first of the two',
    daily('02:30', '05:00'),
    'Europe/Berlin',
    '2026-10-25T00:00:00Z',
    '2026-10-25T00:30:00Z',
  ],
  [
    'in the repeated hour the window opens a second time',
    daily('02:30', '05:00'),
    'Europe/Berlin',
    '2026-10-25T01:10:00Z',
    '2026-10-25T01:30:00Z',
  ],
  [
    'the repeated hour reopens a closed window',
    daily('01:00', '02:30'),
    'Europe/Berlin',
    '2026-10-25T00:40:00Z',
    '2026-10-25T01:00:00Z',
  ],
  [
    'where midnight is skipped the window opens right after it',
    daily('00:00', '06:00'),
    'Africa/Cairo',
    '2026-04-23T21:30:00Z',
    '2026-04-23T22:00:00Z',
  ],
])('the next opening of a calling window is found: %s', (_promise, window, zone, from, expected) => {
  expect(nextOpening(window, zone, new Date(from)).toISOString()).toBe(new Date(expected).toISOString());
});

test('a calling window without days is refused instead of searched for ever', () => {
  expect(() => nextOpening({ ...office, days: [] }, 'UTC', new Date(0))).toThrow('never opens');
});

const MINUTE_MS = 60_000;
const edges = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Pacific/Auckland', '2026-04-05'],
  ['Pacific/Auckland', '2026-09-27'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-29'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Kolkata', '2026-06-01'],
] as const;

const time = fc
  .tuple(fc.constantFrom(0, 1, 2, 3, 9, 18, 23), fc.constantFrom(0, 1, 30, 59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const anyWindow: fc.Arbitrary<CallingWindow> = fc
  .record({ days: fc.subarray<Weekday>([...weekdays], { minLength: 3 }), start: time, end: time })
  .filter(({ start, end }) => start !== end);

/** Asks Intl minute by minute, and knows nothing of how the answer is found. */
function slowOpening(window: CallingWindow, zone: string, from: number): number {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  for (let at = from; ; at += MINUTE_MS) {
    const [name = '', time = ''] = clock.format(at).split(' ');
    const today = name.slice(0, 3).toUpperCase() as Weekday;
    const yesterday = weekdays[(weekdays.indexOf(today) + 6) % 7] as Weekday;
    const isDay = window.days.includes(today);
    const overnight = window.end < window.start;
    if (!overnight && isDay && time >= window.start && time < window.end) return at;
    if (overnight && isDay && time >= window.start) return at;
    if (overnight && window.days.includes(yesterday) && time < window.end) return at;
  }
}

test('the next opening of a calling window equals that found by testing every minute', () => {
  const zones = new TimeZones();
  const from = fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -36 * 60, max: 36 * 60 }));
  fc.assert(
    fc.property(anyWindow, from, (window, [[zone, day], minutes]) => {
      const start = Date.parse(day) + minutes * MINUTE_MS;
      const opening = nextOpening(window, zones.of(zone), new Date(start));
      expect(opening.getTime()).toBe(slowOpening(window, zone, start));
    }),
    { numRuns: 200 },
  );
});

test('a calling window is open at its next opening and closed the moment before', () => {
  const zones = new TimeZones();
  const names = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(anyWindow, names, instants, (window, name, from) => {
      const zone = zones.of(name);
      const opening = nextOpening(window, zone, from);
      expect(opening.getTime()).toBeGreaterThanOrEqual(from.getTime());
      expect(isOpen(window, zone, opening)).toBe(true);
      if (opening > from) expect(isOpen(window, zone, new Date(opening.getTime() - 1))).toBe(false);
      for (let part = 0; part < 20; part++) {
        const between = from.getTime() + ((opening.getTime() - from.getTime()) * part) / 20;
        if (between < opening.getTime()) expect(isOpen(window, zone, new Date(between))).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});

test('a calling window that is open stays open until the end that is given for it', () => {
  const zones = new TimeZones();
  const from = fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -36 * 60, max: 36 * 60 }));
  fc.assert(
    fc.property(anyWindow, from, (window, [[name, day], minutes]) => {
      const zone = zones.of(name);
      const at = nextOpening(window, zone, new Date(Date.parse(day) + minutes * MINUTE_MS));
      const until = openUntil(window, zone, at);
      expect(until.getTime()).toBeGreaterThan(at.getTime());
      for (let part = 0; part < 20; part++) {
        const between = at.getTime() + ((until.getTime() - at.getTime()) * part) / 20;
        expect(isOpen(window, zone, new Date(between))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
