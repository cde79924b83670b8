import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CryptoKey } from '../media-session.ts';
import { writeRtcp } from './rtcp.ts';
import { writeRtpHeader } from './rtp-packet.ts';
import { PacketCipher, SrtpReceiver, SrtpSender, sessionKeys } from './srtp.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const master = hex('e1f97a0d3e018be0d64fa32c06de4139 0ec675ad498afeebb6960b3aabe6');
const keyOf = (suite: CryptoKey['suite']): CryptoKey => ({
  tag: 1,
  suite,
  keyAndSalt: master.toString('base64'),
});
const long = keyOf('AES_CM_128_HMAC_SHA1_80');
const suites = [long, keyOf('AES_CM_128_HMAC_SHA1_32')];

const packetOf = (sequence: number, ssrc = 0xcafebabe): Buffer => {
  const packet = Buffer.alloc(12 + 160, 0x5a);
  writeRtpHeader(packet, { payloadType: 0, isMarked: false, sequence, timestamp: sequence * 160, ssrc });
  return packet;
};

test('derived session keys equal those of RFC 3711, B.3', () => {
  const { key, salt, authKey } = sessionKeys(master, 'rtp');
  expect(key.toString('hex')).toBe('c61e7a93744f39ee10734afe3ff7a087');
  expect(salt.toString('hex')).toBe('30cbbc08863d8c85d49db34a9ae1');
  expect(authKey.toString('hex')).toBe('cebe321f6ff7716b6fd4ab49af256a156d38baa4');
});

test('the SRTP key stream equals that of RFC 3711, B.2', () => {
  const text = Buffer.alloc(48);
  new PacketCipher({
    key: hex('2b7e151628aed2a6abf7158809cf4f3c'),
    salt: hex('f0f1f2f3f4f5f6f7f8f9fafbfcfd'),
  }).turn(text, 0, 0);
  expect(text).toEqual(
    hex('e03ead0935c95e80e166b16dd92b4eb4 d23513162b02d0f72a43a2fe4a5f97ab 41e95b3bb0a2e8dd477901e4fca894c0'),
  );
});

test('an SRTP packet equals that of other implementations', () => {
  // The reference packet of libsrtp.
  const packet = hex('800f1234decafbadcafebabe abababababababababababababababab');
  expect(new SrtpSender(long).seal(packet)).toEqual(
    hex('800f1234decafbadcafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb'),
  );
});

test.each(suites)(
  'packets encrypted with $suite are decrypted in any order, also when sequence numbers wrap around',
  (key) => {
    const [sender, receiver] = [new SrtpSender(key), new SrtpReceiver(key)];
    const packets = Array.from({ length: 200 }, (_, i) => packetOf((65_436 + i) & 0xffff));
    const sealed = packets.map((packet) => sender.seal(packet));
    // Each eight of them backwards.
    const order = [...packets.keys()].map((i) => i - (i % 8) + 7 - (i % 8));
    for (const i of order) expect(receiver.open(sealed[i] as Buffer)).toEqual(packets[i]);
  },
);

test('a replayed SRTP packet or one that is too old is rejected', () => {
  const [sender, receiver] = [new SrtpSender(long), new SrtpReceiver(long)];
  const sealed = Array.from({ length: 300 }, (_, i) => sender.seal(packetOf(1000 + i)));
  const kept = sealed.shift() as Buffer;
  for (const bytes of sealed) expect(receiver.open(bytes)).toBeDefined();
  for (const bytes of sealed) expect(receiver.open(bytes)).toBeUndefined();
  expect(receiver.open(kept)).toBeUndefined();
});

test('an SRTP packet with any changed bit is rejected', () => {
  const sealed = new SrtpSender(long).seal(packetOf(7));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: sealed.length * 8 - 1 }), (bit) => {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(new SrtpReceiver(long).open(changed)).toBeUndefined();
    }),
  );
});

test('SRTP packets of a hundred sources are decrypted with one key', () => {
  const receiver = new SrtpReceiver(long);
  for (let ssrc = 1; ssrc < 100; ssrc += 1)
    expect(receiver.open(new SrtpSender(long).seal(packetOf(9, ssrc)))).toEqual(packetOf(9, ssrc));
});

test.each(suites)('an RTCP report encrypted with $suite is accepted once', (key) => {
  const report = writeRtcp({ ssrc: 5, sender: undefined, blocks: [] }, 'somebody', true);
  const [sender, receiver] = [new SrtpSender(key), new SrtpReceiver(key)];
  const [first, second] = [sender.sealRtcp(report), sender.sealRtcp(report)];
  expect(first).not.toEqual(second);
  expect(receiver.openRtcp(second)).toEqual(report);
  expect(receiver.openRtcp(first)).toEqual(report);
  expect(receiver.openRtcp(first)).toBeUndefined();
});
