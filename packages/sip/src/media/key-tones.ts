import { type AudioRate, FRAME_MS, samplesIn } from '@parley/audio/audio-leg.ts';

/** Keys as tones in the audio (ITU-T Q.23), for far ends that know no telephone events. */

const ROWS_HZ = [697, 770, 852, 941] as const;
const COLUMNS_HZ = [1209, 1336, 1477, 1633] as const;
const KEYS = ['123A', '456B', '789C', '*0#D'] as const;

/** Both tones together make up nearly all of the sound; a voice does not sing that purely. */
const LEAST_SHARE = 0.8;
/** Between the two; telephones stay below 8 dB. */
const MOST_TWIST = 8;
const QUIETEST = 100;
/** A key lasts 40 ms at least (ITU-T Q.24). */
const LEAST_FRAMES = 2;
/** Without it for so long, the same key again is another press. */
const GAP_FRAMES = 2;

/** Finds keys in what comes from them, 20 ms at a time. */
export class KeyToneListener {
  readonly #rateHz: AudioRate;
  #key: string | undefined;
  #frames = 0;
  #gap = 0;
  #isTold = false;

  constructor(rateHz: AudioRate) {
    this.#rateHz = rateHz;
  }

  /** The key, once, when it is certain. */
  heard(frame: Int16Array): string | undefined {
    const key = keyIn(frame, this.#rateHz);
    if (key === undefined || key !== this.#key) {
      this.#gap += 1;
      if (key === undefined && this.#gap < GAP_FRAMES) return undefined;
      this.#key = key;
      this.#frames = key === undefined ? 0 : 1;
      this.#gap = 0;
      this.#isTold = false;
      return undefined;
    }
    this.#gap = 0;
    this.#frames += 1;
    if (this.#isTold || this.#frames < LEAST_FRAMES) return undefined;
    this.#isTold = true;
    return key;
  }
}

function keyIn(frame: Int16Array, rateHz: number): string | undefined {
  let power = 0;
  for (const sample of frame) power += sample * sample;
  if (power < QUIETEST * QUIETEST * frame.length) return undefined;
  const row = strongest(frame, ROWS_HZ, rateHz);
  const column = strongest(frame, COLUMNS_HZ, rateHz);
  const twist = row.power / column.power;
  if (twist > MOST_TWIST || twist < 1 / MOST_TWIST) return undefined;
  if (row.power + column.power < LEAST_SHARE * power) return undefined;
  return KEYS[row.index]?.[column.index];
}

function strongest(frame: Int16Array, hz: readonly number[], rateHz: number) {
  let best = { index: 0, power: 0 };
  for (const [index, each] of hz.entries()) {
    const power = powerAt(frame, each, rateHz);
    if (power > best.power) best = { index, power };
  }
  return best;
}

/** By Goertzel, in the unit of the sum of squares. */
function powerAt(frame: Int16Array, hz: number, rateHz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / rateHz);
  let [last, before] = [0, 0];
  for (const sample of frame) [before, last] = [last, sample + turn * last - before];
  return (2 * (last * last + before * before - turn * last * before)) / frame.length;
}

const PRESSED_FRAMES = 5;
const PAUSE_FRAMES = 4;
/** Of each of the two tones: together -8 dBm0, as telephones do. */
const AMPLITUDE = 6000;
const MOST_WAITING = 64;

/** Plays keys instead of our audio, 20 ms at a time. */
export class KeyTonePresser {
  readonly #rateHz: AudioRate;
  #waiting = '';
  #frame = 0;

  constructor(rateHz: AudioRate) {
    this.#rateHz = rateHz;
  }

  /** False if a key is unknown or too many are waiting; then none is played. */
  press(keys: string): boolean {
    const wanted = keys.toUpperCase();
    if ([...wanted].some((key) => !KEYS.some((row) => row.includes(key)))) return false;
    if (this.#waiting.length + wanted.length > MOST_WAITING) return false;
    this.#waiting += wanted;
    return true;
  }

  /** Writes the next frame; false: none is due, and the audio goes out. */
  fill(frame: Int16Array): boolean {
    const key = this.#waiting[0];
    if (key === undefined) return false;
    const row = KEYS.findIndex((keys) => keys.includes(key));
    const [low = 0, high = 0] = [ROWS_HZ[row], COLUMNS_HZ[(KEYS[row] ?? '').indexOf(key)]];
    const from = this.#frame * samplesIn(FRAME_MS, this.#rateHz);
    const angle = (2 * Math.PI) / this.#rateHz;
    const isPressed = this.#frame < PRESSED_FRAMES;
    for (let n = 0; n < frame.length; n += 1)
      frame[n] = isPressed
        ? AMPLITUDE * (Math.sin(angle * low * (from + n)) + Math.sin(angle * high * (from + n)))
        : 0;
    this.#frame += 1;
    if (this.#frame === PRESSED_FRAMES + PAUSE_FRAMES) {
      this.#frame = 0;
      this.#waiting = this.#waiting.slice(1);
    }
    return true;
  }
}
