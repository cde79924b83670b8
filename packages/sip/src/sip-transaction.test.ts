import { ManualTime } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { Transaction, type TransactionDeed, type TransactionKind } from './sip-transaction.ts';

function begin(kind: TransactionKind, isReliable = false) {
  const time = new ManualTime();
  const deeds: [atMs: number, deed: TransactionDeed | 'end'][] = [];
  const transaction = new Transaction(kind, {
    time,
    isReliable,
    perform: (deed) => deeds.push([time.nowMs(), deed]),
    onEnd: () => deeds.push([time.nowMs(), 'end']),
  });
  const times = (deed: TransactionDeed) => deeds.filter(([, one]) => one === deed).map(([atMs]) => atMs);
  return { time, transaction, deeds, times };
}

test('an unanswered INVITE is sent again after doubling intervals, for 32 seconds', async () => {
  const { time, times, deeds } = begin('INVITE client');
  await time.advance(60_000);
  expect(times('send')).toEqual([500, 1500, 3500, 7500, 15_500, 31_500]);
  expect(deeds.slice(-2)).toEqual([
    [32_000, 'give up'],
    [32_000, 'end'],
  ]);
  expect(time.waiting).toBe(0);
});

test('other SIP requests are sent again at most every four seconds', async () => {
  const { time, times } = begin('client');
  await time.advance(60_000);
  expect(times('send')).toEqual([500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500]);
  expect(times('give up')).toEqual([32_000]);
});

test('a SIP request with a provisional response still times out 32 seconds after it was sent', async () => {
  const { time, transaction, times } = begin('client');
  await time.advance(20_000);
  transaction.take('1xx');
  await time.advance(40_000);
  expect(times('give up')).toEqual([32_000]);
});

test.each(['INVITE client', 'client'] as const)(
  'over TCP or TLS no SIP request is sent twice (%s)',
  async (kind) => {
    const { time, times } = begin(kind, true);
    await time.advance(60_000);
    expect([times('send'), times('give up')]).toEqual([[], [32_000]]);
  },
);

test('an INVITE that rings is not sent again and never times out', async () => {
  const { time, transaction, times } = begin('INVITE client');
  transaction.take('1xx');
  await time.advance(600_000);
  expect([times('send'), times('give up')]).toEqual([[], []]);
});

test('a repeated SIP failure response is acknowledged again and reported once', async () => {
  const { time, transaction, times, deeds } = begin('INVITE client');
  transaction.take('failure');
  await time.advance(31_000);
  transaction.take('failure');
  await time.advance(60_000);
  expect([times('ack'), times('tell')]).toEqual([[0, 31_000], [0]]);
  expect(deeds.at(-1)).toEqual([32_000, 'end']);
});

test('every 2xx to an INVITE is reported, so that each can be acknowledged', async () => {
  const { time, transaction, times } = begin('INVITE client');
  transaction.take('2xx');
  await time.advance(4000);
  transaction.take('2xx');
  await time.advance(60_000);
  transaction.take('2xx');
  expect(times('tell')).toEqual([0, 4000]);
});

test('our failure response to an INVITE is sent until it is acknowledged', async () => {
  const { time, transaction, times, deeds } = begin('INVITE server');
  transaction.take('failure');
  await time.advance(4000);
  transaction.take('ACK');
  await time.advance(60_000);
  expect(times('send')).toEqual([0, 500, 1500, 3500]);
  expect(deeds.at(-1)).toEqual([9000, 'end']);
});

test('a retransmitted SIP request gets the same response and is not reported again', async () => {
  const { time, transaction, times, deeds } = begin('server');
  transaction.take('request');
  transaction.take('2xx');
  await time.advance(10_000);
  transaction.take('request');
  await time.advance(60_000);
  expect(times('send')).toEqual([0, 10_000]);
  expect(deeds.at(-1)).toEqual([32_000, 'end']);
});

test('a failure to send a SIP request is reported at once', () => {
  const { transaction, deeds, time } = begin('client');
  transaction.take('unsendable');
  expect(deeds).toEqual([
    [0, 'fail'],
    [0, 'end'],
  ]);
  expect(time.waiting).toBe(0);
});
