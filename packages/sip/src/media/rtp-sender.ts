import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import { BYTES_PER_MS, type SoundCodec, TICKS_PER_MS } from './codec.ts';
import { KeyPresser } from './dtmf.ts';
import { RTP_HEADER_BYTES, writeRtpHeader } from './rtp-packet.ts';

export interface SenderOrder {
  readonly codec: SoundCodec;
  readonly payloadType: number;
  /** Null: the far end does not accept DTMF. */
  readonly keysType: number | null;
  readonly packetMs: number;
}

/** Where a stream begins: at random, so that nobody can guess what is encrypted (RFC 3550, 5.1). */
export interface StreamStart {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
}

/** A packet may still be with the system when the next ones are made. */
const BUFFERS = 8;
const MOST_FRAMES = 3;
const FRAME_TICKS = FRAME_MS * TICKS_PER_MS;
const FRAME_BYTES = FRAME_MS * BYTES_PER_MS;

/** Makes packets of our audio and DTMF keys, in order. */
export class RtpSender {
  readonly ssrc: number;
  packets = 0;
  bytes = 0;
  readonly keys = new KeyPresser();
  readonly #buffers = Array.from({ length: BUFFERS }, () =>
    Buffer.alloc(RTP_HEADER_BYTES + MOST_FRAMES * FRAME_BYTES),
  );
  #order: SenderOrder;
  #encode: ReturnType<SoundCodec['makeEncoder']>;
  #sequence: number;
  #timestamp: number;
  #isMarked = true;
  /** Frames waiting to fill a packet. */
  #frames = 0;

  constructor(order: SenderOrder, { ssrc, sequence, timestamp }: StreamStart) {
    this.#order = order;
    this.#encode = order.codec.makeEncoder();
    this.ssrc = ssrc;
    this.#sequence = sequence;
    this.#timestamp = timestamp;
  }

  get timestamp(): number {
    return this.#timestamp >>> 0;
  }

  change(order: SenderOrder): void {
    if (order.codec !== this.#order.codec) this.#encode = order.codec.makeEncoder();
    this.#order = order;
    this.#frames = 0;
  }

  /** Time passes without a packet. */
  pass(frames: number): void {
    if (frames === 0) return;
    this.#timestamp += frames * FRAME_TICKS;
    this.#frames = 0;
    this.#isMarked = true;
  }

  /** 20 ms: the packet that goes out, if it is full. The bytes are good until a few packets later. */
  frame(sound: Int16Array): Buffer | undefined {
    const { keysType, payloadType, packetMs } = this.#order;
    const key = keysType === null ? undefined : this.keys.next(this.timestamp);
    if (key !== undefined && keysType !== null) {
      this.#frames = 0;
      this.#timestamp += FRAME_TICKS;
      const bytes = this.#header(keysType, key.isMarked, key.timestamp);
      bytes.set(key.payload, RTP_HEADER_BYTES);
      this.#isMarked = true;
      return this.#sent(bytes, key.payload.length);
    }
    const wanted = Math.max(1, Math.min(MOST_FRAMES, Math.floor(packetMs / FRAME_MS)));
    const bytes = this.#buffers[this.#sequence % BUFFERS] as Buffer;
    this.#encode(sound, bytes.subarray(RTP_HEADER_BYTES + this.#frames * FRAME_BYTES));
    this.#frames += 1;
    this.#timestamp += FRAME_TICKS;
    if (this.#frames < wanted) return undefined;
    const frames = this.#frames;
    this.#frames = 0;
    this.#header(payloadType, this.#isMarked, this.#timestamp - frames * FRAME_TICKS);
    this.#isMarked = false;
    return this.#sent(bytes, frames * FRAME_BYTES);
  }

  #header(payloadType: number, isMarked: boolean, timestamp: number): Buffer {
    const bytes = this.#buffers[this.#sequence % BUFFERS] as Buffer;
    writeRtpHeader(bytes, { payloadType, isMarked, sequence: this.#sequence, timestamp, ssrc: this.ssrc });
    return bytes;
  }

  #sent(bytes: Buffer, payloadBytes: number): Buffer {
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.packets += 1;
    this.bytes += payloadBytes;
    return bytes.subarray(0, RTP_HEADER_BYTES + payloadBytes);
  }
}
