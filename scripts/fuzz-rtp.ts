import { mutatedPackets } from '../src/calls/lines/sip/media/mutated-packets.ts';

/**
 * `node scripts/fuzz-rtp.ts [count]`: a million packets of RTP and RTCP, in the clear and sealed, each with something
 * wrong, are given to endpoints that are in a call. Nothing may throw, and memory must stay flat.
 */

const COUNT = Number(process.argv[2] ?? 1_000_000);
const LOOKS = 20;
/** Between the second look and the last: what the process grows by while the code is being compiled is before that. */
const MOST_GROWTH_MB = 20;

const packets = mutatedPackets(1);
const memoryMb: number[] = [];
for (let look = 0; look < LOOKS; look += 1) {
  for (let i = 0; i < COUNT / LOOKS; i += 1) packets.next();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  memoryMb.push((heapUsed + external) / 1024 ** 2);
  console.log(`${Math.round(((look + 1) * COUNT) / LOOKS)} packets, ${memoryMb.at(-1)?.toFixed(1)} MB`);
}
const growthMb = Math.min(...memoryMb.slice(LOOKS / 2)) - Math.min(...memoryMb.slice(1, LOOKS / 2));
console.log(`No crash. Memory grew by ${growthMb.toFixed(1)} MB between the first half and the second.`);
if (growthMb > MOST_GROWTH_MB) {
  console.error(`That is more than ${MOST_GROWTH_MB} MB: something is kept.`);
  process.exit(1);
}
