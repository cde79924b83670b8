import { expect, test } from 'vitest';
import { e164, e164AsDialled, phoneProblem } from './phone-number.ts';

test.each([
  ['+1 (500) 555-0000', null, '+15005550000'],
  ['+41 44 668 18 00', null, '+41446681800'],
  ['0041 44 668 18 00', null, '+41446681800'],
  [' 00 1 (415) 236-2100', null, '+14152362100'],
  ['0041 44 668 18 00', 'DE', '+41446681800'],
  ['011 41 44 668 18 00', 'US', '+41446681800'],
  ['030 12345678', 'DE', '+493012345678'],
  ['(415) 236-2100', 'US', '+14152362100'],
  ['+41446681800', 'US', '+41446681800'],
  ['07911 123456', 'GB', '+447911123456'],
  ['07911 123456', 'UK', '+447911123456'],
  // Reserved for examples: they call nobody, and people try out with them.
  ['07700 900123', 'GB', '+447700900123'],
  ['+44 1632 960001', null, '+441632960001'],
])('the phone number %s read in country %s is %s', (text, country, number) => {
  expect(e164(text, country)).toBe(number);
});

test.each([
  ['030 12345678', null],
  ['0041 44 668 18 00', 'US'],
  ['0041 44 668 18', null],
  ['abc', 'US'],
  ['', 'US'],
  ['+1', 'US'],
  ['12', 'US'],
  ['+999999999999999999', null],
  ['+10000000000', null],
  ['call +41446681800', 'CH'],
  ['07700 900123', null],
  ['07700 90012', 'GB'],
  ['+41446681800 ext. 5', 'CH'],
  ['+41446681800; drop table', 'CH'],
  ['٠٣٠', 'DE'],
])('%j read in country %s is not a phone number', (text, country) => {
  expect(e164(text, country)).toBeUndefined();
});

test.each([
  ['+41446681800', null, '+41446681800'],
  ['0041 44 668 18 00', null, '+41446681800'],
  ['41446681800', null, '+41446681800'],
  ['0446681800', '+41446681801', '+41446681800'],
  ['4152362100', '+14152362101', '+14152362100'],
  ['14152362100', '+41446681801', '+14152362100'],
])('the caller number %s from a network near %s is %s', (text, near, number) => {
  expect(e164AsDialled(text, near)).toBe(number);
});

test.each(['anonymous', '', '12', '0446681800', '+', '9'.repeat(40)])(
  '%j from a network is not a phone number',
  (text) => {
    expect(e164AsDialled(text, null)).toBeUndefined();
  },
);

test.each([
  ['call me', null, /^must be a telephone number, such as \+44/],
  ['12', 'CH', /^must be a telephone number, such as \+44/],
  ['07700 900123', null, /^has no country code: write it with \+.* or set the country/],
  ['07700 90012', 'GB', /^must be a telephone number: .*one of United Kingdom. Check the digits/],
  ['+44 7700 90012', 'GB', /check the country code and the digits/],
  ['0041 44 668 18', null, /check the country code and the digits/],
])('the problem with %s in country %s says what to do', (text, country, words) => {
  expect(phoneProblem(text, country)).toMatch(words);
});
