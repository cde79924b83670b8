import { type AudioLeg, type AudioRate, samplesIn } from '@parley/audio/audio-leg.ts';
import type { SipTime } from './sip-time.ts';

/** As in most of the world (ITU-T E.180): a second of tone, four of silence. */
const TONE_HZ = 425;
const TONE_MS = 1000;
const CYCLE_MS = 5000;
const LOUDNESS = 3000;

/** Tells somebody who waits that another telephone rings. */
export class RingbackTone {
  readonly #leg: AudioLeg;
  readonly #time: SipTime;
  #callOff: (() => void) | undefined;

  constructor(leg: AudioLeg, time: SipTime) {
    this.#leg = leg;
    this.#time = time;
  }

  start(): void {
    if (this.#callOff) return;
    const sound = tone(this.#leg.rateHz);
    const ring = () => {
      this.#leg.play(sound);
      this.#callOff = this.#time.after(CYCLE_MS, ring);
    };
    ring();
  }

  stop(): void {
    if (!this.#callOff) return;
    this.#callOff();
    this.#callOff = undefined;
    this.#leg.hush();
  }
}

const tone = (rateHz: AudioRate): Int16Array =>
  Int16Array.from({ length: samplesIn(TONE_MS, rateHz) }, (_, at) =>
    Math.round(LOUDNESS * Math.sin((2 * Math.PI * TONE_HZ * at) / rateHz)),
  );
