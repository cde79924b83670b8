import { expect, test } from 'vitest';
import { newCondition } from './flow.model.ts';
import { conditionWords } from './flow-words.ts';

test('a condition is shown in words, without API names', () => {
  const condition = { ...newCondition, type: 'expression' as const, field: 'answer.will_renew' };
  expect(conditionWords({ ...condition, operator: 'EQUALS', value: 'true' })).toBe('Will renew is Yes');
  expect(conditionWords({ ...condition, operator: 'EXISTS' })).toBe('Will renew is known');
  expect(conditionWords({ ...condition, operator: 'EQUALS', value: '' })).toBe('Will renew is …');
});
