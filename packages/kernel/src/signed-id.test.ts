import { expect, test } from 'vitest';
import { idSigned, signedId } from './signed-id.ts';

const secret = 'a-secret-of-the-installation-for-tests';
const id = '01957a2e-7c00-7000-8000-000000000000';
const token = signedId(secret, 'door', id);

test('a token gives back its id and needs no URL encoding', () => {
  expect(idSigned(secret, 'door', token)).toBe(id);
  expect(encodeURIComponent(token)).toBe(token);
});

test('a token for one purpose is invalid for another', () => {
  expect(idSigned(secret, 'window', token)).toBeUndefined();
});

test('a token of another installation is invalid', () => {
  expect(idSigned(`${secret}x`, 'door', token)).toBeUndefined();
});

test.each([
  ['empty', ''],
  ['without a signature', id],
  ['with an empty signature', `${id}.`],
  ['cut short', token.slice(0, -1)],
  ['with something after it', `${token}.more`],
  ['with signs that base64 skips', `${token}!`],
  ['for another id', token.replace(id, '01957a2e-7c00-7000-8000-000000000001')],
  ['that names no id', 'door.key'],
  ['with letters of several bytes', `${id}.${'é'.repeat(43)}`],
])('a token %s names nothing', (_case, given) => {
  expect(idSigned(secret, 'door', given)).toBeUndefined();
});
