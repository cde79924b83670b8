import { expect, test } from 'vitest';
import type { JournalEntry } from './journal.ts';
import { turnsOf } from './journal.ts';

test('the latencies in a journal of version 0.1.0-alpha.1 are read under their old names', () => {
  const old = {
    kind: 'turn',
    atMs: 0,
    earMs: 100,
    mindMs: 200,
    voiceMs: 50,
    ownMs: 3,
  } as unknown as JournalEntry;
  expect(turnsOf([old])).toEqual([{ atMs: 0, sttMs: 100, modelMs: 200, ttsMs: 50, ownMs: 3 }]);
});

test('a call without speech has no turns', () => {
  expect(turnsOf([])).toBeNull();
});
