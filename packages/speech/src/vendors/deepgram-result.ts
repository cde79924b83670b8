/** A piece of what Deepgram understood, in the times of its stream. */
export interface DeepgramResult {
  readonly text: string;
  readonly words: readonly DeepgramWord[];
  /** Of the words; of the stretch of sound where there are none. */
  readonly startMs: number;
  readonly endMs: number;
  /** From 0 to 1, where it was reported. */
  readonly confidence?: number;
  /** How far the stretch of sound reaches that this is about. */
  readonly untilMs: number;
  /** It will not change any more. */
  readonly isFinal: boolean;
  /** A pause followed: the vendor has everything that was said. */
  readonly isPause: boolean;
  /** The answer to our Finalize message. */
  readonly isFinalized: boolean;
}

export interface DeepgramWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export type DeepgramMessage =
  | { readonly kind: 'result'; readonly result: DeepgramResult }
  | { readonly kind: 'error'; readonly message: string }
  /** Of no use to us. */
  | { readonly kind: 'other' }
  | { readonly kind: 'garbage' };

export function readDeepgram(data: string | ArrayBuffer): DeepgramMessage {
  const message = parsed(data);
  if (message === undefined) return { kind: 'garbage' };
  if (message.type === 'Error')
    return { kind: 'error', message: String(message.description ?? message.message ?? 'an error') };
  if (message.type !== 'Results') return { kind: 'other' };
  const best = message.channel?.alternatives?.[0];
  const { start, duration } = message;
  if (typeof best?.transcript !== 'string' || typeof start !== 'number' || typeof duration !== 'number')
    return { kind: 'garbage' };
  const words = wordsOf(best);
  const isFinal = message.is_final === true;
  return {
    kind: 'result',
    result: {
      text: best.transcript.trim(),
      words,
      startMs: words[0]?.startMs ?? ms(start),
      endMs: words.at(-1)?.endMs ?? ms(start + duration),
      untilMs: ms(start + duration),
      ...(typeof best.confidence === 'number' ? { confidence: best.confidence } : {}),
      isFinal,
      isPause: isFinal && message.speech_final === true,
      isFinalized: message.from_finalize === true,
    },
  };
}

/** The same in a time that began elsewhere, and without what ended before a given moment of it. */
export function inTimeOf(result: DeepgramResult, originMs: number, afterMs: number): DeepgramResult {
  const moved = result.words.map(({ text, startMs, endMs }) => ({
    text,
    startMs: startMs + originMs,
    endMs: endMs + originMs,
  }));
  const words = moved.filter(({ endMs }) => endMs > afterMs);
  const isWhole = words.length === moved.length;
  return {
    ...result,
    text: isWhole ? result.text : words.map(({ text }) => text).join(' '),
    words,
    startMs: words[0]?.startMs ?? result.startMs + originMs,
    endMs: words.at(-1)?.endMs ?? result.endMs + originMs,
    untilMs: result.untilMs + originMs,
  };
}

const ms = (seconds: number): number => Math.round(seconds * 1000);

function wordsOf({ words }: Alternative): DeepgramWord[] {
  return (words ?? []).flatMap(({ word, punctuated_word, start, end }) =>
    typeof start === 'number' && typeof end === 'number'
      ? [{ text: String(punctuated_word ?? word ?? ''), startMs: ms(start), endMs: ms(end) }]
      : [],
  );
}

/** As the vendor describes it; whether it keeps to that is looked at above. */
interface Sent {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly message?: unknown;
  readonly start?: unknown;
  readonly duration?: unknown;
  readonly is_final?: unknown;
  readonly speech_final?: unknown;
  readonly from_finalize?: unknown;
  readonly channel?: { readonly alternatives?: readonly Alternative[] };
}

interface Alternative {
  readonly transcript?: unknown;
  readonly confidence?: unknown;
  readonly words?: readonly {
    readonly word?: unknown;
    readonly punctuated_word?: unknown;
    readonly start?: unknown;
    readonly end?: unknown;
  }[];
}

function parsed(data: string | ArrayBuffer): Sent | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
