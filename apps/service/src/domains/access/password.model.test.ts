import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './password.model.ts';

const PASSWORD = 'correct horse battery';

test('only the right password is accepted', async () => {
  const stored = await hashPassword(PASSWORD);
  expect(await isPassword(PASSWORD, stored)).toBe(true);
  expect(await isPassword(`${PASSWORD} `, stored)).toBe(false);
  expect(await isPassword('', stored)).toBe(false);
});

test('the same password is hashed differently each time', async () => {
  const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  expect(one).not.toBe(two);
  expect(one).not.toContain('horse');
});

test('a password is accepted in any Unicode form of its letters', async () => {
  const stored = await hashPassword('Gr\u00fcezi miteinander');
  expect(await isPassword('Gru\u0308ezi miteinander', stored)).toBe(true);
});

test('a password hashed at a lower cost is still accepted', async () => {
  // Made by OpenSSL with N = 1024, r = 8 and p = 1 from "correct horse battery" and the salt "0123456789abcdef".
  const stored = `scrypt$1024$8$1$MDEyMzQ1Njc4OWFiY2RlZg$xXt6EAFzAOlee5Hgl8R5-kLA6sDARjRcMGtm6fZJsa8`;
  expect(await isPassword(PASSWORD, stored)).toBe(true);
  expect(await isPassword('another password', stored)).toBe(false);
});

test.each([
  ['does not exist', undefined],
  ['has no password', null],
])('every password is refused for a user who %s', async (_case, stored) => {
  expect(await isPassword('', stored)).toBe(false);
  expect(await isPassword(PASSWORD, stored)).toBe(false);
});

test.each(['', 'plain', 'bcrypt$1$2$3$salt$key', 'scrypt$1024$8$1$salt'])(
  'every password is refused when the stored value (%j) is not a valid password hash',
  async (stored) => {
    expect(await isPassword(stored, stored)).toBe(false);
  },
);
