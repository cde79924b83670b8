import { expect, test } from 'vitest';
import { hepPacket } from './hep.ts';
import type { TracedMessage } from './sip-trace.ts';

const message: TracedMessage = {
  direction: 'RECEIVED',
  transport: 'tls',
  local: { host: '192.0.2.1', port: 5061 },
  remote: { host: '198.51.100.1', port: 40_000 },
  callId: 'call-1',
  method: 'BYE',
  status: null,
  text: 'BYE sip:ü@192.0.2.1 SIP/2.0\r\n\r\n',
  attestation: null,
};
const AT = new Date('2026-03-14T09:30:00.123Z');

/** By chunk type, as the published format says: vendor, type and length of two bytes each, then the value. */
function chunksOf(packet: Buffer): Map<number, Buffer> {
  expect(packet.subarray(0, 4).toString()).toBe('HEP3');
  expect(packet.readUInt16BE(4)).toBe(packet.length);
  const chunks = new Map<number, Buffer>();
  for (let at = 6; at < packet.length; ) {
    expect(packet.readUInt16BE(at)).toBe(0);
    const length = packet.readUInt16BE(at + 4);
    chunks.set(packet.readUInt16BE(at + 2), packet.subarray(at + 6, at + length));
    at += length;
  }
  return chunks;
}

test('a SIP message is packed into HEP with its addresses, its time and its Call-ID', () => {
  const chunks = chunksOf(hepPacket(message, AT, 7) as Buffer);
  expect([1, 2, 11].map((type) => chunks.get(type)?.readUInt8())).toEqual([2, 6, 1]);
  expect([3, 4].map((type) => [...(chunks.get(type) ?? [])].join('.'))).toEqual([
    '198.51.100.1',
    '192.0.2.1',
  ]);
  expect([7, 8].map((type) => chunks.get(type)?.readUInt16BE())).toEqual([40_000, 5061]);
  expect([9, 10, 12].map((type) => chunks.get(type)?.readUInt32BE())).toEqual([
    Date.UTC(2026, 2, 14, 9, 30) / 1000,
    123_000,
    7,
  ]);
  expect(chunks.get(15)?.toString()).toBe(message.text);
  expect(chunks.get(17)?.toString()).toBe('call-1');
});

test('IPv6 addresses have their own HEP chunks, even if the local address is unknown', () => {
  const remote = { host: '2001:db8::7', port: 5060 };
  const chunks = chunksOf(hepPacket({ ...message, remote, local: null }, AT, 7) as Buffer);
  expect(chunks.get(1)?.readUInt8()).toBe(10);
  expect(chunks.get(5)?.toString('hex')).toBe('20010db8000000000000000000000007');
  expect(chunks.get(6)).toHaveLength(16);
});

test('a SIP message that is too long for a datagram is not sent as HEP', () => {
  expect(hepPacket({ ...message, text: 'x'.repeat(65_500) }, AT, 7)).toBeUndefined();
});
