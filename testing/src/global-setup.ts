import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@parley/service/main/schema.ts';
import { startEmbeddedPostgres } from '@parley/service/storage/embedded/embedded-postgres.ts';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server; its database `template` has the schema and is cloned for each test that wants one. */
    databaseUrl: string;
  }
}

/** One real PostgreSQL for the whole run, as quick as it can be without promising to survive a power cut. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '500' },
  });
  await onServer(postgres.url, 'create database template');
  await migrateDatabase(withDatabase(postgres.url, 'template'), () => {}, pino({ level: 'silent' }));
  project.provide('databaseUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const withDatabase = (url: string, name: string): string => url.replace('/parley?', `/${name}?`);
