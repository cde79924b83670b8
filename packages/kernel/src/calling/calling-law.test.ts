import { expect, test } from 'vitest';
import { isCountry } from '../country-and-timezone.ts';
import law from './calling-law.json' with { type: 'json' };
import { isAllowed, legalHoursOf, nextAllowed, recordingLawOf } from './calling-law.ts';
import type { CallingWindow } from './calling-window.ts';

const everyDay: CallingWindow = {
  days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
  start: '08:00',
  end: '20:00',
};
const france = legalHoursOf('+33142685300');
const next = (from: string, window: CallingWindow | null = everyDay) =>
  nextAllowed(window, france, 'Europe/Paris', new Date(from))?.toISOString();

test('a call to France waits for the hours of its law, within the window of the agent', () => {
  // A Monday in winter: one hour ahead of UTC.
  expect(next('2026-11-16T07:00:00Z')).toBe('2026-11-16T09:00:00.000Z');
  expect(next('2026-11-16T12:10:00Z')).toBe('2026-11-16T13:00:00.000Z');
  expect(next('2026-11-16T13:30:00Z')).toBe('2026-11-16T13:30:00.000Z');
  expect(next('2026-11-20T19:30:00Z')).toBe('2026-11-23T09:00:00.000Z');
  const early: CallingWindow = { ...everyDay, start: '11:30' };
  expect(next('2026-11-16T07:00:00Z', early)).toBe('2026-11-16T10:30:00.000Z');
});

test('public holidays are kept, also those that move with Easter', () => {
  expect(next('2026-12-25T10:00:00Z')).toBe('2026-12-28T09:00:00.000Z');
  // Easter Monday 2026 is the 6th of April, in summer time.
  expect(next('2026-04-06T10:00:00Z')).toBe('2026-04-07T08:00:00.000Z');
});

test('the hours of the law keep the local time when the clocks change', () => {
  expect(next('2026-03-28T10:00:00Z')).toBe('2026-03-30T08:00:00.000Z');
});

test('a window that is open only when the law forbids calls never opens', () => {
  expect(next('2026-11-16T07:00:00Z', { ...everyDay, days: ['SUN'] })).toBeUndefined();
  expect(next('2026-11-16T07:00:00Z', { ...everyDay, start: '13:00', end: '14:00' })).toBeUndefined();
});

test('where no law sets hours, the window of the agent is all there is', () => {
  const germany = legalHoursOf('+4930123456');
  expect(germany).toBeUndefined();
  const sunday = new Date('2026-11-15T10:00:00Z');
  expect(isAllowed(everyDay, germany, 'Europe/Berlin', sunday)).toBe(true);
  expect(isAllowed(null, france, 'Europe/Paris', sunday)).toBe(false);
});

test('every country of the table has a source for what it says', () => {
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
