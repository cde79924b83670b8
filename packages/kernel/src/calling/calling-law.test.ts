import { expect, test } from 'vitest';
import { isCountry } from '../country-and-timezone.ts';
import law from './calling-law.json' with { type: 'json' };
import { isAllowed, legalHoursOf, nextAllowed, recordingLawOf } from './calling-law.ts';
import type { CallingWindow } from './calling-window.ts';
import { contactTimeZone } from './phone-time-zone.ts';

const everyDay: CallingWindow = {
  days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
  start: '08:00',
  end: '20:00',
};
const france = legalHoursOf('+33142685300');
const next = (from: string, window: CallingWindow | null = everyDay) =>
  nextAllowed(window, france, 'Europe/Paris', new Date(from))?.toISOString();

test("a call to France waits for the legal calling hours, within the agent's calling window", () => {
  // A Monday in winter: one hour ahead of UTC.
  expect(next('2026-11-16T07:00:00Z')).toBe('2026-11-16T09:00:00.000Z');
  expect(next('2026-11-16T12:10:00Z')).toBe('2026-11-16T13:00:00.000Z');
  expect(next('2026-11-16T13:30:00Z')).toBe('2026-11-16T13:30:00.000Z');
  expect(next('2026-11-20T19:30:00Z')).toBe('2026-11-23T09:00:00.000Z');
  const early: CallingWindow = { ...everyDay, start: '11:30' };
  expect(next('2026-11-16T07:00:00Z', early)).toBe('2026-11-16T10:30:00.000Z');
});

test('a call to France on a public holiday waits, also on holidays that move with Easter', () => {
  expect(next('2026-12-25T10:00:00Z')).toBe('2026-12-28T09:00:00.000Z');
  // Easter Monday 2026 is the 6th of April, in summer time.
  expect(next('2026-04-06T10:00:00Z')).toBe('2026-04-07T08:00:00.000Z');
});

test.each([
  ['Puerto Rico', '+17872223344', '8'],
  ['Guam', '+16716331234', '8'],
  ['Guadeloupe', '+590590201234', '10'],
  ['Réunion', '+262262161234', '10'],
])('a number of %s has the calling hours of the country that it belongs to', (_, number, from) => {
  expect(legalHoursOf(number)?.weekdays[0]).toMatch(new RegExp(`^0?${from}:00`));
});

test('legal calling hours keep the local time when the clocks change', () => {
  expect(next('2026-03-28T10:00:00Z')).toBe('2026-03-30T08:00:00.000Z');
});

test('a calling window that lies wholly outside the legal hours never opens', () => {
  expect(next('2026-11-16T07:00:00Z', { ...everyDay, days: ['SUN'] })).toBeUndefined();
  expect(next('2026-11-16T07:00:00Z', { ...everyDay, start: '13:00', end: '14:00' })).toBeUndefined();
});

test('a call to a mobile keeps the legal hours in every time zone of its country, wherever the company is', () => {
  const australia = legalHoursOf('+61412345678');
  const at = (time: string) => new Date(`2026-11-16T${time}:00Z`);
  const zone = contactTimeZone(null, '+61412345678', 'Europe/Zurich');
  // 01:00 in Sydney.
  expect(isAllowed(null, australia, zone, at('14:00'))).toBe(false);
  // 9:00 in Sydney, 6:00 in Perth; then 9:00 in Perth and 12:00 in Sydney.
  expect(isAllowed(null, australia, zone, new Date('2026-11-15T22:00:00Z'))).toBe(false);
  expect(nextAllowed(null, australia, zone, at('14:00'))?.toISOString()).toBe('2026-11-17T01:00:00.000Z');
  expect(isAllowed(null, australia, zone, at('08:59'))).toBe(true);
  expect(isAllowed(null, australia, zone, at('09:00'))).toBe(false);
  const spain = legalHoursOf('+34612345678');
  expect(nextAllowed(null, spain, 'Europe/Madrid', at('03:00'))?.toISOString()).toBe(
    '2026-11-16T09:00:00.000Z',
  );
});

test('a number or a field that tells the time zone of a contact keeps the legal hours there alone', () => {
  const early = new Date('2026-11-15T22:00:00Z');
  expect(isAllowed(null, legalHoursOf('+61291234567'), 'Australia/Sydney', early)).toBe(true);
  const told = legalHoursOf('+61412345678', 'Australia/Sydney');
  expect(isAllowed(null, told, 'Australia/Sydney', early)).toBe(true);
  expect(legalHoursOf('+61412345678', 'Mars/Olympus')?.zones).toBeDefined();
});

test('a calling window that is never open while the law allows calls everywhere in the country never opens', () => {
  const window: CallingWindow = { ...everyDay, start: '09:00', end: '11:00' };
  expect(
    nextAllowed(window, legalHoursOf('+61412345678'), 'Australia/Sydney', new Date('2026-11-16T00:00:00Z')),
  ).toBeUndefined();
});

test("where no law sets calling hours, only the agent's calling window counts", () => {
  const germany = legalHoursOf('+4930123456');
  expect(germany).toBeUndefined();
  const sunday = new Date('2026-11-15T10:00:00Z');
  expect(isAllowed(everyDay, germany, 'Europe/Berlin', sunday)).toBe(true);
  expect(isAllowed(null, france, 'Europe/Paris', sunday)).toBe(false);
});

test('every country in the calling law table names a source', () => {
  const hour = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-4]):[0-5]\d$/;
  for (const [country, place] of Object.entries(law.countries)) {
    expect(isCountry(country), country).toBe(true);
    for (const part of Object.values(place)) expect(part.source.length, country).toBeGreaterThan(10);
    if (!('hours' in place)) continue;
    const { weekdays, saturdays, sundays } = place.hours;
    for (const text of [...weekdays, ...saturdays, ...sundays]) expect(text).toMatch(hour);
  }
  expect(recordingLawOf('+4930123456').source).toContain('201');
});
