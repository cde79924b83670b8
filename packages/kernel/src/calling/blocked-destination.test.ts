import { expect, test } from 'vitest';
import { blockedCountry, blockedDestination } from './blocked-destination.ts';

const usual = { allowedRanges: [], countries: [] };

test.each([
  ['+41900123456', 'it is a premium-rate number'],
  ['+19005551234', 'it is a premium-rate number'],
  ['+979123456789', 'it is a premium-rate number'],
  ['+41840123456', 'it is a shared-cost number'],
  ['+80812345678', 'it is a shared-cost number'],
  ['+870773111632', 'it is a satellite number'],
  ['+881612345678', 'it is a satellite number'],
  ['+8835100123456', 'it is a satellite number'],
  ['+41446681800', undefined],
  ['+447400123456', undefined],
  ['+80012345678', undefined],
])('%s: %s', (number, why) => {
  expect(blockedDestination(number, usual)).toBe(why);
});

test('a costly range can be allowed', () => {
  expect(blockedDestination('+41900123456', { ...usual, allowedRanges: ['premium-rate'] })).toBeUndefined();
});

test('where countries are named, calls to others are blocked', () => {
  const swiss = { ...usual, countries: ['CH'] };
  expect(blockedDestination('+41446681800', swiss)).toBeUndefined();
  expect(blockedDestination('+4930901820', swiss)).toBe('calls to the country DE are not allowed');
  expect(blockedDestination('+80012345678', swiss)).toBe('it belongs to none of the allowed countries');
});

test('countries can be asked about alone, and without any all are allowed', () => {
  expect(blockedCountry('+41900123456', ['CH'])).toBeUndefined();
  expect(blockedCountry('+18765550103', ['US'])).toBe('calls to the country JM are not allowed');
  expect(blockedCountry('+18765550103', [])).toBeUndefined();
});
