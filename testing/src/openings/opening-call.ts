import { type AudioLeg, FRAME_MS, samplesIn } from '@parley/audio/audio-leg.ts';
import { conduct } from '@parley/call-engine/conductor.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { CallOutcome } from '@parley/call-engine/outcome.ts';
import type { SileroDetector } from '@parley/speech/offline/silero-detector.ts';
import { segmentStt, type Transcribe } from '@parley/speech/segment-stt.ts';
import { spokenParty } from '@parley/speech/spoken-party.ts';
import { asking, scriptedPlan } from '../scripted-plan.ts';
import { ScriptedTime } from '../scripted-time.ts';
import { ScriptedTts } from '../scripted-tts.ts';
import { OPENING_HZ } from './opening-sounds.ts';

export interface OpeningOptions {
  readonly sound: Int16Array;
  readonly overAgentMs: number | undefined;
  readonly detector: SileroDetector;
  readonly transcribe: Transcribe;
  readonly firstMessage: string;
}

export interface OpenedCall {
  readonly outcome: CallOutcome;
  readonly journal: readonly JournalEntry[];
}

/** Whoever is still there hangs up: what was to be found out has been by then. */
const LASTS_MS = 18_000;

/**
 * A whole call, with the real conductor, turn detection, VAD and STT, in virtual time: the next frame comes once every
 * model has answered, so that a call takes as long as the models do.
 */
export async function openedCall(options: OpeningOptions): Promise<OpenedCall> {
  const { detector, firstMessage, sound, overAgentMs } = options;
  const time = new ScriptedTime();
  let pending = 0;
  const transcribe: Transcribe = async (segment) => {
    pending += 1;
    try {
      return await options.transcribe(segment);
    } finally {
      pending -= 1;
    }
  };
  const leg = new OpeningLeg(sound, overAgentMs);
  const party = spokenParty({
    leg,
    stt: segmentStt({ transcribe, partialEveryMs: 1500 }),
    tts: new ScriptedTts(time, { latencyMs: 60 }),
    voiceId: null,
    detector,
    language: 'en',
    speed: 1,
    hints: [],
    clock: time,
    onTurn: () => undefined,
    note: () => undefined,
  });
  const journal: JournalEntry[] = [];
  let isOver = false;
  const findings = conduct({
    plan: scriptedPlan([asking('How many years have you worked there?')], {
      firstMessage: { id: 'first', text: firstMessage },
      menu: { wanted: ['sales'] },
    }),
    party,
    dialogueModel: rulesDialogueModel(),
    knowledge: { find: async () => [] },
    answeredAt: new Date('2026-03-02T09:00:00Z'),
    seed: 7,
    keep: (entry) => journal.push(entry),
    speaksFirst: true,
  }).finally(() => {
    isOver = true;
  });
  for (let ms = 0; !isOver; ms += FRAME_MS) {
    if (ms >= LASTS_MS) leg.leave();
    leg.frame();
    await time.pass(FRAME_MS);
    while (pending + detector.pendingLooks > 0) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { outcome: (await findings).outcome, journal };
}

/** Plays the opening, and takes what the agent says. */
class OpeningLeg implements AudioLeg {
  readonly rateHz = OPENING_HZ;
  readonly #sound: Int16Array;
  readonly #overAgentMs: number | undefined;
  #at = 0;
  #agentMs = 0;
  #waiting = 0;
  #played = 0;
  #onSound: (frame: Int16Array) => void = () => undefined;
  #onLeft: () => void = () => undefined;

  constructor(sound: Int16Array, overAgentMs: number | undefined) {
    this.#sound = sound;
    this.#overAgentMs = overAgentMs;
  }

  frame(): void {
    const samples = samplesIn(FRAME_MS, this.rateHz);
    const sent = Math.min(samples, this.#waiting);
    this.#waiting -= sent;
    this.#played += sent;
    if (this.#played > 0) this.#agentMs += FRAME_MS;
    const frame = new Int16Array(samples);
    const isDue = this.#overAgentMs === undefined || (this.#played > 0 && this.#agentMs >= this.#overAgentMs);
    if (isDue) {
      frame.set(this.#sound.subarray(this.#at, this.#at + samples));
      this.#at += samples;
    }
    this.#onSound(frame);
  }

  leave(): void {
    this.#onLeft();
  }

  onSound(listener: (frame: Int16Array) => void): void {
    this.#onSound = listener;
  }

  onDigit(): void {}

  press(): void {}

  onLeft(listener: () => void): void {
    this.#onLeft = listener;
  }

  play(sound: Int16Array): void {
    this.#waiting += sound.length;
  }

  playedSamples(): number {
    return this.#played;
  }

  hush(): void {
    this.#waiting = 0;
  }

  async transfer(): Promise<boolean> {
    return false;
  }

  async hangUp(): Promise<void> {}
}
