import { FRAME_MS, samplesIn } from '@parley/audio/audio-leg.ts';
import type { Beat } from '@parley/sip/media/media-tick.ts';
import { Playout } from '@parley/sip/media/playout.ts';
import type { RtpPacket } from '@parley/sip/media/rtp-packet.ts';
import { opus } from './opus-codec.ts';
import type { LegBeat } from './web-media-protocol.ts';

/** The connection under an endpoint; it may be replaced by another. */
export interface EndpointPeer {
  readonly isConnected: boolean;
  send(payload: Buffer, timestamp: number): void;
  close(): void;
}

const TICKS_PER_FRAME = FRAME_MS * opus.clock.ticksPerMs;
const FRAME_SAMPLES = samplesIn(FRAME_MS, opus.rateHz);
/** A browser sends fifty packets a second, even muted: after this time without any, the connection is lost. */
const AWAY_MS = 1000;
/** After this time speech continues even if the browser sends nothing. */
const LONGEST_AWAY_MS = 20_000;
/** The maximum size of an encoded frame. */
const MOST_BYTES = 1275;
/** 20 ms of silence, already encoded as Opus. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);

/**
 * Our end of the audio of one web call: packets in and out. While the connection is lost speech waits, so that a
 * contact who returns hears the rest.
 */
export class WebEndpoint {
  readonly #id: number;
  readonly #seed: number;
  readonly #encode = opus.makeEncoder();
  readonly #payload = Buffer.alloc(MOST_BYTES);
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  #playout: Playout;
  #peer: EndpointPeer | undefined;
  #queue: Int16Array[] = [];
  #timestamp: number;
  #lastCameMs = 0;
  #played = 0;
  #received = 0;
  #waiting = 0;

  constructor(id: number, start: { readonly timestamp: number; readonly seed: number }) {
    this.#id = id;
    this.#seed = start.seed;
    this.#timestamp = start.timestamp;
    this.#playout = new Playout(opus, start.seed);
  }

  get timestamp(): number {
    return this.#timestamp >>> 0;
  }

  /** Uses this connection from now on. */
  connect(peer: EndpointPeer, nowMs: number): void {
    this.#peer?.close();
    this.#peer = peer;
    this.#lastCameMs = nowMs;
    this.#playout = new Playout(opus, this.#seed);
  }

  isOn(peer: EndpointPeer): boolean {
    return this.#peer === peer;
  }

  /** Whether the browser is connected, judged by its packets. */
  isPresent(nowMs: number): boolean {
    return this.#peer?.isConnected === true && nowMs - this.#lastCameMs <= AWAY_MS;
  }

  came(packet: RtpPacket, nowMs: number): void {
    this.#lastCameMs = nowMs;
    this.#playout.came(packet, 'sound', nowMs);
  }

  play(sound: Int16Array): void {
    this.#queue.push(sound);
    this.#received += sound.length;
    this.#waiting += sound.length;
  }

  hush(): void {
    this.#queue = [];
    this.#waiting = 0;
  }

  /** 20 ms have passed: a frame goes out, a frame comes in. */
  beat({ dueMs, skipped }: Beat): LegBeat {
    this.#timestamp += (1 + skipped) * TICKS_PER_FRAME;
    const isReached = this.isPresent(dueMs) || dueMs - this.#lastCameMs > LONGEST_AWAY_MS;
    if (isReached) this.#peer?.send(this.#nextPayload(), this.timestamp);
    const frame = new Int16Array(FRAME_SAMPLES);
    this.#playout.next(frame, dueMs);
    return { id: this.#id, frame, played: this.#played, received: this.#received, waiting: this.#waiting };
  }

  close(): void {
    this.#peer?.close();
    this.#peer = undefined;
  }

  #nextPayload(): Buffer {
    let filled = 0;
    for (let next = this.#queue[0]; next !== undefined && filled < FRAME_SAMPLES; next = this.#queue[0]) {
      const part = next.subarray(0, FRAME_SAMPLES - filled);
      this.#frame.set(part, filled);
      filled += part.length;
      if (part.length === next.length) this.#queue.shift();
      else this.#queue[0] = next.subarray(part.length);
    }
    if (filled === 0) return SILENCE;
    this.#frame.fill(0, filled);
    this.#played += filled;
    this.#waiting -= filled;
    return this.#payload.subarray(0, this.#encode(this.#frame, this.#payload));
  }
}
