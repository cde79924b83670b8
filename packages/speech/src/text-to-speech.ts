import type { AudioRate } from '@parley/audio/audio-leg.ts';

/** Turns words into sound. One instance is shared by all calls of a process. */
export interface TextToSpeech {
  /**
   * The sound of one sentence or a few, in pieces of any length, each as soon as it is made. Aborting the signal
   * stops the synthesis. Throws on failure; the caller switches to another vendor.
   */
  speak(request: TtsRequest, signal: AbortSignal): AsyncIterable<Int16Array>;
}

export interface TtsRequest {
  readonly text: string;
  readonly rateHz: AudioRate;
  /** One of the 32, lower case. */
  readonly language: string;
  /** The vendor's voice id; null: the default voice of the language. */
  readonly voiceId: string | null;
  /** 1 is the voice's normal speed. */
  readonly speed: number;
}
