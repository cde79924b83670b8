import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMedia } from '../src/calls/lines/sip/media/media-service.ts';
import type { EndpointCounts } from '../src/calls/lines/sip/media/rtp-endpoint.ts';
import type { AgreedMedia } from '../src/calls/lines/sip/media-session.ts';
import type { Ratio } from './ratio.ts';
import type { FarEndRequest, FarEndSight } from './sip-far-end.ts';
import { run as soundCrossing } from './sound-crossing.ts';

/**
 * How many calls in G.711 one media thread carries: every call speaks and is spoken to all the time. A failure is a
 * packet that was not sent in its time or was lost on our side; the limit is where they are 0.5 %. The far end runs
 * in a process of its own and takes its share of the same machine, which is printed.
 */

const STEPS = (process.env.SIP_CALLS ?? '50,100,150,200,300,400,500').split(',').map(Number);
const SECONDS = Number(process.env.SIP_SECONDS ?? 10);
const SETTLE_MS = 2000;
const MOST_FAILURES = 0.005;
/** jambonz's published benchmark on its own platform: concurrent sessions for each virtual core. */
const JAMBONZ_PER_CORE = 31;

interface Measured {
  readonly calls: number;
  readonly failures: number;
  readonly intervalP99Ms: number;
  readonly coresUsed: number;
  readonly farEndCores: number;
}

export async function run(): Promise<Ratio[]> {
  const crossing = await soundCrossing();
  const found: Measured[] = [];
  for (const calls of STEPS) {
    const measured = await measure(calls);
    found.push(measured);
    if (measured.failures > MOST_FAILURES) break;
  }
  console.table(
    found.map(({ calls, failures, intervalP99Ms, coresUsed, farEndCores }) => ({
      calls,
      'failures %': Number((100 * failures).toFixed(3)),
      'p99 between packets, ms': Number(intervalP99Ms.toFixed(1)),
      'our cores': Number(coresUsed.toFixed(2)),
      'of a core for a call, %': Number(((100 * coresUsed) / calls).toFixed(3)),
      'far end’s cores': Number(farEndCores.toFixed(2)),
    })),
  );
  const best = found.findLast(({ failures }) => failures <= MOST_FAILURES);
  return [
    ...crossing,
    {
      name: `sip: G.711 calls on one media thread with below 0.5 % failures, per core, against jambonz's published sessions per virtual core`,
      // Less than a whole core is not counted up to one.
      ours: best === undefined ? 0 : best.calls / Math.max(1, best.coresUsed),
      reference: JAMBONZ_PER_CORE,
      unit: 'calls',
      atLeast: 3,
    },
  ];
}

async function measure(calls: number): Promise<Measured> {
  const counts: EndpointCounts[] = [];
  const service = startMedia({
    bindHost: '127.0.0.1',
    ports: { from: 30_000, to: 30_000 + 2 * calls + 100 },
    codecs: [{ name: 'PCMA', payloadType: 8 }],
    random: randomBytes,
    onCounts: (one) => counts.push(one),
  });
  const farEnd = fork(join(import.meta.dirname, 'sip-far-end.ts'));
  try {
    const theirPorts = await ask<number[]>(farEnd, { kind: 'open', calls });
    const sessions = await Promise.all(
      theirPorts.map(async (port) => {
        const session = await service.open({ isSecure: false });
        session.accept(agreedOn(port));
        return session;
      }),
    );
    farEnd.send({ kind: 'talk', ports: sessions.map(({ local }) => local.port) } satisfies FarEndRequest);
    const sound = scriptedSound();
    const speaking = setInterval(() => {
      for (const { sound: leg } of sessions) leg.play(sound);
    }, 1000);
    let heard = 0;
    for (const { sound: leg } of sessions)
      leg.onSound((frame) => {
        heard += frame.length;
      });
    await sleep(SETTLE_MS);
    farEnd.send({ kind: 'count' } satisfies FarEndRequest);
    const [before, startMs] = [process.cpuUsage(), performance.now()];
    heard = 0;
    await sleep(SECONDS * 1000);
    const seconds = (performance.now() - startMs) / 1000;
    const { user, system } = process.cpuUsage(before);
    const sight = await ask<FarEndSight>(farEnd, { kind: 'tell' });
    clearInterval(speaking);
    for (const session of sessions) session.close();
    await service.close();
    const expected = seconds * 50 * calls;
    const unsent = Math.max(0, expected - sight.received);
    const lostHere = counts.reduce((sum, { lost, late }) => sum + lost + late, 0);
    const unheard = Math.max(0, expected - heard / 160);
    return {
      calls,
      failures: Math.max(unsent, lostHere, unheard) / expected,
      intervalP99Ms: sight.intervalP99Ms,
      coresUsed: (user + system) / 1e6 / seconds,
      farEndCores: sight.cpuMs / 1000 / seconds,
    };
  } finally {
    farEnd.kill();
    await service.close();
  }
}

const agreedOn = (port: number): AgreedMedia => ({
  host: '127.0.0.1',
  port,
  codec: { name: 'PCMA', payloadType: 8 },
  keysType: 101,
  noiseType: 13,
  packetMs: 20,
  crypto: null,
  mayWeSend: true,
  mayTheySend: true,
});

/** A second of it. */
const scriptedSound = (): Int16Array =>
  Int16Array.from({ length: 8000 }, (_, i) => 8000 * Math.sin(i / 7) * Math.sin(i / 900));

async function ask<Answer>(farEnd: ChildProcess, request: FarEndRequest): Promise<Answer> {
  const answer = once(farEnd, 'message');
  farEnd.send(request);
  return (await answer)[0] as Answer;
}
