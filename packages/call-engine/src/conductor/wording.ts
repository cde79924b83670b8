import type { Passage } from '../dialogue/dialogue-model.ts';
import type { FailedPart, Input } from '../journal.ts';
import type { Words } from '../party.ts';
import { cited } from './citation.ts';

/** One of the sentences that are said together: a fixed text, or words that are still being streamed. */
export class Wording {
  readonly words: Words;
  /** What has come of it so far: all of it, once it was said to its end. */
  text: string;
  failure: string | undefined;
  readonly #origin: Origin | undefined;

  constructor(words: Words, origin?: Origin) {
    this.words = words;
    this.#origin = origin;
    this.text = typeof words === 'string' ? words.trim() : '';
  }

  /** The journal entry once it was said; undefined for fixed words, which are in the journal already. */
  get lateInput(): Input | undefined {
    if (typeof this.words === 'string' || this.#origin === undefined) return undefined;
    const { part, kind, passages = [] } = this.#origin;
    return this.failure === undefined
      ? { kind, text: this.text, isStreamed: true, ...cited(this.text, passages) }
      : { kind: 'failed', part, message: this.failure, text: this.text };
  }

  /** Never throws: the party must not have to handle a dialogue model that fails mid-sentence. */
  async *spoken(): AsyncGenerator<string> {
    if (typeof this.words === 'string') {
      yield this.text;
      return;
    }
    try {
      for await (const part of this.words) {
        this.text += part;
        yield part;
      }
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.text = this.text.trim();
    }
  }
}

interface Origin {
  readonly part: FailedPart;
  readonly kind: 'worded' | 'answered';
  /** What an answer was to follow from. */
  readonly passages?: readonly Passage[];
}

export const joined = (wordings: readonly Wording[]): string =>
  wordings.length === 1 && wordings[0] !== undefined
    ? wordings[0].text
    : wordings
        .map(({ text }) => text)
        .filter((text) => text !== '')
        .join(' ');

/** One after the other, each heard from its first words on. */
export async function* spokenTogether(wordings: readonly Wording[]): AsyncGenerator<string> {
  let gap = '';
  for (const wording of wordings) {
    let before = gap;
    for await (const part of wording.spoken()) {
      if (part === '') continue;
      yield before + part;
      before = '';
      gap = ' ';
    }
    if (wording.failure !== undefined) return;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
