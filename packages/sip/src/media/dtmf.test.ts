import { expect, test } from 'vitest';
import { KeyListener, KeyPresser } from './dtmf.ts';
import type { RtpPacket } from './rtp-packet.ts';

const packetOf = (timestamp: number, payload: Uint8Array): RtpPacket => ({
  payloadType: 101,
  isMarked: false,
  sequence: 0,
  timestamp,
  ssrc: 1,
  payload,
});

/** Everything that goes out while these are pressed. */
function pressed(keys: string): RtpPacket[] {
  const presser = new KeyPresser();
  presser.press(keys);
  return Array.from({ length: 20 * keys.length }, (_, i) => presser.next(1000 + 160 * i)).flatMap((packet) =>
    packet === undefined ? [] : [packetOf(packet.timestamp, packet.payload)],
  );
}

const heard = (packets: readonly RtpPacket[]): string => {
  const listener = new KeyListener();
  return packets.map((packet) => listener.heard(packet) ?? '').join('');
};

test('every DTMF key is reported once per press', () => {
  expect(heard(pressed('1234567890*#abcd55'))).toBe('1234567890*#ABCD55');
});

test('a DTMF key is reported once, whichever of its packets arrive and however often', () => {
  const packets = pressed('7');
  for (const kept of packets) expect(heard([kept, kept])).toBe('7');
  expect(heard(packets.toReversed())).toBe('7');
  expect(heard(packets.slice(0, -3))).toBe('7');
  expect(heard(packets.slice(-1))).toBe('7');
});

test('a late packet of the previous DTMF key is not reported again', () => {
  const packets = pressed('12');
  expect(heard([...packets, packets[3] as RtpPacket])).toBe('12');
});

test('a DTMF key that is held down is reported as one key', () => {
  const long = Uint8Array.of(5, 10, 0xff, 0xff);
  expect(heard([packetOf(0, long), packetOf(0xffff, Uint8Array.of(5, 10, 0, 160))])).toBe('5');
});

test('the end of a DTMF key is sent three times, and a pause follows', () => {
  const packets = pressed('9');
  expect(packets.map(({ payload }) => (payload[1] as number) >> 7)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1]);
  expect(new Set(packets.map(({ timestamp }) => timestamp))).toEqual(new Set([1000]));
});

test('unknown DTMF keys, or more than 64 at once, are refused', () => {
  const presser = new KeyPresser();
  expect(presser.press('12x')).toBe(false);
  expect(presser.press('1'.repeat(65))).toBe(false);
  expect(presser.next(0)).toBeUndefined();
});

test('other telephone events and truncated packets are not reported as DTMF keys', () => {
  expect(heard([packetOf(1, Uint8Array.of(16, 10, 0, 160)), packetOf(2, Uint8Array.of(1, 10))])).toBe('');
  expect(heard([packetOf(3, new Uint8Array(0))])).toBe('');
});
