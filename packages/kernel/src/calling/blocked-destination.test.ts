import { expect, test } from 'vitest';
import {
  blockedCountry,
  costlyNumbers,
  type DestinationRules,
  destinationBlock,
} from './blocked-destination.ts';

const blockedDestination = (number: string, rules: DestinationRules) =>
  destinationBlock(number, rules)?.words;
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
  ['+447012345678', 'it is a personal number'],
  ['+4970012345678', 'it is a personal number'],
  ['+41878123456', 'it is a personal number'],
  ['+41446681800', undefined],
  ['+447400123456', undefined],
  ['+80012345678', undefined],
])('calls to %s are blocked: %s', (number, why) => {
  expect(blockedDestination(number, usual)).toBe(why);
  // What the database picks out misses none of them.
  const pattern = [2, 3, 4].map((end) => costlyNumbers[number.slice(0, end)]).find(Boolean);
  expect(pattern !== undefined && new RegExp(pattern).test(number)).toBe(why !== undefined);
});

test('a premium-rate range can be allowed, and so can personal numbers', () => {
  expect(blockedDestination('+447012345678', { ...usual, allowedRanges: ['personal'] })).toBeUndefined();
  expect(blockedDestination('+41900123456', { ...usual, allowedRanges: ['premium-rate'] })).toBeUndefined();
});

test('with a list of allowed countries, calls to all others are blocked', () => {
  const swiss = { ...usual, countries: ['CH'] };
  expect(blockedDestination('+41446681800', swiss)).toBeUndefined();
  expect(blockedDestination('+4930901820', swiss)).toBe('calls to the country DE are not allowed');
  expect(blockedDestination('+80012345678', swiss)).toBe('it belongs to none of the allowed countries');
});

test('the check of allowed countries ignores premium-rate ranges, and an empty list allows every country', () => {
  expect(blockedCountry('+41900123456', ['CH'])).toBeUndefined();
  expect(blockedCountry('+18765550103', ['US'])).toBe('calls to the country JM are not allowed');
  expect(blockedCountry('+18765550103', [])).toBeUndefined();
});
