import { expect, test } from 'vitest';
import { isCountry, isTimezone } from './country-and-timezone.ts';

test.each(['Europe/Zurich', 'Asia/Tokyo', 'America/Argentina/Buenos_Aires', 'UTC'])(
  '%s is a timezone',
  (name) => {
    expect(isTimezone(name)).toBe(true);
  },
);

test.each(['Mars/Olympus', '', '+01:00', '../etc', 'Europe/'])('%j is not a timezone', (name) => {
  expect(isTimezone(name)).toBe(false);
});

test.each(['CH', 'JP', 'US', 'GB'])('%s is a country', (code) => {
  expect(isCountry(code)).toBe(true);
});

test.each(['Switzerland', 'ch', 'UK', 'SU', 'IC', 'ZZ', 'EU', 'QQ', ''])('%j is not a country', (code) => {
  expect(isCountry(code)).toBe(false);
});
