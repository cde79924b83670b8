import { expect, test } from 'vitest';
import { newCondition } from './flow.model.ts';
import { conditionWords, traceWords } from './flow-words.ts';

test('a condition is shown without the names of the API', () => {
  const condition = { ...newCondition, type: 'expression' as const, field: 'answer.will_renew' };
  expect(conditionWords({ ...condition, operator: 'EQUALS', value: 'true' })).toBe('Will renew is Yes');
  expect(conditionWords({ ...condition, operator: 'EXISTS' })).toBe('Will renew is known');
  expect(conditionWords({ ...condition, operator: 'EQUALS', value: '' })).toBe('Will renew is …');
});

test.each([
  ['"Renews": answer.will_renew EQUALS true holds.', '"Renews": Will renew is Yes.'],
  ['"Big": contact.contract_value GREATER_THAN 500 holds.', '"Big": Contract value is more than 500.'],
  ['"Near": answer.city IN ["Rome","Bari"] holds.', '"Near": City is one of Rome, Bari.'],
  ['"Known": contact.plan_name EXISTS holds.', '"Known": Plan name is known.'],
  ['They said so.', 'They said so.'],
])('the trace shows %s as %s', (reason, words) => {
  expect(traceWords(reason)).toBe(words);
});
