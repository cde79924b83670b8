import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import type { TurnRecord } from '@parley/call-engine/turn-record.ts';
import { type CallClock, systemCallClock, waited } from '@parley/speech/call-clock.ts';
import { energyDetector } from '@parley/speech/speech-detector.ts';
import { spokenParty } from '@parley/speech/spoken-party.ts';
import { StereoRecorder } from '@parley/speech/stereo-recorder.ts';
import { ScriptedLeg } from '@parley/testing/scripted-leg.ts';
import { ScriptedStt } from '@parley/testing/scripted-stt.ts';
import { ScriptedTts } from '@parley/testing/scripted-tts.ts';
import { quantile, type Ratio } from './ratio.ts';

const CALLS = [1, 20, 50, 200];
const TURNS = 6;
/** Calls start spread over this time, so that their turns do not coincide. */
const SPREAD_MS = 4000;
/** What we hold ourselves to, and what jambonz published of its own platform for a virtual core. */
const MOST_OWN_MS = 50;
const JAMBONZ_CALLS = 31;

/** Latency of the scripted TTS. */
const TTS_MS = 50;

/**
 * Our own part of a reply's latency: all of it except the scripted TTS. The scripted STT answers before the end of turn.
 * The separate numbers of STT and TTS are not used: when this process is late, they look late too.
 */
const ownShare = ({ sttMs, modelMs, ttsMs, ownMs }: TurnRecord): number =>
  sttMs + modelMs + ttsMs + ownMs - TTS_MS;

/**
 * Recorded calls of 8 kHz in real time, with scripted STT, TTS and contact, so that only our own latency is left. The
 * network is left out; the benchmarks of SIP and of web calls measure it.
 */
export async function run(): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  for (const calls of CALLS) {
    const { turns, cpuMs, seconds } = await measure(calls);
    const p95 = quantile(turns.map(ownShare), 0.95);
    const unit = 'ms of our own a turn, p95';
    ratios.push({ name: `spoken turns, ${calls} calls`, ours: p95, reference: MOST_OWN_MS, unit, atMost: 1 });
    if (calls !== CALLS.at(-1)) continue;
    const perCore = 1000 / (cpuMs / calls / seconds);
    ratios.push({
      name: 'spoken calls a core holds, without its network',
      ours: perCore,
      reference: JAMBONZ_CALLS,
      unit: 'calls',
      atLeast: 3,
    });
  }
  return ratios;
}

async function measure(calls: number) {
  const clock = new SharedTick();
  const turns: TurnRecord[] = [];
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: calls }, (_, n) => talk(clock, (n * SPREAD_MS) / calls, turns)));
  const cpu = process.cpuUsage(cpuBefore);
  clock.stop();
  return { turns, cpuMs: (cpu.user + cpu.system) / 1000, seconds: (performance.now() - startedAt) / 1000 };
}

async function talk(clock: SharedTick, afterMs: number, turns: TurnRecord[]): Promise<void> {
  await waited(clock, afterMs);
  const leg = new ScriptedLeg(
    clock,
    Array.from({ length: TURNS }, () => ({ says: 'I have worked there for years.' })),
  );
  const party = spokenParty({
    leg,
    stt: new ScriptedStt(clock, leg.texts, { latencyMs: 50 }),
    tts: new ScriptedTts(clock, { latencyMs: TTS_MS }),
    voiceId: null,
    detector: energyDetector,
    language: 'en',
    speed: 1,
    hints: [],
    clock,
    recorder: new StereoRecorder(leg.rateHz, { part: () => undefined, end: () => undefined }),
    onTurn: (turn) => turns.push(turn),
    note: (_part, message) => console.log(message),
  });
  for (let turn = 0; turn < TURNS; turn += 1) {
    await party.say('And where was that?').done;
    while ((await party.listen(10_000)).kind === 'partial');
  }
  await party.say('Goodbye.').done;
  await party.leave();
}

/** All legs move on one tick that does not drift; everything else is the time of the system. */
class SharedTick implements CallClock {
  #due: (() => void)[] = [];
  #nextMs = performance.now() + FRAME_MS;
  #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setTimeout(() => this.#tick(), FRAME_MS);
  }

  nowMs(): number {
    return systemCallClock.nowMs();
  }

  after(ms: number, work: () => void): () => void {
    if (ms !== FRAME_MS) return systemCallClock.after(ms, work);
    this.#due.push(work);
    return () => undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #tick(): void {
    for (const work of this.#due.splice(0)) work();
    this.#nextMs += FRAME_MS;
    this.#timer = setTimeout(() => this.#tick(), Math.max(0, this.#nextMs - performance.now()));
  }
}
