import { expect, test } from 'vitest';
import { reasonWords } from './reason-words.ts';

test('codes of the API are said in words, and nothing else is touched', () => {
  expect(reasonWords('Not reached in 2 calls; the last one was NO_ANSWER')).toBe(
    'Not reached in 2 calls; the last one was no answer',
  );
  expect(reasonWords('Failed: the last call ended with INVALID_NUMBER')).toBe(
    'Failed: the last call ended with invalid number',
  );
  expect(reasonWords('Is on the line')).toBe('Is on the line');
});

test('moments are told by the clock of who reads', () => {
  const words = reasonWords('Asked to be called at 2026-03-14T10:00:00.000Z');
  expect(words).not.toContain('T10:00');
  expect(words).toContain('2026');
});
