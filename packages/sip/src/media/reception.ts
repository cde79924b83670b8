import { TICKS_PER_MS } from './codec.ts';
import type { ReportBlock, SenderPart } from './rtcp.ts';
import { type RtpPacket, sequenceStep, timestampStep } from './rtp-packet.ts';

const ROUND = 0x1_0000;
/** A step beyond that is a stray packet. */
const MOST_STEP = 3000;

/** Counts how one source of theirs arrives: lost and jitter, as reports tell them (RFC 3550, A.3 and A.8). */
export class Reception {
  readonly ssrc: number;
  #firstSequence: number;
  /** With the rounds it went. */
  #highest: number;
  #received = 0;
  #jitterTicks = 0;
  #last: { readonly timestamp: number; readonly atMs: number } | undefined;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #report: { readonly middle: number; readonly atMs: number } | undefined;

  constructor({ ssrc, sequence }: RtpPacket) {
    this.ssrc = ssrc;
    this.#firstSequence = sequence;
    this.#highest = sequence;
  }

  /** `isTimed`: its timestamp tells when it was spoken, which that of a key does not. */
  came({ sequence, timestamp }: RtpPacket, atMs: number, isTimed: boolean): void {
    this.#received += 1;
    const step = sequenceStep(this.#highest % ROUND, sequence);
    if (step > 0 && step < MOST_STEP) this.#highest += step;
    if (!isTimed) return;
    const last = this.#last;
    this.#last = { timestamp, atMs };
    if (last === undefined) return;
    const late = (atMs - last.atMs) * TICKS_PER_MS - timestampStep(last.timestamp, timestamp);
    // Somebody who was silent in between, or set the clock anew, is no jitter.
    if (Math.abs(late) < 1000 * TICKS_PER_MS) this.#jitterTicks += (Math.abs(late) - this.#jitterTicks) / 16;
  }

  /** A report of theirs came: ours tells them how long ago. */
  reported({ ntpSeconds, ntpFraction }: SenderPart, atMs: number): void {
    this.#report = { middle: ((ntpSeconds << 16) | (ntpFraction >>> 16)) >>> 0, atMs };
  }

  get expected(): number {
    return this.#highest - this.#firstSequence + 1;
  }

  get lost(): number {
    return this.expected - this.#received;
  }

  get jitterMs(): number {
    return this.#jitterTicks / TICKS_PER_MS;
  }

  /** What goes into our next report; the share is that since the last. */
  block(atMs: number): ReportBlock {
    const expected = this.expected - this.#expectedBefore;
    const lost = expected - (this.#received - this.#receivedBefore);
    this.#expectedBefore = this.expected;
    this.#receivedBefore = this.#received;
    return {
      ssrc: this.ssrc,
      fractionLost: expected <= 0 || lost <= 0 ? 0 : Math.min(255, Math.floor((256 * lost) / expected)),
      lost: this.lost,
      highestSequence: this.#highest,
      jitterTicks: Math.round(this.#jitterTicks),
      lastReport: this.#report?.middle ?? 0,
      delay: this.#report === undefined ? 0 : Math.round(((atMs - this.#report.atMs) * 65_536) / 1000),
    };
  }
}
