import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { patience } from '@parley/testing/patience.ts';
import { afterEach, expect, test } from 'vitest';
import { startProcess, startThread, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

/** A worker that does what it is told: answers, fails, dies, or never answers; a gate holds it until it is opened. */
const program = pathToFileURL(createRequire(import.meta.url).resolve('@parley/testing/scripted-worker.ts'));

type Order = { readonly say: string; readonly gate?: SharedArrayBuffer } | 'fail' | 'die' | 'hang';

let pool: WorkerPool<Order, string> | undefined;
afterEach(() => pool?.stop());

function makePool(options: Partial<WorkerPoolOptions> = {}): WorkerPool<Order, string> {
  pool = new WorkerPool({
    start: startThread,
    program,
    workers: 1,
    mostWaiting: 2,
    timeoutMs: 60_000,
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

const kinds = [
  ['thread', startThread],
  ['process', startProcess],
] as const;

test.each(kinds)(
  'a worker %s processes jobs, and the failure of a job goes to its own caller',
  async (_, start) => {
    const workers = makePool({ start });
    await expect(workers.ask({ say: 'hello' }, urgent)).resolves.toBe('hello');
    await expect(workers.ask('fail', urgent)).rejects.toMatchObject({ kind: 'unusable', message: 'as told' });
    await expect(workers.ask({ say: 'again' }, urgent)).resolves.toBe('again');
  },
);

test.each(kinds)('a worker %s that dies fails its own job, not the next', async (_, start) => {
  const workers = makePool({ start });
  await expect(workers.ask('die', urgent)).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(workers.ask({ say: 'hello' }, urgent)).resolves.toBe('hello');
});

test.each(kinds)('a worker %s that hangs is terminated', async (_, start) => {
  const workers = makePool({ start, timeoutMs: 500 });
  await expect(workers.ask('hang', urgent)).rejects.toMatchObject({ kind: 'deadline' });
});

test('urgent jobs of a worker pool go first and displace others', async () => {
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

test('one of several workers in a pool is reserved for urgent jobs', async () => {
  const threads = makePool({ workers: 2 });
  const { closed, open } = gate();
  const partials = ['a', 'b'].map((say) => threads.ask({ say, gate: closed }, patient));
  await expect(threads.ask({ say: 'final' }, urgent)).resolves.toBe('final');
  open();
  expect(await Promise.all(partials)).toEqual(['a', 'b']);
});

test('an urgent job is rejected at once when the queue of the worker pool is full of urgent ones', async () => {
  const threads = makePool();
  const { closed, open } = gate();
  const accepted = ['a', 'b', 'c'].map((say) => threads.ask({ say, gate: closed }, urgent));
  await expect(threads.ask({ say: 'd' }, urgent)).rejects.toMatchObject({ kind: 'unavailable' });
  open();
  expect(await Promise.all(accepted)).toEqual(['a', 'b', 'c']);
});

test('a cancelled job of a worker pool is not started', async () => {
  const threads = makePool();
  const { closed, open } = gate();
  const first = threads.ask({ say: 'a', gate: closed }, urgent);
  const stop = new AbortController();
  const second = threads.ask({ say: 'b' }, { isUrgent: true, signal: stop.signal });
  stop.abort();
  await expect(second).rejects.toThrow('The request was cancelled');
  open();
  await first;
});

test('a worker process ends with its parent, even if the parent was killed', async () => {
  const script = `
    import { startProcess } from ${JSON.stringify(new URL('./worker-pool.ts', import.meta.url).href)};
    const worker = startProcess(new URL(${JSON.stringify(program.href)}), null);
    worker.onReply(({ answer }) => console.log(answer));
    worker.hold();
    worker.give('pid');`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const [answer] = await once(starter.stdout, 'data');
  starter.kill('SIGKILL');
  const isThere = () => {
    try {
      return process.kill(Number(answer), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isThere, patience).toBe(false);
});

test.each(kinds)('stopping a worker %s rejects all pending jobs', async (_, start) => {
  const workers = makePool({ start });
  const running = workers.ask('hang', urgent);
  const waiting = workers.ask({ say: 'b' }, urgent);
  const both = Promise.allSettled([running, waiting]);
  await workers.stop();
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(workers.ask({ say: 'c' }, urgent)).rejects.toThrow('stopping');
});
