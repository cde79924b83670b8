import { expect, test } from 'vitest';
import { OfferRefused, readOffer } from './browser-peer.ts';

const offer = (...lines: string[]) =>
  [
    'v=0',
    's=-',
    'm=audio 9 UDP/TLS/RTP/SAVPF 63 111 9',
    'a=mid:audio-0',
    'a=sendrecv',
    'a=rtpmap:63 red/48000/2',
    'a=rtpmap:111 opus/48000/2',
    'a=rtpmap:9 G722/8000',
    ...lines,
    '',
  ].join('\r\n');

test("the audio track and the payload type of Opus are read from the browser's offer", () => {
  expect(readOffer(offer())).toMatchObject({ mid: 'audio-0', payloadType: 111 });
});

test('candidates with IP addresses are kept, and those with host names are dropped', () => {
  const host = 'a=candidate:1 1 udp 2122260223 192.0.2.7 50000 typ host generation 0';
  const six = 'a=candidate:2 1 udp 2122260223 2001:db8::7 50000 typ host';
  const hidden = 'a=candidate:3 1 udp 2122260223 6a7e0c2e-5f6f.local 50000 typ host';
  const inside = 'a=candidate:4 1 udp 2122260223 database.internal 5432 typ host';
  const { sdp } = readOffer(offer(host, six, hidden, inside, 'a=candidate:nonsense'));
  expect(sdp.split('\r\n').filter((line) => line.startsWith('a=candidate:'))).toEqual([host, six]);
});

test('the number of candidates is limited', () => {
  const many = Array.from(
    { length: 500 },
    (_, i) => `a=candidate:${i} 1 udp 1 192.0.2.7 ${2000 + i} typ host`,
  );
  expect(readOffer(offer(...many)).sdp.match(/a=candidate:/g)).toHaveLength(40);
});

test.each([
  ['nonsense', 'must be a session description'],
  ['v=0\r\ns=-\r\n', 'must offer one audio track and nothing else'],
  ['v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n', 'must offer one audio track and nothing else'],
  ['v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=rtpmap:0 PCMU/8000\r\n', 'must offer Opus'],
  [
    'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=rtpmap:111 opus/48000/2\r\na=sendonly\r\n',
    'must offer to send and to receive',
  ],
])('an offer that cannot be used is refused, and why: %j', (offer, why) => {
  expect(() => readOffer(offer)).toThrow(new OfferRefused(why));
});
