import { type TurnRecord, turnRecord } from '@parley/call-engine/turn-record.ts';
import type { SpeechStart } from '../speech-player.ts';

/** Measures a turn, from its end being known until the reply is played. */
export class TurnStopwatch {
  readonly #nowMs: () => number;
  #endKnownAtMs: number | undefined;
  #endpointingMs: number | undefined;
  #wordsAtMs: number | undefined;
  #deliveredAtMs: number | undefined;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** `silentMs`: how long they have been silent by now. */
  endKnown(silentMs: number): void {
    this.#endKnownAtMs = this.#nowMs();
    this.#endpointingMs = silentMs;
  }

  /** The final words are there. Without an earlier signal the end of turn is known from here on. */
  words(): void {
    this.#wordsAtMs = this.#nowMs();
    this.#endKnownAtMs ??= this.#wordsAtMs;
    this.#deliveredAtMs = undefined;
  }

  /** The conductor has received the words. */
  delivered(): void {
    if (this.#wordsAtMs !== undefined) this.#deliveredAtMs = this.#nowMs();
  }

  /** The reply begins; none where it is no reply, or had to wait for something that they said meanwhile. */
  begin(soundMs: number, start: SpeechStart): TurnRecord | undefined {
    const { textAtMs, soundAtMs, playedAtMs, leadMs, isHeldUp } = start;
    const endpointingMs = this.#endpointingMs;
    this.#endpointingMs = undefined;
    const [endKnownAtMs, wordsAtMs, deliveredAtMs] = [
      this.#endKnownAtMs,
      this.#wordsAtMs,
      this.#deliveredAtMs,
    ];
    this.#endKnownAtMs = undefined;
    this.#wordsAtMs = undefined;
    this.#deliveredAtMs = undefined;
    if (endKnownAtMs === undefined || wordsAtMs === undefined || deliveredAtMs === undefined || isHeldUp)
      return undefined;
    return {
      ...turnRecord(soundMs, { endKnownAtMs, wordsAtMs, deliveredAtMs, textAtMs, soundAtMs, playedAtMs }),
      ...(endpointingMs === undefined ? {} : { endpointingMs: Math.round(endpointingMs) }),
      leadMs: Math.round(leadMs),
    };
  }
}
