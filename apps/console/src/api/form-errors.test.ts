import { describe, expect, test } from 'vitest';
import { ApiFailure } from './client.ts';
import { formErrors, propertyWords, violationWords } from './form-errors.ts';

const refused = (...found: [path: string, problem: string, code?: string][]) =>
  new ApiFailure(400, {
    message: 'Validation failed',
    errors: found.map(([path, problem]) => `${path} ${problem}`),
    details: found.map(([path, problem, code = 'rule']) => ({ path, problem, code })),
  });
const has = (path: string) => ['name', 'email', 'location.city'].includes(path);

describe('form errors', () => {
  test('a form error appears at its control, without repeating the name of the control', () => {
    const errors = formErrors(refused(['name', 'must not be empty'], ['location.city', 'is too long']), has);
    expect(errors.at('name')).toBe('Must not be empty');
    expect(errors.at('location.city')).toBe('Is too long');
    expect(errors.at('email')).toBeUndefined();
    expect(errors.rest).toEqual([]);
  });

  test('a form error that involves two properties names both', () => {
    const errors = formErrors(refused(['email', 'email or phoneNumber is required', 'one_required']), has);
    expect(errors.at('email')).toBe('Email or phoneNumber is required');
  });

  test('a form error appears above the buttons when no control shows it', () => {
    expect(formErrors(refused(['metadata', 'is too large'], ['name', 'is bad']), has).rest).toEqual([
      'Metadata: Is too large',
    ]);
    expect(formErrors(new ApiFailure(409, { message: 'It was changed' }), has).rest).toEqual([
      'It was changed',
    ]);
    expect(formErrors(undefined, has).rest).toEqual([]);
  });

  test('an expired session is not shown as a form error: it has its own dialog', () => {
    expect(formErrors(new ApiFailure(401, { message: 'Sign in first' }), has).rest).toEqual([]);
  });
});

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
  [violation('pattern', 'must match pattern "^[a-z]+$"'), 'The format is not valid.'],
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
])('the violation %j is shown in the form as "%s"', (found, words) => {
  expect(violationWords(found)).toBe(words);
});

test('the property path of a form error is shown as words', () => {
  expect(propertyWords('contact.phoneNumber')).toBe('Contact phone number');
  expect(propertyWords('headers[0].name')).toBe('Headers 1 name');
});
