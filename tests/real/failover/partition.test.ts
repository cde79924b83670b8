import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@parley/service/storage/sql.ts';
import { startDatabaseProxy } from '@parley/testing/database-proxy.ts';
import { runningCompany } from '@parley/testing/running-company.ts';
import { startTestService } from '@parley/testing/service.ts';
import { expect, test } from 'vitest';
import { CalledPeople } from './called-people.ts';

const PARTITIONS = process.env.CRASH === 'whole' ? 10 : 1;
const PEOPLE = 10;

/** Calls last longer than it takes to presume a worker dead: 15 seconds, and up to 10 more until somebody looks. */
test.each(Array.from({ length: PARTITIONS }, (_, turn) => turn + 1))(
  'a worker cut off from the database during long calls puts nobody on two calls at once (round %i)',
  { timeout: 240_000 },
  async (turn) => {
    const people = new CalledPeople();
    const environment = { PARLEY_SIM_SPEED: '1' };
    // The first has no worker: its proxy is whole.
    const service = await startTestService({ roles: ['api'], environment });
    const proxy = await startDatabaseProxy(service.databaseUrl);
    const place = {
      dataDir: service.dataDir,
      roles: ['worker'] as const,
      environment,
      throughLine: people.through,
    };
    const cutOff = await startTestService({ ...place, databaseUrl: proxy.url });
    const stops = [() => cutOff.stop(), () => proxy.stop()];
    try {
      const company = await runningCompany(service, {
        agent: { retryPolicy: { maxAttempts: 3, delaySeconds: 1 }, duration: 1 },
      });
      // Numbers of people, every one with a telephone of their own.
      const contacts: string[] = [];
      for (let i = 0; i < PEOPLE; i++)
        contacts.push(await company.newContact({ phoneNumber: `+4144668${String(1800 + i)}` }));
      const run = await company.newRun(contacts);
      await company.api.post(`/runs/${run}/launch`);
      await people.until(PEOPLE);
      await sleep(300 * turn);
      proxy.cut();
      const heir = await startTestService({ ...place, databaseUrl: service.databaseUrl });
      stops.unshift(() => heir.stop());
      const progress = async () => (await company.api.get(`/runs/${run}`)).body.progress;
      const lost = () =>
        service.services.database.first<{ lost: number }>(
          sql`select count(*) as lost from call_attempts where reason_code = 'LOST'`,
        );
      for (let i = 0; i < 400 && ((await lost())?.lost ?? 0) < PEOPLE; i++) await sleep(100);
      expect(await lost(), 'the other worker presumes it dead while it talks').toEqual({ lost: PEOPLE });
      await sleep(2000);
      proxy.mend();
      for (let i = 0; i < 1500; i++) {
        const { queued, inProgress } = await progress();
        if (queued + inProgress === 0) break;
        await sleep(100);
      }
      expect(await progress()).toMatchObject({ total: PEOPLE, completed: PEOPLE });
      expect([...people.twiceAtATime]).toEqual([]);
      // The late results counted: nobody had to be called again.
      expect(people.repeated()).toEqual([]);
    } finally {
      for (const stop of stops) await stop();
      await service.stop();
    }
  },
);
