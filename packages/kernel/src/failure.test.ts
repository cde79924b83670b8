import { expect, test } from 'vitest';
import { conflict, Failure, forbidden, invalid, notFound, unauthenticated } from './failure.ts';

test('a rejected request carries every violation under one constant message', () => {
  const failure = invalid(['name is required', 'page must be >= 1']);
  expect(failure.kind).toBe('invalid');
  expect(failure.message).toBe('Validation failed');
  expect(failure.details).toEqual({ errors: ['name is required', 'page must be >= 1'] });
});

test('a "not found" failure names the missing resource', () => {
  expect(notFound('Contact')).toMatchObject({ kind: 'not_found', message: 'Contact not found', details: {} });
});

test('every refused API key gets the same message', () => {
  expect(unauthenticated()).toMatchObject({
    kind: 'unauthenticated',
    message: 'Invalid API key',
    details: {},
  });
});

test.each([
  ['forbidden', forbidden],
  ['conflict', conflict],
] as const)('a business rule can fail with %s and its own message', (kind, make) => {
  expect(make('Because of this')).toMatchObject({ kind, message: 'Because of this', details: {} });
});

test('a failure is an error with a name and a stack, so that it can be logged', () => {
  const failure = new Failure('unavailable', 'Later', { retryAfterSeconds: 5 });
  expect(failure).toBeInstanceOf(Error);
  expect(failure.name).toBe('Failure');
  expect(failure.stack).toContain('failure.test.ts');
  expect(failure.details.retryAfterSeconds).toBe(5);
});
