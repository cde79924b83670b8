import { FuzzedAgent, randomFrom } from '../tests/sip/fuzzed-agent.ts';
import { keptMb } from './kept-memory.ts';

/**
 * `node --expose-gc scripts/fuzz-sip.ts [messages] [seed]`: says a million mutated SIP messages to a user agent with calls
 * under way.
 * Ends with 1 when something throws, is never forgotten, or memory grows.
 */
const [messages = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
const PER_ROUND = 500;
/** After the first tenth, in which code is compiled and tables grow to their size. */
const MOST_GROWTH_MB = 1;

let rejections = 0;
process.on('unhandledRejection', (error) => {
  rejections += 1;
  console.error(error);
});

const fuzzed = new FuzzedAgent();
const random = randomFrom(seed);
const startMs = performance.now();
let warmMb = 0;
let longestMs = 0;
for (let said = 0; said < messages; said += PER_ROUND) {
  if (said >= messages / 10 && warmMb === 0) warmMb = keptMb();
  await fuzzed.renew();
  for (let turn = 0; turn < PER_ROUND; turn++) {
    const beganMs = performance.now();
    fuzzed.say(random);
    longestMs = Math.max(longestMs, performance.now() - beganMs);
  }
  await fuzzed.rest();
}
const endMb = keptMb();
const { transactions } = fuzzed.stack;
console.log(
  `${messages} messages in ${((performance.now() - startMs) / 1000).toFixed(0)} s, the longest took ${longestMs.toFixed(1)} ms; ` +
    `memory ${warmMb.toFixed(1)} MB after a tenth, ${endMb.toFixed(1)} MB at the end; ` +
    `${transactions} transactions and ${fuzzed.agent.calls} calls are left; ${rejections} promises were left alone.`,
);
if (rejections + transactions + fuzzed.agent.calls > 0 || endMb > warmMb + MOST_GROWTH_MB)
  process.exitCode = 1;
