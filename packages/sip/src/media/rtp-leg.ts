import { type AudioRate, FRAME_MS, samplesIn } from '@parley/audio/audio-leg.ts';
import { ringMemory, SoundRing } from '@parley/audio/sound-ring.ts';
import type { MediaSound } from '../media-session.ts';

/** How long this thread may be busy with something else before the far end hears a gap. */
const AHEAD_MS = 2000;

/** The audio of a call on the main thread; the media thread makes the packets. */
export class RtpLeg implements MediaSound {
  readonly rateHz: AudioRate;
  readonly memory: { readonly outgoing: SharedArrayBuffer; readonly incoming: SharedArrayBuffer };
  readonly #outgoing: SoundRing;
  readonly #incoming: SoundRing;
  readonly #frameSamples: number;
  /** Audio that did not fit into the shared memory yet. */
  #waiting: Int16Array[] = [];
  #isOver = false;
  #onSound: (frame: Int16Array) => void = () => {};
  #onDigit: (digit: string) => void = () => {};

  constructor(rateHz: AudioRate) {
    this.rateHz = rateHz;
    const samples = samplesIn(AHEAD_MS, rateHz);
    this.memory = { outgoing: ringMemory(samples), incoming: ringMemory(samples) };
    this.#outgoing = new SoundRing(this.memory.outgoing);
    this.#incoming = new SoundRing(this.memory.incoming);
    this.#frameSamples = samplesIn(FRAME_MS, rateHz);
  }

  onSound(listener: (frame: Int16Array) => void): void {
    this.#onSound = listener;
  }

  onDigit(listener: (digit: string) => void): void {
    this.#onDigit = listener;
  }

  play(sound: Int16Array): void {
    if (this.#isOver) return;
    this.#waiting.push(sound);
    this.#feed();
  }

  playedSamples(): number {
    return this.#outgoing.deliveredSamples;
  }

  hush(): void {
    this.#waiting = [];
    this.#outgoing.takeBack();
  }

  /** 20 ms have passed on the media thread. */
  beat(): void {
    this.#feed();
    while (this.#incoming.waitingSamples >= this.#frameSamples) {
      // A new one each time, because whoever listens may keep it.
      const frame = new Int16Array(this.#frameSamples);
      this.#incoming.read(frame);
      this.#onSound(frame);
    }
  }

  /** Nothing is played any more, so nobody may wait for it. */
  end(): void {
    this.#isOver = true;
    this.hush();
  }

  digit(key: string): void {
    this.#onDigit(key);
  }

  #feed(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const written = this.#outgoing.write(next);
      if (written < next.length) {
        this.#waiting[0] = next.subarray(written);
        return;
      }
      this.#waiting.shift();
    }
  }
}
