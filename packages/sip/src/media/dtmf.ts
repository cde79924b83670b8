import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import { TICKS_PER_MS } from './codec.ts';
import { type RtpPacket, timestampStep } from './rtp-packet.ts';

/** The keys of a telephone, by their number in RFC 4733. */
const KEYS = '0123456789*#ABCD';
const END = 0x80;
/** The longest duration of one event; a key held longer continues as another event with a later timestamp. */
const MOST_TICKS = 0xffff;

/**
 * Receives keys. The packets of a key share one timestamp, and the first that arrives reports the key. So no lost
 * packet can lose or repeat a key.
 */
export class KeyListener {
  #last: { readonly timestamp: number; readonly key: string; durationTicks: number } | undefined;

  /** The key, if this packet is the first of it that arrived. */
  heard({ timestamp, payload }: RtpPacket): string | undefined {
    const key = KEYS[payload[0] ?? KEYS.length];
    if (key === undefined || payload.length < 4) return undefined;
    const durationTicks = ((payload[2] as number) << 8) | (payload[3] as number);
    const last = this.#last;
    if (last !== undefined) {
      const step = timestampStep(last.timestamp, timestamp);
      if (step === 0) last.durationTicks = Math.max(last.durationTicks, durationTicks);
      if (step <= 0) return undefined;
      if (key === last.key && step === MOST_TICKS) {
        this.#last = { timestamp, key, durationTicks };
        return undefined;
      }
    }
    this.#last = { timestamp, key, durationTicks };
    return key;
  }

  /** Resets for another stream with its own timestamps. */
  restart(): void {
    this.#last = undefined;
  }
}

export interface KeyPacket {
  readonly isMarked: boolean;
  /** Of the beginning of the key, in all its packets. */
  readonly timestamp: number;
  readonly payload: Uint8Array;
}

const FRAME_TICKS = FRAME_MS * TICKS_PER_MS;
const PRESSED_FRAMES = 6;
/** The end is sent three times, because packets may be lost. */
const ENDS = 3;
const GAP_FRAMES = 5;
const MOST_WAITING = 64;
/** -10 dBm0, as telephones do. */
const VOLUME = 10;

/** Sends keys: one packet for each frame of 20 ms, instead of audio. */
export class KeyPresser {
  #waiting = '';
  #frame = 0;
  #timestamp = 0;

  /** False if a key is unknown or too many are waiting; then none is sent. */
  press(keys: string): boolean {
    const wanted = keys.toUpperCase();
    if ([...wanted].some((key) => !KEYS.includes(key))) return false;
    if (this.#waiting.length + wanted.length > MOST_WAITING) return false;
    this.#waiting += wanted;
    return true;
  }

  /** The packet for this frame; undefined: send audio. */
  next(timestamp: number): KeyPacket | undefined {
    const event = KEYS.indexOf(this.#waiting[0] ?? ' ');
    if (event < 0) return undefined;
    const frame = this.#frame;
    this.#frame += 1;
    if (frame >= PRESSED_FRAMES + ENDS) {
      if (this.#frame < PRESSED_FRAMES + ENDS + GAP_FRAMES) return undefined;
      this.#frame = 0;
      this.#waiting = this.#waiting.slice(1);
      return undefined;
    }
    if (frame === 0) this.#timestamp = timestamp;
    const ticks = FRAME_TICKS * Math.min(frame + 1, PRESSED_FRAMES);
    const end = frame >= PRESSED_FRAMES ? END : 0;
    return {
      isMarked: frame === 0,
      timestamp: this.#timestamp,
      payload: Uint8Array.of(event, end | VOLUME, ticks >> 8, ticks & 0xff),
    };
  }
}
