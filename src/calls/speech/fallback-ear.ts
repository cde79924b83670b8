import type { Circuit } from './circuit.ts';
import type { Ear, EarWords, Hearing, HearingOrder } from './ear.ts';
import { HearingTape } from './hearing-tape.ts';
import { SpeechFailure } from './speech-failure.ts';

export interface EarChoice {
  /** As an operator reads it in a journal. */
  readonly name: string;
  readonly ear: Ear;
  hears(language: string): boolean;
  readonly circuit: Circuit;
}

export interface FallbackEarOptions {
  /** For the journal of the call. */
  note(text: string): void;
  /** How long the final words may take before another ear is asked; the last one has all the time it wants. */
  readonly finalMs: number;
}

/** The ears of one call, in their order: when one fails the next hears again what had no words yet. */
export const fallbackEar = (choices: readonly EarChoice[], options: FallbackEarOptions): Ear => ({
  open: (order) => new FallbackHearing(choices, options, order),
});

class FallbackHearing implements Hearing {
  readonly #options: FallbackEarOptions;
  readonly #order: HearingOrder;
  readonly #tape: HearingTape;
  #left: EarChoice[];
  #choice: EarChoice | undefined;
  #hearing: Hearing | undefined;
  #overdue: NodeJS.Timeout | undefined;
  #onWords: (words: EarWords) => void = () => {};
  #onTrouble: ((error: Error) => void) | undefined;
  #isClosed = false;

  constructor(choices: readonly EarChoice[], options: FallbackEarOptions, order: HearingOrder) {
    this.#options = options;
    this.#order = order;
    this.#tape = new HearingTape(order.rateHz);
    const { language } = order;
    const able = choices.filter((choice) => choice.hears(language));
    this.#left = [...able, ...choices.filter((choice) => !choice.hears(language))];
    this.#change();
  }

  onWords(listener: (words: EarWords) => void): void {
    this.#onWords = listener;
  }

  onTrouble(listener: (error: Error) => void): void {
    this.#onTrouble = listener;
    const nobody = new SpeechFailure('unavailable', 'There is no ear');
    if (this.#choice === undefined) queueMicrotask(() => listener(nobody));
  }

  hear(frame: Int16Array): void {
    if (this.#isClosed) return;
    this.#tape.hear(frame);
    this.#hearing?.hear(frame);
  }

  speechBegan(): void {
    if (this.#isClosed) return;
    this.#tape.speechBegan();
    this.#hearing?.speechBegan();
  }

  speechPaused(): void {
    if (this.#isClosed) return;
    this.#tape.speechPaused();
    this.#hearing?.speechPaused();
    this.#watch();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#overdue);
    this.#hearing?.close();
    this.#hearing = undefined;
  }

  /** To the next ear that may be tried; the last one always may. */
  #change(): void {
    const { language } = this.#order;
    const next = this.#left.findIndex(
      ({ circuit }, index) => circuit.enter() || index === this.#left.length - 1,
    );
    const choice = this.#left[next];
    this.#left = this.#left.slice(next + 1);
    this.#choice = choice;
    if (choice === undefined) return;
    if (!choice.hears(language))
      this.#options.note(`No ear that can be reached hears ${language}: ${choice.name} listens, in English.`);
    const hearing = choice.ear.open(this.#order);
    const openedMs = this.#tape.startMs;
    this.#hearing = hearing;
    hearing.onWords((words) => {
      if (this.#hearing === hearing) this.#take(words, openedMs);
    });
    hearing.onTrouble((error) => {
      if (this.#hearing === hearing) this.#fail(error);
    });
    this.#tape.playTo(hearing);
    this.#watch();
  }

  #take(words: EarWords, openedMs: number): void {
    this.#choice?.circuit.succeed();
    if (words.kind === 'final') {
      this.#tape.settle();
      clearTimeout(this.#overdue);
      this.#overdue = undefined;
      this.#watch();
    }
    this.#onWords({ ...words, startMs: words.startMs + openedMs, endMs: words.endMs + openedMs });
  }

  /** Final words that do not come are a failure too, as long as somebody else can be asked. */
  #watch(): void {
    if (this.#overdue !== undefined || !this.#tape.isOwed || this.#left.length === 0) return;
    const { finalMs } = this.#options;
    this.#overdue = setTimeout(
      () => this.#fail(new SpeechFailure('deadline', `No words within ${finalMs} ms`)),
      finalMs,
    );
  }

  #fail(error: Error): void {
    if (this.#isClosed) return;
    clearTimeout(this.#overdue);
    this.#overdue = undefined;
    const failed = this.#choice;
    failed?.circuit.fail(error);
    this.#hearing?.close();
    this.#hearing = undefined;
    this.#change();
    const now = this.#choice?.name;
    this.#options.note(
      `The ear ${failed?.name} failed: ${error.message}. ${now === undefined ? 'There is no other.' : `${now} listens now.`}`,
    );
    if (now === undefined) this.#onTrouble?.(error);
  }
}
