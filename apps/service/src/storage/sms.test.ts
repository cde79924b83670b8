import { freePort } from '@parley/testing/free-port.ts';
import { startSmsServer } from '@parley/testing/sms-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTwilioReport, readTwilioStop, smsByTwilio, twilioSignature } from './sms.ts';

const account = { sid: 'AC00000000000000000000000000000001', token: 'a-token' };
const sms = { to: '+41791234567', text: 'Grüezi', statusUrl: 'https://calls.example.com/sms-reports/1/2' };

let server: Awaited<ReturnType<typeof startSmsServer>>;
beforeAll(async () => {
  server = await startSmsServer(account);
});
afterAll(() => server.close());

const sender = (more = {}) =>
  smsByTwilio({
    url: server.url,
    accountSid: account.sid,
    authToken: account.token,
    from: '+15005550006',
    ...more,
  });

test("an SMS is posted to the vendor's account with a URL for delivery reports", async () => {
  expect(await sender()(sms)).toEqual({ kind: 'accepted', vendorId: expect.stringMatching(/^SM/) });
  expect(server.received.at(-1)).toMatchObject({
    path: `/2010-04-01/Accounts/${account.sid}/Messages.json`,
    to: '+41791234567',
    from: '+15005550006',
    service: null,
    body: 'Grüezi',
    statusUrl: sms.statusUrl,
  });
  await sender({ from: 'MG00000000000000000000000000000001' })(sms);
  expect(server.received.at(-1)).toMatchObject({ from: null, service: expect.stringMatching(/^MG/) });
});

test.each([
  [{ status: 400, code: 21_211, message: "Invalid 'To' Phone Number" }, 'bounced'],
  [{ status: 400, code: 21_606, message: 'The From number is not yours' }, 'failed'],
  [{ status: 429, code: 20_429, message: 'Too Many Requests' }, 'later'],
  [{ status: 503 }, 'later'],
  [{ status: 500 }, 'unknown'],
  ['lost', 'unknown'],
] as const)("the SMS vendor's reply %j is treated as %s", async (fault, kind) => {
  server.failNext(fault);
  expect(await sender()(sms)).toMatchObject({ kind, detail: expect.any(String) });
});

test('a recipient who answered STOP is reported as unsubscribed', async () => {
  server.failNext({ status: 400, code: 21_610, message: 'Attempt to send to unsubscribed recipient' });
  expect(await sender()(sms)).toMatchObject({ kind: 'bounced', isUnsubscribed: true });
});

test('an SMS is retried later if the vendor refuses our token or cannot be reached', async () => {
  expect(await sender({ authToken: 'wrong' })(sms)).toMatchObject({ kind: 'later' });
  expect(await sender({ url: `http://127.0.0.1:${await freePort()}` })(sms)).toMatchObject({ kind: 'later' });
});

test("the signature of an SMS report equals the vendor's documented example", () => {
  // The example of https://www.twilio.com/docs/usage/security#validating-requests
  const parameters = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
    Digits: '1234',
    From: '+12349013030',
    To: '+18005551212',
  });
  expect(twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', parameters)).toBe(
    '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
  );
});

test.each([
  ['queued', undefined],
  ['sent', { status: 'SENT' }],
  ['delivered', { status: 'DELIVERED' }],
  ['undelivered', { status: 'BOUNCED', detail: '30003' }],
])('an SMS delivery report of %s is parsed', (MessageStatus, report) => {
  const read = readTwilioReport(new URLSearchParams({ MessageStatus, ErrorCode: '30003' }));
  if (report === undefined) expect(read).toBeUndefined();
  else expect(read).toMatchObject(report);
});

test.each<[Record<string, string>, string | undefined]>([
  [{ Body: 'STOP' }, '+41791234567'],
  [{ Body: ' unsubscribe. ' }, '+41791234567'],
  [{ Body: 'Do not stop' }, undefined],
  [{ Body: 'HELP' }, undefined],
  [{ Body: 'Arrêt', OptOutType: 'STOP' }, '+41791234567'],
  [{ Body: 'STOP', OptOutType: 'HELP' }, undefined],
  [{ Body: 'STOP', From: 'PARLEY' }, undefined],
])('the inbound SMS %j stops messages to %s', (parameters, number) => {
  const form = new URLSearchParams({ From: '+41791234567', ...parameters });
  expect(readTwilioStop(form)).toBe(number);
});
