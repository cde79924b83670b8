import { afterEach, expect, test } from 'vitest';
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

/** A thread that does what it is told: answers, fails, dies, or never answers; a gate holds it until it is opened. */
const thread = new URL('./scripted-thread.ts', import.meta.url);

type Order = { readonly say: string; readonly gate?: SharedArrayBuffer } | 'fail' | 'die' | 'hang';

let pool: ThreadPool<Order, string> | undefined;
afterEach(() => pool?.stop());

function makePool(options: Partial<ThreadPoolOptions> = {}): ThreadPool<Order, string> {
  pool = new ThreadPool({
    thread,
    threads: 1,
    mostWaiting: 2,
    timeoutMs: 60_000,
    mayTerminate: true,
    ...options,
  });
  return pool;
}

const urgent = { isUrgent: true };
const patient = { isUrgent: false };

/** Holds a thread until it is opened. */
function gate() {
  const closed = new SharedArrayBuffer(4);
  return {
    closed,
    open() {
      Atomics.store(new Int32Array(closed), 0, 1);
      Atomics.notify(new Int32Array(closed), 0);
    },
  };
}

test('orders are answered, and what goes wrong with one is told to who asked', async () => {
  const threads = makePool();
  await expect(threads.ask({ say: 'hello' }, urgent)).resolves.toBe('hello');
  await expect(threads.ask('fail', urgent)).rejects.toMatchObject({ kind: 'unusable', message: 'as told' });
  await expect(threads.ask({ say: 'again' }, urgent)).resolves.toBe('again');
});

test('a thread that dies costs its own order, not the next', async () => {
  const threads = makePool();
  await expect(threads.ask('die', urgent)).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(threads.ask({ say: 'hello' }, urgent)).resolves.toBe('hello');
});

test('a thread that hangs is ended', async () => {
  const threads = makePool({ timeoutMs: 500 });
  await expect(threads.ask('hang', urgent)).rejects.toMatchObject({ kind: 'deadline' });
});

test('a thread that must not be ended is left to finish, and then serves again', async () => {
  const threads = makePool({ timeoutMs: 500, mayTerminate: false });
  const { closed, open } = gate();
  await expect(threads.ask({ say: 'late', gate: closed }, urgent)).rejects.toMatchObject({
    kind: 'deadline',
  });
  open();
  const next = async () => threads.ask({ say: 'next' }, urgent);
  await expect.poll(() => next().catch(() => 'late'), { timeout: 30_000 }).toBe('next');
});

test('what is urgent goes first, and pushes out what is not', async () => {
  const threads = makePool();
  const { closed, open } = gate();
  const order: string[] = [];
  const ask = (say: string, asking = urgent) =>
    threads.ask({ say, gate: closed }, asking).then(
      () => order.push(say),
      () => order.push(`no ${say}`),
    );
  const all = [ask('first'), ask('partial', patient), ask('other partial', patient), ask('final')];
  await all[1];
  open();
  await Promise.all(all);
  expect(order).toEqual(['no partial', 'first', 'final', 'other partial']);
});

test('of several threads one is kept for what is urgent', async () => {
  const threads = makePool({ threads: 2 });
  const { closed, open } = gate();
  const partials = ['a', 'b'].map((say) => threads.ask({ say, gate: closed }, patient));
  await expect(threads.ask({ say: 'final' }, urgent)).resolves.toBe('final');
  open();
  expect(await Promise.all(partials)).toEqual(['a', 'b']);
});

test('when everything is urgent, who comes too late is told at once', async () => {
  const threads = makePool();
  const { closed, open } = gate();
  const accepted = ['a', 'b', 'c'].map((say) => threads.ask({ say, gate: closed }, urgent));
  await expect(threads.ask({ say: 'd' }, urgent)).rejects.toMatchObject({ kind: 'unavailable' });
  open();
  expect(await Promise.all(accepted)).toEqual(['a', 'b', 'c']);
});

test('what nobody wants any more is not begun', async () => {
  const threads = makePool();
  const { closed, open } = gate();
  const first = threads.ask({ say: 'a', gate: closed }, urgent);
  const stop = new AbortController();
  const second = threads.ask({ say: 'b' }, { isUrgent: true, signal: stop.signal });
  stop.abort();
  await expect(second).rejects.toThrow('Nobody wants it any more');
  open();
  await first;
});

test('who stops is not asked any more, and nobody waits for ever', async () => {
  const threads = makePool();
  const running = threads.ask('hang', urgent);
  const waiting = threads.ask({ say: 'b' }, urgent);
  const both = Promise.allSettled([running, waiting]);
  await threads.stop();
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(threads.ask({ say: 'c' }, urgent)).rejects.toThrow('stopping');
});
