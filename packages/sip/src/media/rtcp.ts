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
  /** The middle of the time that the last report of theirs told; 0: none came. */
  readonly lastReport: number;
  /** Since that report, in 1/65536 s. */
  readonly delay: number;
}

export interface SenderPart {
  /** Seconds since 1900, 32 bits and 32 bits of fraction. */
  readonly ntpSeconds: number;
  readonly ntpFraction: number;
  readonly timestamp: number;
  readonly packets: number;
  readonly bytes: number;
}

export interface Report {
  readonly ssrc: number;
  /** Of whoever has sent sound themselves. */
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

/** Nothing for what is no RTCP; parts of a kind that is not known are passed over. */
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
