/**
 * One leg of a call that carries sound: a telephone or a browser. Sound is mono, 16 bits a sample, at the rate of
 * the leg; both directions run in real time from the moment the leg exists.
 */
export interface AudioLeg {
  readonly rateHz: AudioRate;
  /**
   * What comes from them: 20 ms at a time, in order, at an even pace, with what was lost on the way concealed.
   * There is one listener; what came before it was set is gone.
   */
  onSound(listener: (frame: Int16Array) => void): void;
  /** A key they pressed. */
  onDigit(listener: (digit: string) => void): void;
  /** They put us on hold, or come back. Until then nothing we say is heard, and what we hear is not them. */
  onHold?(listener: (isHeld: boolean) => void): void;
  /** Called once when they have left, also if they left before the listener was set. */
  onLeft(listener: () => void): void;
  /** Plays it after everything that was given before; any length. */
  play(sound: Int16Array): void;
  /** How many of the samples given to `play` have gone out so far. What was hushed never goes out. */
  playedSamples(): number;
  /** Throws away what has not gone out yet; silence follows at once. */
  hush(): void;
  /** Presses keys of a telephone (0 to 9, *, #, A to D); absent: it cannot. */
  press?(keys: string): void;
  /** Passes the call on. False: the other number did not take it, and this leg is still there. */
  transfer(to: string): Promise<boolean>;
  /** Harmless when they have left already. What has been given to `play` is dropped: wait for it first. */
  hangUp(): Promise<void>;
}

export type AudioRate = 8000 | 16_000 | 24_000 | 48_000;

export const FRAME_MS = 20;

export const samplesIn = (ms: number, rateHz: AudioRate): number => Math.round((ms * rateHz) / 1000);
