import { expect, test } from 'vitest';
import { withoutOperator } from './sip-mask.model.ts';

const [OURS, CONTACT] = ['+41446681801', '+41791234567'];
const masked = (lines: readonly string[], body: readonly string[] = []) =>
  withoutOperator([...lines, '', ...body].join('\r\n'), 'call-1', [OURS, CONTACT]);

const description = [
  'v=0',
  'o=acme 1 1 IN IP4 10.1.2.3',
  's=SBC of provider.example',
  'c=IN IP4 10.1.2.3',
  't=0 0',
  'm=audio 17000 RTP/SAVP 9 0 101',
  'a=rtpmap:101 telephone-event/8000',
  'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:xxxxxxxx|2^20|1:32',
  'a=rtcp:17001 IN IP4 10.1.2.3',
  'a=candidate:1 1 UDP 2130706431 10.1.2.3 17000 typ host',
  'a=sendrecv',
  '',
];

test("a company sees what was asked in a call over the operator's trunk, and nothing of account, addresses and prefix", () => {
  const text = masked(
    [
      'INVITE sip:99887041791234567@sip.provider.example;transport=tls SIP/2.0',
      'Via: SIP/2.0/TLS 10.1.2.3:5061;branch=z9hG4bK7;rport',
      'Route: <sip:proxy.provider.example;lr>',
      'Max-Forwards: 70',
      'From: "Acme Ltd" <sip:acme-account@sip.provider.example>;tag=1',
      'To: <sip:99887041791234567@sip.provider.example>',
      'P-Asserted-Identity: <sip:+41446681801@sip.provider.example>',
      'Call-ID: 81f4@10.1.2.3',
      'CSeq: 2 INVITE',
      'Contact: <sip:acme-account@203.0.113.7:5061;transport=tls>',
      'Proxy-Authorization: Digest xxxxxxxxx',
      '  xxxxxxx',
      'Authorization: Digest username="acme-account", response="6629fae4"',
      'Session-Expires: 180;refresher=uac',
      'User-Agent: Parley/0.1.0',
      'X-Tech-Prefix: 998870',
      'Content-Type: application/sdp',
      'Content-Length: 400',
    ],
    description,
  );
  expect(text.split('\r\n')).toEqual([
    'INVITE sip:+41791234567@hidden.invalid SIP/2.0',
    'Max-Forwards: 70',
    'From: <sip:hidden@hidden.invalid>',
    'To: <sip:+41791234567@hidden.invalid>',
    'P-Asserted-Identity: <sip:+41446681801@hidden.invalid>',
    'Call-ID: call-1',
    'CSeq: 2 INVITE',
    'Contact: <sip:hidden@hidden.invalid>',
    'Session-Expires: 180;refresher=uac',
    'Content-Type: application/sdp',
    expect.stringMatching(/^Content-Length: \d+$/),
    '',
    'v=0',
    'o=- 0 0 IN IP4 hidden.invalid',
    's=-',
    'c=IN IP4 hidden.invalid',
    't=0 0',
    'm=audio 17000 RTP/SAVP 9 0 101',
    'a=rtpmap:101 telephone-event/8000',
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 hidden',
    'a=sendrecv',
    '',
  ]);
  const [, length] = /Content-Length: (\d+)/.exec(text) ?? [];
  expect(Buffer.byteLength(text.slice(text.indexOf('\r\n\r\n') + 4))).toBe(Number(length));
});

test('of a refusal a company sees the code, the reason and the cause, without the servers that are named in it', () => {
  const text = masked([
    'SIP/2.0 503 No route on sbc7.provider.example (10.9.8.7, 2001:db8::7)',
    'v: SIP/2.0/UDP 10.1.2.3:5060',
    'f: <sip:+41446681801@10.1.2.3>;tag=1',
    't: <sip:0041791234567@provider.example>;tag=2',
    'Reason: Q.850;cause=38;text="carrier 12 of sbc7.provider.example"',
    'Warning: 399 sbc7.provider.example "account acme is blocked"',
    'Retry-After: 30',
    'Proxy-Authenticate: Digest realm="provider.example", nonce="n"',
    'Server: sbc7.provider.example',
    'l: 0',
  ]);
  expect(text.split('\r\n')).toEqual([
    'SIP/2.0 503 No route on …',
    'f: <sip:+41446681801@hidden.invalid>',
    't: <sip:+41791234567@hidden.invalid>',
    'Reason: Q.850;cause=38',
    'Warning: 399',
    'Retry-After: 30',
    'l: 0',
    '',
    '',
  ]);
});

