import { expect, test } from 'vitest';
import { conversationOfToken, onlineLinks } from './online-links.ts';

const ids = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'] as const;
const links = onlineLinks('https://parley.example', 'a secret');

test('every conversation has its own link, and one link reveals nothing about another', () => {
  expect(links.urlOf(ids[0])).toBe(links.urlOf(ids[0]));
  expect(links.urlOf(ids[0])).toMatch(/^https:\/\/parley\.example\/call\/[\w-]{43}$/);
  const [first, second] = ids.map((id) => Buffer.from(links.urlOf(id).split('/').at(-1) ?? '', 'base64url'));
  expect(first?.subarray(16).equals(second?.subarray(16) as Buffer)).toBe(false);
});

test('without the secret no link can be created', () => {
  expect(onlineLinks('https://parley.example', 'another secret').urlOf(ids[0])).not.toBe(links.urlOf(ids[0]));
});

test('our link leads to its conversation, and any other to none', () => {
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
