import { expect, test } from 'vitest';
import { propertyWords, violationWords } from './violation-words.ts';

test.each([
  [
    'key is not valid: use lower-case letters, digits and underscores, up to 64, and begin with a letter',
    'Use lower-case letters, digits and underscores, up to 64, and begin with a letter.',
  ],
  ['key must match pattern "^[a-z]+$"', 'This is not written as it should be.'],
  ['key must match format "email"', 'Write an e-mail address, such as ada@example.com.'],
  ['key must NOT have fewer than 1 characters', 'Must not be empty.'],
  ['key must NOT have more than 200 characters', 'The maximum is 200 characters.'],
  ['key must be >= 0', 'Must be 0 or more.'],
  ['key must be integer', 'Must be a whole number.'],
  ['key must not be blank', 'Must not be blank'],
  ['key or label is required', 'Key or label is required'],
])('"%s" is shown as "%s"', (message, words) => {
  expect(violationWords(message, 'key')).toBe(words);
});

test('a property is named in words', () => {
  expect(propertyWords('contact.phoneNumber')).toBe('Contact phone number');
  expect(propertyWords('headers[0].name')).toBe('Headers 1 name');
});
