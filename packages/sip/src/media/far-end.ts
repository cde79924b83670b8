import { reachOf } from '@parley/kernel/ip-address.ts';
import type { AgreedMedia } from '../media-session.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** Packets in a row that a source must send before it is believed, as many as in Asterisk's strict RTP. */
const LEARNING_PACKETS = 4;
/** As long as the known source sends, no other one is believed. */
const QUIET_MS = 2000;

interface Candidate {
  readonly host: string;
  readonly port: number;
  readonly ssrc: number;
  sequence: number;
  count: number;
}

/**
 * Where the audio of the far end comes from, and where ours goes (symmetric RTP): first the address in its description.
 * Behind NAT or a media relay its packets come from another port or host, which is then used. Another host is believed
 * only while nothing comes from the known one, and after several packets in a row, or one that is authenticated. Where
 * nothing may be sent to the described address, nothing is sent before that.
 */
export class FarEnd {
  readonly #described: string | undefined;
  readonly #isPublicOnly: boolean;
  #host: string | undefined;
  #port: number;
  #lastMs = Number.NEGATIVE_INFINITY;
  #candidate: Candidate | undefined;

  constructor({
    host,
    port,
    isHidden = false,
    isPublicOnly = false,
  }: Pick<AgreedMedia, 'host' | 'port' | 'isHidden' | 'isPublicOnly'>) {
    this.#described = isHidden ? undefined : host;
    this.#isPublicOnly = isPublicOnly;
    this.#host = this.#described;
    this.#port = port;
  }

  /** Undefined: the address in its description is not to be used, and its packets have not shown where it is. */
  get host(): string | undefined {
    return this.#host;
  }

  get port(): number {
    return this.#port;
  }

  /** Whether reports may come from there. */
  isFrom(host: string): boolean {
    const plain = plainHost(host);
    return plain === this.#host || plain === this.#described;
  }

  /** Whether a packet from there is the far end's; then ours go there. */
  takes(packet: RtpPacket, port: number, host: string, nowMs: number, isAuthentic: boolean): boolean {
    const from = plainHost(host);
    if (!this.isFrom(from) && !this.#isLearned(packet, port, from, nowMs, isAuthentic)) return false;
    this.#host = from;
    this.#port = port;
    this.#lastMs = nowMs;
    this.#candidate = undefined;
    return true;
  }

  #isLearned(
    { ssrc, sequence }: RtpPacket,
    port: number,
    host: string,
    nowMs: number,
    isAuthentic: boolean,
  ): boolean {
    if (nowMs - this.#lastMs < QUIET_MS) return false;
    if (isAuthentic) return this.#mayBeAt(host);
    const known = this.#candidate;
    const isNext =
      known !== undefined &&
      known.host === host &&
      known.port === port &&
      known.ssrc === ssrc &&
      ((known.sequence + 1) & 0xffff) === sequence;
    if (!isNext) this.#candidate = { host, port, ssrc, sequence, count: 1 };
    else {
      known.sequence = sequence;
      known.count += 1;
    }
    return (this.#candidate?.count ?? 0) >= LEARNING_PACKETS && this.#mayBeAt(host);
  }

  /** Whoever writes a private address into packets as their sender would have us send audio into our own network. */
  #mayBeAt(host: string): boolean {
    return !this.#isPublicOnly || reachOf(host) === 'internet';
  }
}

const plainHost = (host: string): string => (host.startsWith('::ffff:') ? host.slice(7) : host);
