import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { areas } from './areas.ts';
import type { Mutant } from './mutant.ts';
import { simulation } from './simulation.ts';

const root = join(import.meta.dirname, '../..');
const all: readonly (Mutant & { readonly tests: readonly string[] })[] = [
  ...areas.flatMap(({ tests, mutants }) => mutants.map((one) => ({ tests, ...one }))),
  ...simulation.map((one) => ({ tests: [], ...one })),
];

test.each(all.map((one) => [one.breaks, one] as const))(
  'the mutant "%s" fits the code: its text occurs once, and its tests exist',
  (_breaks, { file, old, new: changed, tests }) => {
    expect([file, ...tests].filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const times = readFileSync(join(root, file), 'utf8').split(old).length - 1;
    // The text first: a difference of numbers would not say what to look for.
    expect([file, old, times]).toEqual([file, old, 1]);
    expect(changed).not.toBe(old);
  },
);
