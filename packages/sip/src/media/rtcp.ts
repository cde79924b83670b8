import { TICKS_PER_MS } from './codec.ts';
import { type RtpPacket, sequenceStep, timestampStep } from './rtp-packet.ts';
import type { RtpSender } from './rtp-sender.ts';

/** Reports on how the sound arrives (RFC 3550, 6). */
export interface ReportBlock {
  /** Whose packets it is about. */
  readonly ssrc: number;
  /** Of the packets since the last report, out of 256. */
  readonly fractionLost: number;
  /** Negative when more came than were sent. */
  readonly lost: number;
  readonly highestSequence: number;
  readonly jitterTicks: number;
  /** The middle 32 bits of the NTP time in their last sender report; 0: none came. */
  readonly lastReport: number;
  /** Since that report, in 1/65536 s. */
  readonly delay: number;
}

interface SenderPart {
  /** Seconds since 1900, 32 bits and 32 bits of fraction. */
  readonly ntpSeconds: number;
  readonly ntpFraction: number;
  readonly timestamp: number;
  readonly packets: number;
  readonly bytes: number;
}

export interface Report {
  readonly ssrc: number;
  /** Only from a side that has sent audio itself. */
  readonly sender: SenderPart | undefined;
  readonly blocks: readonly ReportBlock[];
}

/** A packet of RTCP holds several after each other. */
export interface Reports {
  readonly reports: readonly Report[];
  readonly isBye: boolean;
}

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const DESCRIPTION = 202;
const BYE = 203;
const BLOCK_BYTES = 24;
const SENDER_BYTES = 20;

/** Undefined if the bytes are not RTCP. Parts of an unknown type are skipped. */
export function readRtcp(bytes: Buffer): Reports | undefined {
  const reports: Report[] = [];
  let isBye = false;
  for (let at = 0; at < bytes.length; ) {
    if (bytes.length - at < 4) return undefined;
    const first = bytes[at] as number;
    const type = bytes[at + 1] as number;
    const end = at + 4 + 4 * bytes.readUInt16BE(at + 2);
    if (first >> 6 !== 2 || type < 192 || type > 223 || end > bytes.length) return undefined;
    if (type === BYE) isBye = true;
    if (type === SENDER_REPORT || type === RECEIVER_REPORT) {
      const report = readReport(bytes.subarray(at, end), first & 0x1f, type === SENDER_REPORT);
      if (report === undefined) return undefined;
      reports.push(report);
    }
    at = end;
  }
  return reports.length === 0 && !isBye ? undefined : { reports, isBye };
}

function readReport(part: Buffer, count: number, isSender: boolean): Report | undefined {
  const blocksAt = 8 + (isSender ? SENDER_BYTES : 0);
  if (part.length < blocksAt + count * BLOCK_BYTES) return undefined;
  const sender = isSender
    ? {
        ntpSeconds: part.readUInt32BE(8),
        ntpFraction: part.readUInt32BE(12),
        timestamp: part.readUInt32BE(16),
        packets: part.readUInt32BE(20),
        bytes: part.readUInt32BE(24),
      }
    : undefined;
  const blocks = Array.from({ length: count }, (_, i) => readBlock(part, blocksAt + i * BLOCK_BYTES));
  return { ssrc: part.readUInt32BE(4), sender, blocks };
}

const readBlock = (part: Buffer, at: number): ReportBlock => ({
  ssrc: part.readUInt32BE(at),
  fractionLost: part[at + 4] as number,
  lost: part.readIntBE(at + 5, 3),
  highestSequence: part.readUInt32BE(at + 8),
  jitterTicks: part.readUInt32BE(at + 12),
  lastReport: part.readUInt32BE(at + 16),
  delay: part.readUInt32BE(at + 20),
});

/** A report and who it is from; the last of a call says goodbye. */
export function writeRtcp({ ssrc, sender, blocks }: Report, name: string, isBye: boolean): Buffer {
  const head = Buffer.alloc(8 + (sender === undefined ? 0 : SENDER_BYTES));
  writeHead(
    head,
    blocks.length,
    sender === undefined ? RECEIVER_REPORT : SENDER_REPORT,
    blocks.length * BLOCK_BYTES,
  );
  head.writeUInt32BE(ssrc, 4);
  if (sender !== undefined) {
    head.writeUInt32BE(sender.ntpSeconds >>> 0, 8);
    head.writeUInt32BE(sender.ntpFraction >>> 0, 12);
    head.writeUInt32BE(sender.timestamp >>> 0, 16);
    head.writeUInt32BE(sender.packets >>> 0, 20);
    head.writeUInt32BE(sender.bytes >>> 0, 24);
  }
  const parts = [head, ...blocks.map(blockBytes), description(ssrc, name)];
  if (isBye) parts.push(bye(ssrc));
  return Buffer.concat(parts);
}

