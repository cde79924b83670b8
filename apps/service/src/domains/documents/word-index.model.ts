import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many texts are taken up in one step of the event loop: live calls share it. */
const AT_ONCE = 200;

/** Finds the texts in which words begin with something, in memory: those of megabytes within a millisecond or two. */
export class WordIndex {
  /** In order, so that words with the same beginning stand together. */
  readonly #words: readonly string[];
  /** Which texts have the word, by their places. */
  readonly #places: ReadonlyMap<string, readonly number[]>;

  private constructor(places: ReadonlyMap<string, readonly number[]>) {
    this.#words = [...places.keys()].sort();
    this.#places = places;
  }

  /** Of texts whose words are separated by spaces. */
  static async of(texts: readonly string[]): Promise<WordIndex> {
    const places = new Map<string, number[]>();
    for (const [at, text] of texts.entries()) {
      if (at > 0 && at % AT_ONCE === 0) await nextTurn();
      for (const word of new Set(text.split(' '))) {
        const found = places.get(word);
        if (found === undefined) places.set(word, [at]);
        else found.push(at);
      }
    }
    return new WordIndex(places);
  }

  /** The places of the texts in which a word begins with one of these; those with most of them first. */
  find(stems: readonly string[]): number[] {
    const hits = new Map<number, number>();
    for (const stem of stems)
      for (const place of this.#with(stem)) hits.set(place, (hits.get(place) ?? 0) + 1);
    return [...hits].sort(([, one], [, other]) => other - one).map(([place]) => place);
  }

  #with(stem: string): ReadonlySet<number> {
    const found = new Set<number>();
    for (let at = this.#firstFrom(stem); this.#words[at]?.startsWith(stem); at += 1)
      for (const place of this.#places.get(this.#words[at] as string) ?? []) found.add(place);
    return found;
  }

  /** Where the word, or the next one, stands in the order. */
  #firstFrom(word: string): number {
    let [low, high] = [0, this.#words.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[middle] as string) < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
