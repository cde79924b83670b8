import { expect, test } from 'vitest';
import { masked } from './masking.ts';

test.each([
  ['key sk_test_AbCdEfGh0123456789-_x leaked', 'key sk_*** leaked'],
  ['secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'secret whsec_***'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer ***'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln', 'token ***token***'],
  ['postgresql://parley:hunter2@db:5432/x', 'postgresql://parley:***@db:5432/x'],
  ['Key (email)=(maria.keller@example.com) exists', 'Key (email)=(***@***) exists'],
  ['called +41 44 668 18 00 twice', 'called +*** twice'],
])('%j is logged as %j', (text, safe) => {
  expect(masked(text)).toBe(safe);
});

test('ordinary text stays as it is', () => {
  const text =
    'request failed at 2026-03-01T10:00:00.000Z for 01957a2e-7c00-7000-8000-000000000000 in 12 ms (+3 more)';
  expect(masked(text)).toBe(text);
});
