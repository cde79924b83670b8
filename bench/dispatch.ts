import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { createAgent } from '@parley/service/domains/agents/agent.actions.ts';
import { openAccount } from '@parley/service/domains/billing/account.actions.ts';
import { trialPlan } from '@parley/service/domains/billing/price.model.ts';
import { createCompany } from '@parley/service/domains/companies/company.actions.ts';
import { createContact } from '@parley/service/domains/contacts/contact.actions.ts';
import { claimDue } from '@parley/service/domains/conversations/dispatch.actions.ts';
import { makeLog } from '@parley/service/main/log.ts';
import { migrateDatabase } from '@parley/service/main/schema.ts';
import { Database } from '@parley/service/storage/database.ts';
import { startEmbeddedPostgres } from '@parley/service/storage/embedded/embedded-postgres.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { median, type Ratio } from './ratio.ts';

const FEW = 1000;
const MANY = 1_000_000;
const PIECE = 50_000;
const PLACES = 100;
const TIMES = 31;

/** Time to claim a hundred due calls when a million wait, relative to when a thousand wait. */
export async function run(): Promise<Ratio[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    await migrateDatabase(postgres.url, () => {}, makeLog('error'));
    const database = new Database({
      url: postgres.url,
      clock: systemClock,
      newId: uuid7(systemClock),
      send: async () => {},
    });
    const wait = await prepare(database);
    await wait(FEW);
    const few = await claimMilliseconds(database);
    await wait(MANY - FEW);
    const many = await claimMilliseconds(database);
    await database.close();
    return [
      {
        name: `dispatch: ${PLACES} calls claimed of 1,000,000 waiting, vs of 1,000`,
        ours: many,
        reference: few,
        unit: 'ms',
        atMost: 1.5,
      },
    ];
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function prepare(database: Database) {
  const { id } = await createCompany(database, null, { name: 'Acme' });
  const scope = database.within(id, { kind: 'system', id: 'bench' });
  await openAccount(scope, { ...trialPlan(0), maxConcurrentCalls: 100_000 });
  const agent = await createAgent(scope, { name: 'Grace', focus: 'GENERIC' });
  const person = { firstName: 'Ada', lastName: 'Novak', phoneNumber: '+15005550000' };
  const contact = await createContact(scope, { ...person, gdprExpiryDate: '2099-12-31' }, false);
  // In parts, because a statement must not take a minute.
  return async (count: number) => {
    for (let left = count; left > 0; left -= PIECE) await add(Math.min(PIECE, left));
    await database.run(sql`analyze conversations`);
    await database.run(sql`analyze call_attempts`);
  };

  function add(count: number) {
    return scope.run(sql`
      with made as (
        insert into conversations (id, company_id, contact_id, agent_id, agent_version_id, type, status, scheduled_at, metadata,
                                   is_test, is_simulated, created_at, updated_at)
        select gen_random_uuid(), ${id}, ${contact.id}, ${agent.id}, ${agent.versionId}, 'PHONE', 'SCHEDULED', now(), '{}', false,
               true, now(), now()
        from generate_series(1, ${count}::int) returning id, company_id
      )
      insert into call_attempts (id, company_id, conversation_id, dial_queue, direction, status, number, scheduled_at, is_admitted,
                                 created_at, updated_at)
      select gen_random_uuid(), company_id, id, company_id, 'OUTBOUND', 'SCHEDULED', 1, now() - random() * interval '1 hour', true,
             now(), now() from made`);
  }
}

async function claimMilliseconds(database: Database): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const started = performance.now();
    const claimed = await claimDue(database, database.newId(), PLACES);
    times.push(performance.now() - started);
    if (claimed.length !== PLACES) throw new Error(`${claimed.length} calls were taken`);
    await database.run(sql`update call_attempts set status = 'SCHEDULED' where status = 'IN_PROGRESS'`);
    await database.run(sql`delete from live_calls`);
  }
  return median(times);
}
