import { type AudioRate, FRAME_MS } from '@parley/audio/audio-leg.ts';

/** Voice activity detection (VAD). One instance is shared by all calls of a process. */
export interface SpeechDetector {
  open(rateHz: AudioRate): Detection;
}

/** The detector of one call. */
export interface Detection {
  /** Whether there is speech in the next frame, as far as is known without waiting. */
  isSpeech(frame: Int16Array): boolean;
  close(): void;
}

/** Decibels below full scale. A room is rarely quieter, and nothing that is said more softly can be understood. */
const QUIETEST_FLOOR = -65;
const QUIETEST_SPEECH = -48;
/** So far above the noise speech begins, and so far it goes on. */
const BEGIN_ABOVE = 12;
const STAY_ABOVE = 8;
/** The floor follows a falling noise at once and a rising one slowly, so that speech does not become the noise. */
const FALL_SHARE = 0.2;
const RISE_PER_FRAME = (2 * FRAME_MS) / 1000;

/** Detects speech by its loudness above the noise of the line. Cheap enough for the thread that carries the audio. */
export const energyDetector: SpeechDetector = { open: () => new EnergyDetection() };

class EnergyDetection implements Detection {
  #floor = QUIETEST_FLOOR;
  #isLoud = false;

  isSpeech(frame: Int16Array): boolean {
    const level = levelOf(frame);
    this.#floor = Math.max(
      QUIETEST_FLOOR,
      level < this.#floor
        ? this.#floor + (level - this.#floor) * FALL_SHARE
        : Math.min(level, this.#floor + RISE_PER_FRAME),
    );
    const above = this.#isLoud ? STAY_ABOVE : BEGIN_ABOVE;
    this.#isLoud = level > Math.max(this.#floor + above, QUIETEST_SPEECH);
    return this.#isLoud;
  }

  close(): void {}
}

/** Of a frame, in decibels below full scale, whatever constant lies under it. */
export function levelOf(frame: Int16Array): number {
  let sum = 0;
  let squares = 0;
  for (const sample of frame) {
    sum += sample;
    squares += sample * sample;
  }
  const mean = sum / frame.length;
  const power = squares / frame.length - mean * mean;
  return 10 * Math.log10(Math.max(power, 1e-3) / 2 ** 30);
}
