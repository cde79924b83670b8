import { type AudioRate, samplesIn } from '@parley/audio/audio-leg.ts';
import { Resampler } from '@parley/audio/resampler.ts';
import { joined, quietestPlace, type Span, voicedSpan } from '@parley/audio/sound.ts';
import { asSpeechFailure, SpeechFailure } from './speech-failure.ts';
import type { RecognisedWords, SpeechToText, SttStream, SttStreamOptions } from './speech-to-text.ts';

/** What those who read whole stretches of speech want it at. */
export const SEGMENT_RATE_HZ = 16_000 satisfies AudioRate;

export interface Segment {
  /** At 16 kHz. */
  readonly sound: Int16Array;
  readonly language: string;
  readonly hints: readonly string[];
  /** False: they are still talking, and it may be left out when there is no time for it. */
  readonly isFinal: boolean;
  readonly signal: AbortSignal;
}

export type SegmentWords = Pick<RecognisedWords, 'text' | 'confidence'>;

/** The words of a segment of speech; undefined when a partial was skipped for lack of time. */
export type Transcribe = (segment: Segment) => Promise<SegmentWords | undefined>;

export interface SegmentSttOptions {
  readonly transcribe: Transcribe;
  /** Of sound, between two looks at what is still being said; null: no partials. */
  readonly partialEveryMs: number | null;
  /** Called when a call opens a stream, to warm up. */
  readonly onOpen?: () => void;
}

/** Speech detection takes a moment: this much audio from before belongs to the speech. */
const BEFORE_MS = 400;
/** Longer stretches are cut at their quietest place: reading takes more than twice as long for twice the length. */
const LONGEST_PIECE_MS = 14_000;
const CUT_WITHIN_MS = 4_000;
const PARTIAL_SHARE = 0.2;
/** Of one call. More waiting pieces mean that the reader does not keep up. */
const MOST_PIECES = 8;

const samples = (ms: number): number => samplesIn(ms, SEGMENT_RATE_HZ);
const milliseconds = (count: number): number => (count * 1000) / SEGMENT_RATE_HZ;

/** Speech to text from a model that transcribes whole segments: audio is kept until a segment is complete. */
export const segmentStt = (options: SegmentSttOptions): SpeechToText => ({
  open(streamOptions) {
    options.onOpen?.();
    return new SegmentStream(options, streamOptions);
  },
});

/** What is being said since speech began. */
interface Speech {
  /** What was cut off because it was long, on its way to becoming words. */
  readonly pieces: Promise<SegmentWords>[];
  sound: Int16Array[];
  count: number;
  /** Of the first piece, where there are several. */
  voicedStartMs: number | undefined;
  /** Where the piece begins, in the time of the call, what came before speech was noticed included. */
  pieceMs: number;
  /** How much of the piece the last partial knew. */
  askedCount: number;
  /** The look at it that is under way. */
  partial: AbortController | undefined;
}

class SegmentStream implements SttStream {
  readonly #options: SegmentSttOptions;
  readonly #streamOptions: SttStreamOptions;
  readonly #resampler: Resampler;
  readonly #closed = new AbortController();
  #before: Int16Array[] = [];
  #beforeCount = 0;
  #receivedSamples = 0;
  #speech: Speech | undefined;
  #expected: readonly string[] = [];
  #waitingPieces = 0;
  /** Finals are reported in the order in which they were requested. */
  #reported: Promise<void> = Promise.resolve();
  #onWords: (words: RecognisedWords) => void = () => {};
  #onError: ((error: Error) => void) | undefined;

  constructor(options: SegmentSttOptions, streamOptions: SttStreamOptions) {
    this.#options = options;
    this.#streamOptions = streamOptions;
    this.#resampler = new Resampler(streamOptions.rateHz, SEGMENT_RATE_HZ);
  }

  onWords(listener: (words: RecognisedWords) => void): void {
    this.#onWords = listener;
  }

  onError(listener: (error: Error) => void): void {
    this.#onError = listener;
  }

  expect(phrases: readonly string[]): void {
    this.#expected = phrases;
  }

