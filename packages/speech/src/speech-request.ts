/** One request to a vendor of speech: how long it took. */
export interface SpeechRequest {
  readonly part: 'stt' | 'tts';
  /** As it is configured, such as `deepgram`. */
  readonly vendor: string;
  /** Speech to text: from the pause until the final words. Text to speech: until the last sound. */
  readonly ms: number;
  /** Text to speech: until the first sound. Absent: there was none. */
  readonly firstMs?: number;
  readonly isFailed: boolean;
}

export type OnSpeechRequest = (request: SpeechRequest) => void;
