import { expect, test } from 'vitest';
import { reasonWords } from './run-contacts.tsx';

test("API codes of a run's contacts are shown as words", () => {
  expect(reasonWords({ code: 'not_reached', params: { count: 2, end: 'NO_ANSWER' } })).toBe(
    'Not reached in 2 calls; the last one was no answer',
  );
  expect(reasonWords({ code: 'failed', params: { end: 'INVALID_NUMBER' } })).toBe(
    'Failed: the last call ended with invalid number',
  );
  expect(reasonWords({ code: 'failed', params: {} })).toBe('Failed: the last call ended with an error');
  expect(reasonWords({ code: 'on_the_line', params: {} })).toBe('Is in a call now');
});

test("times of a run's contacts are shown in the reader's time zone", () => {
  const words = reasonWords({ code: 'callback', params: { at: '2026-03-14T10:00:00.000Z' } });
  expect(words).not.toContain('T10:00');
  expect(words).toContain('2026');
});
