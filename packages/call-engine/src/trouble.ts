/** A speech component failed. `instead` took over; absent: nothing did. */
export interface Trouble {
  readonly part: 'stt' | 'tts' | 'recording' | 'line';
  readonly message: string;
  readonly instead?: string;
}

export type NoteTrouble = (part: Trouble['part'], message: string, instead?: string) => void;
