import { randomNumbers } from './adam.ts';

/**
 * Writes out templates: `$name` stands for one of its alternatives and `(a|b|)` for one of those in it. A template gives different
 * texts each time; the seed makes them the same in every run.
 */
export class Grammar {
  readonly #names: ReadonlyMap<string, string>;
  readonly #random: () => number;

  constructor(names: ReadonlyMap<string, string>, seed: number) {
    this.#names = names;
    this.#random = randomNumbers(seed);
  }

  write(template: string): string {
    const { text } = this.#alternatives(template, 0);
    return text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ([,?.])/g, '$1')
      .replaceAll(/,+/g, ',')
      .replace(/[, ]+$/, '')
      .trim();
  }

  /** Up to the closing bracket of the group that begins before `from`, or to the end. */
  #alternatives(template: string, from: number): { text: string; to: number } {
    const choices: string[] = [''];
    let at = from;
    for (; at < template.length && template[at] !== ')'; at++) {
      const mark = template[at] as string;
      if (mark === '|') choices.push('');
      else if (mark === '(') {
        const inner = this.#alternatives(template, at + 1);
        choices[choices.length - 1] += inner.text;
        at = inner.to;
      } else if (mark === '$') {
        const name = /^\w+/.exec(template.slice(at + 1))?.[0] ?? '';
        const meaning = this.#names.get(name);
        if (meaning === undefined) throw new Error(`The grammar has no $${name}`);
        choices[choices.length - 1] += this.#alternatives(meaning, 0).text;
        at += name.length;
      } else choices[choices.length - 1] += mark;
    }
    return { text: choices[Math.floor(this.#random() * choices.length)] as string, to: at };
  }
}
