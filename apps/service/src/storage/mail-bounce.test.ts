import { expect, test } from 'vitest';
import { bounceAddresses, failureIn } from './mail-bounce.ts';

const id = '019a9a5e-0000-7000-8000-0000000000ab';
const addresses = bounceAddresses('bounces@calls.example.com', ['new secret', 'old secret']);

/** In the form of Postfix; others name the same fields. */
const report = (action: string, more = '') => `Return-Path: <>
To: ${addresses.of(id)}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="AB12.1763535600/mail.example"

--AB12.1763535600/mail.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.example.

--AB12.1763535600/mail.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example
Arrival-Date: Thu, 19 Nov 2026 08:00:00 +0000 (UTC)

Final-Recipient: rfc822; ada@example.com
Action: ${action}
Status: 5.1.1
${more}
--AB12.1763535600/mail.example--
`;

test('a mail that came back is found by its own sender, whichever secret signed it and however it is written', () => {
  expect(addresses.messageIn(report('failed'))).toBe(id);
  expect(addresses.messageIn(report('failed').toUpperCase())).toBe(id);
  const before = bounceAddresses('bounces@calls.example.com', ['old secret']);
  expect(addresses.messageIn(`To: ${before.of(id)}`)).toBe(id);
});

test('an address that we did not make names no mail', () => {
  const made = addresses.of(id);
  expect(addresses.messageIn(made.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')))).toBeUndefined();
  expect(addresses.messageIn(made.replace('ab', 'cd'))).toBeUndefined();
  expect(addresses.messageIn('bounces@calls.example.com')).toBeUndefined();
  const elsewhere = bounceAddresses('bounces@calls.example.com', ['another secret']);
  expect(elsewhere.messageIn(made)).toBeUndefined();
});

test('a text with more addresses than a report has names no mail', () => {
  const others = Array.from({ length: 10 }, (_, n) => `bounces+${String(n).repeat(48)}@calls.example.com`);
  expect(addresses.messageIn([...others.slice(1), ...others.slice(1), addresses.of(id)].join('\n'))).toBe(id);
  expect(addresses.messageIn([...others, addresses.of(id)].join('\n'))).toBeUndefined();
});

test('control characters in the words of a server are spaces', () => {
  const said = 'Diagnostic-Code: smtp; 550\u0000 no such\u0007\u001b[31m person\u0085';
  expect(failureIn(report('failed', said))).toBe('550 no such [31m person');
});

test('of a mail that came back the words of the server that refused it are kept', () => {
  const said =
    'Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>: Recipient address\n    rejected: User unknown';
  expect(failureIn(report('failed', said))).toBe(
    '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown',
  );
  expect(failureIn(report('failed').replaceAll('\n', '\r\n'))).toBe('5.1.1');
});

test.each([
  ['a delay', report('delayed')],
  ['an arrival', report('delivered')],
  ['a relay', report('relayed')],
  ['a note from somebody on holiday', `To: ${addresses.of(id)}\nSubject: Out of office\n\nAction: failed\n`],
  ['nothing', ''],
])('%s is no bounce', (_what, mail) => {
  expect(failureIn(mail)).toBeUndefined();
});
