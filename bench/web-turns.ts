import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import type { SpeechDetector } from '@parley/speech/speech-detector.ts';
import type { SpeechToText } from '@parley/speech/speech-to-text.ts';
import { spokenParty } from '@parley/speech/spoken-party.ts';
import { StereoRecorder } from '@parley/speech/stereo-recorder.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import { vowels } from '@parley/testing/vowels.ts';
import type { WebLeg } from '@parley/web-call/web-leg.ts';
import { startWebSound } from '@parley/web-call/web-sound.ts';
import { usageOfFamily } from './process.ts';
import { quantile, type Ratio } from './ratio.ts';
import { serviceDetector } from './service-detector.ts';
import type { WebFarEndNews, WebFarEndRequest, WebFarEndSight } from './web-far-end.ts';

/**
 * Recorded web calls in real time over WebRTC, with scripted STT and TTS, so that only our own latency is left. It is
 * measured from the detected end of turn until the first packet of the reply reaches the far end, which is another
 * process on the same machine.
 */

const REPORTED = [1, 20, 50];
const FURTHER = (process.env.WEB_CALLS ?? '100,150,200,300,400').split(',').map(Number);
const TURNS = 4;
/** Calls start spread over this time, so that their turns do not coincide. */
const SPREAD_MS = 4000;
const STT_MS = 50;
const TTS_MS = 50;
/** What we hold ourselves to, and what jambonz published of its own platform for a virtual core. */
const MOST_OWN_MS = 50;
const MOST_STRETCH = 1.25;
const MOST_FAILURES = 0.005;
const JAMBONZ_CALLS = 31;

interface Measured {
  readonly calls: number;
  /** From the detected end of turn to our first packet, without the scripted STT and TTS. */
  readonly ownP95Ms: number;
  /** From their last packet to our first: the latency that the contact notices. */
  readonly feltP95Ms: number;
  readonly failures: number;
  readonly cores: number;
  readonly farEndCores: number;
  readonly memoryBytes: number;
}

export async function run(): Promise<Ratio[]> {
  const found: Measured[] = [];
  for (const calls of [...REPORTED, ...FURTHER]) {
    const measured = await measureAgain(calls);
    console.log(`  ${calls} calls: ${round(measured.ownP95Ms)} ms of our own a turn (p95)`);
    found.push(measured);
    if (!REPORTED.includes(calls) && !isInBand(measured, found[0])) break;
  }
  print(found);
  const [single] = found;
  const most = found.findLast((one) => isInBand(one, single)) ?? single;
  const own = found
    .filter(({ calls }) => REPORTED.includes(calls))
    .map(({ calls, ownP95Ms }) => ({
      name: `web calls: our own share of a turn, ${calls} at a time`,
      ours: ownP95Ms,
      reference: MOST_OWN_MS,
      unit: 'ms, p95',
      atMost: 1,
    }));
  return [
    ...own,
    {
      name: `web calls a core holds (at ${most?.calls} calls, turns within 25 % of one call's), against jambonz's published sessions per virtual core`,
      // Less than a whole core is not rounded up.
      ours: most === undefined ? 0 : most.calls / Math.max(1, most.cores),
      reference: JAMBONZ_CALLS,
      unit: 'calls',
      atLeast: 3,
    },
  ];
}

const isInBand = ({ feltP95Ms, failures }: Measured, single: Measured | undefined): boolean =>
  failures <= MOST_FAILURES && feltP95Ms <= MOST_STRETCH * (single?.feltP95Ms ?? 0);

function print(found: readonly Measured[]): void {
  const [single] = found;
  console.table(
    found.map((one) => ({
      calls: one.calls,
      'our own share, p95 ms': round(one.ownP95Ms),
      'reply heard after, p95 ms': round(one.feltP95Ms),
      'within 25 % of one call': isInBand(one, single) ? 'yes' : 'no',
      'turns without a reply, %': round(100 * one.failures),
      'our cores': round(one.cores),
      'of a core for a call, %': round((100 * one.cores) / one.calls),
      'far end’s cores': round(one.farEndCores),
      'memory, MB': Math.round(one.memoryBytes / 1e6),
      'MB a call': single && one.calls > 1 ? round(growth(one, single)) : '',
    })),
  );
}

const growth = (one: Measured, single: Measured): number =>
  (one.memoryBytes - single.memoryBytes) / 1e6 / (one.calls - single.calls);

const round = (value: number): number => Number(value.toFixed(2));

/** The library of the far end sometimes falls over while it connects; that is not what is measured. */
async function measureAgain(calls: number, tries = 3): Promise<Measured> {
  try {
    return await measure(calls);
  } catch (error) {
    if (tries === 1) throw error;
    console.log(`  ${calls} calls: ${(error as Error).message}`);
    return measureAgain(calls, tries - 1);
  }
}

