import { describe, expect, test } from 'vitest';
import { ApiFailure } from './client.ts';
import { formErrors } from './form-errors.ts';

const refused = (...found: [path: string, problem: string, code?: string][]) =>
  new ApiFailure(400, {
    message: 'Validation failed',
    errors: found.map(([path, problem]) => `${path} ${problem}`),
    details: found.map(([path, problem, code = 'rule']) => ({ path, problem, code })),
  });
const has = (path: string) => ['name', 'email', 'location.city'].includes(path);

describe('form errors', () => {
  test('appear at their control, without repeating its name', () => {
    const errors = formErrors(refused(['name', 'must not be empty'], ['location.city', 'is too long']), has);
    expect(errors.at('name')).toBe('Must not be empty');
    expect(errors.at('location.city')).toBe('Is too long');
    expect(errors.at('email')).toBeUndefined();
    expect(errors.rest).toEqual([]);
  });

  test('name both properties when two are involved', () => {
    const errors = formErrors(refused(['email', 'email or phoneNumber is required', 'one_required']), has);
    expect(errors.at('email')).toBe('Email or phoneNumber is required');
  });

  test('appear above the buttons when no control shows them', () => {
    expect(formErrors(refused(['metadata', 'is too large'], ['name', 'is bad']), has).rest).toEqual([
      'Metadata: Is too large',
    ]);
    expect(formErrors(new ApiFailure(409, { message: 'It was changed' }), has).rest).toEqual([
      'It was changed',
    ]);
    expect(formErrors(undefined, has).rest).toEqual([]);
  });

  test('do not include an expired session, which has its own dialog', () => {
    expect(formErrors(new ApiFailure(401, { message: 'Sign in first' }), has).rest).toEqual([]);
  });
});
