import type { AudioRate } from '@parley/audio/audio-leg.ts';

/** Turns words into sound. One is shared by all calls of a process. */
export interface TextToSpeech {
  /**
   * The sound of one sentence or a few, in pieces of any length, each as soon as it is made. Aborting the signal
   * stops the making. Throws when it cannot: whoever speaks changes to another voice.
   */
  speak(request: TtsRequest, signal: AbortSignal): AsyncIterable<Int16Array>;
}

export interface TtsRequest {
  readonly text: string;
  readonly rateHz: AudioRate;
  /** One of the 32, lower case. */
  readonly language: string;
  /** The vendor's own name of the voice; null: the default one of that language. */
  readonly voiceId: string | null;
  /** 1 is as the voice speaks by itself. */
  readonly speed: number;
}
