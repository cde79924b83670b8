import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { startSealing } from '@parley/service/domains/conversations/sealing.actions.ts';
import { ContactTextKeys } from '@parley/service/domains/personal-data/contact-text-key.actions.ts';
import { Database, type SendTask } from '@parley/service/storage/database.ts';
import { localMasterKey, MasterKeys } from '@parley/service/storage/keys/master-key.ts';
import pg from 'pg';
import { inject } from 'vitest';

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface ClonedDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of one's own with the whole schema, cloned from the template in some ten milliseconds. */
export async function cloneDatabase(template = 'template'): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Two clones at once would wait for each other's lock on the template anyway; the server retries for us.
  for (let tries = 0; ; tries++) {
    try {
      // By default every page would go through the log, which takes three times as long.
      await onServer(`create database ${name} template ${template} strategy file_copy`);
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return {
    url: inject('databaseUrl').replace('/parley?', `/${name}?`),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

const noTasks: SendTask = async () => {
  throw new Error('This test has no task queue');
};

/** What was said in calls is sealed in tests as everywhere. */
const testTextKeys = (clock: Clock): ContactTextKeys =>
  new ContactTextKeys(new MasterKeys([localMasterKey('a master key of tests', 'the tests')]), () =>
    clock.now().getTime(),
  );

/** A Database on a clone, for tests below HTTP; `close` drops it. */
export async function testDatabase(
  options: { clock?: Clock; maxConnections?: number; send?: SendTask } = {},
) {
  const clock = options.clock ?? systemClock;
  const clone = await cloneDatabase();
  const database = new Database({
    url: clone.url,
    clock,
    newId: uuid7(clock),
    send: options.send ?? noTasks,
    maxConnections: options.maxConnections ?? 10,
    textKeys: testTextKeys(clock),
  });
  await startSealing(database);
  return {
    database,
    url: clone.url,
    close: async () => {
      await database.close();
      await clone.drop();
    },
  };
}