test('a provider that writes names where a standard has none shows none of them', () => {
  const names = /acme|77812|998870|sbc7|::|10\.|7:8/i;
  const headers = masked([
    'SIP/2.0 403 Account acme-77812 has no credit, prefix 998870, gw sbc7 [::1] ::7:8',
    'Retry-After: 10 (sbc7 acct 77812)',
    'Supported: 100rel, X-cisco-srtp-fallback, acme-77, timer',
    'Allow: INVITE, ACME, BYE',
    'Event: refer;id=sbc7',
    'Subscription-State: terminated;reason=acme-77812',
    'Session-Expires: 1800;refresher=uas;x=sbc7',
    'CSeq: 2 ACME',
    'Privacy: id;acme',
    'Accept: application/sdp;sbc=acme, application/acme',
    'Content-Type: application/sdp; sbc=acme',
    'Expires: 10.9.8.7',
    'Require: acme',
  ]);
  expect(headers).not.toMatch(names);
  expect(headers.split('\r\n')).toEqual([
    'SIP/2.0 403 Account … has no credit, prefix … gw …',
    'Retry-After: 10',
    'Supported: 100rel, hidden, timer',
    'Allow: INVITE, hidden, BYE',
    'Event: refer',
    'Subscription-State: terminated',
    'Session-Expires: 1800;refresher=uas',
    'CSeq: hidden',
    'Privacy: hidden',
    'Accept: application/sdp, hidden',
    'Content-Type: application/sdp',
    'Expires: 10',
    'Require: hidden',
    '',
    '',
  ]);
  const body = masked(
    ['SIP/2.0 200 OK', 'Content-Type: application/sdp'],
    [
      'm=audio 17000 RTP/AVP 0 acme sbc7',
      'm=audio 17000 RTP/AVP 0 101',
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:96 acme/8000',
      'a=fmtp:101 0-15',
      'a=fmtp:101 acme-sbc7',
      'a=fmtp:18 annexb=no; mode=20',
      'a=fmtp:18 annexb=acme',
      'a=ptime:20',
      'a=ptime:20 sbc7',
      'a=crypto:1 acme_77812 inline:xxxxxxxx',
      't=77812 998870',
    ],
  );
  expect(body.split('\r\n').slice(2)).toEqual([
    '',
    'm=audio 17000 RTP/AVP 0 101',
    'a=rtpmap:0 PCMU/8000',
    'a=fmtp:101 0-15',
    'a=fmtp:18 annexb=no; mode=20',
    'a=ptime:20',
    '',
  ]);
});

test('of two known numbers with the same last digits the one that agrees further is shown', () => {
  const text = withoutOperator('BYE sip:0041791234567@10.1.2.3 SIP/2.0', 'call-1', [
    '+41311234567',
    '+41791234567',
  ]);
  expect(text).toContain('BYE sip:+41791234567@hidden.invalid SIP/2.0');
});

test('a hold, the progress of a transfer and a number that the company does not know are told apart', () => {
  const hold = masked(['INVITE sip:x SIP/2.0', 'Content-Type: application/sdp'], ['v=0', 'c=IN IP4 0.0.0.0']);
  expect(hold).toContain('c=IN IP4 0.0.0.0');
  const progress = masked(
    ['NOTIFY sip:us@10.1.2.3 SIP/2.0', 'Event: refer', 'Content-Type: message/sipfrag;version=2.0'],
    ['SIP/2.0 486 Busy at 10.1.2.3', 'Server: sbc7'],
  );
  expect(progress).toContain('\r\n\r\nSIP/2.0 486');
  expect(progress).not.toContain('sbc7');
  const refer = masked(['REFER sip:x SIP/2.0', 'Refer-To: <tel:+41315550000>', 'Contact: *']);
  expect(refer).toContain('Refer-To: <tel:hidden@hidden.invalid>');
  expect(refer).toContain('Contact: *');
});

test.each(['', 'garbage', ':', '\r\n\r\n', 'INVITE', 'A: b\r\n : c', 'SIP/2.0 200'])(
  'a message that is none (%j) is masked, too',
  (text) => {
    expect(withoutOperator(text, 'call-1', [])).not.toContain('garbage');
  },
);
