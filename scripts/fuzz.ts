import { mutatedPackets } from '@parley/testing/mutated-packets.ts';
import { FuzzedAgent, randomFrom } from '../tests/sip/fuzzed-agent.ts';

/**
 * `node --expose-gc scripts/fuzz.ts [count] [seed]`: sends a million mutated SIP messages to a user agent with live calls,
 * then a million malformed RTP and RTCP packets, plain and encrypted, to endpoints in a call. Exits with 1 if anything
 * throws, state is never freed, or memory grows.
 */

const LOOKS = 20;
const [count = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);

if (!(await fuzzSip())) process.exitCode = 1;
if (!fuzzRtp()) process.exitCode = 1;

async function fuzzSip(): Promise<boolean> {
  const PER_ROUND = 500;
  /** In these code is compiled and tables grow to their size. */
  const WARM_UP_LOOKS = 2;
  /** A leak of one byte per message exceeds this over a million messages. */
  const MOST_GROWTH_MB = 0.5;

  let rejections = 0;
  const onRejection = (error: unknown): void => {
    rejections += 1;
    console.error(error);
  };
  process.on('unhandledRejection', onRejection);
  const fuzzed = new FuzzedAgent();
  const random = randomFrom(seed);
  const startMs = performance.now();
  const looksMb: number[] = [];
  let longestMs = 0;
  for (let said = 0; said < count; said += PER_ROUND) {
    await fuzzed.renew();
    for (let turn = 0; turn < PER_ROUND; turn++) {
      const beganMs = performance.now();
      fuzzed.say(random);
      longestMs = Math.max(longestMs, performance.now() - beganMs);
    }
    await fuzzed.rest();
    if (said + PER_ROUND >= ((looksMb.length + 1) * count) / LOOKS) looksMb.push(keptMb());
  }
  const grewMb = growthMb(looksMb.slice(WARM_UP_LOOKS));
  const { transactions } = fuzzed.stack;
  // From here on a rejection ends the process again, as it does everywhere.
  process.off('unhandledRejection', onRejection);
  console.log(
    `SIP: ${count} messages in ${((performance.now() - startMs) / 1000).toFixed(0)} s, the longest took ${longestMs.toFixed(1)} ms. ` +
      `Memory in MB: ${looksMb.map((mb) => mb.toFixed(1)).join(' ')}; it grew by ${grewMb.toFixed(2)} MB. ` +
      `Not freed: ${transactions} transactions, ${fuzzed.agent.calls} calls. Unhandled rejections: ${rejections}.`,
  );
  return rejections + transactions + fuzzed.agent.calls === 0 && grewMb <= MOST_GROWTH_MB;
}

function fuzzRtp(): boolean {
  /** Until then code is compiled, and tables and buffers grow to their size. */
  const WARM_UP = 100_000;
  /** A leak of half a byte per packet exceeds this over a million packets. */
  const MOST_GROWTH_MB = 0.3;

  const packets = mutatedPackets(seed);
  const send = (some: number): void => {
    for (let i = 0; i < some; i += 1) packets.next();
  };
  send(WARM_UP);
  const looksMb = Array.from({ length: LOOKS }, () => {
    send(count / LOOKS);
    return keptMb();
  });
  const grewMb = growthMb(looksMb);
  console.log(
    `RTP: ${count} packets, none of them threw. ` +
      `Memory in MB: ${looksMb.map((mb) => mb.toFixed(1)).join(' ')}; it grew by ${grewMb.toFixed(2)} MB.`,
  );
  if (grewMb > MOST_GROWTH_MB) console.error(`More than ${MOST_GROWTH_MB} MB: packets leak memory.`);
  return grewMb <= MOST_GROWTH_MB;
}

/** Memory in use after a garbage collection; without one the number means nothing. */
function keptMb(): number {
  if (globalThis.gc === undefined)
    throw new Error('Memory is measured after a garbage collection: use npm run fuzz, or node --expose-gc.');
  // What the first collection frees is released in the background, and gone after the second.
  for (let times = 0; times < 2; times += 1) globalThis.gc();
  // Native objects have a wrapper on the heap; other external memory is counted late, and varies by megabytes.
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

/** Compares the lowest of the first and of the last samples: what is in buffers at one of them is not growth. */
function growthMb(looksMb: readonly number[]): number {
  const COMPARED_LOOKS = 5;
  return Math.min(...looksMb.slice(-COMPARED_LOOKS)) - Math.min(...looksMb.slice(0, COMPARED_LOOKS));
}
