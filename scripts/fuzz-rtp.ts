import { mutatedPackets } from '@parley/testing/mutated-packets.ts';
import { growthMb, keptMb } from './kept-memory.ts';

/**
 * `node --expose-gc scripts/fuzz-rtp.ts [count]`: a million packets of RTP and RTCP, in the clear and sealed, each with
 * something wrong, are given to endpoints that are in a call. Nothing may throw, and memory must stay flat.
 */

const COUNT = Number(process.argv[2] ?? 1_000_000);
/** Until then code is still being compiled, and tables and buffers grow to their size. */
const WARM_UP = 100_000;
const LOOKS = 20;
/** Half a byte that is kept of every packet is more than this over a million of them. */
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
  console.error(`That is more than ${MOST_GROWTH_MB} MB: something is kept of the packets.`);
  process.exit(1);
}
