import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Reception, readRtcp, writeRtcp } from './rtcp.ts';
import type { RtpPacket } from './rtp-packet.ts';

const block = {
  ssrc: 7,
  fractionLost: 12,
  lost: -3,
  highestSequence: 70_000,
  jitterTicks: 40,
  lastReport: 0xdeadbeef,
  delay: 65_536,
};
const sender = { ntpSeconds: 4e9, ntpFraction: 99, timestamp: 123, packets: 10, bytes: 1600 };

test('a written RTCP report is read back unchanged', () => {
  const report = { ssrc: 5, sender, blocks: [block] };
  expect(readRtcp(writeRtcp(report, 'somebody', false))).toEqual({ reports: [report], isBye: false });
  const last = { ssrc: 5, sender: undefined, blocks: [] };
  expect(readRtcp(writeRtcp(last, 'x', true))).toEqual({ reports: [last], isBye: true });
});

test('every part of an RTCP report is padded to four bytes', () => {
  for (let length = 0; length < 12; length += 1)
    expect(writeRtcp({ ssrc: 5, sender, blocks: [] }, 'n'.repeat(length), true).length % 4).toBe(0);
});

test('an RTCP report that is truncated anywhere is rejected', () => {
  const bytes = writeRtcp({ ssrc: 5, sender, blocks: [block] }, 'somebody', true);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 51 }), (length) => {
      expect(readRtcp(bytes.subarray(0, length))).toBeUndefined();
    }),
  );
});

const packetOf = (sequence: number): RtpPacket => ({
  payloadType: 0,
  isMarked: false,
  sequence: sequence & 0xffff,
  timestamp: sequence * 160,
  ssrc: 7,
  payload: new Uint8Array(160),
});

test('lost packets are counted, also when sequence numbers wrap around', () => {
  const reception = new Reception(packetOf(65_500));
  for (let i = 65_500; i < 65_600; i += 1) if (i % 10 !== 5) reception.came(packetOf(i), i * 20, true);
  expect(reception.block(0)).toMatchObject({ lost: 10, fractionLost: 25, highestSequence: 65_599 });
  expect(reception.expected).toBe(100);
});

test('jitter is computed as RFC 3550 defines it', () => {
  const even = new Reception(packetOf(0));
  const uneven = new Reception(packetOf(0));
  for (let i = 0; i < 300; i += 1) {
    even.came(packetOf(i), i * 20, true);
    uneven.came(packetOf(i), i * 20 + (i % 2) * 10, true);
  }
  expect(even.jitterMs).toBe(0);
  expect(uneven.jitterMs).toBeCloseTo(10, 1);
});

test("our RTCP report says how long ago the far end's report arrived", () => {
  const reception = new Reception(packetOf(0));
  reception.reported({ ...sender, ntpSeconds: 0x1234_5678, ntpFraction: 0x9abc_def0 }, 1000);
  expect(reception.block(1500)).toMatchObject({ lastReport: 0x5678_9abc, delay: 32_768 });
});
