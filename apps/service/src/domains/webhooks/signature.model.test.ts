import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { distrust, newSecret, signed } from './signature.model.ts';

const [secret, other] = [newSecret(), newSecret()];
const now = new Date();
const body = '{"event":"ping","data":{"message":"Grüezi 🧀"}}';
const headers = signed([secret], 'msg_1', now, body);

test('our webhook signatures and those of the public library verify each other', () => {
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  const theirs = { ...headers, 'webhook-signature': new Webhook(secret).sign('msg_1', now, body) };
  expect(distrust(secret, theirs, body, now)).toBeUndefined();
});

test('a webhook message with several signatures needs only one valid signature', () => {
  const both = signed([other, secret], 'msg_1', now, body);
  for (const one of [secret, other]) expect(distrust(one, both, body, now)).toBeUndefined();
});

test.each<
  [words: string, secret: string, headers: Record<string, string | undefined>, body: string, nowMs: number]
>([
  ['signed with another secret', other, headers, body, 0],
  ['with a changed byte', secret, headers, body.replace('ping', 'pong'), 0],
  ['with another id', secret, { ...headers, 'webhook-id': 'msg_2' }, body, 0],
  ['without a signature', secret, { ...headers, 'webhook-signature': undefined }, body, 0],
  ['from six minutes ago', secret, headers, body, 360_000],
  ['from six minutes ahead', secret, headers, body, -360_000],
  ['without a time', secret, { ...headers, 'webhook-timestamp': 'soon' }, body, 0],
])('a webhook message %s is refused', (_words, key, sent, text, laterMs) => {
  expect(distrust(key, sent, text, new Date(now.getTime() + laterMs))).toEqual(expect.any(String));
});
