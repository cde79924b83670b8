import { expect, test } from 'vitest';
import { turnLines } from './replay.ts';

const turn = (ownMs: number) => ({ atMs: 0, sttMs: 100, modelMs: 200, ttsMs: 50.4, ownMs });

test('the replay of a call without speech prints no latencies', () => {
  expect(turnLines([])).toEqual([]);
});

test('the replay of a call prints the median and the 95th percentile of each part of the latency', () => {
  expect(turnLines([turn(3), turn(1), turn(2)])).toEqual([
    '3 replies by voice, latency from the end of turn to our first audio: 352 ms median, 352 ms at p95',
    '  STT            100 ms median, 100 ms at p95',
    '  dialogue model 200 ms median, 200 ms at p95',
    '  TTS            50 ms median, 50 ms at p95',
    '  Parley itself  2 ms median, 2 ms at p95',
  ]);
  expect(turnLines([turn(9)])[0]).toMatch(/^1 reply by voice/);
});
