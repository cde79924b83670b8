import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FuzzedAgent, randomFrom } from './fuzzed-agent.ts';

test('a SIP user agent survives mutated messages and frees their memory', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const fuzzed = new FuzzedAgent();
      const random = randomFrom(seed);
      await fuzzed.renew();
      for (let turn = 0; turn < 50; turn++) fuzzed.say(random);
      await fuzzed.rest();
      const left = [fuzzed.stack.transactions, fuzzed.agent.calls, fuzzed.time.waiting, fuzzed.liveCalls];
      expect(left).toEqual([0, 0, 0, 0]);
    }),
    { numRuns: 60 },
  );
});
