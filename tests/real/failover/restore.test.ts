import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase } from '@parley/testing/database.ts';
import { startDatabaseProxy } from '@parley/testing/database-proxy.ts';
import { runningCompany } from '@parley/testing/running-company.ts';
import { startTestService } from '@parley/testing/service.ts';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { CalledPeople, runOfPeople } from './called-people.ts';

const isWhole = process.env.CRASH === 'whole';
const PEOPLE = 200;

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

test.each(isWhole ? [60, 100, 140] : [100])(
  'nobody is called twice when a backup is restored after call %i of a run of 200',
  { timeout: 240_000 },
  async (restoreAfter) => {
    const clone = await cloneDatabase();
    const name = /\/(test_\w+)\?/.exec(clone.url)?.[1] as string;
    const proxy = await startDatabaseProxy(clone.url);
    const people = new CalledPeople();
    const service = await startTestService({
      databaseUrl: proxy.url,
      environment: { PARLEY_SIM_SPEED: '40' },
      throughLine: people.through,
    });
    const other = await startTestService({
      databaseUrl: proxy.url,
      dataDir: service.dataDir,
      roles: ['worker'],
      environment: { PARLEY_SIM_SPEED: '40' },
      throughLine: people.through,
    });
    try {
      const company = await runningCompany(service, {
        plan: { maxConcurrentCalls: 15 },
        agent: { retryPolicy: { maxAttempts: 1, delaySeconds: 1 } },
      });
      const run = await runOfPeople(company, PEOPLE);
      await company.api.post(`/runs/${run}/launch`);
      await people.until(30);
      // A backup, while nobody writes.
      const endedBefore = people.ended;
      // What had ended by then is settled.
      await sleep(2000);
      proxy.cut();
      await onServer(`create database ${name}_backup template ${name}`);
      proxy.mend();
      await people.until(restoreAfter);
      proxy.cut();
      const endedMeanwhile = people.ended - endedBefore;
      await onServer(`drop database ${name} with (force)`, `alter database ${name}_backup rename to ${name}`);
      const placed = people.dials;
      proxy.mend();
      const progress = async () => (await company.api.get(`/runs/${run}`)).body.progress;
      for (let i = 0; i < 1200; i++) {
        const { queued = PEOPLE, inProgress = 0 } = (await progress().catch(() => undefined)) ?? {};
        if (queued + inProgress === 0) break;
        await sleep(100);
      }
      expect(await progress()).toMatchObject({ total: PEOPLE, queued: 0, inProgress: 0 });
      expect(people.repeated()).toEqual([]);
      expect(people.dials).toBe(PEOPLE);
      // Only results that were written after the backup are lost: whoever was on the line is settled.
      expect((await progress()).completed).toBeGreaterThanOrEqual(PEOPLE - endedMeanwhile);
      expect(placed).toBeGreaterThanOrEqual(restoreAfter);
      // Whoever found it first, and perhaps the other at the same time.
      const reports = [...service.logged, ...other.logged].filter((line) =>
        line.includes('The database has lost'),
      );
      expect(reports.length).toBeGreaterThan(0);
    } finally {
      await other.stop();
      await service.stop();
      await proxy.stop();
      await clone.drop();
    }
  },
);
