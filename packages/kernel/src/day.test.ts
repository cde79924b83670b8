import { expect, test } from 'vitest';
import { isDay } from './day.ts';

test.each(['2028-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
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
])('%j is none', (sent) => {
  expect(isDay(sent)).toBe(false);
});
