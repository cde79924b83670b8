import { expect, test } from 'vitest';
import { isCallbackMeant, isDefinite, isMeant } from './value-match.ts';

const yearly = { type: 'money', period: 'year' };

test('an amount in the period of the question may be a bare number', () => {
  const meant = { amount: 32_000, currency: 'GBP', period: 'year' } as const;
  expect(isMeant(yearly, meant, 32_000)).toBe(true);
  expect(isMeant(yearly, meant, '£32,000 a year')).toBe(true);
  expect(isMeant(yearly, meant, 32)).toBe(false);
});

test('an amount in another period must name it or be converted', () => {
  const hourly = { amount: 15, currency: 'GBP', period: 'hour' } as const;
  expect(isMeant(yearly, hourly, 15)).toBe(false);
  expect(isMeant(yearly, hourly, '15 GBP per hour')).toBe(true);
  expect(isMeant(yearly, hourly, { amount: 15, currency: 'GBP', period: 'hour' })).toBe(true);
  const monthly = { amount: 2500, currency: 'GBP', period: 'month' } as const;
  expect(isMeant(yearly, monthly, 30_000)).toBe(true);
  expect(isMeant(yearly, monthly, 2500)).toBe(false);
});

test("the contact's literal words are not accepted as a number, date, time or address", () => {
  expect(isMeant({ type: 'number' }, 12, 'a dozen')).toBe(false);
  expect(isMeant({ type: 'date' }, '2026-03-09', 'Monday')).toBe(false);
  expect(isMeant({ type: 'time' }, '15:30', 'half three')).toBe(false);
  expect(isMeant({ type: 'email' }, 'j@x.org', 'j at x dot org')).toBe(false);
  expect(isDefinite({ type: 'yesno' }, 'bananas')).toBe(false);
});

test('times, dates and numbers are compared in their usual spellings', () => {
  for (const time of ['15:30', '3:30 pm', '15.30 Uhr', '2026-03-09T15:30:00+01:00'])
    expect(isMeant({ type: 'time' }, '15:30', time)).toBe(true);
  expect(isMeant({ type: 'date' }, { from: '2026-06-01', to: '2026-06-30' }, '2026-06')).toBe(true);
  expect(isMeant({ type: 'phone' }, '07700900123', '+44 7700 900123')).toBe(true);
  expect(isMeant({ type: 'number' }, { min: 6, max: 7 }, 6.5)).toBe(true);
});

test('two lists match in any order, without additional items', () => {
  expect(isMeant({ type: 'list' }, ['Excel', 'SAP'], ['sap', 'excel'])).toBe(true);
  expect(isMeant({ type: 'list' }, ['Excel', 'SAP'], ['Excel', 'SAP', 'Salesforce'])).toBe(false);
  expect(isMeant({ type: 'list' }, [], null)).toBe(true);
});

test("a callback time is compared in the contact's time zone", () => {
  expect(isCallbackMeant('2026-03-05T18:00', '2026-03-05T17:00:00Z', 'Europe/Berlin')).toBe(true);
  expect(isCallbackMeant('2026-03-05T18:00', '2026-03-05T18:00:00Z', 'Europe/Berlin')).toBe(false);
  const morning = { from: '2026-03-05T08:00', to: '2026-03-05T12:00' };
  expect(isCallbackMeant(morning, '2026-03-05T09:30:00Z', 'Europe/London')).toBe(true);
  expect(isCallbackMeant(morning, null, 'Europe/London')).toBe(false);
});
