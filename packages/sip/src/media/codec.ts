import type { AudioRate } from '@parley/audio/audio-leg.ts';
import { aLaw, type CompandingLaw, decodeG711, encodeG711, muLaw } from '@parley/audio/g711.ts';
import { makeG722Decoder, makeG722Encoder } from '@parley/audio/g722.ts';
import type { CodecName } from '../media-session.ts';

/** How a stream of packets counts its time. */
export interface StreamClock {
  /** Of the timestamps in RTP. */
  readonly ticksPerMs: number;
  /** How much audio a payload contains. */
  msOf(payload: Uint8Array): number;
}

/** Encodes and decodes audio. */
export interface SoundCodec {
  readonly rateHz: AudioRate;
  readonly clock: StreamClock;
  /** Returns how many bytes were written. */
  makeEncoder(): (sound: Int16Array, target: Uint8Array) => number;
  /** Returns how many samples were written. */
  makeDecoder(): (payload: Uint8Array, target: Int16Array) => number;
}

/** All codecs of telephones make 8 bytes of a millisecond and count 8 ticks for it in RTP. */
export const BYTES_PER_MS = 8;
/** Of the clock in RTP, also for G.722, which samples twice as fast (RFC 3551, 4.5.2). */
export const TICKS_PER_MS = 8;

export const telephoneClock: StreamClock = {
  ticksPerMs: TICKS_PER_MS,
  msOf: (payload) => payload.length / BYTES_PER_MS,
};

const companded = (law: CompandingLaw): SoundCodec => ({
  rateHz: 8000,
  clock: telephoneClock,
  makeEncoder: () => (sound, target) => encodeG711(law, sound, target),
  makeDecoder: () => (payload, target) => decodeG711(law, payload, target),
});

export const codecs: { readonly [name in CodecName]: SoundCodec } = {
  PCMU: companded(muLaw),
  PCMA: companded(aLaw),
  G722: {
    rateHz: 16_000,
    clock: telephoneClock,
    makeEncoder: makeG722Encoder,
    makeDecoder: makeG722Decoder,
  },
};
