import type { Party } from '@parley/call-engine/party.ts';
import { HandClock } from '@parley/testing/hosted-web-calls.ts';
import { expect, test } from 'vitest';
import { CallPauses } from './call-pauses.ts';

const MINUTE_MS = 60_000;
const partyOf = (pausedMs?: () => number) => ({ pausedMs }) as Party;

test('time on hold extends the time limit of a call, up to a maximum', () => {
  const pauses = new CallPauses(new HandClock(), 10 * MINUTE_MS);
  expect(pauses.totalMs()).toBe(0);
  let heldMs = 5 * MINUTE_MS;
  pauses.party = partyOf(() => heldMs);
  expect(pauses.totalMs()).toBe(5 * MINUTE_MS);
  heldMs = 50 * MINUTE_MS;
  expect(pauses.totalMs()).toBe(10 * MINUTE_MS);
});

test.each(['transferred', 'failed'] as const)(
  'the time limit of a call pauses during a transfer until it has %s',
  async (kind) => {
    const clock = new HandClock();
    const pauses = new CallPauses(clock, 0);
    pauses.party = partyOf();
    pauses.follow({ kind: 'transfer' });
    await clock.pass(MINUTE_MS);
    expect(pauses.totalMs()).toBe(MINUTE_MS);
    pauses.follow({ kind });
    await clock.pass(MINUTE_MS);
    expect(pauses.totalMs()).toBe(MINUTE_MS);
  },
);

test('transfers extend the time limit of a call only up to a maximum', async () => {
  const clock = new HandClock();
  const pauses = new CallPauses(clock, 0);
  for (let transfers = 0; transfers < 3; transfers += 1) {
    pauses.follow({ kind: 'transfer' });
    await clock.pass(3 * MINUTE_MS);
    pauses.follow({ kind: 'transferred' });
  }
  expect(pauses.totalMs()).toBe(5 * MINUTE_MS);
});

test('only hold and transfers extend the time limit of a call', async () => {
  const clock = new HandClock();
  const pauses = new CallPauses(clock, MINUTE_MS);
  for (const kind of ['say', 'said', 'heard', 'understood', 'listen', 'failed'] as const) {
    pauses.follow({ kind });
    await clock.pass(MINUTE_MS);
  }
  expect(pauses.totalMs()).toBe(0);
});