  pushFrame(frame: Int16Array): void {
    if (this.#closed.signal.aborted) return;
    this.#receivedSamples += frame.length;
    const fed = this.#resampler.feed(frame);
    if (fed.length === 0) return;
    // At the same rate it is the frame itself, which the caller may reuse.
    const sound = fed === frame ? fed.slice() : fed;
    if (this.#speech === undefined) {
      this.#keepBefore(sound);
      return;
    }
    this.#speech.sound.push(sound);
    this.#speech.count += sound.length;
    this.#cutOrAskPartial(this.#speech);
  }

  speechBegan(): void {
    if (this.#speech !== undefined || this.#closed.signal.aborted) return;
    this.#speech = {
      pieces: [],
      sound: this.#before,
      count: this.#beforeCount,
      voicedStartMs: undefined,
      pieceMs: this.#nowMs - milliseconds(this.#beforeCount),
      askedCount: 0,
      partial: undefined,
    };
    this.#before = [];
    this.#beforeCount = 0;
  }

  speechPaused(): void {
    if (this.#closed.signal.aborted) return;
    const speech = this.#speech;
    this.#speech = undefined;
    if (speech === undefined) {
      this.#reportFinal(Promise.resolve(NOTHING), this.#nowMs, this.#nowMs);
      return;
    }
    speech.partial?.abort();
    const sound = joined(speech.sound);
    const span = voicedSpan(sound, SEGMENT_RATE_HZ);
    const startMs = speech.voicedStartMs ?? speech.pieceMs + milliseconds(span?.start ?? 0);
    const endMs = span === undefined ? this.#nowMs : speech.pieceMs + milliseconds(span.end);
    const words = Promise.all([...speech.pieces, this.#transcribe(sound, span)]);
    this.#reportFinal(words.then(together), startMs, Math.max(startMs, endMs));
  }

  close(): void {
    this.#closed.abort();
    this.#speech = undefined;
    this.#before = [];
  }

  get #nowMs(): number {
    return Math.round((this.#receivedSamples * 1000) / this.#streamOptions.rateHz);
  }

  #keepBefore(sound: Int16Array): void {
    this.#before.push(sound);
    this.#beforeCount += sound.length;
    for (;;) {
      const oldest = this.#before[0]?.length ?? 0;
      if (this.#beforeCount - oldest < samples(BEFORE_MS) || oldest === 0) return;
      this.#before.shift();
      this.#beforeCount -= oldest;
    }
  }

  /** Whether it is time to cut what is being said, or to see what it is so far. */
  #cutOrAskPartial(speech: Speech): void {
    if (speech.count >= samples(LONGEST_PIECE_MS)) {
      this.#cut(speech);
      return;
    }
    const every = this.#options.partialEveryMs;
    if (every === null || speech.partial !== undefined) return;
    // The longer it is the more a look costs, and the less it changes.
    const due = Math.max(samples(every), PARTIAL_SHARE * speech.count);
    if (speech.count - speech.askedCount >= due) this.#askPartial(speech);
  }

  #cut(speech: Speech): void {
    const sound = joined(speech.sound);
    const at = quietestPlace(sound, sound.length - samples(CUT_WITHIN_MS), SEGMENT_RATE_HZ);
    const piece = sound.subarray(0, at);
    const rest = sound.slice(at);
    const span = voicedSpan(piece, SEGMENT_RATE_HZ);
    speech.voicedStartMs ??= speech.pieceMs + milliseconds(span?.start ?? 0);
    const words = this.#transcribe(piece, span);
    // The failure is reported with the final words.
    words.catch(() => {});
    speech.pieces.push(words);
    speech.partial?.abort();
    speech.partial = undefined;
    speech.sound = [rest];
    speech.count = rest.length;
    speech.pieceMs += milliseconds(at);
    speech.askedCount = 0;
  }

  #askPartial(speech: Speech): void {
    const partial = new AbortController();
    speech.partial = partial;
    speech.askedCount = speech.count;
    const sound = joined(speech.sound);
    const span = voicedSpan(sound, SEGMENT_RATE_HZ);
    const endMs = this.#nowMs;
    const startMs = speech.voicedStartMs ?? speech.pieceMs + milliseconds(span?.start ?? 0);
    Promise.all([...speech.pieces, this.#partialWords(sound, span, partial.signal)]).then(
      (parts) => {
        if (partial.signal.aborted || this.#speech !== speech) return;
        speech.partial = undefined;
        const { text } = together(parts.filter((part) => part !== undefined));
        if (parts.at(-1) === undefined) return;
        if (text !== '') this.#onWords({ kind: 'partial', text, startMs: Math.round(startMs), endMs });
      },
      // The failure is reported with the final words; until then the partials are only missing.
      () => {
        if (!partial.signal.aborted) speech.partial = undefined;
      },
    );
  }

  async #partialWords(
    sound: Int16Array,
    span: Span | undefined,
    signal: AbortSignal,
  ): Promise<SegmentWords | undefined> {
    if (span === undefined) return NOTHING;
    return this.#options.transcribe(this.#segment(sound, span, false, signal));
  }

  async #transcribe(sound: Int16Array, span: Span | undefined): Promise<SegmentWords> {
    if (span === undefined) return NOTHING;
    if (this.#waitingPieces >= MOST_PIECES)
      throw new SpeechFailure('unavailable', 'The transcription does not keep up with the speech');
    this.#waitingPieces += 1;
    try {
      const words = await this.#options.transcribe(this.#segment(sound, span, true, this.#closed.signal));
      return words ?? NOTHING;
    } finally {
      this.#waitingPieces -= 1;
    }
  }

  #segment(sound: Int16Array, span: Span, isFinal: boolean, signal: AbortSignal): Segment {
    const { language } = this.#streamOptions;
    const hints = [...this.#streamOptions.hints, ...this.#expected];
    return { sound: sound.slice(span.from, span.to), language, hints, isFinal, signal };
  }

  #reportFinal(words: Promise<SegmentWords>, startMs: number, endMs: number): void {
    const outcome = words.then(
      (recognised) => () =>
        this.#onWords({
          kind: 'final',
          ...recognised,
          startMs: Math.round(startMs),
          endMs: Math.round(endMs),
        }),
      (error: unknown) => () => {
        this.#onError?.(asSpeechFailure(error));
        // Reported once.
        this.#onError = undefined;
      },
    );
    this.#reported = this.#reported
      .then(() => outcome)
      .then((report) => {
        if (!this.#closed.signal.aborted) report();
      });
  }
}

const NOTHING: SegmentWords = { text: '' };

/** One text, as sure as its least sure part. */
function together(parts: readonly SegmentWords[]): SegmentWords {
  const spoken = parts.map((part) => ({ ...part, text: part.text.trim() })).filter(({ text }) => text !== '');
  const confidences = spoken.flatMap(({ confidence }) => confidence ?? []);
  return {
    text: spoken.map(({ text }) => text).join(' '),
    ...(confidences.length === 0 ? {} : { confidence: Math.min(...confidences) }),
  };
}
