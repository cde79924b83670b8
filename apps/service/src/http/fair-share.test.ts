import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { FairShare } from './fair-share.ts';

const LARGE = 100_000;

afterEach(() => {
  vi.useRealTimers();
});

interface Asked {
  readonly method?: string;
  readonly contentLength?: number;
  readonly forMany?: boolean;
}

/** Requests of one owner that are answered, or whose client leaves, when they are told to. */
function askedBy(share: FairShare, owner: string, count: number, asked: Asked = {}) {
  const { method = 'GET', contentLength = 0, forMany = false } = asked;
  const begun: number[] = [];
  const refused: [at: number, failure: unknown][] = [];
  const replies = Array.from({ length: count }, (_, at) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: false });
    const socket = { destroyed: false };
    const request = { method, headers: { 'content-length': String(contentLength) }, raw: { socket } };
    Promise.resolve(share.begin(owner, { raw, request } as unknown as FastifyReply, forMany)).then(
      () => begun.push(at),
      (failure: unknown) => refused.push([at, failure]),
    );
    return { raw, socket };
  });
  return {
    begun,
    refused,
    answer: (at: number) => replies[at]?.raw.emit('close'),
    leave: (at: number) => {
      const reply = replies[at];
      if (reply) reply.raw.destroyed = true;
      reply?.raw.emit('close');
    },
    cut: (at: number) => {
      const reply = replies[at];
      if (reply) reply.socket.destroyed = true;
    },
  };
}

const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

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

const noPause = async () => {};

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

test('while another company asks too, four requests of a company are under way, and the others wait', async () => {
  holdTimers();
  const share = new FairShare(noPause);
  askedBy(share, 'other', 1);
  const many = askedBy(share, 'one', 6);
  await rounds(2);
  expect(many.begun).toEqual([0, 1, 2, 3]);
  const other = askedBy(share, 'other', 1);
  await rounds(2);
  expect(other.begun).toEqual([0]);
  many.answer(1);
  await rounds(2);
  expect(many.begun).toEqual([0, 1, 2, 3, 4]);
});

test('a place rests after its request, so that a company that does not stop leaves room for others', async () => {
  holdTimers();
  const { promise: rested, resolve: end } = Promise.withResolvers<void>();
  const pauses: number[] = [];
  const share = new FairShare((ms) => {
    pauses.push(ms);
    return rested;
  });
  askedBy(share, 'other', 1);
  const many = askedBy(share, 'one', 6);
  await rounds(2);
  many.answer(0);
  many.answer(1);
  await rounds(2);
  expect(many.begun).toEqual([0, 1, 2, 3]);
  expect(pauses).toHaveLength(2);
  end();
  await rounds(2);
  expect(many.begun).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a company that nobody else is beside has as many requests under way as it sends', async () => {
  const many = askedBy(new FairShare(), 'one', 20);
  await rounds(2);
  expect(many.begun).toHaveLength(20);
});

test('requests that take long, or are large, do not hold up the small ones of their company', async () => {
  holdTimers();
  const share = new FairShare(noPause);
  askedBy(share, 'other', 1);
  const large = askedBy(share, 'one', 3, { method: 'POST', contentLength: LARGE });
  const slow = askedBy(share, 'one', 4);
  await rounds(2);
  expect([large.begun, slow.begun]).toEqual([
    [0, 1, 2],
    [0, 1, 2, 3],
  ]);
  const next = askedBy(share, 'one', 1);
  await rounds(2);
  expect(next.begun).toEqual([]);
  vi.advanceTimersByTime(100);
  await rounds(2);
  expect(next.begun).toEqual([0]);
});

test('a GET waits like others, whatever length it says its body has', async () => {
  holdTimers();
  const share = new FairShare();
  askedBy(share, 'other', 1);
  const many = askedBy(share, 'one', 6, { contentLength: LARGE });
  await rounds(2);
  expect(many.begun).toEqual([0, 1, 2, 3]);
});

test('who acts for many companies has more requests under way than one company', async () => {
  holdTimers();
  const share = new FairShare();
  askedBy(share, 'other', 1);
  const many = askedBy(share, 'ATS key', 20, { forMany: true });
  await rounds(2);
  expect(many.begun).toHaveLength(16);
});

test('a request that waits too long is told to come back, and is not carried out afterwards', async () => {
  holdTimers();
  const share = new FairShare();
  askedBy(share, 'other', 1);
  // Every place is taken again as soon as it is free.
  const many = askedBy(share, 'one', 600);
  for (let at = 0; at < 101; at += 1) {
    vi.advanceTimersByTime(100);
    await rounds(1);
  }
  expect(many.refused.length).toBeGreaterThan(0);
  expect(many.refused.at(-1)?.[1]).toMatchObject({
    kind: 'too_many_requests',
    details: { retryAfterSeconds: 1 },
  });
  expect(many.begun.length + many.refused.length).toBe(600);
});

test('a request whose client leaves while it waits is not carried out, and the next takes its place', async () => {
  holdTimers();
  const share = new FairShare(noPause);
  askedBy(share, 'other', 1);
  const many = askedBy(share, 'one', 7);
  await rounds(2);
  many.leave(4);
  many.cut(5);
  many.answer(0);
  await rounds(2);
  expect(many.begun).toEqual([0, 1, 2, 3, 6]);
  expect(many.refused.map(([at]) => at)).toEqual([4, 5]);
});
