import { expect, test } from 'vitest';
import { attestationOf } from './attestation.ts';
import { readMessage, type SipMessage } from './sip-message.ts';

function message(first: string, ...lines: string[]): SipMessage {
  const headers = [
    'Via: SIP/2.0/UDP 192.0.2.1',
    'From: <sip:+14155550100@example.com>;tag=a',
    'To: <sip:+14155550101@example.com>',
    'Call-ID: one',
    'CSeq: 1 INVITE',
  ];
  const reading = readMessage(Buffer.from([first, ...headers, ...lines, '', ''].join('\r\n')));
  if (reading.kind !== 'read') throw new Error(reading.why);
  return reading.message;
}
const invite = (...lines: string[]) => attestationOf(message('INVITE sip:b@example.com SIP/2.0', ...lines));
const ok = (...lines: string[]) => attestationOf(message('SIP/2.0 200 OK', ...lines));

const passport = (claims: object) =>
  `${['{"ppt":"shaken"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')};info=<https://certificates.example.com/one.pem>;alg=ES256;ppt=shaken`;

test('the STIR/SHAKEN level is read from the Identity header, in short form or folded', () => {
  expect(invite(`Identity: ${passport({ attest: 'B' })}`)).toEqual({ level: 'B', verification: null });
  expect(invite(`y: ${passport({ attest: 'C' })}`)).toEqual({ level: 'C', verification: null });
  expect(invite('Identity:', ` ${passport({ attest: 'A' })}`)).toEqual({ level: 'A', verification: null });
});

test('of several Identity signatures the one with an attestation level counts', () => {
  expect(
    invite(`Identity: ${passport({ div: { tn: '1' } })}`, `Identity: ${passport({ attest: 'A' })}`),
  ).toMatchObject({ level: 'A' });
});

test.each([
  ['TN-Validation-Passed', { level: null, verification: 'PASSED' }],
  ['TN-Validation-Failed', { level: null, verification: 'FAILED' }],
  ['No-TN-Validation', { level: null, verification: 'NOT_DONE' }],
  ['TN-Validation-Passed-B', { level: 'B', verification: 'PASSED' }],
])('the parameter verstat=%s is read inside the SIP address and after it', (value, expected) => {
  expect(invite(`P-Asserted-Identity: <sip:+14155550100;verstat=${value}@example.com>`)).toEqual(expected);
  expect(invite(`P-Asserted-Identity: <tel:+14155550100;verstat=${value}>`)).toEqual(expected);
  expect(invite(`P-Asserted-Identity: <sip:+14155550100@example.com>;verstat=${value}`)).toEqual(expected);
  expect(invite(`X-Twilio-VerStat: ${value}`)).toEqual(expected);
});

test("an attestation header of the network outweighs the caller's own Identity signature", () => {
  const said = `Identity: ${passport({ attest: 'A' })}`;
  expect(invite(said, 'P-Attestation-Indicator: C')).toMatchObject({ level: 'C' });
  expect(invite(said, 'Attestation-Info: b')).toMatchObject({ level: 'B' });
  expect(invite('X-Attestation-Info: "A"')).toMatchObject({ level: 'A' });
});

test("a network's response says how it attested our call, or that it refused the signature", () => {
  expect(ok('Attestation-Info: A')).toEqual({ level: 'A', verification: null });
  expect(ok('X-Plivo-Stir-Verification: Verified')).toEqual({ level: 'A', verification: null });
  expect(ok('X-Plivo-Stir-Verification: Not Verified')).toBeUndefined();
  expect(ok('Reason: STIR ;cause=436 ;text="Bad Identity Info"')).toEqual({
    level: null,
    verification: 'FAILED',
  });
  expect(attestationOf(message('SIP/2.0 438 Invalid Identity Header'))).toMatchObject({
    verification: 'FAILED',
  });
});

test.each([
  ['a signature without its claims', 'Identity: ..signature;info=<https://a.example>'],
  ['no signature at all', 'Identity: not.a.passport'],
  ['an unknown level', `Identity: ${passport({ attest: 'D' })}`],
  ['a signature that is too long', `Identity: ${'A'.repeat(20_000)}`],
  ['claims that are no object', 'Identity: e30.bnVsbA.e30'],
  ['a word instead of a level', 'Attestation-Info: unknown'],
  ['an empty status', 'P-Asserted-Identity: <sip:+1;verstat=@example.com>'],
  ['an unknown status', 'P-Asserted-Identity: <sip:+1;verstat=constructor@example.com>'],
])('%s gives no STIR/SHAKEN attestation', (_, line) => {
  expect(invite(line)).toBeUndefined();
});
