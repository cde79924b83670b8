import { expect, test } from 'vitest';
import { currentLine } from './transcript.tsx';

const lines = [{ startTime: 0.5 }, { startTime: 3 }, { startTime: 7.25 }];

test('the highlighted transcript entry is the last one that has started', () => {
  expect([0, 0.5, 2.9, 3, 7.2, 7.25, 100].map((second) => currentLine(lines, second))).toEqual([
    -1, 0, 0, 1, 1, 2, 2,
  ]);
});

test('no transcript entry is highlighted before the first one starts', () => {
  expect(currentLine([], 5)).toBe(-1);
});
