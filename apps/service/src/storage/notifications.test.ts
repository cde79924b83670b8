import { connect, createServer, type Server, type Socket } from 'node:net';
import { testDatabase } from '@parley/testing/database.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Notifications } from './notifications.ts';
import { sql } from './sql.ts';

const SOON = { interval: 10 };

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const started: Notifications[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
});

async function listen(url = store.url) {
  const heard: string[] = [];
  const gaps: boolean[] = [];
  const errors: Error[] = [];
  const notifications = new Notifications({ url, onError: (error) => errors.push(error) });
  notifications.on('doors', (payload) => heard.push(payload));
  notifications.onGap(() => gaps.push(notifications.listening));
  started.push(notifications);
  await notifications.start();
  return { notifications, heard, gaps, errors };
}

const say = (payload: string) => store.database.all(sql`select pg_notify('doors', ${payload})`);

const connections = () =>
  store.database.all<{ pid: number }>(
    sql`select pid from pg_stat_activity where application_name = 'parley notifications' and datname = current_database()`,
  );

const breakAll = () =>
  store.database.all(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'parley notifications' and datname = current_database()`,
  );

test('a PostgreSQL notification reaches every listener of its channel and no others', async () => {
  const { notifications, heard } = await listen();
  expect(notifications.listening).toBe(true);
  await store.database.all(sql`select pg_notify('windows', 'shut')`);
  await say('opened');
  await waitFor(() => expect(heard).toEqual(['opened']), SOON);
});

test('a notification arrives when its transaction commits, and never after a rollback', async () => {
  const { heard } = await listen();
  const undone = store.database.transaction(async (inside) => {
    await inside.all(sql`select pg_notify('doors', 'undone')`);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await say('committed');
  await waitFor(() => expect(heard).toEqual(['committed']), SOON);
});

test('a broken notification connection is reported and replaced, and its recovery is reported', async () => {
  const { notifications, heard, gaps, errors } = await listen();
  expect(gaps).toEqual([true]);
  await breakAll();
  await waitFor(() => expect(gaps).toEqual([true, false]), SOON);
  expect(notifications.listening).toBe(false);
  await waitFor(() => expect(gaps).toEqual([true, false, true]), SOON);
  expect(notifications.listening).toBe(true);
  expect(errors).toHaveLength(1);
  await say('after');
  await waitFor(() => expect(heard).toEqual(['after']), SOON);
  expect(await connections()).toHaveLength(1);
});

test('after a stop no notification is received and no connection is opened', async () => {
  const { notifications, heard, errors } = await listen();
  await notifications.stop();
  await say('late');
  expect(notifications.listening).toBe(false);
  await waitFor(async () => expect(await connections()).toEqual([]), SOON);
  expect([heard, errors]).toEqual([[], []]);
});

test('the first attempt to listen on an unreachable database fails, and is not retried', async () => {
  const errors: Error[] = [];
  const url = 'postgresql://nobody@127.0.0.1:1/nothing';
  const notifications = new Notifications({ url, onError: (error) => errors.push(error) });
  started.push(notifications);
  await expect(notifications.start()).rejects.toThrow('ECONNREFUSED');
  // Longer than the pause between tries.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(errors).toEqual([]);
});

/** A way to the server that can be shut: while it is, connections are refused. */
async function makeGate(url: string) {
  const { host, port } = new pg.Client({ connectionString: url });
  const sockets = new Set<Socket>();
  let tries = 0;
  let server: Server | undefined;
  const serve = (socket: Socket): void => {
    tries++;
    const onward = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
  };
  const open = async (at: number): Promise<number> => {
    server = createServer(serve);
    await new Promise<void>((resolve) => server?.listen(at, '127.0.0.1', resolve));
    return (server.address() as { port: number }).port;
  };
  const gatePort = await open(0);
  return {
    tries: () => tries,
    url: throughPort(url, gatePort),
    reopen: () => open(gatePort),
    async shut() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server?.close(resolve));
    },
  };
}

function throughPort(url: string, port: number): string {
  const { user, password, database } = new pg.Client({ connectionString: url });
  return `postgresql://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${port}/${database}`;
}

test('after several failed reconnects there is one connection, and each notification arrives once', async () => {
  const gate = await makeGate(store.url);
  const { notifications, heard, gaps, errors } = await listen(gate.url);
  await gate.shut();
  await waitFor(() => expect(errors.length).toBeGreaterThanOrEqual(3), SOON);
  const before = gate.tries();
  await gate.reopen();
  await waitFor(() => expect(notifications.listening).toBe(true), SOON);
  await say('back');
  await waitFor(() => expect(heard.length).toBeGreaterThan(0), SOON);
  // Longer than the pause between tries: a second loop of tries would show.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect([heard, gate.tries() - before]).toEqual([['back'], 1]);
  // One at the start, one for the loss and each vain try, one for the return.
  expect([gaps[0], gaps.slice(1, -1).every((listening) => !listening), gaps.at(-1)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(gaps.length).toBeGreaterThan(3);
  await notifications.stop();
  await gate.shut();
});

test('a stop during a database outage ends the attempts to reconnect', async () => {
  const gate = await makeGate(store.url);
  const { notifications, errors } = await listen(gate.url);
  await gate.shut();
  await waitFor(() => expect(errors.length).toBeGreaterThanOrEqual(2), SOON);
  await notifications.stop();
  const before = gate.tries();
  await gate.reopen();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(gate.tries()).toBe(before);
  await gate.shut();
});
