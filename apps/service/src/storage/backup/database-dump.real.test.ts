import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dumpDatabase, loadDatabase } from './database-dump.ts';

let here: ClonedDatabase;
let there: ClonedDatabase;
let folder: string;
beforeEach(async () => {
  here = await cloneDatabase();
  there = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-dump-'));
});
afterEach(async () => {
  await here.drop();
  await there.drop();
  await rm(folder, { recursive: true });
});

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: query, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** In a thread that may have no more than so much in memory at a time. */
async function copyWithin(megabytes: number): Promise<void> {
  const thread = new Worker(
    `const { workerData } = require('node:worker_threads');
     const { program, here, there, folder } = workerData;
     import(program).then(async ({ dumpDatabase, loadDatabase }) => {
       const { dump } = await dumpDatabase(here, folder);
       await loadDatabase(there, dump, folder, { replace: false, pauseReason: 'Restored' });
     });`,
    {
      eval: true,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
      workerData: {
        program: join(import.meta.dirname, 'database-dump.ts'),
        here: here.url,
        there: there.url,
        folder,
      },
    },
  );
  const [code] = await once(thread, 'exit');
  expect(code).toBe(0);
}

// So it can never hold more than the 2 ** 29 characters of the longest string either, however large the table is.
test('a table larger than memory is backed up and restored', {
  timeout: 300_000,
}, async () => {
  // 600 rows as large as the largest agents: 168 MB.
  for (const { url } of [here, there]) await ask(url, 'create table large (id int primary key, text text)');
  await ask(
    here.url,
    `insert into large select id, repeat(id::text || ' ', 280000 / (length(id::text) + 1)) from generate_series(1, 600) id`,
  );
  await copyWithin(112);
  const sums = 'select count(*), sum(length(text)), min(text) = repeat($$1 $$, 140000) from large';
  expect(await ask(there.url, sums)).toEqual(await ask(here.url, sums));
});

test('text with every kind of line separator is backed up and restored unchanged', {
  timeout: 60_000,
}, async () => {
  const table = 'create table texts (id int primary key, text text)';
  for (const { url } of [here, there]) await ask(url, table);
  // LF, CR, NEL, line separator, paragraph separator, a quote, a letter of four bytes, and none at all
  await ask(
    here.url,
    String.raw`insert into texts values (1, E'a\nb\rc\r\nd'), (2, E'\u0085\u2028\u2029'), (3, E'"\U0001F44B\\'), (4, null)`,
  );
  const { dump } = await dumpDatabase(here.url, folder);
  await loadDatabase(there.url, dump, folder, { replace: false, pauseReason: 'Restored' });
  const all = 'select * from texts order by id';
  expect(await ask(there.url, all)).toEqual(await ask(here.url, all));
});
