import { expect, test } from 'vitest';
import { comparisonWords } from './condition-words.ts';

test.each([
  ['answer.will_renew', 'EQUALS', true, 'Will renew is Yes'],
  ['contact.contract_value', 'GREATER_THAN', 500, 'Contract value is more than 500'],
  ['answer.city', 'IN', ['Rome', 'Bari'], 'City is one of Rome, Bari'],
  ['contact.plan_name', 'EXISTS', undefined, 'Plan name is known'],
  ['', 'EQUALS', '…', '… is …'],
] as const)(
  'a condition is shown to people without the names of the API: %s %s %s',
  (field, operator, value, words) => {
    expect(comparisonWords(field, operator, value)).toBe(words);
  },
);