function writeHead(part: Buffer, count: number, type: number, moreBytes = 0): void {
  part[0] = 0x80 | count;
  part[1] = type;
  part.writeUInt16BE((part.length + moreBytes) / 4 - 1, 2);
}

function blockBytes(block: ReportBlock): Buffer {
  const bytes = Buffer.alloc(BLOCK_BYTES);
  bytes.writeUInt32BE(block.ssrc, 0);
  bytes[4] = block.fractionLost;
  bytes.writeIntBE(Math.max(-0x80_0000, Math.min(0x7f_ffff, block.lost)), 5, 3);
  bytes.writeUInt32BE(block.highestSequence >>> 0, 8);
  bytes.writeUInt32BE(block.jitterTicks >>> 0, 12);
  bytes.writeUInt32BE(block.lastReport >>> 0, 16);
  bytes.writeUInt32BE(block.delay >>> 0, 20);
  return bytes;
}

const CNAME = 1;

function description(ssrc: number, name: string): Buffer {
  const text = Buffer.from(name).subarray(0, 255);
  // Ends with at least one zero, on a border of four bytes.
  const part = Buffer.alloc(8 + 4 * Math.ceil((2 + text.length + 1) / 4));
  writeHead(part, 1, DESCRIPTION);
  part.writeUInt32BE(ssrc, 4);
  part[8] = CNAME;
  part[9] = text.length;
  text.copy(part, 10);
  return part;
}

function bye(ssrc: number): Buffer {
  const part = Buffer.alloc(8);
  writeHead(part, 1, BYE);
  part.writeUInt32BE(ssrc, 4);
  return part;
}

const ROUND = 0x1_0000;
/** A step beyond that is a stray packet. */
const MOST_STEP = 3000;

/** Statistics of one incoming source for our reports: packet loss and jitter (RFC 3550, A.3 and A.8). */
export class Reception {
  readonly ssrc: number;
  #firstSequence: number;
  /** With the wraps of the 16-bit number added. */
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

  /** `isTimed`: the timestamp says when the sound was spoken; that of a DTMF key does not. */
  came({ sequence, timestamp }: RtpPacket, atMs: number, isTimed: boolean): void {
    this.#received += 1;
    const step = sequenceStep(this.#highest % ROUND, sequence);
    if (step > 0 && step < MOST_STEP) this.#highest += step;
    if (!isTimed) return;
    const last = this.#last;
    this.#last = { timestamp, atMs };
    if (last === undefined) return;
    const late = (atMs - last.atMs) * TICKS_PER_MS - timestampStep(last.timestamp, timestamp);
    // A pause in speech or a restarted clock is not jitter.
    if (Math.abs(late) < 1000 * TICKS_PER_MS) this.#jitterTicks += (Math.abs(late) - this.#jitterTicks) / 16;
  }

  /** Notes a report of the far end: our next one says how long ago it came. */
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

  /** The block for our next report; the fraction lost is counted since the last one. */
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

/** RFC 3550, 6.2: five seconds, give or take half, so that not all calls report at once. */
const EVERY_MS = 5000;
/** Between 1900 and 1970. */
const NTP_EPOCH_S = 2_208_988_800;
/** Our CNAME: it names no host and no user. */
const NAME = 'parley';

/** When reports are sent, what they contain, and the round trip that the far end's reports show. */
export class RtcpSchedule {
  roundTripMs: number | null = null;
  /** Packets, as their last report says; 0 before one came. */
  sentByThem = 0;
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

  /** The reports, of which it keeps what is about times; undefined: the bytes are not RTCP. */
  came(bytes: Buffer, ours: number, reception: Reception | undefined, nowMs: number): Reports | undefined {
    const read = readRtcp(bytes);
    if (read === undefined) return undefined;
    for (const { ssrc, sender, blocks } of read.reports) {
      if (sender !== undefined) this.sentByThem = sender.packets;
      if (sender !== undefined && ssrc === reception?.ssrc) reception.reported(sender, nowMs);
      for (const { ssrc: about, lastReport, delay } of blocks)
        if (about === ours && lastReport !== 0) this.#roundTrip(lastReport, delay);
    }
    return read;
  }

  #roundTrip(lastReport: number, delay: number): void {
    const seconds = this.#wallMs() / 1000 + NTP_EPOCH_S;
    const middle = Math.floor((seconds % 65_536) * 65_536);
    const trip = (middle - lastReport - delay) | 0;
    // The far end reports nonsense, or our clock was set meanwhile.
    if (trip >= 0 && trip < 10 * 65_536) this.roundTripMs = (trip * 1000) / 65_536;
  }

  #interval(): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) | 0;
    return EVERY_MS * (0.5 + (this.#seed >>> 0) / 2 ** 32);
  }
}
