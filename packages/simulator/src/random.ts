/**
 * Chance that can be repeated: the same seed gives the same draws in the same order, on every machine. Good
 * enough to vary small talk, not to keep a secret.
 */
export class Random {
  readonly #seed: string;
  #state: number;

  constructor(...seed: readonly (string | number)[]) {
    this.#seed = seed.join('\u0000');
    this.#state = hash(this.#seed);
  }

  /** An independent generator for one subject: it does not depend on earlier draws. */
  about(subject: string): Random {
    return new Random(this.#seed, subject);
  }

  /** From 0 up to but not including 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0];
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}

/** FNV-1a, with a last stir so that texts which differ in one letter start far apart. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  return sum ^ (sum >>> 13);
}
