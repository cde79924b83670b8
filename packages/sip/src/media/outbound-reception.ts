import { TICKS_PER_MS } from './codec.ts';
import type { OutboundCounts } from './endpoint-counts.ts';
import type { ReportBlock } from './rtcp.ts';

/** One report that shows no packet may be about a short gap. */
const UNHEARD_MS = 4000;
/** Fewer packets say nothing about whether they arrive. */
const LEAST_PACKETS = 100;

/** By then somebody who hears us has received packets; and so many reports had the chance to say so. */
const NEVER_HEARD_MS = 10_000;
const LEAST_REPORTS = 2;

/** So often their count must have grown before its standing still means something: the first report may be about earlier packets. */
const LEAST_GROWTH = 2;

/**
 * What the far end reports about our packets. Whoever receives packets of a source reports on them (RFC 3550, 6.4): a
 * report without a word about anybody, or with the same highest number as before, says that nothing came meanwhile. Only
 * of a far end whose count has grown before: some telephone systems count nothing of what they pass on. Whether we were
 * heard at all is said for the whole call at its end: there whatever the contact answered tells such systems apart.
 */
export class OutboundReception {
  readonly #firstSequence: number;
  /** Somebody picked up then, and so many packets had been sent. */
  #answer: { readonly atMs: number; readonly sent: number } | undefined;
  /** Their count has shown a packet from after the answer. */
  #hasArrived = false;
  /** A report was about others alone: who numbers sources anew may mean us. */
  #isAboutOthers = false;
  /** Reports from after the answer, and what was known at the last one. */
  #reports = 0;
  #reported: { readonly atMs: number; readonly sent: number } | undefined;
  #last: ReportBlock | undefined;
  /** Since then nothing is known to have arrived, and so many packets had been sent. */
  #since: { readonly atMs: number; readonly sent: number } | undefined;
  #emptyReports = 0;
  /** How often their count has grown since packets were to arrive. */
  #growth = 0;
  #isUnheard = false;
  #beforeMs = 0;
  #nowMs = 0;

  constructor(firstSequence: number) {
    this.#firstSequence = firstSequence;
  }

  /** Undefined: they have not reported on us. */
  get counts(): OutboundCounts | undefined {
    if (this.#last === undefined) return undefined;
    const { lost, highestSequence, jitterTicks } = this.#last;
    // Their count of rounds begins with the first packet that reached them.
    const expected = Math.max(1, highestSequence - this.#firstSequence + 1);
    return {
      lossShare: Math.min(1, Math.max(0, lost) / expected),
      jitterMs: jitterTicks / TICKS_PER_MS,
      highestSequence,
    };
  }

  /** Whether we were heard since the answer, as their reports say from the first one on; undefined: they do not. */
  get isHeard(): boolean | undefined {
    if (this.#hasArrived) return true;
    const { atMs = 0, sent = 0 } = this.#reported ?? {};
    const isLong =
      this.#answer !== undefined &&
      atMs - this.#answer.atMs >= NEVER_HEARD_MS &&
      sent - this.#answer.sent >= LEAST_PACKETS;
    return isLong && this.#reports >= LEAST_REPORTS && !this.#isAboutOthers ? false : undefined;
  }

  /** How long nothing of ours arrived, in all. */
  get unheardMs(): number {
    return this.#beforeMs + (this.#isUnheard ? this.#nowMs : 0);
  }

  get isUnheard(): boolean {
    return this.#isUnheard;
  }

  /** For how long that has been so by then. */
  unheardSinceMs(atMs: number): number {
    return this.#isUnheard && this.#since ? atMs - this.#since.atMs : 0;
  }

  /** From here on packets are to arrive: somebody has picked up, or a hold is over. True: that ends a gap. */
  begin(atMs: number, sent: number): boolean {
    this.#growth = 0;
    this.#answer ??= { atMs, sent };
    return this.#arrived(atMs, sent);
  }

  /** One report: what it says about us, and about others. True: a gap has begun or ended. */
  came(ours: ReportBlock | undefined, isAboutOthers: boolean, atMs: number, sent: number): boolean {
    this.#noteHeard(ours, isAboutOthers, atMs, sent);
    if (ours === undefined) return isAboutOthers ? false : this.#empty(atMs, sent);
    this.#emptyReports = 0;
    const before = this.#last;
    this.#last = ours;
    if (before?.highestSequence !== ours.highestSequence) {
      this.#growth += 1;
      return this.#arrived(atMs, sent);
    }
    return this.#missed(atMs, sent);
  }

  /** Before the answer, what is counted may be heard by the network alone, such as its announcement to us. */
  #noteHeard(ours: ReportBlock | undefined, isAboutOthers: boolean, atMs: number, sent: number): void {
    if (this.#answer === undefined) return;
    this.#reports += 1;
    this.#reported = { atMs, sent };
    if (ours === undefined) {
      this.#isAboutOthers ||= isAboutOthers;
      return;
    }
    const isGrown = this.#last !== undefined && ours.highestSequence > this.#last.highestSequence;
    // Packets that were under way at the answer count among those before it.
    const isFromAfter = ours.highestSequence - this.#firstSequence + 1 > this.#answer.sent;
    this.#hasArrived ||= isFromAfter || (isGrown && this.#reports > 1);
  }

  /** Some omit us in the first report, or once, although they hear us. */
  #empty(atMs: number, sent: number): boolean {
    this.#emptyReports += 1;
    return this.#emptyReports < 2 ? false : this.#missed(atMs, sent);
  }

  #missed(atMs: number, sent: number): boolean {
    const since = this.#since;
    if (since === undefined || this.#growth < LEAST_GROWTH) return false;
    if (atMs - since.atMs < UNHEARD_MS || sent - since.sent < LEAST_PACKETS) return false;
    this.#nowMs = atMs - since.atMs;
    const isNew = !this.#isUnheard;
    this.#isUnheard = true;
    return isNew;
  }

  #arrived(atMs: number, sent: number): boolean {
    const wasUnheard = this.#isUnheard;
    this.#beforeMs = this.unheardMs;
    this.#isUnheard = false;
    this.#nowMs = 0;
    this.#emptyReports = 0;
    this.#since = { atMs, sent };
    return wasUnheard;
  }
}
