import type { NoteTrouble } from '@parley/call-engine/trouble.ts';
import type { CallClock } from './call-clock.ts';
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
  readonly note: NoteTrouble;
  readonly clock: CallClock;
  /** How long the final words may take before another ear is asked; the last one has all the time it wants. */
  readonly finalMs: number;
}

/** An ear that has served so long may be opened again when it breaks off and there is no other. */
const SERVED_MS = 5000;

/** The ears of one call, in their order: when one fails the next hears again what had no words yet. */
export const fallbackEar = (choices: readonly EarChoice[], options: FallbackEarOptions): Ear => ({
  open: (order) => new FallbackHearing(choices, options, order),
});

interface Current {
  readonly choice: EarChoice;
  readonly hearing: Hearing;
  /** On the clock, and in the time of the call. */
  readonly openedAtMs: number;
  readonly startMs: number;
}

class FallbackHearing implements Hearing {
  readonly #options: FallbackEarOptions;
  readonly #order: HearingOrder;
  readonly #tape: HearingTape;
  /** Those that know the language first. */
  readonly #choices: readonly EarChoice[];
  /** Not tried yet. */
  #left: readonly EarChoice[];
  #current: Current | undefined;
  #takeBackDeadline: (() => void) | undefined;
  #onWords: (words: EarWords) => void = () => {};
  #onTrouble: ((error: Error) => void) | undefined;
  #isClosed = false;

  constructor(choices: readonly EarChoice[], options: FallbackEarOptions, order: HearingOrder) {
    this.#options = options;
    this.#order = order;
    this.#tape = new HearingTape(order.rateHz);
    const knows = ({ hears }: EarChoice) => hears(order.language);
    this.#choices = [...choices.filter(knows), ...choices.filter((choice) => !knows(choice))];
    this.#left = this.#choices;
    this.#change();
  }

  onWords(listener: (words: EarWords) => void): void {
    this.#onWords = listener;
  }

  onTrouble(listener: (error: Error) => void): void {
    this.#onTrouble = listener;
    if (this.#current === undefined) queueMicrotask(() => listener(this.#deafness()));
  }

  hear(frame: Int16Array): void {
    if (this.#isClosed) return;
    this.#tape.hear(frame);
    this.#tell((hearing) => hearing.hear(frame));
  }

  speechBegan(): void {
    if (this.#isClosed) return;
    this.#tape.speechBegan();
    this.#tell((hearing) => hearing.speechBegan());
  }

  speechPaused(): void {
    if (this.#isClosed) return;
    this.#tape.speechPaused();
    this.#tell((hearing) => hearing.speechPaused());
    this.#watch();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWatching();
    closeQuietly(this.#current?.hearing);
    this.#current = undefined;
  }

  /** To the next ear that may be tried and can be opened; the last one always may. */
  #change(): void {
    for (let choice = this.#next(); choice !== undefined; choice = this.#next()) {
      try {
        this.#open(choice);
        return;
      } catch (error) {
        // It told of its trouble as well, and another listens already.
        if (this.#current !== undefined && this.#current.choice !== choice) return;
        this.#current = undefined;
        choice.circuit.fail(error);
        const instead = this.#left[0]?.name;
        this.#options.note('ear', `${choice.name} could not be opened: ${(error as Error).message}`, instead);
      }
    }
  }

  #next(): EarChoice | undefined {
    const last = this.#left.length - 1;
    const next = this.#left.findIndex(({ circuit }, index) => circuit.enter() || index === last);
    const choice = this.#left[next];
    this.#left = this.#left.slice(next + 1);
    return choice;
  }

  #open(choice: EarChoice): void {
    const { language } = this.#order;
    if (!choice.hears(language))
      this.#options.note(
        'ear',
        `No ear that can be reached hears ${language}: ${choice.name} listens, in English`,
      );
    const hearing = choice.ear.open(this.#order);
    const current = {
      choice,
      hearing,
      openedAtMs: this.#options.clock.nowMs(),
      startMs: this.#tape.startMs,
    };
    this.#current = current;
    hearing.onWords((words) => {
      if (this.#current === current) this.#take(words, current);
    });
    hearing.onTrouble((error) => {
      if (this.#current === current) this.#fail(error);
    });
    this.#tape.playTo(hearing);
    this.#watch();
  }

  #take(words: EarWords, { choice, startMs }: Current): void {
    choice.circuit.succeed();
    if (words.kind === 'final') {
      this.#tape.settle();
      this.#stopWatching();
      this.#watch();
    }
    this.#onWords({ ...words, startMs: words.startMs + startMs, endMs: words.endMs + startMs });
  }

  /** Final words that do not come are a failure too, as long as somebody else can be asked. */
  #watch(): void {
    if (this.#takeBackDeadline !== undefined || !this.#tape.isOwed || this.#left.length === 0) return;
    const { clock, finalMs } = this.#options;
    this.#takeBackDeadline = clock.after(finalMs, () =>
      this.#fail(new SpeechFailure('deadline', `no words within ${finalMs} ms`)),
    );
  }

  #stopWatching(): void {
    this.#takeBackDeadline?.();
    this.#takeBackDeadline = undefined;
  }

  #tell(tell: (hearing: Hearing) => void): void {
    if (this.#current === undefined) return;
    try {
      tell(this.#current.hearing);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    if (this.#isClosed || this.#current === undefined) return;
    this.#stopWatching();
    const { choice, hearing, openedAtMs } = this.#current;
    this.#current = undefined;
    choice.circuit.fail(error);
    closeQuietly(hearing);
    const { clock, note } = this.#options;
    if (this.#left.length === 0 && clock.nowMs() - openedAtMs >= SERVED_MS) this.#left = this.#choices;
    this.#change();
    note('ear', `${choice.name} failed: ${error.message}`, this.#instead());
    if (this.#current === undefined) this.#onTrouble?.(this.#deafness());
  }

  /** Who listens now. */
  #instead(): string | undefined {
    return this.#current?.choice.name;
  }

  #deafness(): SpeechFailure {
    const why = this.#choices.length === 0 ? 'there is no ear' : 'no ear can hear any more';
    return new SpeechFailure('unavailable', why);
  }
}

/** An ear that fails at being closed is closed. */
function closeQuietly(hearing: Hearing | undefined): void {
  try {
    hearing?.close();
  } catch {}
}
