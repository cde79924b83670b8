import { mutatedPackets } from '@parley/testing/mutated-packets.ts';
import { growthMb, keptMb } from './kept-memory.ts';

/**
 * `node --expose-gc scripts/fuzz-rtp.ts [count]`: sends a million malformed RTP and RTCP packets, plain and
 * encrypted, to endpoints in a call. Nothing may throw, and memory must stay flat.
 */

const COUNT = Number(process.argv[2] ?? 1_000_000);
/** Warm-up: until then code is compiled, and tables and buffers grow to their size. */
const WARM_UP = 100_000;
const LOOKS = 20;
/** A leak of half a byte per packet exceeds this over a million packets. */
const MOST_GROWTH_MB = 0.3;

const packets = mutatedPackets(1);
const send = (count: number): void => {
  for (let i = 0; i < count; i += 1) packets.next();
};
send(WARM_UP);
const lookedAtMb = Array.from({ length: LOOKS }, (_, look) => {
  send(COUNT / LOOKS);
  const mb = keptMb();
  console.log(`${Math.round(((look + 1) * COUNT) / LOOKS)} packets after the warm-up, ${mb.toFixed(2)} MB`);
  return mb;
});
const grewMb = growthMb(lookedAtMb);
console.log(`No crash. Memory grew by ${grewMb.toFixed(2)} MB.`);
if (grewMb > MOST_GROWTH_MB) {
  console.error(`That is more than ${MOST_GROWTH_MB} MB: packets leak memory.`);
  process.exit(1);
}
