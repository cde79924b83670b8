import { expect, test } from 'vitest';
import { expectedValuesOf, isUnfinished, newExpectedValue, valuesToSend } from './test-case-value.ts';

const row = (changes: object) => ({ ...newExpectedValue(), ...changes });

test('expected answers that nobody edits are sent as they were stored', () => {
  const stored = { satisfied: true, reasons: ['price', 'service'], code: '7', years: 3, other: null };
  expect(valuesToSend(expectedValuesOf(stored), () => false)).toEqual(stored);
});

test('a typed value is a number where it reads as one, and a list where the question has a list', () => {
  const rows = [
    row({ name: 'years', value: ' 3 ' }),
    row({ name: 'city', value: 'Zurich, Enge' }),
    row({ name: 'reasons', value: 'price, service,' }),
    row({ name: '', value: 'dropped' }),
  ];
  expect(valuesToSend(rows, (name) => name === 'reasons')).toEqual({
    years: 3,
    city: 'Zurich, Enge',
    reasons: ['price', 'service'],
  });
});

test('an expected answer without a value is not finished, unless none must be recorded', () => {
  expect(isUnfinished(row({ name: 'years' }))).toBe(true);
  expect(isUnfinished(row({ name: 'years', isNothing: true }))).toBe(false);
  expect(isUnfinished(row({}))).toBe(false);
});
