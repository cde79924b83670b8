import { scriptedNetwork, settled } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { SipLogin } from './sip-digest.ts';
import type { SipRequest } from './sip-message.ts';
import { type TracedMessage, withoutSecrets } from './sip-trace.ts';

test('secrets of a traced SIP message are masked, and its lengths stay right', () => {
  const body = [
    'v=0',
    'k=prompt:abc',
    'a=key-mgmt:mikey AQAFgM0XflABAAAA',
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:d0RmdmcmVCspeEc3QGZiNWpVLFJhQX1cfHAwJSoj|2^20|1:32',
    '',
  ].join('\r\n');
  const text = [
    'INVITE sip:a@example.com SIP/2.0',
    'Authorization: Digest username="acme", response="6629fae49393a05397450978507c4ef1",',
    '  cnonce="0a4f113b"',
    'proxy-authorization:Digest response="äöü"',
    'Call-ID: inline',
    'Contact: <sip:alice:pass:word@example.com:5060>',
    'Refer-To: <sip:b@example.com:5070?Replaces=one&Authorization=Digest%20nonce>',
    'From: "Ada" <sip:ada@example.com:5080>;tag=a',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
  const masked = withoutSecrets(text);
  for (const secret of [
    'acme',
    '6629fae',
    '0a4f113b',
    'äöü',
    'd0Rmdmcm',
    'prompt:abc',
    'AQAFgM',
    'pass',
    'word',
    '%20nonce',
  ])
    expect(masked).not.toContain(secret);
  expect(masked).toContain('Authorization: Digest xxx');
  expect(masked).toContain('Call-ID: inline\r\n');
  expect(masked).toContain('Contact: <sip:alice:xxxxxxxxx@example.com:5060>');
  expect(masked).toMatch(/Refer-To: <sip:b@example\.com:5070\?Replaces=one&Authorization=x+>/);
  expect(masked).toContain('From: "Ada" <sip:ada@example.com:5080>;tag=a');
  expect(masked).toMatch(/a=key-mgmt:mikey x{16}\r\n/);
  expect(masked).toMatch(/inline:x{40}\|2\^20\|1:32/);
  expect(Buffer.byteLength(masked.split('\r\n\r\n')[1] ?? '')).toBe(Buffer.byteLength(body));
});

test('the SIP stack traces every message that it sends and receives, with both addresses', async () => {
  const traced: TracedMessage[] = [];
  const { agent, transport } = scriptedNetwork({ onMessage: (message) => traced.push(message) });
  const hop = { transport: 'udp', host: '198.51.100.1', port: 5060, name: '198.51.100.1' } as const;
  const login = new SipLogin({ user: 'acme', password: 'secret' }, agent.random);
  const make = (): SipRequest => ({
    method: 'OPTIONS',
    uri: 'sip:198.51.100.1',
    headers: [
      ['from', '<sip:us@example.com>;tag=a'],
      ['to', '<sip:198.51.100.1>'],
      ['call-id', 'one'],
      ['cseq', '1 OPTIONS'],
    ],
    body: '',
  });
  const asking = agent.ask(make, hop, login);
  await settled();
  transport.answer(transport.requests('OPTIONS')[0] as SipRequest, 401, {
    headers: [['www-authenticate', 'Digest realm="r", nonce="n"']],
  });
  await settled();
  transport.answer(transport.requests('OPTIONS').at(-1) as SipRequest, 200, {
    headers: [['attestation-info', 'A']],
  });
  await asking;
  expect(traced.map(({ direction, method, status }) => `${direction} ${method ?? status}`)).toEqual([
    'SENT OPTIONS',
    'RECEIVED 401',
    'SENT OPTIONS',
    'RECEIVED 200',
  ]);
  expect(traced[3]).toMatchObject({
    callId: 'one',
    transport: 'udp',
    local: { host: '192.0.2.1', port: 5060 },
    remote: { host: '198.51.100.1', port: 5060 },
    attestation: { level: 'A', verification: null },
  });
  expect(traced[2]?.attestation).toBeNull();
  expect(traced[2]?.text).toMatch(/^Authorization: Digest x+$/m);
});
