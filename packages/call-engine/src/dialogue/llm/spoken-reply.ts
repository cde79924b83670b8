import { approved, type Occasion } from './approval.ts';
import { Sentences } from './sentences.ts';
import { SentenceCutter } from './speakable.ts';

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
