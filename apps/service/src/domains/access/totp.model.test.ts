import { expect, test } from 'vitest';
import { base32, codeAt, newRecoveryCodes, stepAt, stepOfCode, totpUri } from './totp.model.ts';

/** Of RFC 6238, appendix B, with its last six digits. */
const secret = Buffer.from('12345678901234567890');
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;
const at = (seconds: number) => new Date(seconds * 1000);

test.each(vectors)('the TOTP code at second %d equals the test vector of RFC 6238', (seconds, code) => {
  expect(codeAt(secret, stepAt(at(seconds)))).toBe(code);
  expect(stepOfCode(secret, code, at(seconds), 0)).toBe(stepAt(at(seconds)));
});

test('the TOTP codes of the current, previous and next time step are accepted, and no others', () => {
  const now = at(1_234_567_890);
  const current = stepAt(now);
  const isTaken = (step: number) => stepOfCode(secret, codeAt(secret, step), now, 0) === step;
  expect([-2, -1, 0, 1, 2].map((drift) => isTaken(current + drift))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('a TOTP code is not accepted a second time, and neither is an older one', () => {
  const now = at(1_234_567_890);
  const current = stepAt(now);
  const taken = (step: number, lastStep: number) => stepOfCode(secret, codeAt(secret, step), now, lastStep);
  expect(taken(current, current)).toBeUndefined();
  expect(taken(current - 1, current)).toBeUndefined();
  expect(taken(current + 1, current)).toBe(current + 1);
});

test('text that is not a TOTP code is refused', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '０１２３４５'])
    expect(stepOfCode(secret, code, at(59), 0)).toBeUndefined();
});

test('the otpauth address for the authenticator app has the secret in base32', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(totpUri(secret, 'a+b@c.example')).toBe(
    'otpauth://totp/Parley:a%2Bb%40c.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Parley&algorithm=SHA1&digits=6&period=30',
  );
});

test('ten different recovery codes are generated', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
});
