/** A stretch of sound for the Silero model, in whole windows. */
export interface SileroLook {
  readonly rateHz: SileroRate;
  readonly sound: Int16Array;
}

export type SileroRate = 8000 | 16_000;

/** 32 ms. */
export const windowSamples = (rateHz: SileroRate): number => (rateHz === 8000 ? 256 : 512);