async function measure(calls: number): Promise<Measured> {
  const sound = startWebSound({
    settings: () => ({ iceServers: [], address: '127.0.0.1', ports: null, allowPrivate: true }),
    onTrouble: (error) => console.log(error.message),
  });
  const detector = serviceDetector();
  const farEnd = fork(join(import.meta.dirname, 'web-far-end.ts'), [], { execArgv: [] });
  try {
    const { offers } = await ask<{ offers: string[] }>(farEnd, { kind: 'offers', calls });
    const opened = await Promise.all(offers.map((offer) => sound.open(offer)));
    await ask<{ isTalking: true }>(farEnd, { kind: 'answers', answers: opened.map(({ answer }) => answer) });

    const talks = opened.map(({ leg }, index) => talk(leg, detector.detector, (index * SPREAD_MS) / calls));
    // While all of them talk: from when the last has begun until the first has ended.
    await sleep(SPREAD_MS);
    const [before, farBefore] = [usageOfFamily(farEnd.pid), await askSight(farEnd)];
    await Promise.race(talks);
    const [after, farAfter] = [usageOfFamily(farEnd.pid), await askSight(farEnd)];
    const seconds = (after.atMs - before.atMs) / 1000;

    const ended = await Promise.all(talks);
    const sight = await askSight(farEnd);
    const heard = sight.replies.map((replies) => replies.slice(0, TURNS));
    const own = heard.flatMap((replies, call) =>
      replies.map(({ heardAtMs }, turn) => heardAtMs - (ended[call]?.[turn] ?? Number.NaN) - TTS_MS),
    );
    const felt = heard.flat().map(({ finishedAtMs, heardAtMs }) => heardAtMs - finishedAtMs);
    return {
      calls,
      ownP95Ms: quantile(own, 0.95),
      feltP95Ms: quantile(felt, 0.95),
      failures: 1 - felt.length / (calls * TURNS),
      cores: (after.cpuMs - before.cpuMs) / 1000 / seconds,
      farEndCores: (farAfter.cpuMs - farBefore.cpuMs) / 1000 / seconds,
      memoryBytes: after.memoryBytes,
    };
  } finally {
    farEnd.kill();
    sound.close();
    await detector.stop();
  }
}

/** One call; when the end of each of their turns was known, on the machine's clock. */
async function talk(leg: WebLeg, detector: SpeechDetector, afterMs: number): Promise<number[]> {
  await sleep(afterMs);
  const endsKnown: number[] = [];
  const party = spokenParty({
    leg,
    stt: scriptedStt,
    tts: scriptedTts,
    voiceId: null,
    detector,
    language: 'en',
    speed: 1,
    hints: [],
    clock: systemCallClock,
    recorder: new StereoRecorder(leg.rateHz, { part: () => undefined, end: () => undefined }),
    onTurn: ({ sttMs, modelMs, ttsMs, ownMs }) => endsKnown.push(nowMs() - sttMs - modelMs - ttsMs - ownMs),
    note: (_part, message) => console.log(message),
  });
  for (let turn = 0; turn <= TURNS; turn += 1) {
    await party.say('And where was that?').done;
    if (turn < TURNS) while ((await party.listen(20_000)).kind === 'partial');
  }
  await party.leave();
  return endsKnown;
}

/** A clock that all processes of the machine share. */
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Transcribes everything as the same words. */
const scriptedStt: SpeechToText = {
  open({ rateHz }) {
    let [samples, startMs] = [0, 0];
    let onWords: Parameters<ReturnType<SpeechToText['open']>['onWords']>[0] = () => undefined;
    const atMs = () => (samples * 1000) / rateHz;
    return {
      pushFrame: (frame) => {
        samples += frame.length;
      },
      speechBegan: () => {
        startMs = atMs();
      },
      speechPaused: () => {
        const endMs = atMs();
        setTimeout(
          () => onWords({ kind: 'final', text: 'I have worked there for years.', startMs, endMs }),
          STT_MS,
        );
      },
      onWords: (listener) => {
        onWords = listener;
      },
      onError: () => undefined,
      close: () => undefined,
    };
  },
};

const spoken = vowels(16_000, Math.random);

/** Speaks every sentence as the same second of audio. */
const scriptedTts: TextToSpeech = {
  async *speak() {
    await sleep(TTS_MS);
    for (let at = 0; at < spoken.length; at += 1600) yield spoken.subarray(at, at + 1600);
  },
};

const askSight = (farEnd: ChildProcess) => ask<WebFarEndSight>(farEnd, { kind: 'tell' });

async function ask<Answer extends WebFarEndNews>(
  farEnd: ChildProcess,
  request: WebFarEndRequest,
): Promise<Answer> {
  const ended = once(farEnd, 'exit').then(([code]) => {
    throw new Error(`The far end of the web calls exited with ${code}: measuring again`);
  });
  const answer = once(farEnd, 'message');
  farEnd.send(request);
  const [news] = await Promise.race([answer, ended]);
  // The process ends later, when nobody waits for it any more.
  ended.catch(() => {});
  return news as Answer;
}
