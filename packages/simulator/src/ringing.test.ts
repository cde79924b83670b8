import { expect, test } from 'vitest';
import { personaAt } from './personas.ts';
import { Random } from './random.ts';
import { ringing } from './ringing.ts';

const rings = (ending: string, seed: number, ringTimeoutMs = 30_000) =>
  ringing(personaAt(`+1500555${ending}`), { number: 1, ringTimeoutMs }, new Random(seed)).at(-1);

const seeds = Array.from({ length: 50 }, (_, seed) => seed);

test('0016 picks up exactly one second before the ring timeout', () => {
  expect(rings('0016', 1)).toEqual({ afterMs: 29_000, event: { kind: 'answered' } });
  expect(rings('0016', 2, 10_000)?.afterMs).toBe(9000);
});

test('0002 rings until the ring timeout', () => {
  expect(rings('0002', 1)).toEqual({ afterMs: 30_000, event: { kind: 'no_answer', code: '480' } });
});

test.each(seeds)('everybody else picks up after a few seconds (seed %d)', (seed) => {
  const afterMs = rings('0000', seed)?.afterMs;
  expect(afterMs).toBeGreaterThanOrEqual(2000);
  expect(afterMs).toBeLessThanOrEqual(7000);
});

test('a contact who picks up does so before the ring timeout, however short', () => {
  for (const seed of seeds) expect(rings('0000', seed, 1500)?.afterMs).toBeLessThanOrEqual(500);
});
