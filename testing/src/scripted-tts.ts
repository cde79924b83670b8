import { samplesIn } from '@parley/audio/audio-leg.ts';
import { speakingMs } from '@parley/call-engine/speaking-time.ts';
import { type CallClock, waited } from '@parley/speech/call-clock.ts';
import type { TextToSpeech, TtsRequest } from '@parley/speech/text-to-speech.ts';

export interface TtsBehaviour {
  /** Until the first sound. */
  readonly latencyMs?: number;
  /** Seconds of audio made per second; unlimited by default. */
  readonly pace?: number;
  /** Fails from this sentence on (counted from 1), after this much audio. */
  readonly failsAt?: number;
  readonly failsAfterMs?: number;
  /** Never produces audio. */
  readonly isStuck?: true;
}

const PIECE_MS = 100;

/** Speaks for as long as a person would, in a loud constant. */
export class ScriptedTts implements TextToSpeech {
  readonly requests: TtsRequest[] = [];
  readonly #clock: CallClock;
  readonly #behaviour: TtsBehaviour;

  constructor(clock: CallClock, behaviour: TtsBehaviour = {}) {
    this.#clock = clock;
    this.#behaviour = behaviour;
  }

  async *speak(request: TtsRequest, signal: AbortSignal): AsyncGenerator<Int16Array> {
    this.requests.push(request);
    const { latencyMs = 100, pace, failsAt, failsAfterMs = 0, isStuck } = this.#behaviour;
    const fails = failsAt !== undefined && this.requests.length >= failsAt;
    await waited(this.#clock, latencyMs);
    if (isStuck) await new Promise(() => undefined);
    const wholeMs = speakingMs(request.text);
    for (let ms = 0; ms < wholeMs; ms += PIECE_MS) {
      signal.throwIfAborted();
      if (fails && ms >= failsAfterMs) throw new Error('the TTS connection was lost');
      if (pace !== undefined) await waited(this.#clock, PIECE_MS / pace);
      yield new Int16Array(samplesIn(Math.min(PIECE_MS, wholeMs - ms), request.rateHz)).fill(1000);
    }
  }
}
