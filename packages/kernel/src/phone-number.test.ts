import { expect, test } from 'vitest';
import { e164, e164AsDialled } from './phone-number.ts';

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
])('%j read in %s is not a phone number', (text, country) => {
  expect(e164(text, country)).toBeUndefined();
});

test.each([
  ['+41446681800', null, '+41446681800'],
  ['0041 44 668 18 00', null, '+41446681800'],
  ['41446681800', null, '+41446681800'],
  ['0446681800', '+41446681801', '+41446681800'],
  ['4152362100', '+14152362101', '+14152362100'],
  ['14152362100', '+41446681801', '+14152362100'],
])('the number %s from a network near %s is %s', (text, near, number) => {
  expect(e164AsDialled(text, near)).toBe(number);
});

test.each(['anonymous', '', '12', '0446681800', '+', '9'.repeat(40)])(
  '%j from a network is not a phone number',
  (text) => {
    expect(e164AsDialled(text, null)).toBeUndefined();
  },
);
