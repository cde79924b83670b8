import type { AudioRate } from '@parley/audio/audio-leg.ts';

/** Turns speech into words. One instance is shared by all calls of a process. */
export interface SpeechToText {
  open(order: SttStreamOptions): SttStream;
}

export interface SttStreamOptions {
  readonly rateHz: AudioRate;
  /** One of the 32, lower case: what the call is held in. */
  readonly language: string;
  /** Names and terms that are likely to be said anywhere in the call. */
  readonly hints: readonly string[];
}

/**
 * Speech to text for one call. It gets every frame, silence too, so that its times are those of the audio. Turn taking
 * says where speech begins and pauses; a streaming vendor may know better and need not wait for that.
 */
export interface SttStream {
  pushFrame(frame: Int16Array): void;
  speechBegan(): void;
  /** Asks for the final words of what was said since speech began; they come as a `final`, also when there are none. */
  speechPaused(): void;
  /** Phrases that are likely to be said from now on, beside the hints. Absent where they cannot be changed in a call. */
  expect?(phrases: readonly string[]): void;
  onWords(listener: (words: RecognisedWords) => void): void;
  /** Recognition cannot continue; the caller switches to another vendor. Called once. */
  onError(listener: (error: Error) => void): void;
  close(): void;
}

export interface RecognisedWords {
  /** A `final` ends what the partials before it were about. An empty final: that was no speech. */
  readonly kind: 'partial' | 'final';
  readonly text: string;
  /** Milliseconds of audio since the stream was opened. */
  readonly startMs: number;
  readonly endMs: number;
  /** Lower case; absent when the vendor does not report it. */
  readonly language?: string;
  /** From 0 to 1, of final words: how sure it is of them. Absent when the vendor does not report it. */
  readonly confidence?: number;
}
