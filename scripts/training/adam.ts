/** Adam with weight decay apart from the gradient, over one array. */
export class Adam {
  readonly values: Float32Array;
  readonly #decay: number;
  readonly #mean: Float32Array;
  readonly #square: Float32Array;
  #steps = 0;

  constructor(values: Float32Array, decay: number) {
    this.values = values;
    this.#decay = decay;
    this.#mean = new Float32Array(values.length);
    this.#square = new Float32Array(values.length);
  }

  step(gradient: Float32Array, rate: number): void {
    this.#steps += 1;
    const size = (rate * Math.sqrt(1 - 0.999 ** this.#steps)) / (1 - 0.9 ** this.#steps);
    const kept = 1 - rate * this.#decay;
    const { values } = this;
    const mean = this.#mean;
    const square = this.#square;
    for (let i = 0; i < values.length; i++) {
      const g = gradient[i] as number;
      const m = 0.9 * (mean[i] as number) + 0.1 * g;
      const s = 0.999 * (square[i] as number) + 0.001 * g * g;
      mean[i] = m;
      square[i] = s;
      values[i] = (values[i] as number) * kept - (size * m) / (Math.sqrt(s) + 1e-8);
    }
  }
}

/** A small generator of random numbers, so that each run is the same. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j] as Item, items[i] as Item];
  }
  return items;
}
