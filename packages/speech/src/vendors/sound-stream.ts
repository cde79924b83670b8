import type { AudioRate } from '@parley/audio/audio-leg.ts';
import { Resampler } from '@parley/audio/resampler.ts';
import { joined } from '@parley/audio/sound.ts';
import { readWav, samplesOf } from '@parley/audio/wav.ts';
import { SpeechFailure } from '../speech-failure.ts';

/** No sentence lasts longer; sound without end is cut. */
const LONGEST_SECONDS = 180;
const WAV_HEADER_BYTES = 44;

/**
 * Sound at the rate that is wanted, out of bytes as a vendor sends them, cut anywhere. A vendor that sends a WAV file
 * although it was asked for bare samples is understood, and one that sends MP3 or JSON is not taken for noise.
 */
export class SoundStream {
  readonly #toHz: AudioRate;
  #rateHz: AudioRate;
  #resampler: Resampler | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #samples = 0;

  constructor(fromHz: AudioRate, toHz: AudioRate) {
    this.#rateHz = fromHz;
    this.#toHz = toHz;
  }

  /** Whether there was any sound at all. */
  get isEmpty(): boolean {
    return this.#samples === 0;
  }

  feed(bytes: Uint8Array): Int16Array {
    const all = Buffer.concat([this.#rest, bytes]);
    if (this.#resampler === undefined) {
      if (all.length < WAV_HEADER_BYTES) return this.#keep(all, 0);
      const start = this.#begin(all);
      return this.#convert(all.subarray(start));
    }
    return this.#convert(all);
  }

  finish(): Int16Array {
    if (this.#resampler === undefined) this.#rest = this.#rest.subarray(this.#begin(this.#rest));
    const last = this.#convert(this.#rest);
    return joined([last, (this.#resampler as Resampler).finish()]);
  }

  /** Looks at how the sound begins; the place from which on it is samples. */
  #begin(all: Buffer): number {
    const letters = all.toString('latin1', 0, 4);
    let start = 0;
    if (letters === 'RIFF') {
      const { rateHz } = wavOrFailure(all);
      this.#rateHz = rateHz;
      start = all.indexOf('data', 12, 'latin1') + 8;
    } else if (letters.startsWith('ID3') || letters === 'OggS' || letters === 'fLaC')
      throw new SpeechFailure('unusable', 'The vendor sent a compressed file instead of raw samples');
    else if (/^\s*[{<]/.test(letters) && isText(all))
      throw new SpeechFailure('unusable', 'The vendor sent text instead of audio');
    this.#resampler = new Resampler(this.#rateHz, this.#toHz);
    return start;
  }

  #convert(bytes: Buffer): Int16Array {
    const sound = samplesOf(bytes);
    this.#keep(bytes, 2 * sound.length);
    this.#samples += sound.length;
    if (this.#samples > LONGEST_SECONDS * this.#rateHz)
      throw new SpeechFailure('unusable', `The audio did not end within ${LONGEST_SECONDS} s`);
    return (this.#resampler as Resampler).feed(sound);
  }

  #keep(bytes: Buffer, from: number): Int16Array {
    this.#rest = bytes.subarray(from);
    return new Int16Array(0);
  }
}

const RATES: readonly number[] = [8000, 16_000, 24_000, 48_000] satisfies AudioRate[];

function wavOrFailure(file: Buffer): { rateHz: AudioRate } {
  try {
    const { rateHz } = readWav(file);
    if (RATES.includes(rateHz)) return { rateHz: rateHz as AudioRate };
  } catch {
    // Thrown below, like other files that cannot be played.
  }
  throw new SpeechFailure('unusable', 'The vendor sent a WAV file in an unsupported format');
}

const isText = (bytes: Buffer): boolean => bytes.every((byte) => byte >= 9 && byte < 127);
