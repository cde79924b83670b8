import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import type { SoundCodec } from './codec.ts';
import { ComfortNoise, readNoise } from './comfort-noise.ts';
import { Concealer } from './concealment.ts';
import { JitterBuffer, type PacketKind } from './jitter-buffer.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** The longest packet, and one frame before it. */
const MOST_MS = 240;

/** Turns received packets into continuous audio: 20 ms on each request. */
export class Playout {
  readonly #jitter: JitterBuffer;
  readonly #noise: ComfortNoise;
  readonly #concealer: Concealer;
  readonly #perMs: number;
  readonly #makeDecoder: SoundCodec['makeDecoder'];
  #decode: ReturnType<SoundCodec['makeDecoder']>;
  /** Decoded and not played yet. */
  readonly #sound: Int16Array;
  #length = 0;
  readonly #spare: Int16Array;
  /** The far end has stopped sending audio and has described its silence (comfort noise). */
  #isNoise = false;

  constructor({ rateHz, clock, makeDecoder }: SoundCodec, seed: number) {
    this.#jitter = new JitterBuffer(clock);
    this.#perMs = rateHz / 1000;
    this.#makeDecoder = makeDecoder;
    this.#decode = makeDecoder();
    this.#noise = new ComfortNoise(seed);
    this.#concealer = new Concealer(rateHz);
    this.#sound = new Int16Array(MOST_MS * this.#perMs);
    this.#spare = new Int16Array(FRAME_MS * this.#perMs);
  }

  get counts(): JitterBuffer['counts'] {
    return this.#jitter.counts;
  }

  /** True: another stream has begun. */
  came(packet: RtpPacket, kind: PacketKind, nowMs: number): boolean {
    const isRestart = this.#jitter.push(packet, kind, nowMs);
    if (isRestart) this.#decode = this.#makeDecoder();
    return isRestart;
  }

  /** Fills 20 ms. */
  next(frame: Int16Array, nowMs: number): void {
    const isAhead = this.#jitter.isAhead(nowMs);
    this.#fill(frame, nowMs);
    if (!isAhead) return;
    // Two frames in the time of one: the first fades into the second.
    this.#fill(this.#spare, nowMs);
    for (let i = 0; i < frame.length; i += 1) {
      const share = i / frame.length;
      frame[i] = Math.round((frame[i] as number) * (1 - share) + (this.#spare[i] as number) * share);
    }
  }

  #fill(frame: Int16Array, nowMs: number): void {
    while (this.#length < frame.length) this.#more(nowMs);
    frame.set(this.#sound.subarray(0, frame.length));
    this.#sound.copyWithin(0, frame.length, this.#length);
    this.#length -= frame.length;
  }

  #more(nowMs: number): void {
    const due = this.#jitter.next(nowMs);
    switch (due.kind) {
      case 'sound': {
        const room = this.#sound.subarray(this.#length);
        const sound = room.subarray(0, this.#decode(due.payload, room));
        this.#concealer.heard(sound);
        this.#isNoise = false;
        this.#length += sound.length;
        return;
      }
      case 'noise': {
        const description = readNoise(due.payload);
        if (description !== undefined) this.#noise.describe(description);
        this.#isNoise = description !== undefined;
        this.#idle(FRAME_MS);
        return;
      }
      case 'gap': {
        if (this.#isNoise) this.#idle(due.ms);
        else this.#concealer.conceal(this.#room(due.ms));
        return;
      }
      default:
        this.#idle(FRAME_MS);
    }
  }

  #idle(ms: number): void {
    const room = this.#room(ms);
    if (this.#isNoise) this.#noise.fill(room);
    else room.fill(0);
  }

  #room(ms: number): Int16Array {
    const end = Math.min(this.#sound.length, this.#length + Math.ceil(ms * this.#perMs));
    const room = this.#sound.subarray(this.#length, end);
    this.#length = end;
    return room;
  }
}
