import { expect, test } from 'vitest';
import { propertyWords, violationWords } from './violation-words.ts';

const violation = (code: string, problem: string, params?: Record<string, unknown>) => ({
  path: 'key',
  code,
  problem,
  message: `key ${problem}`,
  ...(params === undefined ? {} : { params }),
});
const rule = 'use lower-case letters, digits and underscores, up to 64, and begin with a letter';

test.each([
  [
    violation('pattern', `is not valid: ${rule}`, { rule }),
    'Use lower-case letters, digits and underscores, up to 64, and begin with a letter.',
  ],
  [violation('pattern', 'must match pattern "^[a-z]+$"'), 'This is not written as it should be.'],
  [
    violation('format', 'must match format "email"', { format: 'email' }),
    'Write an e-mail address, such as ada@example.com.',
  ],
  [violation('too_short', 'must NOT have fewer than 1 characters', { limit: 1 }), 'Must not be empty.'],
  [
    violation('too_long', 'must NOT have more than 200 characters', { limit: 200 }),
    'The maximum is 200 characters.',
  ],
  [violation('too_small', 'must be >= 0', { limit: 0 }), 'Must be 0 or more.'],
  [violation('wrong_type', 'must be integer', { types: ['integer'] }), 'Must be a whole number.'],
  [violation('blank', 'must not be blank'), 'Must not be blank'],
  [violation('one_required', 'key or label is required'), 'Key or label is required'],
])('%j is shown as "%s"', (found, words) => {
  expect(violationWords(found)).toBe(words);
});

test('a property path is shown as words', () => {
  expect(propertyWords('contact.phoneNumber')).toBe('Contact phone number');
  expect(propertyWords('headers[0].name')).toBe('Headers 1 name');
});
