import { expect, test } from 'vitest';
import { turnLines } from './commands/replay.ts';

const turn = (ownMs: number) => ({ atMs: 0, sttMs: 100, mindMs: 200, ttsMs: 50.4, ownMs });

test('a call without speech has no latency lines', () => {
  expect(turnLines([])).toEqual([]);
});

test('each share of the latency is shown with its median and its maximum', () => {
  expect(turnLines([turn(3), turn(1), turn(2)])).toEqual([
    '3 replies by voice, from the end of their words to our first sound: 352 ms in the middle, 352 ms at p95',
    '  the ear        100 ms in the middle, 100 ms at p95',
    '  dialogue model 200 ms in the middle, 200 ms at p95',
    '  the voice      50 ms in the middle, 50 ms at p95',
    '  Parley itself  2 ms in the middle, 2 ms at p95',
  ]);
  expect(turnLines([turn(9)])[0]).toMatch(/^1 reply by voice/);
});
