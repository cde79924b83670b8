import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@parley/contract/api-key.ts';
import type pg from 'pg';
import { median, type Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';
import { connected } from './seeded-run.ts';

const FEW = 10;
const MANY = Number(process.env.WAITING_COMPANIES ?? 20_000);
const REQUESTS = 61;

/**
 * From a request to the claim of its call, while other companies wait: half of them until tomorrow, half of them for a
 * free line, with a call that is due. The first half must cost nothing, the second must not be looked at each time.
 */
export function run(): Promise<Ratio[]> {
  return withService(
    (service) =>
      connected(service, async (client) => {
        const { waitFor, claimMs } = await prepare(service, client);
        await waitFor(FEW);
        const few = await claimMs();
        await waitFor(MANY - FEW);
        const many = await claimMs();
        return [
          {
            name: `dispatch: from request to claim beside ${MANY.toLocaleString('en')} waiting companies, vs ${FEW}`,
            ours: many,
            reference: few,
            unit: 'ms',
            atMost: 2,
          },
        ];
      }),
    { PARLEY_SIM_SPEED: '1e9', PARLEY_MAX_CALLS: '100' },
  );
}

async function prepare({ newCompany, post, setPlan }: RunningService, client: pg.Client) {
  const { key, companyId } = await newCompany(permissions);
  await setPlan(companyId, { included: 1e8, maxConcurrentCalls: 100 });
  const flow = {
    firstMessage: { type: 'first_message', text: 'Hello.' },
    sections: [{ type: 'looping', questions: [{ question: 'Are you interested?', key: 'interested' }] }],
  };
  const agent = await post('/agents', key, { name: 'Grace', flow, callingWindow: null });
  const person = { firstName: 'Ada', lastName: 'Novak', phoneNumber: '+15005550000' };
  const contact = await post('/contacts', key, { ...person, gdprExpiryDate: '2099-12-31' });
  return {
    async waitFor(companies: number) {
      for (let made = 0; made < companies; made += 2000)
        await client.query(waitingCompanies, [
          companyId,
          contact.id,
          agent.id,
          Math.min(2000, companies - made),
        ]);
      await client.query('analyze');
      // Dispatchers have seen them by then, as they have in a service that runs.
      await sleep(12_000);
    },
    async claimMs() {
      const times: number[] = [];
      for (let i = 0; i < REQUESTS; i++) {
        const startedAt = performance.now();
        const { id } = await post('/conversations', key, { contactId: contact.id, agentId: agent.id });
        await claimed(client, id);
        times.push(performance.now() - startedAt);
        await sleep(50);
      }
      return median(times);
    },
  };
}

async function claimed(client: pg.Client, conversationId: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query({
      name: 'claimed',
      text: 'select 1 from call_attempts where conversation_id = $1 and called_at is not null',
      values: [conversationId],
    });
    if (rows.length > 0) return;
    await sleep(1);
  }
}

/** Copies of a company, each with a call that waits. Every second one may have no call on the line. */
const waitingCompanies = `
  with place as (
    select gen_random_uuid() as id, n % 2 = 0 as is_full from generate_series(1, $4::int) n
  ), companies_made as (
    insert into companies
    select (jsonb_populate_record(c, jsonb_build_object('id', place.id))).* from place, companies c where c.id = $1
    returning id
  ), accounts as (
    insert into billing_accounts
    select (jsonb_populate_record(b, jsonb_build_object('company_id', place.id, 'max_concurrent_calls', case when is_full then 0 else 10 end))).*
    from place join companies_made m on m.id = place.id, billing_accounts b where b.company_id = $1
  ), made as (
    insert into conversations (id, company_id, contact_id, agent_id, agent_version_id, type, status, scheduled_at, metadata,
                               is_test, is_simulated, created_at, updated_at)
    select gen_random_uuid(), place.id, $2, $3, a.version_id, 'PHONE', 'SCHEDULED', now(), '{}', false, true, now(), now()
    from place join companies_made m on m.id = place.id, agents a where a.id = $3 returning id, company_id
  )
  insert into call_attempts (id, company_id, conversation_id, dial_queue, direction, status, number, scheduled_at, is_admitted,
                             created_at, updated_at)
  select gen_random_uuid(), made.company_id, made.id, made.company_id, 'OUTBOUND', 'SCHEDULED', 1,
         now() + case when is_full then interval '0' else interval '1 day' end, true, now(), now()
  from made join place on place.id = made.company_id`;
