import { type TurnRecord, turnRecord } from '@parley/call-engine/turn-record.ts';
import type { SpeechStart } from '../speech-player.ts';

/** Measures a turn, from its end being known until the reply can be heard. */
export class TurnStopwatch {
  readonly #nowMs: () => number;
  readonly #onTurn: (record: TurnRecord) => void;
  #record: TurnRecord | undefined;
  #endKnownAtMs: number | undefined;
  #endpointingMs: number | undefined;
  #wordsAtMs: number | undefined;
  #deliveredAtMs: number | undefined;

  constructor(nowMs: () => number, onTurn: (record: TurnRecord) => void) {
    this.#nowMs = nowMs;
    this.#onTurn = onTurn;
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

  /** The reply begins; nothing is measured where it is no reply, or had to wait for something that they said meanwhile. */
  begin(soundMs: number, start: SpeechStart): void {
    const { textAtMs, soundAtMs, playedAtMs, isHeldUp } = start;
    const endpointingMs = this.#endpointingMs;
    this.#endpointingMs = undefined;
    this.#record = undefined;
    const [endKnownAtMs, wordsAtMs, deliveredAtMs] = [
      this.#endKnownAtMs,
      this.#wordsAtMs,
      this.#deliveredAtMs,
    ];
    this.#endKnownAtMs = undefined;
    this.#wordsAtMs = undefined;
    this.#deliveredAtMs = undefined;
    if (endKnownAtMs === undefined || wordsAtMs === undefined || deliveredAtMs === undefined || isHeldUp)
      return;
    this.#record = {
      ...turnRecord(soundMs, { endKnownAtMs, wordsAtMs, deliveredAtMs, textAtMs, soundAtMs, playedAtMs }),
      ...(endpointingMs === undefined ? {} : { endpointingMs: Math.round(endpointingMs) }),
    };
  }

  /** So long after its beginning the first word of the reply is heard. */
  heard(leadMs: number): void {
    if (this.#record) this.#onTurn({ ...this.#record, leadMs: Math.round(leadMs) });
    this.#record = undefined;
  }
}
