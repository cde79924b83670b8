import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AudioLeg, FRAME_MS } from '@parley/audio/audio-leg.ts';
import type { TurnRecord } from '@parley/call-engine/turn-record.ts';
import type { EndpointCounts } from '@parley/sip/media/endpoint-counts.ts';
import { startMedia } from '@parley/sip/media/media-service.ts';
import type { AgreedMedia, MediaSession } from '@parley/sip/media-session.ts';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import type { SpeechDetector } from '@parley/speech/speech-detector.ts';
import type { RecognisedWords, SpeechToText } from '@parley/speech/speech-to-text.ts';
import { spokenParty } from '@parley/speech/spoken-party.ts';
import { StereoRecorder } from '@parley/speech/stereo-recorder.ts';
import { ScriptedTts } from '@parley/testing/scripted-tts.ts';
import { run as audioBetweenThreads } from './audio-between-threads.ts';
import { usageOfFamily } from './process.ts';
import { quantile, type Ratio } from './ratio.ts';
import { serviceDetector } from './service-detector.ts';
import type { FarEndRequest, FarEndSight } from './sip-far-end.ts';

/**
 * How many G.711 calls one process holds: in each somebody talks, pauses, and gets a reply, with scripted STT and TTS and the
 * service's own VAD; all calls are recorded. A failure is a packet that was sent late or lost on our side, or a turn
 * without a reply. The limit is 0.5 % failures, or replies that come 25 % later than with one call. Latency is measured at
 * the other end: from the end of a turn to the first audio of the reply, including endpointing and the 100 ms of the
 * script. The other end runs in its own process on the same machine, and its share is printed; the VAD's process is ours.
 */

const STEPS = (process.env.SIP_CALLS ?? '50,100,150,200,300,400,500').split(',').map(Number);
const SECONDS = Number(process.env.SIP_SECONDS ?? 10);
/** One call has few turns, and all others are compared with it. */
const SECONDS_ALONE = 3 * SECONDS;
const SETTLE_MS = 2000;
const MOST_FAILURES = 0.005;
const MOST_SLOWER = 1.25;
/** jambonz's published benchmark on its own platform: concurrent sessions for each virtual core. */
const JAMBONZ_PER_CORE = 31;

interface Measured {
  readonly calls: number;
  readonly failures: number;
  readonly intervalP99Ms: number;
  /** From the end of a turn to the first audio of the reply, as heard at the other end. */
  readonly turnP50Ms: number;
  readonly turnP95Ms: number;
  /** By our own records: from the detected end of turn until the reply was given to the leg. */
  readonly ownP95Ms: number;
  readonly coresUsed: number;
  readonly farEndCores: number;
}

export async function run(): Promise<Ratio[]> {
  const crossing = await audioBetweenThreads();
  return [
    ...crossing,
    {
      name: `sip: spoken G.711 calls in one process with below 0.5 % failures and turns within 25 % of one call's, per core, against jambonz's published sessions per virtual core`,
      ours: await callsPerCore(),
      reference: JAMBONZ_PER_CORE,
      unit: 'calls',
      atLeast: 3,
    },
  ];
}

/** The most calls within the limits, for each core that they used. */
export async function callsPerCore(): Promise<number> {
  const one = await measure(1, SECONDS_ALONE);
  const isGood = ({ failures, turnP50Ms, turnP95Ms }: Measured) =>
    failures <= MOST_FAILURES &&
    turnP50Ms <= MOST_SLOWER * one.turnP50Ms &&
    turnP95Ms <= MOST_SLOWER * one.turnP95Ms;
  const found: Measured[] = [];
  for (const calls of STEPS) {
    const measured = await measure(calls, SECONDS);
    found.push(measured);
    if (!isGood(measured)) break;
  }
  console.table(
    [one, ...found].map((measured) => ({
      calls: measured.calls,
      'failures %': Number((100 * measured.failures).toFixed(3)),
      'p99 between packets, ms': Number(measured.intervalP99Ms.toFixed(1)),
      'turn p50, ms': Number(measured.turnP50Ms.toFixed(0)),
      'turn p95, ms': Number(measured.turnP95Ms.toFixed(0)),
      'our share p95, ms': Number(measured.ownP95Ms.toFixed(1)),
      'our cores': Number(measured.coresUsed.toFixed(2)),
      'of a core for a call, %': Number(((100 * measured.coresUsed) / measured.calls).toFixed(3)),
      'far end’s cores': Number(measured.farEndCores.toFixed(2)),
    })),
  );
  const best = found.findLast(isGood);
  // Less than a whole core is not rounded up.
  return best === undefined ? 0 : best.calls / Math.max(1, best.coresUsed);
}

