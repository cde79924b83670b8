import type { Reception } from './reception.ts';
import { readRtcp, writeRtcp } from './rtcp.ts';
import type { RtpSender } from './rtp-sender.ts';

/** RFC 3550, 6.2: five seconds, give or take half, so that not all calls report at once. */
const EVERY_MS = 5000;
/** Between 1900 and 1970. */
const NTP_EPOCH_S = 2_208_988_800;
/** Says nothing of who we are. */
const NAME = 'parley';

/** When we report, what, and what they tell us. */
export class RtcpSchedule {
  roundTripMs: number | null = null;
  readonly #wallMs: () => number;
  #seed: number;
  #dueMs: number;

  constructor(nowMs: number, seed: number, wallMs: () => number) {
    this.#wallMs = wallMs;
    this.#seed = seed | 0;
    this.#dueMs = nowMs + this.#interval();
  }

  isDue(nowMs: number): boolean {
    if (nowMs < this.#dueMs) return false;
    this.#dueMs = nowMs + this.#interval();
    return true;
  }

  write(sender: RtpSender, reception: Reception | undefined, nowMs: number, isBye: boolean): Buffer {
    const seconds = this.#wallMs() / 1000 + NTP_EPOCH_S;
    const part = {
      ntpSeconds: Math.floor(seconds) % 2 ** 32,
      ntpFraction: Math.floor((seconds % 1) * 2 ** 32),
      timestamp: sender.timestamp,
      packets: sender.packets,
      bytes: sender.bytes,
    };
    return writeRtcp(
      {
        ssrc: sender.ssrc,
        sender: sender.packets > 0 ? part : undefined,
        blocks: reception === undefined ? [] : [reception.block(nowMs)],
      },
      NAME,
      isBye,
    );
  }

  /** False: those were no reports. */
  came(bytes: Buffer, ours: number, reception: Reception | undefined, nowMs: number): boolean {
    const read = readRtcp(bytes);
    if (read === undefined) return false;
    for (const { ssrc, sender, blocks } of read.reports) {
      if (sender !== undefined && ssrc === reception?.ssrc) reception.reported(sender, nowMs);
      for (const { ssrc: about, lastReport, delay } of blocks)
        if (about === ours && lastReport !== 0) this.#roundTrip(lastReport, delay);
    }
    return true;
  }

  #roundTrip(lastReport: number, delay: number): void {
    const seconds = this.#wallMs() / 1000 + NTP_EPOCH_S;
    const middle = Math.floor((seconds % 65_536) * 65_536);
    const trip = (middle - lastReport - delay) | 0;
    // A far end that makes numbers up, or our clock was set meanwhile.
    if (trip >= 0 && trip < 10 * 65_536) this.roundTripMs = (trip * 1000) / 65_536;
  }

  #interval(): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) | 0;
    return EVERY_MS * (0.5 + (this.#seed >>> 0) / 2 ** 32);
  }
}
