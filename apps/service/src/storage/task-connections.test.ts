import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TaskConnections } from './task-connections.ts';

let clone: ClonedDatabase;
let connections: TaskConnections;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterEach(() => connections.close());
afterAll(() => clone.drop());

const make = (patienceMs: number) => new TaskConnections({ url: clone.url, onError: () => {}, patienceMs });
const sessionOf = async () => (await connections.executeSql('select pg_backend_pid() as pid')).rows[0]?.pid;

test('queries that workers send at the same moment share one connection', async () => {
  connections = make(60_000);
  const sessions = await Promise.all(Array.from({ length: 20 }, sessionOf));
  expect(new Set(sessions).size).toBe(1);
});

test('a query that fails does not hold up the next one', async () => {
  connections = make(60_000);
  const [failed, answered] = await Promise.allSettled([connections.executeSql('select 1/0'), sessionOf()]);
  expect([failed.status, answered.status]).toEqual(['rejected', 'fulfilled']);
});

test('a query uses a second connection while the first waits for a lock', async () => {
  connections = make(0);
  const other = new Client({ connectionString: clone.url });
  await other.connect();
  try {
    await other.query('select pg_advisory_lock(1)');
    const waiting = connections.executeSql('select pg_advisory_xact_lock(1)');
    expect(await sessionOf()).toEqual(expect.any(Number));
    await other.query('select pg_advisory_unlock(1)');
    await waiting;
  } finally {
    await other.end();
  }
});
