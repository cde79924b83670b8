import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import { type StreamClock, telephoneClock } from './codec.ts';
import { type RtpPacket, sequenceStep, timestampStep } from './rtp-packet.ts';

/** How late packets arrive, compared with the fastest of the last seconds. */

const WINDOW = 192;
/** The share of packets that the delay waits for; waiting for the rest would delay all others too much. */
const SHARE_WAITED_FOR = 0.97;
const LEAST_MS = 40;
const MOST_MS = 240;
/** Between the arrival of a packet and the next due frame. */
const MARGIN_MS = 20;
const LOOK_EVERY = 16;
/** A larger change between two packets is a network stall or a clock reset; neither says how late packets are now. */
const JUMP_MS = 400;

class DelayEstimate {
  /** How long a packet is kept before it is played, counted from the quickest. */
  targetMs = LEAST_MS;
  /**
   * Arrival minus timestamp of the fastest packet. The clocks differ, so only differences of this number mean
   * something.
   */
  baseMs = 0;
  readonly #window = new Float64Array(WINDOW);
  #count = 0;
  #lastMs = 0;

  /** Arrival minus timestamp of a packet. */
  add(transitMs: number): void {
    if (Math.abs(transitMs - this.#lastMs) > JUMP_MS) this.#count = 0;
    this.#lastMs = transitMs;
    this.#window[this.#count % WINDOW] = transitMs;
    this.#count += 1;
    if (this.#count === 1 || transitMs < this.baseMs) this.baseMs = transitMs;
    if (this.#count % LOOK_EVERY === 0) this.#look();
  }

  /** Resets for another stream over the same network: only its clock is unknown. */
  restart(): void {
    this.#count = 0;
  }

  #look(): void {
    const sorted = this.#window.slice(0, Math.min(this.#count, WINDOW)).sort();
    this.baseMs = sorted[0] as number;
    const late = (sorted[Math.floor((sorted.length - 1) * SHARE_WAITED_FOR)] as number) - this.baseMs;
    this.targetMs = Math.max(LEAST_MS, Math.min(MOST_MS, late + MARGIN_MS));
  }
}

export type PacketKind = 'sound' | 'noise' | 'keys';

/** What to play next. */
export type Due =
  | { readonly kind: PacketKind; readonly payload: Uint8Array }
  /** A packet is lost or late: the player conceals the gap. */
  | { readonly kind: 'gap'; readonly ms: number }
  /** Nobody is sending. */
  | { readonly kind: 'nothing' };

interface Waiting {
  readonly number: number;
  readonly kind: PacketKind;
  readonly payload: Uint8Array;
  readonly ms: number;
  /** The sender's time of the audio. DTMF packets carry the start of the key instead, which is of no use here. */
  readonly spokenMs: number | undefined;
}

const SLOTS = 128;
/** A larger step is not reordering: the sender has restarted, once a second packet confirms it. */
const MOST_STEP = 100;
/** 200 ms, the most that RFC 3551 allows. */
const MOST_PACKET_MS = 200;
/** A longer gap is not concealed: the sender has paused. */
const MOST_BRIDGED_MS = 100;
/** The delay is adjusted at most this often, because each adjustment is slightly audible. */
const ADJUST_EVERY_MS = 100;
/** Deviations from the target below this are tolerated. */
const TOLERANCE_MS = 25;
/** So late at once, as after a network stall, that packets are dropped instead of played. */
const HOPELESS_MS = 300;

/**
 * Sorts packets and returns them at an even pace, with no more delay than the network needs. The delay grows when
 * packets come too late and shrinks again, so it also follows a drifting clock.
 */
export class JitterBuffer {
  readonly counts = { late: 0, doubled: 0, lost: 0, restarts: 0 };
  readonly #slots: (Waiting | undefined)[] = new Array(SLOTS).fill(undefined);
  readonly #delay = new DelayEstimate();
  readonly #clock: StreamClock;
  #waiting = 0;
  #ssrc: number | undefined;
  /** Extended sequence numbers, which do not wrap around. */
  #highest = 0;
  #next = 0;
  #isPlaying = false;
  #last = { timestamp: 0, spokenMs: 0 };
  #stranger: RtpPacket | undefined;
  /** Concealed before a loss was known; a gap found later is shorter by this. */
  #bridgedMs = 0;
  #adjustedMs = Number.NEGATIVE_INFINITY;

  constructor(clock: StreamClock = telephoneClock) {
    this.#clock = clock;
  }

  /** True if the packet starts another stream; the state of the previous one is dropped. */
  push(packet: RtpPacket, kind: PacketKind, nowMs: number): boolean {
    if (this.#clock.msOf(packet.payload) > MOST_PACKET_MS) return false;
    const step = sequenceStep(this.#highest & 0xffff, packet.sequence);
    let isRestart = false;
    if (this.#ssrc === undefined || packet.ssrc !== this.#ssrc || Math.abs(step) > MOST_STEP) {
      if (this.#ssrc !== undefined && !this.#isExpected(packet)) return false;
      isRestart = true;
      this.#restart(packet);
    }
    this.#stranger = undefined;
    const number = this.#highest + sequenceStep(this.#highest & 0xffff, packet.sequence);
    if (kind === 'sound') this.#follow(packet, nowMs);
    const slot = number % SLOTS;
    if (number < this.#next) this.counts.late += 1;
    else if (this.#slots[slot] !== undefined) this.counts.doubled += 1;
    else this.#put(slot, number, packet, kind);
    this.#highest = Math.max(this.#highest, number);
    return isRestart;
  }

  /** What is due now. Ask again when everything returned so far has been played. */
  next(nowMs: number): Due {
    if (!this.#isPlaying && !this.#begin(nowMs)) return { kind: 'nothing' };
    for (;;) {
      const ahead = this.#soonest();
      if (ahead === undefined) return this.#bridge();
      const delayMs = this.#delayOf(ahead, nowMs);
      const { targetMs } = this.#delay;
      if (delayMs !== undefined && delayMs < targetMs - TOLERANCE_MS && this.#mayAdjust(nowMs))
        return { kind: 'gap', ms: FRAME_MS };
      if (ahead.number > this.#next) {
        this.#next += 1;
        if (this.#bridgedMs >= ahead.ms) this.#bridgedMs -= ahead.ms;
        else {
          this.counts.lost += 1;
          return { kind: 'gap', ms: ahead.ms };
        }
      } else {
        this.#take(ahead);
        if (delayMs === undefined || delayMs < targetMs + HOPELESS_MS) {
          this.#bridgedMs = 0;
          return ahead;
        }
      }
    }
  }

  /** There is more delay than needed: the player may merge the next two frames into one. */
  isAhead(nowMs: number): boolean {
    const ahead = this.#isPlaying ? this.#slots[this.#next % SLOTS] : undefined;
    const delayMs = ahead && this.#delayOf(ahead, nowMs);
    return (
      delayMs !== undefined &&
      delayMs > this.#delay.targetMs + TOLERANCE_MS &&
      this.#waiting > 1 &&
      this.#mayAdjust(nowMs)
    );
  }

  get waitingMs(): number {
    return this.#slots.reduce((sum, waiting) => sum + (waiting?.ms ?? 0), 0);
  }

  #isExpected(packet: RtpPacket): boolean {
    const before = this.#stranger;
    this.#stranger = packet;
    return before?.ssrc === packet.ssrc && sequenceStep(before.sequence, packet.sequence) === 1;
  }

  #restart({ ssrc, sequence, timestamp }: RtpPacket): void {
    if (this.#ssrc !== undefined) this.counts.restarts += 1;
    this.#ssrc = ssrc;
    this.#slots.fill(undefined);
    this.#waiting = 0;
    this.#isPlaying = false;
    // Far enough from zero that what was overtaken by the first packet has a number too.
    this.#highest = 0x1_0000 + sequence;
    this.#next = this.#highest - MOST_STEP;
    this.#last = { timestamp, spokenMs: 0 };
    this.#delay.restart();
  }

  /** The sender's clock without wrap-around, and how late this packet is by it. */
  #follow({ timestamp }: RtpPacket, nowMs: number): void {
    const { timestamp: before, spokenMs } = this.#last;
    this.#last = {
      timestamp,
      spokenMs: spokenMs + timestampStep(before, timestamp) / this.#clock.ticksPerMs,
    };
    this.#delay.add(nowMs - this.#last.spokenMs);
  }

  #put(slot: number, number: number, { payload }: RtpPacket, kind: PacketKind): void {
    const ms = kind === 'sound' ? Math.max(1, this.#clock.msOf(payload)) : FRAME_MS;
    const spokenMs = kind === 'sound' ? this.#last.spokenMs : undefined;
    this.#slots[slot] = { number, kind, payload, ms, spokenMs };
    this.#waiting += 1;
  }

  #take({ number }: Waiting): void {
    this.#slots[number % SLOTS] = undefined;
    this.#waiting -= 1;
    this.#next = number + 1;
  }

  #soonest(): Waiting | undefined {
    if (this.#waiting === 0) return undefined;
    for (let number = this.#next; number <= this.#highest; number += 1) {
      const waiting = this.#slots[number % SLOTS];
      if (waiting !== undefined) return waiting;
    }
    return undefined;
  }

  /** How long what is due next would have been under way and kept, if it were played now; unknown when their clock
   * was set anew behind it. */
  #delayOf({ spokenMs, number, ms }: Waiting, nowMs: number): number | undefined {
    if (spokenMs === undefined) return undefined;
    const delayMs = nowMs - (spokenMs - (number - this.#next) * ms) - this.#delay.baseMs;
    return delayMs >= 0 ? delayMs : undefined;
  }

  #begin(nowMs: number): boolean {
    const first = this.#soonest();
    if (first === undefined) return false;
    const next = this.#next;
    this.#next = first.number;
    this.#isPlaying = (this.#delayOf(first, nowMs) ?? Number.POSITIVE_INFINITY) >= this.#delay.targetMs;
    if (!this.#isPlaying) this.#next = next;
    this.#bridgedMs = 0;
    return this.#isPlaying;
  }

  #bridge(): Due {
    this.#bridgedMs += FRAME_MS;
    if (this.#bridgedMs <= MOST_BRIDGED_MS) return { kind: 'gap', ms: FRAME_MS };
    this.#isPlaying = false;
    return { kind: 'nothing' };
  }

  #mayAdjust(nowMs: number): boolean {
    if (nowMs - this.#adjustedMs < ADJUST_EVERY_MS) return false;
    this.#adjustedMs = nowMs;
    return true;
  }
}
