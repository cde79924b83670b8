import { afterEach, expect, test, vi } from 'vitest';
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

/** A thread that does what its order says; it answers with how many it has done. */
const scriptedThread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { getPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    import { giveWayToCalls } from '${new URL('./thread-priority.ts', import.meta.url)}';
    giveWayToCalls();
    let done = 0;
    const priority = () => parentPort.postMessage(getPriority());
    parentPort.on('message', (order) => {
      if (order === 'spins') for (;;);
      if (order === 'grows') for (const all = [];;) all.push({ at: all.length });
      if (order === 'waits') return;
      if (order === 'is held up') return void setTimeout(() => parentPort.postMessage('late'), 300);
      if (order === 'gives way') while (getPriority() === 10);
      if (order === 'priority' || order === 'gives way') return priority();
      parentPort.postMessage(\`\${order} \${++done}\`);
    });`)}`,
);

const pools: ThreadPool[] = [];
function poolOf(
  more: Partial<ThreadPoolOptions['limits']> = {},
  options: Partial<ThreadPoolOptions> = {},
): ThreadPool {
  const limits = { atOnce: 1, mostWaiting: 10, mostWaitingEach: 10, ...more };
  const pool = new ThreadPool({
    thread: scriptedThread,
    purpose: 'follows a script',
    limits,
    heapMegabytes: 32,
    ...options,
  });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const work = { owner: 'a company', timeoutMs: 60_000 };
const order = (words: string) => () => ({ order: words });

test('a thread that computes without end is ended at its timeout, and replaced', async () => {
  const pool = poolOf();
  expect(await pool.run(order('one'), work)).toBe('one 1');
  await expect(pool.run(order('spins'), { ...work, timeoutMs: 200 })).rejects.toMatchObject({
    kind: 'timeout',
  });
  expect(await pool.run(order('two'), work)).toBe('two 1');
});

test('threads end after a while without work, and start again when needed', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout');
  const pool = poolOf({}, { quietMs: 12_345 });
  expect(await pool.run(order('one'), work)).toBe('one 1');
  expect(await pool.run(order('two'), work)).toBe('two 2');
  const ends = waits.mock.calls.filter(([, ms]) => ms === 12_345).map(([end]) => end);
  waits.mockRestore();
  expect(ends).toHaveLength(2);
  await Promise.all((ends[1] as unknown as () => Promise<number>[])());
  expect(await pool.run(order('three'), work)).toBe('three 1');
});

test('the timeout of a thread does not count time in which other threads used the processor', async () => {
  const pool = poolOf();
  const brief = { ...work, timeoutMs: 100 };
  expect(await pool.run(order('is held up'), { ...brief, isComputing: true })).toBe('late');
  await expect(pool.run(order('is held up'), brief)).rejects.toMatchObject({ kind: 'timeout' });
  await expect(pool.run(order('spins'), { ...brief, isComputing: true })).rejects.toMatchObject({
    kind: 'timeout',
  });
  await expect(pool.run(order('waits'), { ...brief, isComputing: true })).rejects.toMatchObject({
    kind: 'timeout',
  });
});

test('a thread that takes too much memory is ended, and replaced', async () => {
  const pool = poolOf();
  await expect(pool.run(order('grows'), work)).rejects.toMatchObject({ kind: 'memory' });
  expect(await pool.run(order('two'), work)).toBe('two 1');
});

test('when a client disconnects, its computation is ended and the thread replaced', async () => {
  const pool = poolOf();
  const gone = new AbortController();
  const spinning = pool.run(order('spins'), { ...work, signal: gone.signal });
  const next = pool.run(order('two'), work);
  gone.abort(new Error('the client has gone'));
  await expect(spinning).rejects.toThrow('the client has gone');
  expect(await next).toBe('two 1');
});

test('a computation that exceeds its short first turn is stopped, and runs again after the short ones of others', async () => {
  const pool = poolOf();
  const finished: string[] = [];
  const slow = pool.run(order('waits'), { owner: 'slow', firstMs: 300, timeoutMs: 600 }).catch((error) => {
    finished.push(error.kind);
  });
  const others = Array.from({ length: 3 }, (_, at) =>
    pool.run<string>(order(`${at}`), { ...work, owner: 'other', firstMs: 10_000 }).then((answer) => {
      finished.push(answer);
    }),
  );
  await Promise.all([slow, ...others]);
  expect(finished).toEqual(['0 1', '1 2', '2 3', 'timeout']);
});

test('closing a thread pool ends its computations, and new ones are refused with a retry delay', async () => {
  const pool = poolOf();
  const waiting = [pool.run(order('waits'), work), pool.run(order('one'), work)];
  const refused = waiting.map((each) => expect(each).rejects.toMatchObject({ kind: 'unavailable' }));
  await pool.close();
  await Promise.all(refused);
  await expect(pool.run(order('two'), work)).rejects.toMatchObject({ kind: 'unavailable' });
});

test.runIf(process.platform === 'linux')(
  'a long computation runs at a lower priority than short ones, and its thread is not used again',
  async () => {
    const pool = poolOf({}, { longMs: 100 });
    expect(await pool.run(order('priority'), work)).toBe(10);
    expect(await pool.run(order('one'), work)).toBe('one 1');
    expect(await pool.run(order('gives way'), work)).toBe(19);
    expect(await pool.run(order('priority'), work)).toBe(10);
    expect(await pool.run(order('two'), work)).toBe('two 1');
  },
);
