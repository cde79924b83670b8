import type { Words } from '../../party.ts';
import type { Intention } from '../dialogue-model.ts';
import { approved, type Occasion } from './approval.ts';
import { SentenceCutter } from './speakable.ts';
import { isWorthAsking } from './turn-reading.ts';

/** The words of a reply that is still coming: cut into sentences, each looked at, and then ready to be said. */
export class SpokenReply {
  readonly sentences = new Sentences();
  readonly #cutter = new SentenceCutter();
  readonly #occasion: Occasion;
  #said = '';

  constructor(occasion: Occasion) {
    this.#occasion = occasion;
  }

  /** Throws when a sentence may not be said; those before it may. */
  feed(text: string): void {
    for (const sentence of this.#cutter.feed(text)) this.#add(sentence);
  }

  end(): void {
    this.#add(this.#cutter.end());
    this.sentences.end();
  }

  hasWords(): boolean {
    return this.#said !== '';
  }

  /** What is left unfinished is not said. */
  fail(error: unknown): void {
    this.sentences.end(error);
  }

  #add(sentence: string): void {
    const plain = approved(sentence, this.#occasion, this.#said);
    if (plain === '') return;
    const gap = this.#said === '' || /[。！？]$/.test(this.#said) ? '' : ' ';
    this.#said += gap + plain;
    this.sentences.push(gap + plain);
  }
}

/** Sentences that one part finds and another says: what was found before anybody listened waits for them. */
export class Sentences implements AsyncIterable<string> {
  readonly #waiting: string[] = [];
  #wake = Promise.withResolvers<void>();
  #isEnded = false;
  #failure: unknown;

  push(sentence: string): void {
    this.#waiting.push(sentence);
    this.#signal();
  }

  end(failure?: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#failure = failure;
    this.#signal();
  }

  /** All of it, when all of it is there and nobody has begun to listen. */
  get whole(): string | undefined {
    return this.#isEnded && this.#failure === undefined ? this.#waiting.join('') : undefined;
  }

  /** Resolves with the first sentence, and with undefined when there is none. */
  async hasBegun(): Promise<boolean> {
    while (this.#waiting.length === 0 && !this.#isEnded) await this.#wake.promise;
    if (this.#waiting.length === 0 && this.#failure !== undefined) throw this.#failure;
    return this.#waiting.length > 0;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#isEnded) break;
      else await this.#wake.promise;
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  #signal(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

/** The words as they stream in. The rules take over if nothing came, and ask a question that was cut off. */
export async function* spoken(
  begun: Promise<{ readonly sentences: Sentences }>,
  intention: Intention,
  byRules: () => Promise<Words>,
): AsyncGenerator<string> {
  let said = '';
  let isWhole = false;
  try {
    for await (const sentence of (await begun).sentences) {
      said += sentence;
      yield sentence;
    }
    isWhole = true;
  } catch {
    // What failed stands in the journal.
  }
  const isAsked = isWhole || !isWorthAsking(intention) || /[?？؟]/.test(said);
  if (said !== '' && isAsked) return;
  const words = await byRules();
  if (said !== '') yield ' ';
  if (typeof words === 'string') yield words;
  else yield* words;
}

/** The beginning of an answer is an answer. */
export async function* asFarAsItComes(sentences: Sentences): AsyncGenerator<string> {
  try {
    yield* sentences;
  } catch {
    // What failed stands in the journal.
  }
}
