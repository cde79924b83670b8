import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import { type StreamClock, telephoneClock } from './codec.ts';
import { type RtpPacket, sequenceStep, timestampStep } from './rtp-packet.ts';

/** How late packets come, compared with the quickest of the last seconds. */

const WINDOW = 192;
/** Of the packets, so many are waited for; what the rest brings is not worth the delay it would cost all others. */
const SHARE_WAITED_FOR = 0.97;
const LEAST_MS = 40;
const MOST_MS = 240;
/** Between a packet's coming and the next frame that is due. */
const MARGIN_MS = 20;
const LOOK_EVERY = 16;
/** From one packet to the next: the network stalled, or their clock was set anew. Neither says how it is now. */
const JUMP_MS = 400;

class DelayEstimate {
  /** How long a packet is kept before it is played, counted from the quickest. */
  targetMs = LEAST_MS;
  /** When the quickest came, less when it was spoken: two clocks, so the number itself means nothing. */
  baseMs = 0;
  readonly #window = new Float64Array(WINDOW);
  #count = 0;
  #lastMs = 0;

  /** When a packet came, less when it was spoken. */
  add(transitMs: number): void {
    if (Math.abs(transitMs - this.#lastMs) > JUMP_MS) this.#count = 0;
    this.#lastMs = transitMs;
    this.#window[this.#count % WINDOW] = transitMs;
    this.#count += 1;
    if (this.#count === 1 || transitMs < this.baseMs) this.baseMs = transitMs;
    if (this.#count % LOOK_EVERY === 0) this.#look();
  }

  /** Another stream has begun, over the same network: only the clock is unknown. */
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

/** What the next moment sounds like. */
export type Due =
  | { readonly kind: PacketKind; readonly payload: Uint8Array }
  /** Something belongs here that is lost or late: whoever plays bridges it. */
  | { readonly kind: 'gap'; readonly ms: number }
  /** Nobody is sending. */
  | { readonly kind: 'nothing' };

interface Waiting {
  readonly number: number;
  readonly kind: PacketKind;
  readonly payload: Uint8Array;
  readonly ms: number;
  /** When it was spoken, by their clock. Packets of keys tell when the key began, which is of no use here. */
  readonly spokenMs: number | undefined;
}

const SLOTS = 128;
/** A step beyond that is no reordering: they have begun anew, once a second packet says so. */
const MOST_STEP = 100;
/** 200 ms, the most that RFC 3551 allows. */
const MOST_PACKET_MS = 200;
/** Longer than that nothing is made up: they have paused. */
const MOST_BRIDGED_MS = 100;
/** Delay is taken away or given at most so often: each time is a small untruth. */
const ADJUST_EVERY_MS = 100;
/** Within that of the target nothing is done. */
const TOLERANCE_MS = 25;
/** So late at once, as after a stall of the network, that it is better lost than caught up with. */
const HOPELESS_MS = 300;

/**
 * Puts packets in their order and gives them out at an even pace, each as late as the network makes necessary and no
 * later. Delay grows when packets come too late, and shrinks again; so it follows a drifting clock as well.
 */
export class JitterBuffer {
  readonly counts = { late: 0, doubled: 0, lost: 0, restarts: 0 };
  readonly #slots: (Waiting | undefined)[] = new Array(SLOTS).fill(undefined);
  readonly #delay = new DelayEstimate();
  readonly #clock: StreamClock;
  #waiting = 0;
  #ssrc: number | undefined;
  /** Numbers do not wrap around here. */
  #highest = 0;
  #next = 0;
  #isPlaying = false;
  #last = { timestamp: 0, spokenMs: 0 };
  #stranger: RtpPacket | undefined;
  /** Bridged although nothing was known to be missing: a gap that turns up afterwards is shorter by that. */
  #bridgedMs = 0;
  #adjustedMs = Number.NEGATIVE_INFINITY;

  constructor(clock: StreamClock = telephoneClock) {
    this.#clock = clock;
  }

  /** True: it begins another stream; what was known of the one before is gone. */
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

  /** What is due now: to be asked whenever everything that was given out before has been played. */
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

  /** There is more delay than needed: whoever plays may make one frame of the next two. */
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

  /** Their clock, without its wrapping around, and how late this one is by it. */
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
