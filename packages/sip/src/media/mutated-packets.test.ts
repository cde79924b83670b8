import { mutatedPackets } from '@parley/testing/mutated-packets.ts';
import { expect, test } from 'vitest';

// A million of them: npm run fuzz
test("no packet that arrives at a call's RTP port breaks the call", () => {
  const packets = mutatedPackets(2);
  for (let i = 0; i < 5000; i += 1) expect(packets.next().done).toBe(false);
});
