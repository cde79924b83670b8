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

/** Whose steps take no time, however slow the machine is. */
const quickShare = (pause: (ms: number) => Promise<void> = async () => {}): FairShare =>
  new FairShare(pause, () => 0);

test('a large body waits until the previous one of the same company is answered, and not for other companies', async () => {
  const share = quickShare();
  const [first, second, other] = ['one', 'one', 'other'].map((owner) => sentBy(share, owner, LARGE));
  await Promise.all([first?.begun, other?.begun]);
  await rounds(20);
  expect(second?.hasBegun()).toBe(false);
  first?.answer();
  await second?.begun;
});

test('small request bodies do not wait', async () => {
  const share = quickShare();
  const large = sentBy(share, 'one', LARGE);
  await large.begun;
  const small = sentBy(share, 'one', 1000);
  await small.begun;
  expect(share.beginAnswer(small.request, 'one')).toBeUndefined();
  expect(share.beginAnswer(large.request, 'one')).toBeInstanceOf(Promise);
});

test('a company that sends more large bodies at once than may wait gets 429', async () => {
  const share = quickShare();
  const sent = Array.from({ length: 102 }, () => sentBy(share, 'one', LARGE));
  await expect(sent.at(-1)?.begun).rejects.toMatchObject({ kind: 'too_many_requests' });
  for (const { begun, answer } of sent.slice(0, -1)) {
    await begun;
    answer();
  }
});

