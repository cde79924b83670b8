import { systemClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { type Task, task } from '@parley/kernel/task.ts';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Database } from './database.ts';
import { Notifications } from './notifications.ts';
import { sql } from './sql.ts';
import { TaskQueue, type TaskQueueOptions } from './tasks.ts';

interface Note {
  readonly note: string;
  readonly companyId?: string;
}

/** A queue for each test, so that no test works off another's tasks. */
const names = [
  'order',
  'rollback',
  'retry',
  'spent',
  'wake',
  'batch',
  'drain',
  'apart',
  'overrun',
  'depth',
  'company',
] as const;
const tasks = Object.fromEntries(
  names.map((name) => [name, task<Note>(name, { retries: name === 'spent' ? 0 : 3, expireSeconds: 60 })]),
) as Record<(typeof names)[number], Task<Note>>;

/** Far longer than any test: what runs was woken, not found by looking. */
const NEVER_POLLS = 600;
const SOON = { interval: 20 };

let clone: ClonedDatabase;
let database: Database;
let notifications: Notifications;
const errors: string[] = [];
const running: TaskQueue[] = [];

const options = (): TaskQueueOptions => ({
  url: clone.url,
  tasks: Object.values(tasks),
  onError: (error) => errors.push(error.message),
  pollSeconds: NEVER_POLLS,
  notifications,
});

async function startQueue(more: Partial<TaskQueueOptions> = {}): Promise<TaskQueue> {
  const queue = new TaskQueue({ ...options(), ...more });
  await queue.start();
  running.push(queue);
  return queue;
}

beforeAll(async () => {
  clone = await cloneDatabase();
  notifications = new Notifications({ url: clone.url, onError: (error) => errors.push(error.message) });
  await notifications.start();
  await TaskQueue.prepare(options());
  const sender = new TaskQueue(options());
  await sender.start();
  running.push(sender);
  database = new Database({
    url: clone.url,
    clock: systemClock,
    newId: uuid7(systemClock),
    send: sender.send,
    maxConnections: 4,
  });
});
afterEach(async () => {
  await Promise.all(running.splice(1).map((queue) => queue.stop(1000)));
});
afterAll(async () => {
  await Promise.all(running.map((queue) => queue.stop(1000)));
  await notifications.stop();
  await database.close();
  await clone.drop();
});

const stateOf = async ({ name }: Task<Note>) =>
  (
    await database.all<{ state: string; note: string }>(
      sql`select state, data ->> 'note' as note from tasks.job where name = ${name} order by created_on, id`,
    )
  ).map(({ state, note }) => `${note}: ${state}`);

test('preparing the task queues again keeps the tasks that wait in them', async () => {
  await database.enqueue(tasks.order, { note: 'kept' });
  await TaskQueue.prepare(options());
  expect(await stateOf(tasks.order)).toEqual(['kept: created']);
});

