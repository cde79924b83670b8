import { SimulatedDatabase } from '@parley/testing/simulation/simulated-database.ts';
import { simulate } from '@parley/testing/simulation/simulation.ts';
import { installVirtualTime } from '@parley/testing/simulation/virtual-time.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const SEEDS = 50;
/** While one waits for the database, others go on. */
const AT_ONCE = 6;

let template: string;
let restore: () => void;
beforeAll(async () => {
  template = await SimulatedDatabase.prepareTemplate(inject('databaseUrl'), 'template');
  restore = installVirtualTime();
});
afterAll(async () => {
  restore();
  await SimulatedDatabase.drop(inject('databaseUrl'), template);
});

const play = (seed: number) => simulate(seed, { url: inject('databaseUrl'), template });

// In seed 2 a replica is promoted.
test.each([2, 3])(
  'seed %i is the same story each time, to the millisecond',
  { timeout: 600_000 },
  async (seed) => {
    expect(await play(seed)).toEqual(await play(seed));
  },
);

test(`whatever fails, no promise to a person is broken (seeds 1 to ${SEEDS})`, {
  timeout: 1_200_000,
}, async () => {
  const broken: string[] = [];
  let next = 1;
  const some = async (): Promise<void> => {
    while (next <= SEEDS) {
      const seed = next++;
      const { violations, story } = await play(seed);
      if (violations.length > 0)
        broken.push(`Seed ${seed}: ${violations[0]?.promise}\n${story}\nnpm run simulate -- --seed ${seed}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  expect(broken).toEqual([]);
});
