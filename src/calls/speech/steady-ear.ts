import type { Ear, EarWords, Hearing, HearingOrder } from './ear.ts';
import { Fallback } from './fallback.ts';
import type { NoteTrouble } from './trouble.ts';

/** An ear with the name that an operator knows it by. */
export interface NamedEar {
  readonly name: string;
  readonly ear: Ear;
}

export interface SteadyEarOptions {
  /** In the order in which they are tried. */
  readonly ears: readonly NamedEar[];
  readonly order: HearingOrder;
  /** The time of the call: an ear that is opened later counts from there. */
  readonly soundMs: () => number;
  readonly nowMs: () => number;
  readonly note: NoteTrouble;
  /** In times of the call. */
  readonly onWords: (words: EarWords) => void;
  /** No ear is left. */
  readonly onDeaf: (error: Error) => void;
}

/** An ear that has served so long may be opened again when it breaks off and there is no other. */
const SERVED_MS = 5000;

/** Hears with the first ear that can, and with the next where that fails in the middle of the call. */
export class SteadyEar {
  readonly #with: SteadyEarOptions;
  readonly #ears: Fallback<NamedEar>;
  #current: { readonly named: NamedEar; readonly hearing: Hearing; readonly openedAtMs: number } | undefined;
  /** They speak: an ear that is opened now must know. */
  #isSpeech = false;
  #isClosed = false;

  constructor(options: SteadyEarOptions) {
    this.#with = options;
    this.#ears = new Fallback(options.ears, options.nowMs);
    this.#open();
  }

  hear(frame: Int16Array): void {
    this.#tell((hearing) => hearing.hear(frame));
  }

  speechBegan(): void {
    this.#isSpeech = true;
    this.#tell((hearing) => hearing.speechBegan());
  }

  speechPaused(): void {
    this.#isSpeech = false;
    this.#tell((hearing) => hearing.speechPaused());
  }

  /** Changes to another ear; where there is none a slow one is better than none. */
  doubt(message: string): void {
    if (this.#current === undefined) return;
    const { named } = this.#current;
    if (this.#ears.hasOther(named)) this.#fail(message);
    else this.#with.note('ear', `${named.name} is in doubt: ${message}`);
  }

  #fail(message: string): void {
    if (this.#current === undefined || this.#isClosed) return;
    const { named, hearing, openedAtMs } = this.#current;
    this.#current = undefined;
    this.#ears.fail(named);
    closeQuietly(hearing);
    const hasServed = this.#with.nowMs() - openedAtMs >= SERVED_MS;
    if (this.#ears.current === undefined && hasServed) this.#ears.forgive(named);
    this.#with.note('ear', `${named.name} failed: ${message}`, this.#ears.current?.name);
    this.#open();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#current) closeQuietly(this.#current.hearing);
    this.#current = undefined;
  }

  #open(): void {
    const { ears, order, soundMs, note, onWords, onDeaf } = this.#with;
    for (let named = this.#ears.current; named !== undefined; named = this.#ears.current) {
      try {
        const hearing = named.ear.open(order);
        const openedMs = soundMs();
        this.#current = { named, hearing, openedAtMs: this.#with.nowMs() };
        const isCurrent = () => this.#current?.hearing === hearing;
        hearing.onTrouble((error) => isCurrent() && this.#fail(error.message));
        hearing.onWords((words) => {
          const { startMs, endMs } = words;
          if (isCurrent()) onWords({ ...words, startMs: openedMs + startMs, endMs: openedMs + endMs });
        });
        if (this.#isSpeech) hearing.speechBegan();
        return;
      } catch (error) {
        this.#current = undefined;
        this.#ears.fail(named);
        const message = `${named.name} could not be opened: ${(error as Error).message}`;
        note('ear', message, this.#ears.current?.name);
      }
    }
    if (!this.#isClosed)
      onDeaf(new Error(ears.length === 0 ? 'there is no ear' : 'no ear can hear any more'));
  }

  #tell(tell: (hearing: Hearing) => void): void {
    if (this.#current === undefined) return;
    try {
      tell(this.#current.hearing);
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }
}

/** An ear that fails at being closed is closed. */
function closeQuietly(hearing: Hearing): void {
  try {
    hearing.close();
  } catch {}
}
