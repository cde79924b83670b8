import { expect, test } from 'vitest';
import { e164 } from './phone-number.ts';

test.each([
  ['+1 (500) 555-0000', null, '+15005550000'],
  ['+41 44 668 18 00', null, '+41446681800'],
  ['030 12345678', 'DE', '+493012345678'],
  ['(415) 236-2100', 'US', '+14152362100'],
  ['+41446681800', 'US', '+41446681800'],
])('%s read in %s is %s', (text, country, number) => {
  expect(e164(text, country)).toBe(number);
});

test.each([
  ['030 12345678', null],
  ['abc', 'US'],
  ['', 'US'],
  ['+1', 'US'],
  ['12', 'US'],
  ['+999999999999999999', null],
  ['+10000000000', null],
  ['call +41446681800', 'CH'],
  ['+41446681800 ext. 5', 'CH'],
  ['+41446681800; drop table', 'CH'],
  ['٠٣٠', 'DE'],
])('%j read in %s is no number', (text, country) => {
  expect(e164(text, country)).toBeUndefined();
});
