import { FuzzedAgent, randomFrom } from '../tests/sip/fuzzed-agent.ts';
import { growthMb, keptMb } from './kept-memory.ts';

/**
 * `node --expose-gc scripts/fuzz-sip.ts [messages] [seed]`: sends a million mutated SIP messages to a user agent with
 * live calls. Exits with 1 if anything throws, state is never freed, or memory grows.
 */
const [messages = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
const PER_ROUND = 500;
const LOOKS = 20;
/** Warm-up, in which code is compiled and tables grow to their size. */
const WARM_UP_LOOKS = 2;
/** A leak of one byte per message exceeds this over a million messages. */
const MOST_GROWTH_MB = 0.5;

let rejections = 0;
process.on('unhandledRejection', (error) => {
  rejections += 1;
  console.error(error);
});

const fuzzed = new FuzzedAgent();
const random = randomFrom(seed);
const startMs = performance.now();
const looksMb: number[] = [];
let longestMs = 0;
for (let said = 0; said < messages; said += PER_ROUND) {
  await fuzzed.renew();
  for (let turn = 0; turn < PER_ROUND; turn++) {
    const beganMs = performance.now();
    fuzzed.say(random);
    longestMs = Math.max(longestMs, performance.now() - beganMs);
  }
  await fuzzed.rest();
  if (said + PER_ROUND >= ((looksMb.length + 1) * messages) / LOOKS) looksMb.push(keptMb());
}
const grewMb = growthMb(looksMb.slice(WARM_UP_LOOKS));
const { transactions } = fuzzed.stack;
console.log(
  `${messages} messages in ${((performance.now() - startMs) / 1000).toFixed(0)} s, the longest took ${longestMs.toFixed(1)} ms; ` +
    `memory in MB: ${looksMb.map((mb) => mb.toFixed(1)).join(' ')}, grown by ${grewMb.toFixed(2)}; ` +
    `${transactions} transactions and ${fuzzed.agent.calls} calls are left; ${rejections} promises were left alone.`,
);
if (rejections + transactions + fuzzed.agent.calls > 0 || grewMb > MOST_GROWTH_MB) process.exitCode = 1;
