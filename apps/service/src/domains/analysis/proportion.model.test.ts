import { expect, test } from 'vitest';
import { differenceInterval, wilsonInterval } from './proportion.model.ts';

const rounded = ({ low, high }: { low: number; high: number }) => [low.toFixed(4), high.toFixed(4)];

test("confidence intervals equal those of Newcombe's published examples", () => {
  // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  expect(rounded(wilsonInterval(81, 263))).toEqual(['0.2553', '0.3662']);
  expect(rounded(wilsonInterval(15, 148))).toEqual(['0.0624', '0.1605']);
  expect(rounded(wilsonInterval(0, 20))).toEqual(['0.0000', '0.1611']);
  expect(rounded(wilsonInterval(1, 29))).toEqual(['0.0061', '0.1718']);
  // Newcombe 1998, table II: 56 of 70 less 48 of 80; 10 of 10 less 0 of 20.
  expect(rounded(differenceInterval({ met: 48, of: 80 }, { met: 56, of: 70 }))).toEqual(['0.0524', '0.3339']);
  expect(rounded(differenceInterval({ met: 0, of: 20 }, { met: 10, of: 10 }))).toEqual(['0.6791', '1.0000']);
});

/** Numbers that look random and are always the same (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Counted {
  met: number;
  of: number;
}

/** Two versions with these true rates, each contact called with one of them by chance. */
function splitRun(calls: number, rates: readonly [number, number], random: () => number) {
  const counted: [Counted, Counted] = [
    { met: 0, of: 0 },
    { met: 0, of: 0 },
  ];
  for (let call = 0; call < calls; call += 1) {
    const version = random() < 0.5 ? 0 : 1;
    counted[version].of += 1;
    if (random() < rates[version]) counted[version].met += 1;
  }
  return counted;
}

const covers = ({ low, high }: { low: number; high: number }, truth: number) => low <= truth && truth <= high;

test('for 10,000 simulated calls with two agent versions the confidence intervals contain the true rates', () => {
  const rates = [0.3, 0.36] as const;
  const [first, second] = splitRun(10_000, rates, numbers(26));
  expect(covers(wilsonInterval(first.met, first.of), rates[0])).toBe(true);
  expect(covers(wilsonInterval(second.met, second.of), rates[1])).toBe(true);
  const difference = differenceInterval(first, second);
  expect(covers(difference, rates[1] - rates[0])).toBe(true);
  expect(difference.low).toBeGreaterThan(0);
});

test.each([
  [[0.3, 0.36], 10_000, 200],
  [[0.05, 0.02], 400, 4000],
  [[0.9, 0.5], 60, 10_000],
] as const)(
  'for success rates of %j in %i calls, 95 of 100 confidence intervals contain the true difference',
  (rates, calls, runs) => {
    const random = numbers(calls);
    let covered = 0;
    for (let run = 0; run < runs; run += 1) {
      const [first, second] = splitRun(calls, rates, random);
      if (covers(differenceInterval(first, second), rates[1] - rates[0])) covered += 1;
    }
    // Three standard errors around 95 % for so many runs, and what Newcombe's interval is known to be off by.
    const slack = 3 * Math.sqrt((0.95 * 0.05) / runs) + 0.012;
    expect(covered / runs).toBeGreaterThan(0.95 - slack);
    expect(covered / runs).toBeLessThan(0.95 + slack);
  },
);
