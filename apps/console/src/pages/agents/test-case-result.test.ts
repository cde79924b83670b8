import { expect, test } from 'vitest';
import {
  expectedResultsOf,
  isResultUnfinished,
  newExpectedResult,
  resultsToSend,
} from './test-case-result.ts';

const target = (key: string, type: 'string' | 'number' | 'bool' | 'list') => ({ key, label: key, type });
const targets = [target('since', 'number'), target('code', 'string'), target('reasons', 'list')];

test('expected results that nobody edits are sent as they were stored', () => {
  const stored = {
    outcomes: { will_renew: false, wants_call: true, has_time: null },
    fields: { since: 7, reasons: ['Price', 'Service'], code: null },
    tags: { price: false },
  };
  expect(resultsToSend(expectedResultsOf(stored), targets)).toEqual(stored);
});

test('the single outcome of an older test case stays expected', () => {
  const rows = expectedResultsOf({ outcome: 'Would recommend us' });
  expect(resultsToSend(rows, targets)).toEqual({ outcomes: { 'Would recommend us': true } });
});

test('a typed extracted value is sent in the type of its extraction target', () => {
  const field = (name: string, value: string) => ({
    ...newExpectedResult(),
    kind: 'field' as const,
    name,
    value,
  });
  const rows = [
    field('since', ' 7 '),
    field('code', '7'),
    field('reasons', 'Price, Service'),
    field('', 'lost'),
  ];
  expect(resultsToSend(rows, targets)).toEqual({
    fields: { since: 7, code: '7', reasons: ['Price', 'Service'] },
  });
  expect([field('since', ' '), field('since', '7'), newExpectedResult()].map(isResultUnfinished)).toEqual([
    true,
    false,
    false,
  ]);
});
