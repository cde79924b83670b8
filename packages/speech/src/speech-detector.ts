import type { AudioRate } from '@parley/audio/audio-leg.ts';

/** Finds out whether somebody speaks. One is shared by all calls of a process. */
export interface SpeechDetector {
  open(rateHz: AudioRate): Detection;
}

/** The detector at one call. */
export interface Detection {
  /** Whether there is speech in the next frame, as far as is known at once. */
  isSpeech(frame: Int16Array): boolean;
  close(): void;
}
