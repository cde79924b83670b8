import type { AudioRate } from './audio-leg.ts';

/** As a share of the lower rate: up to here nothing changes, from half the rate on nothing passes. */
const PASSBAND = 0.41;
const STOPBAND = 0.5;
/** How far down everything beyond the band is, in the design; it is measured in the test. */
const ATTENUATION_DB = 58;

/**
 * Changes the rate of a stream of sound, piece by piece: a windowed sinc in as many phases as the rates need, about 40
 * multiplications a sample at the higher rate. Sound comes out some milliseconds later than it went in.
 */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  /** One set of weights for each place between two samples of the input, the oldest sample's first. */
  readonly #phases: readonly Float64Array[];
  readonly #taps: number;
  /** The end of what was fed before, as long as the weights reach back. */
  #past: Float64Array;
  /** Where the next sample of the output lies, in steps of the common multiple, from the next sample fed. */
  #at = 0;

  constructor(fromHz: AudioRate, toHz: AudioRate) {
    const common = greatestCommonDivisor(fromHz, toHz);
    this.#up = toHz / common;
    this.#down = fromHz / common;
    this.#phases = fromHz === toHz ? [] : phases(fromHz, toHz, this.#up);
    this.#taps = this.#phases[0]?.length ?? 1;
    this.#past = new Float64Array(this.#taps - 1);
  }

  /** What can be known of the output with this much of the input; any length, also none. */
  feed(sound: Int16Array): Int16Array {
    if (this.#phases.length === 0) return sound;
    const input = new Float64Array(this.#past.length + sound.length);
    input.set(this.#past);
    input.set(sound, this.#past.length);

    const endAt = sound.length * this.#up;
    const output = new Int16Array(Math.max(0, Math.ceil((endAt - this.#at) / this.#down)));
    for (let n = 0; n < output.length; n += 1) {
      const position = this.#at + n * this.#down;
      const from = Math.floor(position / this.#up);
      const weights = this.#phases[position % this.#up] as Float64Array;
      output[n] = Math.max(-32_768, Math.min(32_767, Math.round(weighted(input, from, weights))));
    }
    this.#at += output.length * this.#down - endAt;
    this.#past = input.slice(input.length - this.#past.length);
    return output;
  }

  /** What is still on its way through, once the sound is over. */
  finish(): Int16Array {
    return this.feed(new Int16Array(this.#taps >> 1));
  }
}

/** Four sums at once: the processor need not wait for one addition before the next, which took a third off its time. */
function weighted(input: Float64Array, from: number, weights: Float64Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let k = 0, at = from; k < weights.length; k += 4, at += 4) {
    a += (weights[k] as number) * (input[at] as number);
    b += (weights[k + 1] as number) * (input[at + 1] as number);
    c += (weights[k + 2] as number) * (input[at + 2] as number);
    d += (weights[k + 3] as number) * (input[at + 3] as number);
  }
  return a + b + c + d;
}

/** A low pass of the common multiple's rate (Kaiser window), dealt out to the phases. */
function phases(fromHz: number, toHz: number, up: number): Float64Array[] {
  const rateHz = fromHz * up;
  const lowerHz = Math.min(fromHz, toHz);
  const cutoff = ((PASSBAND + STOPBAND) / 2) * (lowerHz / rateHz);
  const transition = 2 * Math.PI * (STOPBAND - PASSBAND) * (lowerHz / rateHz);
  const taps = 4 * Math.ceil((ATTENUATION_DB - 8) / (2.285 * transition) / up / 4);
  const length = taps * up;
  const middle = (length - 1) / 2;
  const beta = 0.1102 * (ATTENUATION_DB - 8.7);

  const filter = Float64Array.from({ length }, (_, n) => {
    const x = n - middle;
    const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x);
    return sinc * (bessel(beta * Math.sqrt(1 - (x / middle) ** 2)) / bessel(beta));
  });
  return Array.from({ length: up }, (_, phase) => {
    const own = Array.from({ length: taps }, (_, k) => filter[phase + (taps - 1 - k) * up] as number);
    // Every phase lets a constant through as it is: otherwise silence with an offset would hum.
    const sum = own.reduce((total, weight) => total + weight, 0);
    return Float64Array.from(own, (weight) => weight / sum);
  });
}

/** The modified Bessel function of the first kind and order 0, by its series. */
function bessel(x: number): number {
  let sum = 1;
  for (let k = 1, term = 1; term > 1e-12 * sum; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

const greatestCommonDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestCommonDivisor(other, one % other);