async function measure(calls: number, forSeconds: number): Promise<Measured> {
  const counts: EndpointCounts[] = [];
  const service = startMedia({
    bindHost: '127.0.0.1',
    ports: { from: 30_000, to: 30_000 + 2 * calls + 100 },
    codecs: [{ name: 'PCMA', payloadType: 8 }],
    random: randomBytes,
    onCounts: (one) => counts.push(one),
  });
  const { detector, stop } = serviceDetector();
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
    let heard = 0;
    let turns: TurnRecord[] = [];
    const hear = (frame: Int16Array) => {
      heard += frame.length;
    };
    // They talk until the audio ends; nothing awaits them.
    for (const session of sessions) void talk(session, detector, hear, (turn) => turns.push(turn));
    await sleep(SETTLE_MS);
    farEnd.send({ kind: 'count' } satisfies FarEndRequest);
    const before = usageOfFamily(farEnd.pid);
    heard = 0;
    turns = [];
    await sleep(forSeconds * 1000);
    const after = usageOfFamily(farEnd.pid);
    const seconds = (after.atMs - before.atMs) / 1000;
    const sight = await ask<FarEndSight>(farEnd, { kind: 'tell' });
    const took = turns;
    for (const session of sessions) session.close();
    await service.close();
    const expected = seconds * 50 * calls;
    const unsent = Math.max(0, expected - sight.received);
    const lostHere = counts.reduce((sum, { lost, late }) => sum + lost + late, 0);
    const unheard = Math.max(0, expected - heard / 160);
    const { turnsMs, unanswered } = sight;
    return {
      calls,
      failures: Math.max(
        Math.max(unsent, lostHere, unheard) / expected,
        unanswered / (unanswered + turnsMs.length),
      ),
      intervalP99Ms: sight.intervalP99Ms,
      turnP50Ms: quantile(turnsMs, 0.5),
      turnP95Ms: quantile(turnsMs, 0.95),
      ownP95Ms: quantile(
        took.map(({ ownMs }) => ownMs),
        0.95,
      ),
      coresUsed: (after.cpuMs - before.cpuMs) / 1000 / seconds,
      farEndCores: sight.cpuMs / 1000 / seconds,
    };
  } finally {
    farEnd.kill();
    await service.close();
    await stop();
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

async function ask<Answer>(farEnd: ChildProcess, request: FarEndRequest): Promise<Answer> {
  const answer = once(farEnd, 'message');
  farEnd.send(request);
  return (await answer)[0] as Answer;
}

/** What the script asks for: everything beyond is ours. */
const EAR_MS = 50;
const VOICE_MS = 50;

/** Conducts a recorded call with the far end until it is over: after each of its turns it says a word. */
async function talk(
  { sound }: MediaSession,
  detector: SpeechDetector,
  onFrame: (frame: Int16Array) => void,
  onTurn: (turn: TurnRecord) => void,
): Promise<void> {
  let hear: (frame: Int16Array) => void = () => undefined;
  sound.onSound((frame) => {
    onFrame(frame);
    hear(frame);
  });
  const leg: AudioLeg = {
    rateHz: sound.rateHz,
    onSound: (listener) => {
      hear = listener;
    },
    onDigit: (listener) => sound.onDigit(listener),
    play: (samples) => sound.play(samples),
    playedSamples: () => sound.playedSamples(),
    hush: () => sound.hush(),
    onLeft: () => undefined,
    transfer: async () => false,
    hangUp: async () => undefined,
  };
  const party = spokenParty({
    leg,
    stt: promptStt,
    tts: new ScriptedTts(systemCallClock, { latencyMs: VOICE_MS }),
    voiceId: null,
    detector,
    language: 'en',
    speed: 1,
    hints: [],
    clock: systemCallClock,
    recorder: new StereoRecorder(leg.rateHz, { part: () => undefined, end: () => undefined }),
    onTurn,
    note: (_part, message) => console.log(message),
  });
  for (;;) {
    const heard = await party.listen(3_600_000);
    if (heard.kind === 'words') await party.say('Where?').done;
  }
}

/** Whatever it hears, it heard this. */
const promptStt: SpeechToText = {
  open() {
    let onWords: (words: RecognisedWords) => void = () => undefined;
    let [soundMs, startMs] = [0, 0];
    return {
      pushFrame: () => {
        soundMs += FRAME_MS;
      },
      speechBegan: () => {
        startMs = soundMs;
      },
      speechPaused: () => {
        const words = { kind: 'final', text: 'I worked there for years.', startMs, endMs: soundMs } as const;
        systemCallClock.after(EAR_MS, () => onWords(words));
      },
      onWords: (listener) => {
        onWords = listener;
      },
      onError: () => undefined,
      close: () => undefined,
    };
  },
};
