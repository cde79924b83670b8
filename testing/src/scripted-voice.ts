import { samplesIn } from '@parley/audio/audio-leg.ts';
import { speakingMs } from '@parley/call-engine/speaking-time.ts';
import { type CallClock, waited } from '@parley/speech/call-clock.ts';
import type { SpeakOrder, Voice } from '@parley/speech/voice.ts';

export interface VoiceHabits {
  /** Until the first sound. */
  readonly latencyMs?: number;
  /** Of sound made in each second; as much as one likes unless told otherwise. */
  readonly pace?: number;
  /** Fails at the so-manieth sentence and from then on, counted from 1, after so much sound. */
  readonly failsAt?: number;
  readonly failsAfterMs?: number;
  /** Never makes a sound. */
  readonly isStuck?: true;
}

const PIECE_MS = 100;

/** Speaks for as long as a person would, in a loud constant. */
export class ScriptedVoice implements Voice {
  readonly orders: SpeakOrder[] = [];
  readonly #clock: CallClock;
  readonly #habits: VoiceHabits;

  constructor(clock: CallClock, habits: VoiceHabits = {}) {
    this.#clock = clock;
    this.#habits = habits;
  }

  async *speak(order: SpeakOrder, signal: AbortSignal): AsyncGenerator<Int16Array> {
    this.orders.push(order);
    const { latencyMs = 100, pace, failsAt, failsAfterMs = 0, isStuck } = this.#habits;
    const fails = failsAt !== undefined && this.orders.length >= failsAt;
    await waited(this.#clock, latencyMs);
    if (isStuck) await new Promise(() => undefined);
    const wholeMs = speakingMs(order.text);
    for (let ms = 0; ms < wholeMs; ms += PIECE_MS) {
      signal.throwIfAborted();
      if (fails && ms >= failsAfterMs) throw new Error('the voice is gone');
      if (pace !== undefined) await waited(this.#clock, PIECE_MS / pace);
      yield new Int16Array(samplesIn(Math.min(PIECE_MS, wholeMs - ms), order.rateHz)).fill(1000);
    }
  }
}
