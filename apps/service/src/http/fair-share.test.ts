import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { FairShare } from './fair-share.ts';

const LARGE = 100_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Requests of one owner that are answered when they are told to. */
function askedBy(share: FairShare, owner: string, count: number, contentLength = '0') {
  const begun: number[] = [];
  const replies = Array.from({ length: count }, (_, at) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: false });
    const reply = { raw, request: { headers: { 'content-length': contentLength } } };
    Promise.resolve(share.begin(owner, reply as unknown as FastifyReply)).then(() => begun.push(at));
    return raw;
  });
  return { begun, answer: (at: number) => replies[at]?.emit('close') };
}

/** A request whose reply is sent when it is told to. */
function sentBy(share: FairShare, owner: string, bytes: number) {
  const { promise: answered, resolve: answer } = Promise.withResolvers<number>();
  const request = {} as FastifyRequest;
  let hasBegun = false;
  const begun = Promise.resolve(share.beginBody(request, bytes, owner, answered)).then(() => {
    hasBegun = true;
  });
  return { begun, hasBegun: () => hasBegun, answer: () => answer(200), request };
}

const rounds = async (count: number) => {
  for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('a large body waits until the one before it of the same company is answered, and for no other company', async () => {
  const share = new FairShare();
  const [first, second, other] = ['one', 'one', 'other'].map((owner) => sentBy(share, owner, LARGE));
  await Promise.all([first?.begun, other?.begun]);
  await rounds(20);
  expect(second?.hasBegun()).toBe(false);
  first?.answer();
  await second?.begun;
});

test('small bodies wait for nothing', async () => {
  const share = new FairShare();
  const large = sentBy(share, 'one', LARGE);
  await large.begun;
  const small = sentBy(share, 'one', 1000);
  await small.begun;
  expect(share.beginAnswer(small.request, 'one')).toBeUndefined();
  expect(share.beginAnswer(large.request, 'one')).toBeInstanceOf(Promise);
});

test('a company that sends more large bodies than can wait is told to send fewer', async () => {
  const share = new FairShare();
  const sent = Array.from({ length: 102 }, () => sentBy(share, 'one', LARGE));
  await expect(sent.at(-1)?.begun).rejects.toMatchObject({ kind: 'too_many_requests' });
  for (const { answer } of sent) answer();
  await Promise.all(sent.slice(0, -1).map(({ begun }) => begun));
});

test('while another company asks too, two requests of a company are under way, and the others wait', async () => {
  const share = new FairShare();
  askedBy(share, 'other', 1);
  const many = askedBy(share, 'one', 4);
  await rounds(2);
  expect(many.begun).toEqual([0, 1]);
  const other = askedBy(share, 'other', 1);
  await rounds(2);
  expect(other.begun).toEqual([0]);
  many.answer(1);
  await rounds(2);
  expect(many.begun).toEqual([0, 1, 2]);
});

test('a company that nobody else is beside has as many requests under way as it sends', async () => {
  const many = askedBy(new FairShare(), 'one', 20);
  await rounds(2);
  expect(many.begun).toHaveLength(20);
});

test('requests that take long, or are large, do not hold up the small ones of their company', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const share = new FairShare();
  askedBy(share, 'other', 1);
  const large = askedBy(share, 'one', 3, String(LARGE));
  const slow = askedBy(share, 'one', 2);
  await rounds(2);
  expect([large.begun, slow.begun]).toEqual([
    [0, 1, 2],
    [0, 1],
  ]);
  const next = askedBy(share, 'one', 1);
  await rounds(2);
  expect(next.begun).toEqual([]);
  vi.advanceTimersByTime(250);
  await rounds(2);
  expect(next.begun).toEqual([0]);
});
