import type { AudioRate } from '@parley/audio/audio-leg.ts';
import { codeOf, muLaw } from '@parley/audio/g711.ts';
import { Resampler } from '@parley/audio/resampler.ts';

/** Keeps the sound of a call. */
export interface SoundRecorder {
  /** A frame of theirs, and what has gone out to them since the one before. */
  add(theirs: Int16Array, ours: Int16Array): void;
  finish(): void;
}

/** A part of this length is all that a crash can take with it. */
export const PART_SECONDS = 5;
export const CHANNELS = 2;

export type RecordingRate = 8000 | 16_000;

/** A telephone's own rate is kept; more than 16 kHz adds size, not understanding. */
export const recordingRate = (legHz: AudioRate): RecordingRate => (legHz === 8000 ? 8000 : 16_000);

/** Where the parts of a recording go, in their order; all but the last have the same length. */
export interface RecordingSink {
  part(bytes: Uint8Array): void;
  end(): void;
}

/**
 * Records both sides in parts: the contact left, the agent right, interleaved bytes. Played sound is reported
 * unevenly, some frames none and some two, so the agent's side is buffered for two frames and written evenly.
 */
export class StereoRecorder implements SoundRecorder {
  readonly #sink: RecordingSink;
  readonly #theirs: Resampler;
  readonly #ours: Resampler;
  readonly #partBytes: number;
  #part: Uint8Array;
  #filled = 0;
  /** Ours that is not written yet. */
  #waiting = new Int16Array(0);
  /** Frames in a row that brought nothing of ours. */
  #idleFrames = 0;
  #isFlowing = false;
  #isFinished = false;

  constructor(legHz: AudioRate, sink: RecordingSink) {
    const rateHz = recordingRate(legHz);
    this.#sink = sink;
    this.#theirs = new Resampler(legHz, rateHz);
    this.#ours = new Resampler(legHz, rateHz);
    this.#partBytes = PART_SECONDS * rateHz * CHANNELS;
    this.#part = new Uint8Array(this.#partBytes);
  }

  add(theirs: Int16Array, ours: Int16Array): void {
    if (this.#isFinished) return;
    const left = this.#theirs.feed(theirs);
    if (ours.length > 0) this.#waiting = joined(this.#waiting, this.#ours.feed(ours));
    this.#idleFrames = ours.length > 0 ? 0 : this.#idleFrames + 1;
    const isEnough = this.#waiting.length >= 2 * left.length || this.#idleFrames >= 2;
    this.#isFlowing = this.#waiting.length > 0 && (this.#isFlowing || isEnough);
    this.#write(left, this.#isFlowing ? this.#take(left.length) : new Int16Array(0));
  }

  finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    const rest = this.#take(this.#waiting.length);
    this.#write(new Int16Array(rest.length), rest);
    if (this.#filled > 0) this.#sink.part(this.#part.slice(0, this.#filled));
    this.#sink.end();
  }

  #take(samples: number): Int16Array {
    const taken = this.#waiting.subarray(0, samples);
    this.#waiting = this.#waiting.subarray(taken.length);
    return taken;
  }

  #write(left: Int16Array, right: Int16Array): void {
    for (let n = 0; n < left.length; n += 1) {
      this.#part[this.#filled] = codeOf(muLaw, left[n] as number);
      this.#part[this.#filled + 1] = codeOf(muLaw, right[n] ?? 0);
      this.#filled += CHANNELS;
      if (this.#filled < this.#partBytes) continue;
      this.#sink.part(this.#part);
      this.#part = new Uint8Array(this.#partBytes);
      this.#filled = 0;
    }
  }
}

function joined(one: Int16Array, other: Int16Array): Int16Array<ArrayBuffer> {
  const both = new Int16Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
