import { expect, test } from 'vitest';
import { turnLines } from './replay.ts';

const turn = (ownMs: number) => ({ atMs: 0, sttMs: 100, modelMs: 200, ttsMs: 50.4, ownMs });

test('a call without speech has no latency lines', () => {
  expect(turnLines([])).toEqual([]);
});

test('each share of the latency is shown with its median and 95th percentile', () => {
  expect(turnLines([turn(3), turn(1), turn(2)])).toEqual([
    '3 replies by voice, latency from the end of turn to our first audio: 352 ms median, 352 ms at p95',
    '  STT            100 ms median, 100 ms at p95',
    '  dialogue model 200 ms median, 200 ms at p95',
    '  TTS            50 ms median, 50 ms at p95',
    '  Parley itself  2 ms median, 2 ms at p95',
  ]);
  expect(turnLines([turn(9)])[0]).toMatch(/^1 reply by voice/);
});
