/** What fills the silence of a far end that sends none (RFC 3389): a level and, perhaps, a colour. */
export interface NoiseDescription {
  /** Below full scale. */
  readonly levelDb: number;
  /** Reflection coefficients of an all-pole filter, each within -1 and 1. */
  readonly reflections: readonly number[];
}

/** More coefficients than that are dropped: nobody can hear the difference. */
const MOST_POLES = 12;

export function readNoise(payload: Uint8Array): NoiseDescription | undefined {
  const [level, ...codes] = payload.subarray(0, 1 + MOST_POLES);
  if (level === undefined) return undefined;
  const reflections = codes.map((code) => Math.max(-0.99, Math.min(0.99, (258 * (code - 127)) / 32_768)));
  return { levelDb: level & 0x7f, reflections };
}

/** Generates noise of the described level and spectrum, continuous from frame to frame. */
export class ComfortNoise {
  readonly #state: Float64Array = new Float64Array(MOST_POLES + 1);
  #reflections: readonly number[] = [];
  #excitation = 0;
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed | 0;
  }

  describe({ levelDb, reflections }: NoiseDescription): void {
    // White noise that is even over -1 to 1 has a third of the power of full scale; each pole takes its share.
    const rest = reflections.reduce((power, k) => power * (1 - k * k), 1);
    this.#excitation = 32_767 * 10 ** (-levelDb / 20) * Math.sqrt(3 * rest);
    this.#reflections = reflections;
  }

  fill(frame: Int16Array): void {
    const backward = this.#state;
    const order = this.#reflections.length;
    for (let n = 0; n < frame.length; n += 1) {
      // The generator of Numerical Recipes: cheap, and nobody can hear its faults.
      this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) | 0;
      let forward = (this.#seed / 2_147_483_648) * this.#excitation;
      for (let i = order - 1; i >= 0; i -= 1) {
        const k = this.#reflections[i] as number;
        forward -= k * (backward[i] as number);
        backward[i + 1] = (backward[i] as number) + k * forward;
      }
      backward[0] = forward;
      frame[n] = Math.max(-32_768, Math.min(32_767, Math.round(forward)));
    }
  }
}
