/**
 * What one turn took, from the moment it was known that they had finished until the first sound of the reply was
 * given to the leg, in milliseconds. The three parts that somebody else may take, and what is left: our own share. An
 * event loop that is late is late for all four; its lag is a metric of its own.
 */
export interface TurnRecord {
  /** When it began, in the time of the call. */
  readonly atMs: number;
  /** Until the last words were there. */
  readonly sttMs: number;
  /** From there until the first sentence of the reply was known. */
  readonly mindMs: number;
  /** From there until its first sound was there. */
  readonly ttsMs: number;
  readonly ownMs: number;
}

/** The moments it is made of, on one clock. */
export interface TurnMoments {
  readonly endKnownAtMs: number;
  readonly wordsAtMs: number;
  /** Whoever conducts the call was told. */
  readonly deliveredAtMs: number;
  readonly textAtMs: number;
  readonly soundAtMs: number;
  readonly playedAtMs: number;
}

export function turnRecord(atMs: number, moments: TurnMoments): TurnRecord {
  const { endKnownAtMs, wordsAtMs, deliveredAtMs, textAtMs, soundAtMs, playedAtMs } = moments;
  const sttMs = Math.max(0, wordsAtMs - endKnownAtMs);
  const mindMs = Math.max(0, textAtMs - deliveredAtMs);
  const ttsMs = Math.max(0, soundAtMs - textAtMs);
  const ownMs = Math.max(0, playedAtMs - endKnownAtMs - sttMs - mindMs - ttsMs);
  const [stt, mind, voice, own] = [sttMs, mindMs, ttsMs, ownMs].map((ms) => Math.round(ms * 10) / 10);
  return { atMs: Math.round(atMs), sttMs: stt ?? 0, mindMs: mind ?? 0, ttsMs: voice ?? 0, ownMs: own ?? 0 };
}
