/**
 * Sound on its way from one thread to another, in memory that both see: one writes, one reads, nobody waits. What
 * the writer takes back before it was read is never heard.
 */

const [WRITTEN, READ, TAKEN_BACK, DELIVERED] = [0, 1, 2, 3] as const;
const CONTROL_BYTES = 16;

/** Holds at least so many samples. */
export function ringMemory(samples: number): SharedArrayBuffer {
  // A power of two, because positions wrap around at 2^32.
  const capacity = 2 ** Math.ceil(Math.log2(samples));
  return new SharedArrayBuffer(CONTROL_BYTES + 2 * capacity);
}

export class SoundRing {
  readonly #control: Int32Array;
  readonly #sound: Int16Array;
  readonly #mask: number;

  constructor(memory: SharedArrayBuffer) {
    this.#control = new Int32Array(memory, 0, CONTROL_BYTES / 4);
    this.#sound = new Int16Array(memory, CONTROL_BYTES);
    this.#mask = this.#sound.length - 1;
  }

  /** As much as there is room for; how many samples that was. */
  write(sound: Int16Array): number {
    const written = Atomics.load(this.#control, WRITTEN);
    const room = this.#sound.length - ((written - Atomics.load(this.#control, READ)) | 0);
    const length = Math.min(room, sound.length);
    const start = written & this.#mask;
    const first = Math.min(length, this.#sound.length - start);
    this.#sound.set(sound.subarray(0, first), start);
    this.#sound.set(sound.subarray(first, length), 0);
    Atomics.store(this.#control, WRITTEN, (written + length) | 0);
    return length;
  }

  /** By the writer: what was not read yet never will be. */
  takeBack(): void {
    Atomics.store(this.#control, TAKEN_BACK, Atomics.load(this.#control, WRITTEN));
  }

  /** As much as there is, and at most what fits; how many samples that was. */
  read(target: Int16Array): number {
    let read = Atomics.load(this.#control, READ);
    const takenBack = Atomics.load(this.#control, TAKEN_BACK);
    if (((takenBack - read) | 0) > 0) read = takenBack;
    const length = Math.min((Atomics.load(this.#control, WRITTEN) - read) | 0, target.length);
    const start = read & this.#mask;
    const first = Math.min(length, this.#sound.length - start);
    target.set(this.#sound.subarray(start, start + first));
    target.set(this.#sound.subarray(0, length - first), first);
    Atomics.store(this.#control, READ, (read + length) | 0);
    Atomics.add(this.#control, DELIVERED, length);
    return length;
  }

  /** How many samples were read so far. */
  get deliveredSamples(): number {
    return Atomics.load(this.#control, DELIVERED) >>> 0;
  }
}
