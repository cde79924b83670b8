import { expect, test } from 'vitest';
import { relativeTime } from './time.tsx';

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW_MS + seconds * 1_000).toISOString();

test.each([
  [0, 'just now'],
  [-3, 'just now'],
  [-17, '17 sec. ago'],
  [-5 * 60, '5 min. ago'],
  [-3 * 3_600, '3 hr. ago'],
])('an event %i seconds from now is shown as "%s"', (seconds, words) => {
  expect(relativeTime(at(seconds), NOW_MS)).toBe(words);
});

test('a past event is never shown as in the future, even when the clocks of browser and service differ', () => {
  for (const seconds of [1, 17, 300, 86_400]) expect(relativeTime(at(seconds), NOW_MS)).toBe('just now');
});

test('a planned event is shown as in the future', () => {
  expect(relativeTime(at(300), NOW_MS, true)).toBe('in 5 min.');
  expect(relativeTime(at(-300), NOW_MS, true)).toBe('5 min. ago');
});

test('an upcoming event that is overdue is shown as due "now"', () => {
  expect(relativeTime(at(300), NOW_MS, true, true)).toBe('in 5 min.');
  expect(relativeTime(at(-60), NOW_MS, true, true)).toBe('now');
});
