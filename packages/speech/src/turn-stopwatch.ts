import { type TurnRecord, turnRecord } from '@parley/call-engine/turn-record.ts';
import type { Beginning } from './mouth.ts';

/** Takes the moments of a turn as they come, from its end being known until the reply is heard. */
export class TurnStopwatch {
  readonly #nowMs: () => number;
  #endKnownAtMs: number | undefined;
  #wordsAtMs: number | undefined;
  #toldAtMs: number | undefined;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  endKnown(): void {
    this.#endKnownAtMs = this.#nowMs();
  }

  /** Their words are there. Where they brought the end with them, it was known then. */
  words(): void {
    this.#wordsAtMs = this.#nowMs();
    this.#endKnownAtMs ??= this.#wordsAtMs;
    this.#toldAtMs = undefined;
  }

  /** Whoever conducts the call knows them. */
  told(): void {
    if (this.#wordsAtMs !== undefined) this.#toldAtMs = this.#nowMs();
  }

  /** The reply begins; none where it is no reply, or had to wait for something that they said meanwhile. */
  begin(soundMs: number, { textAtMs, soundAtMs, playedAtMs, isHeldUp }: Beginning): TurnRecord | undefined {
    const [endKnownAtMs, wordsAtMs, toldAtMs] = [this.#endKnownAtMs, this.#wordsAtMs, this.#toldAtMs];
    this.#endKnownAtMs = undefined;
    this.#wordsAtMs = undefined;
    this.#toldAtMs = undefined;
    if (endKnownAtMs === undefined || wordsAtMs === undefined || toldAtMs === undefined || isHeldUp)
      return undefined;
    return turnRecord(soundMs, { endKnownAtMs, wordsAtMs, toldAtMs, textAtMs, soundAtMs, playedAtMs });
  }
}
