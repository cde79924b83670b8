import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FuzzedAgent, randomFrom } from '../tests/sip/fuzzed-agent.ts';

/**
 * Says a million mutated SIP messages to a user agent with calls under way: `node scripts/fuzz-sip.ts [messages] [seed]`.
 * Ends with 1 when something throws, is never forgotten, or memory grows.
 */
const [messages = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
const PER_ROUND = 500;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heapMb = () => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

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
  if (said >= messages / 10 && warmMb === 0) warmMb = heapMb();
  await fuzzed.renew();
  for (let turn = 0; turn < PER_ROUND; turn++) {
    const beganMs = performance.now();
    fuzzed.say(random);
    longestMs = Math.max(longestMs, performance.now() - beganMs);
  }
  await fuzzed.rest();
}
const endMb = heapMb();
const { transactions } = fuzzed.stack;
console.log(
  `${messages} messages in ${((performance.now() - startMs) / 1000).toFixed(0)} s, the longest took ${longestMs.toFixed(1)} ms; ` +
    `heap ${warmMb.toFixed(1)} MB after a tenth, ${endMb.toFixed(1)} MB at the end; ` +
    `${transactions} transactions and ${fuzzed.agent.calls} calls are left; ${rejections} promises were left alone.`,
);
if (rejections + transactions + fuzzed.agent.calls > 0 || endMb > warmMb * 1.2 + 2) process.exitCode = 1;
