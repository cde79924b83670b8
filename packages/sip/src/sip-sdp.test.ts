import { farSound } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import type { LocalMedia } from './media-session.ts';
import { agreeOn, answerTo, describe } from './sip-sdp.ts';

const local: LocalMedia = {
  port: 20_000,
  codecs: [
    { name: 'G722', payloadType: 9 },
    { name: 'PCMU', payloadType: 0 },
    { name: 'PCMA', payloadType: 8 },
  ],
  keysType: 101,
  noiseType: 13,
  crypto: null,
};
const key = (letter: string) => letter.repeat(40);
const secret: LocalMedia = {
  ...local,
  crypto: [
    { tag: 1, suite: 'AES_CM_128_HMAC_SHA1_80', keyAndSalt: key('A') },
    { tag: 2, suite: 'AES_CM_128_HMAC_SHA1_32', keyAndSalt: key('B') },
  ],
};
const origin = { host: '192.0.2.1', sessionId: 7, version: 1 };
const agreed = (description: string, with_: LocalMedia = local) => {
  const agreement = agreeOn(description, with_);
  if (agreement.kind === 'refused') throw new Error(agreement.why);
  return agreement.agreed;
};

test('our SDP offer lists everything that we support', () => {
  const offer = describe(local, origin);
  expect(offer).toContain('m=audio 20000 RTP/AVP 9 0 8 13 101');
  expect(offer).toContain('a=rtpmap:9 G722/8000');
  expect(offer).toContain('o=- 7 1 IN IP4 192.0.2.1');
});

test('an SDP answer uses the first offered codec that we support, with the payload types of the offer', () => {
  const answer = farSound(['a=rtpmap:98 opus/48000/2', 'a=rtpmap:96 telephone-event/8000'], '98 8 0 96');
  expect(agreed(answer)).toMatchObject({
    host: '198.51.100.1',
    port: 4000,
    codec: { name: 'PCMA', payloadType: 8 },
    keysType: 96,
    noiseType: null,
    mayWeSend: true,
  });
});

test.each([
  ['a=sendonly', 'a=recvonly', false, true],
  ['a=inactive', 'a=inactive', false, false],
  ['a=recvonly', 'a=sendonly', true, false],
  ['a=sendrecv', 'a=sendrecv', true, true],
])('an SDP offer with %s is answered with %s', (theirs, ours, mayWeSend, mayTheySend) => {
  const answered = answerTo(farSound([theirs]), local, origin);
  expect(answered).toMatchObject({ kind: 'agreed', agreed: { mayWeSend, mayTheySend } });
  if (answered.kind === 'agreed') expect(answered.answer).toContain(ours);
});

test('the connection address 0.0.0.0 in the SDP means a hold', () => {
  expect(agreed(farSound().replaceAll('198.51.100.1', '0.0.0.0'))).toMatchObject({ mayWeSend: false });
});

test('offered video is declined in its position in the SDP', () => {
  const offer = farSound().replace('m=audio', 'm=video 5000 RTP/AVP 31\r\nm=audio');
  const answered = answerTo(offer, local, origin);
  expect(answered.kind === 'agreed' && answered.answer.match(/^m=.*$/gm)).toEqual([
    'm=video 0 RTP/AVP 31',
    'm=audio 20000 RTP/AVP 0 101',
  ]);
});

test('with SRTP each side encrypts with its own key', () => {
  expect(describe(secret, origin)).toContain(`a=crypto:2 AES_CM_128_HMAC_SHA1_32 inline:${key('B')}`);
  const answer = farSound([`a=crypto:2 AES_CM_128_HMAC_SHA1_32 inline:${key('C')}|2^31`]).replace(
    '/AVP',
    '/SAVP',
  );
  expect(agreed(answer, secret).crypto).toEqual({
    ours: { tag: 2, suite: 'AES_CM_128_HMAC_SHA1_32', keyAndSalt: key('B') },
    theirs: { tag: 2, suite: 'AES_CM_128_HMAC_SHA1_32', keyAndSalt: key('C') },
  });
});

test.each([
  ['nothing in it', '', local],
  ['no audio', farSound().replace('m=audio', 'm=video'), local],
  ['declined audio', farSound().replace('audio 4000', 'audio 0'), local],
  ['no codec that we know', farSound(['a=rtpmap:98 opus/48000/2'], '98'), local],
  ['SRTP where RTP is configured', farSound().replace('/AVP', '/SAVP'), local],
  ['RTP where SRTP is configured', farSound(), secret],
  ['SRTP without a key', farSound().replace('/AVP', '/SAVP'), secret],
])('an SDP with %s is refused with a reason', (_, description, with_) => {
  expect(agreeOn(description, with_)).toMatchObject({ kind: 'refused', why: expect.any(String) });
});

test.each([
  ['a host name instead of an address', farSound().replaceAll('198.51.100.1', 'media.example.com')],
  ['no room for the RTCP port', farSound().replace('4000', '65535')],
])('an SDP with %s is refused without an exception', (_, description) => {
  expect(answerTo(description, local, origin)).toMatchObject({ kind: 'refused' });
});

test('any codec that both sides support is accepted under the payload type of either side', () => {
  const answer = farSound(['a=rtpmap:96 telephone-event/8000'], '8 96');
  const { codec, receives } = agreed(answer);
  expect(codec.name).toBe('PCMA');
  expect(receives).toEqual([
    { payloadType: 9, kind: 'G722' },
    { payloadType: 0, kind: 'PCMU' },
    { payloadType: 8, kind: 'PCMA' },
    { payloadType: 101, kind: 'keys' },
    { payloadType: 13, kind: 'noise' },
    { payloadType: 96, kind: 'keys' },
  ]);
});

test('RTCP shares the port of RTP only if both sides want that', () => {
  expect(describe(local, origin)).toContain('a=rtcp-mux');
  expect(agreed(farSound()).rtcp).toEqual({ port: 4001, isMuxed: false });
  expect(agreed(farSound(['a=rtcp:4711'])).rtcp).toEqual({ port: 4711, isMuxed: false });
  expect(agreed(farSound(['a=rtcp-mux'])).rtcp).toEqual({ port: 4000, isMuxed: true });
  const [with_, without] = [
    answerTo(farSound(['a=rtcp-mux']), local, origin),
    answerTo(farSound(), local, origin),
  ];
  expect(with_).toMatchObject({ answer: expect.stringContaining('a=rtcp-mux') });
  expect(without).toMatchObject({ answer: expect.not.stringContaining('a=rtcp-mux') });
});