test('while other companies send requests, a company has four requests running and its others wait', async () => {
  holdTimers();
  const share = quickShare();
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

/** A share whose clock and pauses are the test's. */
function timedShare() {
  let nowMs = 0;
  const pauses: number[] = [];
  let rest = Promise.withResolvers<void>();
  const share = new FairShare(
    (ms) => {
      pauses.push(ms);
      return rest.promise;
    },
    () => nowMs,
  );
  return {
    share,
    pauses,
    pass: (ms: number) => {
      nowMs += ms;
    },
    endPauses: () => {
      rest.resolve();
      rest = Promise.withResolvers<void>();
    },
  };
}

test('a company with requests under way for more than two fifths of the time pauses, and leaves room for others', async () => {
  holdTimers();
  const { share, pauses, pass, endPauses } = timedShare();
  askedBy(share, 'other', 1);
  const many = askedBy(share, 'one', 14);
  await rounds(2);
  // Four at once, of 19 ms each: 76, 144 and 213 ms of requests, less two fifths of the time that has passed.
  for (const first of [0, 4, 8]) {
    pass(19);
    for (let at = first; at < first + 4; at += 1) many.answer(at);
    await rounds(2);
  }
  expect(pauses.map(Math.round)).toEqual([32]);
  expect(many.begun).toHaveLength(14);
  const next = askedBy(share, 'one', 2);
  await rounds(2);
  expect(next.begun).toEqual([0]);
  endPauses();
  await rounds(2);
  expect(next.begun).toEqual([0, 1]);
});

test('a company whose requests all wait for something slow may begin twenty a second', async () => {
  holdTimers();
  const { share, pauses, pass } = timedShare();
  for (let at = 0; at < 100; at += 1) {
    askedBy(share, 'other', 1).answer(0);
    const asked = askedBy(share, 'one', 1);
    await rounds(1);
    pass(50);
    asked.answer(0);
    await rounds(1);
  }
  expect(pauses).toEqual([]);
});

test('a company that asks now and then never pauses, however long it goes on', async () => {
  holdTimers();
  const { share, pauses, pass } = timedShare();
  for (let at = 0; at < 100; at += 1) {
    askedBy(share, 'other', 1).answer(0);
    const asked = askedBy(share, 'one', 1);
    await rounds(1);
    pass(15);
    asked.answer(0);
    await rounds(1);
    pass(25);
  }
  expect(pauses).toEqual([]);
});

test('a company rests after a large body too, and others send theirs meanwhile', async () => {
  const { share, pass, endPauses } = timedShare();
  share.see('other');
  share.see('one');
  // Two fifths of each are made up for meanwhile.
  for (let at = 0; at < 3; at += 1) {
    const sent = sentBy(share, 'one', LARGE);
    await sent.begun;
    // The event loop is free again: what follows is waiting.
    await rounds(2);
    pass(100);
    sent.answer();
    await rounds(3);
    share.see('other');
  }
  const next = sentBy(share, 'one', LARGE);
  await sentBy(share, 'other', LARGE).begun;
  await rounds(5);
  expect(next.hasBegun()).toBe(false);
  endPauses();
  await next.begun;
});

test('eight large bodies of all companies are read at once, and one that rests takes no place', async () => {
  const { share, pass } = timedShare();
  for (let at = 0; at < 3; at += 1) {
    const sent = sentBy(share, 'resting', LARGE);
    await sent.begun;
    // The event loop is free again: what follows is waiting.
    await rounds(2);
    pass(100);
    sent.answer();
    await rounds(3);
    share.see('other');
  }
  const sent = Array.from({ length: 9 }, (_, at) => sentBy(share, `company ${at}`, LARGE));
  await Promise.all(sent.slice(0, 8).map(({ begun }) => begun));
  await rounds(20);
  expect(sent[8]?.hasBegun()).toBe(false);
  sent[0]?.answer();
  await sent[8]?.begun;
});

test('a large body whose client has gone while it waited is not carried out', async () => {
  const share = quickShare();
  const [first, second] = ['one', 'one'].map((owner) => sentBy(share, owner, LARGE));
  await first?.begun;
  second?.answer();
  await expect(second?.begun).rejects.toMatchObject({ kind: 'timeout' });
  first?.answer();
});

test('a large body that waits for more than ten seconds gets 429', async () => {
  holdTimers();
  const share = quickShare();
  const [first, second] = ['one', 'one'].map((owner) => sentBy(share, owner, LARGE));
  const refused = expect(second?.begun).rejects.toMatchObject({ kind: 'too_many_requests' });
  vi.advanceTimersByTime(10_000);
  await refused;
  first?.answer();
});

test('a company that alone sends requests can have all of them running at once', async () => {
  const many = askedBy(quickShare(), 'one', 20);
  await rounds(2);
  expect(many.begun).toHaveLength(20);
});

test('slow or large requests do not delay the small requests of the same company', async () => {
  holdTimers();
  const share = quickShare();
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

test('a GET counts as a small request, whatever its Content-Length says', async () => {
  holdTimers();
  const share = quickShare();
  askedBy(share, 'other', 1);
  const many = askedBy(share, 'one', 6, { contentLength: LARGE });
  await rounds(2);
  expect(many.begun).toEqual([0, 1, 2, 3]);
});

test('an API key that acts for many companies can have more concurrent requests than a single company', async () => {
  holdTimers();
  const share = quickShare();
  askedBy(share, 'other', 1);
  const many = askedBy(share, 'ATS key', 20, { forMany: true });
  await rounds(2);
  expect(many.begun).toHaveLength(16);
});

test('a request that waits too long is refused with Retry-After, and not carried out later', async () => {
  holdTimers();
  const share = quickShare();
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

test('a waiting request whose client disconnects is not carried out, and the next request takes its place', async () => {
  holdTimers();
  const share = quickShare();
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

/** Downloads of one owner whose first part is there when they are told so. */
function downloadedBy(share: FairShare, owner: string, count: number, forMany = false) {
  const begun: number[] = [];
  const refused: [at: number, failure: unknown][] = [];
  const made = Array.from({ length: count }, (_, at) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: false });
    const reply = { raw, request: { raw: { socket: { destroyed: false } } } };
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer = () => {
      begun.push(at);
      return promise;
    };
    share.download(owner, reply as unknown as FastifyReply, answer, forMany).catch((failure: unknown) => {
      refused.push([at, failure]);
    });
    return { raw, resolve };
  });
  return {
    begun,
    refused,
    finish: (at: number) => made[at]?.resolve(),
    leave: (at: number) => made[at]?.raw.emit('close'),
  };
}

test('two downloads of a company are made at once, and other companies do not wait for them', async () => {
  const share = quickShare();
  const many = downloadedBy(share, 'one', 4);
  const other = downloadedBy(share, 'other', 1);
  await rounds(10);
  expect([many.begun, other.begun]).toEqual([[0, 1], [0]]);
  many.finish(0);
  await rounds(10);
  expect(many.begun).toEqual([0, 1, 2]);
  const ofMany = downloadedBy(share, 'ATS key', 10, true);
  await rounds(20);
  expect(ofMany.begun).toHaveLength(8);
});

test('the next part of a download waits for its turn among the downloads of its company', async () => {
  const share = quickShare();
  const first = downloadedBy(share, 'one', 2);
  await rounds(10);
  let isMade = false;
  const part = share.part('one', async () => {
    isMade = true;
    return 'part';
  });
  await rounds(10);
  expect(isMade).toBe(false);
  first.finish(1);
  expect(await part).toBe('part');
});

test('a company that exports without pause rests, and its other requests do not wait for that', async () => {
  const { share, pauses, pass, endPauses } = timedShare();
  share.see('other');
  const downloads = downloadedBy(share, 'one', 5);
  for (let at = 0; at < 3; at += 1) {
    await rounds(10);
    pass(100);
    downloads.finish(at);
    share.see('other');
  }
  await rounds(10);
  // Of 100, 200 and 200 ms, less a quarter of the time that has passed; 200 ms cost no rest.
  expect(pauses).toEqual([300, 500]);
  expect(downloads.begun).toEqual([0, 1, 2]);
  const small = askedBy(share, 'one', 4);
  await rounds(2);
  expect(small.begun).toEqual([0, 1, 2, 3]);
  for (let at = 0; at < 4; at += 1) small.answer(at);
  endPauses();
  await rounds(10);
  expect(downloads.begun).toEqual([0, 1, 2, 3, 4]);
});

test('a download that hangs lets the next one begin after five seconds', async () => {
  holdTimers();
  const share = quickShare();
  const many = downloadedBy(share, 'one', 3);
  await rounds(10);
  vi.advanceTimersByTime(5000);
  await rounds(10);
  expect(many.begun).toEqual([0, 1, 2]);
});

test('a download that waits for more than ten seconds gets 429, and one whose client has gone is not begun', async () => {
  holdTimers();
  const share = quickShare(() => new Promise(() => {}));
  share.see('other');
  const many = downloadedBy(share, 'one', 4);
  await rounds(10);
  many.leave(2);
  // Hung, and their company rests since.
  vi.advanceTimersByTime(10_000);
  await rounds(10);
  expect(many.begun).toEqual([0, 1]);
  expect(many.refused).toMatchObject([
    [2, { kind: 'timeout' }],
    [3, { kind: 'too_many_requests', details: { retryAfterSeconds: 1 } }],
  ]);
});