test('a task runs only if its transaction commits', async () => {
  const seen: string[] = [];
  const queue = await startQueue();
  await queue.work(tasks.rollback, async ({ note }) => {
    seen.push(note);
  });
  const undone = database.transaction(async (inside) => {
    await inside.enqueue(tasks.rollback, { note: 'undone' });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await database.transaction((inside) => inside.enqueue(tasks.rollback, { note: 'committed' }));
  await waitFor(() => expect(seen).toEqual(['committed']), SOON);
  await waitFor(async () => expect(await stateOf(tasks.rollback)).toEqual(['committed: completed']), SOON);
});

test('a task cannot be seen before its transaction commits', async () => {
  await database.transaction(async (inside) => {
    await inside.enqueue(tasks.depth, { note: 'early' });
    expect(await stateOf(tasks.depth)).toEqual([]);
  });
  expect(await stateOf(tasks.depth)).toEqual(['early: created']);
});

test('an idle worker is woken for a new task by a notification, before its next poll', async () => {
  const seen: string[] = [];
  const queue = await startQueue();
  await queue.work(tasks.wake, async ({ note }) => {
    seen.push(note);
  });
  // The first may have been there when the worker came; by the time it is done, the worker lies down.
  await database.enqueue(tasks.wake, { note: 'first' });
  await waitFor(async () => expect(await stateOf(tasks.wake)).toEqual(['first: completed']), SOON);
  await database.enqueue(tasks.wake, { note: 'second' });
  await waitFor(() => expect(seen).toEqual(['first', 'second']), SOON);
});

test('a task that fails is reported and retried', async () => {
  let tries = 0;
  const queue = await startQueue({ pollSeconds: 0.5 });
  await queue.work(tasks.retry, async () => {
    if (++tries === 1) throw new Error('not yet');
  });
  await database.enqueue(tasks.retry, { note: 'stubborn' });
  await waitFor(async () => expect(await stateOf(tasks.retry)).toEqual(['stubborn: completed']), SOON);
  expect(tries).toBe(2);
  expect(errors).toContain('The task retry failed: not yet');
});

test('a task that has used up its tries stays in the queue as failed', async () => {
  let tries = 0;
  const queue = await startQueue();
  await queue.work(tasks.spent, async () => {
    tries++;
    throw new Error('never');
  });
  await database.enqueue(tasks.spent, { note: 'hopeless' });
  await waitFor(async () => expect(await stateOf(tasks.spent)).toEqual(['hopeless: failed']), SOON);
  expect(tries).toBe(1);
});

test('a failing task of a batch does not make the others fail', async () => {
  for (const note of ['a', 'bad', 'c']) await database.enqueue(tasks.batch, { note });
  const queue = await startQueue();
  await queue.work(tasks.batch, async ({ note }) => {
    if (note === 'bad') throw new Error('bad');
  });
  await waitFor(
    async () => expect(await stateOf(tasks.batch)).toEqual(['a: completed', 'bad: retry', 'c: completed']),
    SOON,
  );
});

test('slow tasks of one company do not delay those of another', async () => {
  for (let at = 0; at < 30; at += 1)
    await database.enqueue(tasks.company, { note: `slow ${at}`, companyId: 'slow' });
  await database.enqueue(tasks.company, { note: 'quick', companyId: 'quick' });
  const begun: string[] = [];
  const mayEnd = Promise.withResolvers<void>();
  const queue = await startQueue({ pollSeconds: 0.5 });
  const limits = { apart: 4, perCompany: 2 };
  await queue.work(
    tasks.company,
    async ({ note, companyId }) => {
      begun.push(note);
      if (companyId === 'slow') await mayEnd.promise;
    },
    limits,
  );
  await waitFor(() => expect(begun).toContain('quick'), SOON);
  expect(begun.filter((note) => note.startsWith('slow'))).toHaveLength(2);
  mayEnd.resolve();
});

test('tasks of different queues do not wait for each other', async () => {
  const queue = await startQueue();
  const done: string[] = [];
  let finish = () => {};
  await queue.work(
    tasks.apart,
    async ({ note }) => {
      if (note === 'slow')
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      done.push(note);
    },
    { apart: 2 },
  );
  for (const note of ['slow', 'a', 'b', 'c']) await database.enqueue(tasks.apart, { note });
  await waitFor(() => expect(done.sort()).toEqual(['a', 'b', 'c']), SOON);
  finish();
  await waitFor(() => expect(done).toContain('slow'), SOON);
});

test('a stopping worker takes no new tasks and waits for running ones', async () => {
  const queue = await startQueue();
  const seen: string[] = [];
  let finish = () => {};
  await queue.work(tasks.drain, async ({ note }) => {
    seen.push(note);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await database.enqueue(tasks.drain, { note: 'under way' });
  await waitFor(() => expect(seen).toEqual(['under way']), SOON);
  let stopped = false;
  const stopping = queue.stop(20_000).then(() => {
    stopped = true;
  });
  await database.enqueue(tasks.drain, { note: 'too late' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect(await stateOf(tasks.drain)).toEqual(['under way: completed', 'too late: created']);
});

test('a task that takes longer than the grace period of a stop is left for another process', async () => {
  const queue = await startQueue();
  let signal: AbortSignal | undefined;
  await queue.work(tasks.overrun, (_payload, given) => {
    signal = given;
    return new Promise(() => {});
  });
  await database.enqueue(tasks.overrun, { note: 'endless' });
  await waitFor(() => expect(signal).toBeDefined(), SOON);
  await queue.stop(1000);
  expect(await stateOf(tasks.overrun)).toEqual(['endless: retry']);
});

test('enqueueing a task whose queue does not exist is refused before anything is written', async () => {
  const stray = task<Note>('stray', { retries: 0, expireSeconds: 60 });
  await expect(database.enqueue(stray, { note: 'lost' })).rejects.toThrow('Queue stray does not exist');
});

test('the task queue can use a third database connection while two wait for a lock', async () => {
  // The queues of the other tests have connections of their own.
  const alone = await cloneDatabase();
  const onItsOwn = { ...options(), url: alone.url };
  await TaskQueue.prepare(onItsOwn);
  const queue = new TaskQueue(onItsOwn);
  const other = new Client({ connectionString: alone.url });
  await Promise.all([queue.start(), other.connect()]);
  try {
    await other.query('begin; lock table tasks.queue in access exclusive mode');
    const asked = Promise.all([queue.depths(), queue.depths(), queue.depths()]);
    await waitFor(async () => {
      const waiting = await database.all(
        sql`select pid from pg_stat_activity where datname = ${other.database} and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(3);
    }, SOON);
    await other.query('rollback');
    await asked;
  } finally {
    await other.end();
    await queue.stop(0);
    await alone.drop();
  }
});
