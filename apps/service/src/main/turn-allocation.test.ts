import { scriptedTurnServer } from '@parley/testing/scripted-turn-server.ts';
import { expect, onTestFinished, test } from 'vitest';
import { relayTrouble } from './turn-allocation.ts';

const LIMIT_MS = 3000;
const account = { username: '1795130673:doctor', credential: 'made of the secret' };

async function asking(answers: Parameters<typeof scriptedTurnServer>[0], limitMs = LIMIT_MS) {
  const server = await scriptedTurnServer(answers);
  onTestFinished(server.close);
  return { trouble: await relayTrouble('127.0.0.1', server.port, account, limitMs), asked: server.asked };
}

test('a relay that accepts the credentials works, and its address is given back', async () => {
  expect(await asking({ allocate: [401] })).toEqual({
    trouble: undefined,
    asked: ['allocate', 'signed allocate', 'signed refresh'],
  });
});

test('a relay whose nonce was stale is asked again with the new one', async () => {
  expect(await asking({ allocate: [401], 'signed allocate': [438, 'success'] })).toEqual({
    trouble: undefined,
    asked: ['allocate', 'signed allocate', 'signed allocate', 'signed refresh'],
  });
});

test('a relay that does not accept the credentials refuses them, and nothing is given back', async () => {
  const answers = { allocate: [401], 'signed allocate': [401] };
  expect(await asking(answers)).toEqual({ trouble: 'refused', asked: ['allocate', 'signed allocate'] });
});

test('a relay that has no more addresses is reported with its own words', async () => {
  const { trouble } = await asking({ allocate: [401], 'signed allocate': [508] });
  expect(trouble).toBe('answers, but does not relay (508 No)');
});

test('a STUN server that is no relay is reported as such', async () => {
  expect((await asking({ allocate: [400] })).trouble).toBe('answers, but does not relay (400 No)');
  expect((await asking({ allocate: ['silence'] }, 50)).trouble).toBe('does not answer requests for a relay');
});

test('a relay that asks nobody for credentials is reported', async () => {
  expect((await asking({})).trouble).toBe('relays for everybody, without credentials');
});
