import { expect, test } from 'vitest';
import { OfferRefused, readOffer, shownAnswer } from './browser-peer.ts';

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
  expect(readOffer(offer(), false)).toMatchObject({ mid: 'audio-0', payloadType: 111 });
});

test('ICE candidates with IP addresses are kept, and those with host names are dropped', () => {
  const host = 'a=candidate:1 1 udp 2122260223 93.184.215.14 50000 typ host generation 0';
  const six = 'a=candidate:2 1 udp 2122260223 2606:2800:21f::7 50000 typ host';
  const hidden = 'a=candidate:3 1 udp 2122260223 6a7e0c2e-5f6f.local 50000 typ host';
  const inside = 'a=candidate:4 1 udp 2122260223 database.internal 5432 typ host';
  const { sdp } = readOffer(offer(host, six, hidden, inside, 'a=candidate:nonsense'), false);
  expect(sdp.split('\r\n').filter((line) => line.startsWith('a=candidate:'))).toEqual([host, six]);
});

test('the number of ICE candidates is limited', () => {
  const many = Array.from(
    { length: 500 },
    (_, i) => `a=candidate:${i} 1 udp 1 93.184.215.14 ${2000 + i} typ host`,
  );
  expect(readOffer(offer(...many), false).sdp.match(/a=candidate:/g)).toHaveLength(40);
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
])('an unusable SDP offer is refused with the reason: %j', (offer, why) => {
  expect(() => readOffer(offer, false)).toThrow(new OfferRefused(why));
});

const candidateAt = (address: string) => `a=candidate:1 1 udp 1 ${address} 5000 typ host`;
const kept = (sdp: string) => sdp.split('\r\n').filter((line) => line.startsWith('a=candidate:'));

test.each([
  '127.0.0.1',
  '10.0.0.5',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  '::1',
  'fd00::1',
  '::ffff:10.0.0.5',
])('an ICE candidate at %s is refused, unless private addresses are allowed', (address) => {
  const sdp = offer(candidateAt(address));
  expect(kept(readOffer(sdp, false).sdp)).toEqual([]);
  expect(kept(readOffer(sdp, true).sdp)).toEqual([candidateAt(address)]);
});

test.each(['169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1'])(
  'an ICE candidate at %s is always refused, because no browser is there',
  (address) => expect(kept(readOffer(offer(candidateAt(address)), true).sdp)).toEqual([]),
);

test('an SDP answer does not reveal addresses inside our network', () => {
  const answer = [
    'v=0',
    'c=IN IP4 10.0.0.5',
    candidateAt('10.0.0.5'),
    candidateAt('93.184.215.14'),
    'a=candidate:2 1 udp 1 93.184.215.14 5000 typ srflx raddr 10.0.0.5 rport 5000',
    'a=mid:0',
  ].join('\r\n');
  const settings = { iceServers: [], address: null, ports: null, allowPrivate: false };
  const shown = shownAnswer(answer, settings);
  expect(shown).not.toContain('10.0.0.5');
  expect(kept(shown)).toHaveLength(2);
  expect(shownAnswer(answer, { ...settings, allowPrivate: true })).toBe(answer);
  // An address that the operator set is meant to be seen.
  expect(kept(shownAnswer(answer, { ...settings, address: '10.0.0.5' }))).toHaveLength(3);
});
