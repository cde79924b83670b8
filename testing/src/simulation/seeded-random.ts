/** Random numbers that a seed and a name decide: the same in every run, and apart from those of another name. */
export class SeededRandom {
  #state: number;

  constructor(seed: number, name: string) {
    this.#state = seed | 0;
    for (const character of name) this.#state = Math.imul(this.#state ^ character.charCodeAt(0), 0x01000193);
    for (let i = 0; i < 4; i++) this.next();
  }

  /** From 0 to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** Both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<One>(all: readonly One[]): One {
    return all[Math.floor(this.next() * all.length)] as One;
  }

  fill(pool: Buffer): void {
    for (let at = 0; at < pool.length; at++) pool[at] = this.whole(0, 255);
  }
}
