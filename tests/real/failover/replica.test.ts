import { setTimeout as sleep } from 'node:timers/promises';
import { startDatabaseProxy } from '@parley/testing/database-proxy.ts';
import { replicatedPostgres } from '@parley/testing/replicated-postgres.ts';
import { runningCompany } from '@parley/testing/running-company.ts';
import { startTestService } from '@parley/testing/service.ts';
import { expect, test } from 'vitest';
import { CalledPeople, runOfPeople } from './called-people.ts';

const TURNS = process.env.CRASH === 'whole' ? 5 : 1;
const PEOPLE = 200;

test.each(Array.from({ length: TURNS }, (_, turn) => turn + 1))(
  'nobody is called twice when a lagging replica is promoted in the middle of a run (round %i)',
  { timeout: 240_000 },
  async (turn) => {
    const servers = await replicatedPostgres();
    const proxy = await startDatabaseProxy(servers.primaryUrl);
    const people = new CalledPeople();
    const environment = { PARLEY_SIM_SPEED: '40' };
    const service = await startTestService({
      databaseUrl: proxy.url,
      environment,
      throughLine: people.through,
    });
    const other = await startTestService({
      databaseUrl: proxy.url,
      dataDir: service.dataDir,
      roles: ['worker'],
      environment,
      throughLine: people.through,
    });
    try {
      const company = await runningCompany(service, {
        plan: { maxConcurrentCalls: 15 },
        agent: { retryPolicy: { maxAttempts: 1, delaySeconds: 1 } },
      });
      const run = await runOfPeople(company, PEOPLE);
      await company.api.post(`/runs/${run}/launch`);
      await people.until(20 * turn);
      await expect.poll(() => servers.isStreaming()).toBe(true);
      const endedBefore = people.ended;
      // What had ended by then is settled, and on the replica.
      await sleep(2000);
      await servers.stopStreaming();
      const seen = people.dials;
      await people.until(seen + 40);
      proxy.cut();
      const endedMeanwhile = people.ended - endedBefore;
      await servers.promote();
      proxy.leadTo(servers.replicaUrl);
      const progress = async () => (await company.api.get(`/runs/${run}`)).body.progress;
      for (let i = 0; i < 1200; i++) {
        const { queued = PEOPLE, inProgress = 0 } = (await progress().catch(() => undefined)) ?? {};
        if (queued + inProgress === 0) break;
        await sleep(100);
      }
      expect(await progress()).toMatchObject({ total: PEOPLE, queued: 0, inProgress: 0 });
      expect(people.repeated()).toEqual([]);
      expect(people.dials).toBe(PEOPLE);
      // Only results that were written to the old primary are lost: whoever was on the line is settled.
      expect((await progress()).completed).toBeGreaterThanOrEqual(PEOPLE - endedMeanwhile);
      const reports = [...service.logged, ...other.logged].filter((line) =>
        line.includes('The database has lost'),
      );
      expect(reports.length).toBeGreaterThan(0);
    } finally {
      await other.stop();
      await service.stop();
      await proxy.stop();
      await servers.remove();
    }
  },
);
