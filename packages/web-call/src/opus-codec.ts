import { Decoder, Encoder } from '@evan/opus';
import type { SoundCodec } from '@parley/sip/media/codec.ts';
import { WEB_RATE_HZ as RATE_HZ } from './web-media-protocol.ts';

/**
 * CELT, the part of Opus that is not specific to speech, needs a few more bits and a quarter of the work: 2 ms of a
 * core for a second of speech instead of 8 to 10 (measured at 16 and 24 kHz).
 */
const APPLICATION = 'restricted_lowdelay';
const BITS_PER_SECOND = 40_000;
/** Of 10. Higher complexity is not audible in speech. */
const COMPLEXITY = 3;

/** The duration of one frame, by the configuration in its first byte (RFC 6716, 3.1). */
const frameMs = (configuration: number): number => {
  if (configuration < 12) return [10, 20, 40, 60][configuration & 3] as number;
  if (configuration < 16) return [10, 20][configuration & 1] as number;
  return [2.5, 5, 10, 20][configuration & 3] as number;
};

/** The duration of a payload; 0 if it is invalid. */
export function opusMs(payload: Uint8Array): number {
  const [first, second] = payload;
  if (first === undefined) return 0;
  const frames = [1, 2, 2, (second ?? 0) & 0x3f][first & 3] as number;
  return frames * frameMs(first >> 3);
}

export const opus: SoundCodec = {
  rateHz: RATE_HZ,
  /** Timestamps of Opus count 48 kHz, whatever it is decoded to (RFC 7587, 4.1). */
  clock: { ticksPerMs: 48, msOf: opusMs },
  makeEncoder() {
    const encoder = new Encoder({ channels: 1, sample_rate: RATE_HZ, application: APPLICATION });
    encoder.bitrate = BITS_PER_SECOND;
    encoder.complexity = COMPLEXITY;
    return (sound, target) => {
      const bytes = encoder.encode(sound);
      target.set(bytes);
      return bytes.length;
    };
  },
  makeDecoder() {
    const decoder = new Decoder({ channels: 1, sample_rate: RATE_HZ });
    return (payload, target) => {
      try {
        const bytes = decoder.decode(payload);
        const sound = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1).subarray(
          0,
          target.length,
        );
        target.set(sound);
        return sound.length;
      } catch {
        // Anybody can send anything: what is no Opus is no sound.
        return 0;
      }
    };
  },
};
