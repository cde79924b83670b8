import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { FairShare } from './fair-share.ts';

const LARGE = 100_000;

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
