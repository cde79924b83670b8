/**
 * The latency of one turn in milliseconds, from end of turn until the first audio of the reply: the shares of speech
 * to text, dialogue model and text to speech, and the rest, which is our own. Event loop lag adds to all four and has
 * its own metric.
 */
export interface TurnRecord {
  /** When it began, in the time of the call. */
  readonly atMs: number;
  /** Speech to text: until the final transcript. */
  readonly sttMs: number;
  /** Dialogue model: from there until the first sentence of the reply. */
  readonly modelMs: number;
  /** Text to speech: from there until its first audio. */
  readonly ttsMs: number;
  readonly ownMs: number;
  /** Before all of that: silence after the contact's last sound until the end of turn was known. Absent: not measured. */
  readonly endpointingMs?: number;
  /** After all of that: silence that the reply begins with. Absent: not measured. */
  readonly leadMs?: number;
}

/** From the contact's last sound to our first. */
export const heardLatencyMs = ({ sttMs, modelMs, ttsMs, ownMs, endpointingMs, leadMs }: TurnRecord): number =>
  sttMs + modelMs + ttsMs + ownMs + (endpointingMs ?? 0) + (leadMs ?? 0);

/** The moments it is made of, on one clock. */
export interface TurnMoments {
  readonly endKnownAtMs: number;
  readonly wordsAtMs: number;
  /** The conductor got the words. */
  readonly deliveredAtMs: number;
  readonly textAtMs: number;
  readonly soundAtMs: number;
  readonly playedAtMs: number;
}

export function turnRecord(atMs: number, moments: TurnMoments): TurnRecord {
  const { endKnownAtMs, wordsAtMs, deliveredAtMs, textAtMs, soundAtMs, playedAtMs } = moments;
  const sttMs = Math.max(0, wordsAtMs - endKnownAtMs);
  const modelMs = Math.max(0, textAtMs - deliveredAtMs);
  const ttsMs = Math.max(0, soundAtMs - textAtMs);
  const ownMs = Math.max(0, playedAtMs - endKnownAtMs - sttMs - modelMs - ttsMs);
  const [stt, model, tts, own] = [sttMs, modelMs, ttsMs, ownMs].map((ms) => Math.round(ms * 10) / 10);
  return { atMs: Math.round(atMs), sttMs: stt ?? 0, modelMs: model ?? 0, ttsMs: tts ?? 0, ownMs: own ?? 0 };
}
