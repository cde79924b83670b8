import { expect, test } from 'vitest';
import { FairQueue, limitConcurrency, type QueuedWork, QueueFull, withTimeout } from './concurrency.ts';

test('at most the given number of tasks run at once, in order, and a task that fails frees its slot', async () => {
  const limit = limitConcurrency(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    limit(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 1) throw new Error('The first fails');
      return number;
    });
  const settled = Promise.allSettled([1, 2, 3, 4].map(work));
  expect(begun).toEqual([1, 2]);
  for (let done = 1; done <= 4; done++) {
    ends[done - 1]?.();
    await new Promise(setImmediate);
    expect(begun).toHaveLength(Math.min(4, done + 2));
  }
  expect(begun).toEqual([1, 2, 3, 4]);
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(await limit(async () => 'again')).toBe('again');
});

test('a task within the time limit gives its own result or failure', async () => {
  expect(await withTimeout(1000, Promise.resolve(7))).toBe(7);
  await expect(withTimeout(1000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('a task that exceeds the time limit rejects', async () => {
  await expect(withTimeout(5, new Promise(() => {}))).rejects.toThrow('No answer within 5 ms');
});

const limits = { atOnce: 1, mostWaiting: 6, mostWaitingEach: 4 };

/** Work that ends when it is told to, and a record of the order in which it began. */
function workshop(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (owner: string, name: string, queued: QueuedWork = {}) =>
    queue.run(
      owner,
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      queued,
    );
  return { begun, run, end: (name: string) => ends.get(name)?.() };
}

test('an owner with few queued tasks does not wait behind all tasks of another owner', async () => {
  const { begun, run, end } = workshop(new FairQueue(limits));
  const all = [
    run('a', 'a1'),
    run('a', 'a2'),
    run('a', 'a3'),
    run('a', 'a4'),
    run('b', 'b1'),
    run('c', 'c1'),
  ];
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) {
    await expect.poll(() => begun.at(-1)).toBe(name);
    end(name);
  }
  await Promise.all(all);
});

test('a task is refused at once when the queue is full, and queued tasks continue', async () => {
  const { begun, run, end } = workshop(new FairQueue(limits));
  const accepted = ['a0', 'a1', 'a2', 'a3', 'a4'].map((name) => run('a', name));
  await expect(run('a', 'a5')).rejects.toBeInstanceOf(QueueFull);
  accepted.push(run('b', 'b1'), run('c', 'c1'));
  await expect(run('d', 'd1')).rejects.toBeInstanceOf(QueueFull);
  for (const name of ['a0', 'a1', 'b1', 'c1', 'a2', 'a3', 'a4']) {
    await expect.poll(() => begun.at(-1)).toBe(name);
    end(name);
  }
  await Promise.all(accepted);
  const later = run('d', 'd2');
  end('d2');
  await later;
});

test('a task that fails frees its slot', async () => {
  const queue = new FairQueue(limits);
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  await expect(queue.run('a', async () => 'done')).resolves.toBe('done');
});

test('no owner holds every slot, and long tasks leave one slot free for short tasks', async () => {
  const roomy = { ...limits, atOnce: 3, atOnceEach: 2, longAtOnce: 2 };
  const { begun, run, end } = workshop(new FairQueue(roomy));
  const isLong = true;
  const all = [run('a', 'a1', { isLong }), run('a', 'a2', { isLong }), run('a', 'a3')];
  all.push(run('b', 'b1', { isLong }), run('c', 'c1'));
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'c1']);
  end('a1');
  await expect.poll(() => begun.at(-1)).toBe('a3');
  end('a2');
  await expect.poll(() => begun.at(-1)).toBe('b1');
  for (const name of ['a3', 'b1', 'c1']) end(name);
  await Promise.all(all);
});

test('short tasks go first, but a long task waits for at most eight of them', async () => {
  const { begun, run, end } = workshop(new FairQueue({ atOnce: 1, mostWaiting: 20, mostWaitingEach: 20 }));
  const all = [run('a', 'first'), run('b', 'long', { isLong: true })];
  for (let number = 1; number <= 9; number += 1) all.push(run('a', `short ${number}`));
  end('first');
  for (let number = 1; number <= 8; number += 1) {
    await expect.poll(() => begun.at(-1)).toBe(`short ${number}`);
    end(`short ${number}`);
  }
  await expect.poll(() => begun.at(-1)).toBe('long');
  end('long');
  await expect.poll(() => begun.at(-1)).toBe('short 9');
  end('short 9');
  await Promise.all(all);
});

test('a task whose caller has gone is not started', async () => {
  const { begun, run, end } = workshop(new FairQueue(limits));
  const gone = new AbortController();
  const first = run('a', 'a1');
  const second = run('a', 'a2', { signal: gone.signal });
  gone.abort(new Error('the client has gone'));
  await expect(second).rejects.toThrow('the client has gone');
  const third = run('b', 'b1');
  end('a1');
  await expect.poll(() => begun).toEqual(['a1', 'b1']);
  end('b1');
  await Promise.all([first, third]);
});
