import { expect, test } from 'vitest';
import { conversationOfToken, messageLinks, onlineLinks, stopOrderOf } from './online-links.ts';

const ids = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'] as const;
const links = onlineLinks('https://parley.example', 'a secret');

test('every conversation has a web-call link of its own, which reveals nothing about other links', () => {
  expect(links.urlOf(ids[0])).toBe(links.urlOf(ids[0]));
  expect(links.urlOf(ids[0])).toMatch(/^https:\/\/parley\.example\/call\/[\w-]{43}$/);
  const [first, second] = ids.map((id) => Buffer.from(links.urlOf(id).split('/').at(-1) ?? '', 'base64url'));
  expect(first?.subarray(16).equals(second?.subarray(16) as Buffer)).toBe(false);
});

test('a web-call link cannot be created without the secret', () => {
  expect(onlineLinks('https://parley.example', 'another secret').urlOf(ids[0])).not.toBe(links.urlOf(ids[0]));
});

test('a web-call link leads to its conversation, and any other token leads to none', () => {
  const token = links.urlOf(ids[0]).split('/').at(-1) ?? '';
  expect(conversationOfToken('a secret', token)).toBe(ids[0]);
  const strangers = [
    '',
    'x',
    token.slice(1),
    `${token}A`,
    `${token}==`,
    token.replace(/^./, 'z'),
    `${token.slice(0, -1)}~`,
  ];
  for (const stranger of strangers) expect(conversationOfToken('a secret', stranger)).toBeUndefined();
  expect(conversationOfToken('another secret', token)).toBeUndefined();
});

test('an unsubscribe link that was changed does not work', () => {
  const secret = 'a-link-secret-for-tests-of-at-least-32-chars';
  const order = {
    companyId: '01957a2e-7c00-7000-8000-0000000000c1',
    channel: 'SMS',
    hash: 'ab'.repeat(32),
  } as const;
  const url = messageLinks('https://calls.example.com', { calls: 'another', stop: secret }).stopUrl({
    ...order,
    language: 'DE',
  });
  const [, token = ''] = /^https:\/\/calls\.example\.com\/unsubscribe\/([^?]+)\?language=de$/.exec(url) ?? [];
  expect(stopOrderOf(secret, token)).toEqual(order);
  expect(stopOrderOf(['another-secret-for-tests-of-32-characters', secret], token)).toEqual(order);
  expect(stopOrderOf('another-secret-for-tests-of-32-characters', token)).toBeUndefined();
  const bytes = Buffer.from(token, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(stopOrderOf(secret, changed.toString('base64url'))).toBeUndefined();
  }
  expect(stopOrderOf(secret, `${token}=`)).toBeUndefined();
});
