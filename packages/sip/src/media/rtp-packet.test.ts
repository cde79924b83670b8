import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRtp, sequenceStep, timestampStep, writeRtpHeader } from './rtp-packet.ts';

const head = {
  payloadType: 101,
  isMarked: true,
  sequence: 65_535,
  timestamp: 0xffff_fff0,
  ssrc: 0xdead_beef,
};

function written(payload: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + payload.length);
  writeRtpHeader(bytes, head);
  bytes.set(payload, 12);
  return bytes;
}

test('a written RTP packet is read back unchanged', () => {
  const packet = readRtp(written(Uint8Array.of(1, 2, 3)));
  expect({ ...packet, payload: [...(packet?.payload ?? [])] }).toEqual({ ...head, payload: [1, 2, 3] });
});

test('contributing sources, header extension and padding are not part of the payload', () => {
  const bytes = Buffer.concat([
    written(new Uint8Array(0)),
    Buffer.alloc(8),
    Buffer.from([0xbe, 0xde, 0, 1, 9, 9, 9, 9]),
    Buffer.from([7, 8, 0, 0, 3]),
  ]);
  bytes[0] = 0x80 | 0x20 | 0x10 | 2;
  expect([...(readRtp(bytes)?.payload ?? [])]).toEqual([7, 8]);
});

test.each([
  ['too short', Buffer.alloc(11, 0x80)],
  ['of another version', Buffer.alloc(20)],
  ['RTCP', Buffer.from([0x80, 200, ...Buffer.alloc(30)])],
  ['with an extension longer than the packet', Buffer.from([0x90, 0, ...Buffer.alloc(10), 0, 0, 0xff, 0xff])],
  ['padded by more than its length', Buffer.from([0xa0, 0, ...Buffer.alloc(10), 200])],
])('an RTP packet that is %s is rejected', (_, bytes) => {
  expect(readRtp(bytes)).toBeUndefined();
});

test('any bytes can be parsed as an RTP packet without an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const packet = readRtp(Buffer.from(bytes));
      expect(packet === undefined || packet.payload.length <= bytes.length - 12).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('the distance between two RTP sequence numbers takes the shorter way around the wrap', () => {
  expect(sequenceStep(65_535, 1)).toBe(2);
  expect(sequenceStep(1, 65_535)).toBe(-2);
  expect(timestampStep(0xffff_fff0, 0x10)).toBe(32);
  expect(timestampStep(0x10, 0xffff_fff0)).toBe(-32);
});
