import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hasSipp, startSipp } from '../tests/real/sip/sipp.ts';
import { openLine } from '../tests/real/sip/telephone-line.ts';
import { median, type Ratio } from './ratio.ts';

const ROUNDS = 3;
const CALLS = 2000;
const AT_ONCE = 20;

/**
 * Calls set up and hung up per second by one user agent, without audio, relative to Debian's sipp as the caller. sipp is the
 * other end both times, and all of them share the machine.
 */
export async function run(): Promise<Ratio[]> {
  if (!hasSipp) {
    console.log('Skipped sip-calls: sipp is not installed (apt-get install sip-tester)');
    return [];
  }
  const found = { ours: [] as number[], sipp: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    found.ours.push(await perSecond(ourCalls));
    found.sipp.push(await perSecond(callsOfSipp));
  }
  return [
    {
      name: 'sip-calls: set up and hung up',
      ours: median(found.ours),
      reference: median(found.sipp),
      unit: 'calls/s',
    },
  ];
}

async function perSecond(place: (port: number) => Promise<void>): Promise<number> {
  const sipp = await startSipp('answer', { calls: CALLS });
  const startMs = performance.now();
  await place(sipp.port);
  const tookMs = performance.now() - startMs;
  await sipp.stop();
  return (CALLS * 1000) / tookMs;
}

async function ourCalls(port: number): Promise<void> {
  const { dial, close } = await openLine([`sip:127.0.0.1:${port}`]);
  let left = CALLS;
  const caller = async () => {
    while (left-- > 0) {
      const { call } = await dial();
      await call().leg.hangUp();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  await close();
}

async function callsOfSipp(port: number): Promise<void> {
  const limits = ['-m', `${CALLS}`, '-l', `${AT_ONCE}`, '-r', '20000', '-d', '0'];
  const child = spawn('sipp', ['-sn', 'uac', ...limits, '-nostdin', '-i', '127.0.0.1', `127.0.0.1:${port}`], {
    stdio: 'ignore',
  });
  await once(child, 'exit');
}
