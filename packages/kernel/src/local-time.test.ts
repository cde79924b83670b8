import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromLocal, isDay, TimeZone, TimeZones, toLocal } from './local-time.ts';

const wall = (text: string) => {
  const [year, month, day, hour, minute] = text.split(/\D/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { year, month, day, hour, minute, second: 0 };
};

const ordinary = [
  ['Europe/Berlin', '2026-01-15 09:30', '2026-01-15T08:30:00Z'],
  ['Europe/Berlin', '2026-07-15 09:30', '2026-07-15T07:30:00Z'],
  ['America/New_York', '2026-11-15 15:00', '2026-11-15T20:00:00Z'],
  ['Asia/Kolkata', '2026-11-15 15:00', '2026-11-15T09:30:00Z'],
  ['Asia/Kathmandu', '2026-11-15 15:00', '2026-11-15T09:15:00Z'],
  ['Pacific/Auckland', '2026-11-15 15:00', '2026-11-15T02:00:00Z'],
  ['Africa/Cairo', '2026-11-15 15:00', '2026-11-15T13:00:00Z'],
  ['Africa/Cairo', '2026-06-15 15:00', '2026-06-15T12:00:00Z'],
  ['Pacific/Kiritimati', '2026-12-31 23:59', '2026-12-31T09:59:00Z'],
  ['UTC', '2026-11-15 15:00', '2026-11-15T15:00:00Z'],
] as const;

test.each(ordinary)('in %s the local time %s is converted to %s and back', (zone, local, instant) => {
  expect(fromLocal(wall(local), zone)).toEqual(new Date(instant));
  expect(toLocal(new Date(instant), zone)).toEqual(wall(local));
});

test.each([
  ['Europe/Berlin', '2026-03-29 02:30', '2026-03-29T01:00:00Z'],
  ['America/New_York', '2026-03-08 02:00', '2026-03-08T07:00:00Z'],
  ['Pacific/Auckland', '2026-09-27 02:59', '2026-09-26T14:00:00Z'],
  ['Africa/Cairo', '2026-04-24 00:15', '2026-04-23T22:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-04 02:15', '2026-10-03T15:30:00Z'],
])(
  'in %s the local time %s, which a clock change skips, means the first instant after the gap',
  (zone, local, instant) => {
    expect(fromLocal(wall(local), zone)).toEqual(new Date(instant));
  },
);

test.each([
  ['Europe/Berlin', '2026-10-25 02:30', '2026-10-25T00:30:00Z'],
  ['America/New_York', '2026-11-01 01:30', '2026-11-01T05:30:00Z'],
  ['Pacific/Auckland', '2026-04-05 02:30', '2026-04-04T13:30:00Z'],
  ['Africa/Cairo', '2026-10-29 23:30', '2026-10-29T20:30:00Z'],
])(
  'in %s the local time %s, which a clock change repeats, means the first of the two',
  (zone, local, instant) => {
    expect(fromLocal(wall(local), zone)).toEqual(new Date(instant));
  },
);

test('a day beyond the end of its month carries over to the next month', () => {
  expect(fromLocal({ year: 2026, month: 11, day: 31, hour: 9 }, 'UTC')).toEqual(
    new Date('2026-12-01T09:00:00Z'),
  );
});

test('the date formatter of a time zone is created once', () => {
  const zones = new TimeZones();
  expect(zones.of('Europe/Berlin')).toBe(zones.of('Europe/Berlin'));
});

test('local times equal those of Intl, at any instant in any zone', () => {
  const zones = new TimeZones();
  const names = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(names, instants, (name, at) => {
      const written = new Intl.DateTimeFormat('en-CA', {
        timeZone: name,
        dateStyle: 'short',
        timeStyle: 'medium',
        hourCycle: 'h23',
      }).format(at);
      const { year, month, day, hour, minute, second } = toLocal(at, zones.of(name));
      expect([year, month, day, hour, minute, second]).toEqual(written.match(/\d+/g)?.map(Number));
    }),
    { numRuns: 300 },
  );
});

test('an instant with an unambiguous local time is found again from it', () => {
  const zone = new TimeZone('Europe/Berlin');
  const instants = fc.date({ min: new Date('2026-11-01'), max: new Date('2027-03-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (at) => {
      const second = Math.floor(at.getTime() / 1000) * 1000;
      expect(fromLocal(toLocal(at, zone), zone).getTime()).toBe(second);
    }),
  );
});

test.each(['2028-02-29', '0001-01-01', '9999-12-31'])('%s is a date', (text) => {
  expect(isDay(text)).toBe(true);
});

test.each([
  '2027-02-29',
  '2031-00-10',
  '0000-01-01',
  '10000-01-01',
  '2031-1-1',
  '2031-12-24T00:00:00Z',
  20311224,
  null,
])('%j is not a date', (sent) => {
  expect(isDay(sent)).toBe(false);
});
