import type pg from 'pg';
import type { RunningService } from './running-service.ts';

const A_TIME = 100_000;
const CONTACTS = 1_000;

/** Finished conversations, each with an analysed call, inserted by SQL. */
export async function seedConversations(
  service: RunningService,
  client: pg.Client,
  { companyId, key }: { readonly companyId: string; readonly key: string },
  count: number,
): Promise<void> {
  const agent = await service.post('/agents', key, { name: 'Grace', focus: 'GENERIC' });
  const { rows } = await client.query('select version_id from agents where id = $1', [agent.id]);
  await client.query(
    `insert into contacts (id, company_id, first_name, last_name, phone_number, status, gdpr_expiry_date, work_history,
                           metadata, fields, search, created_at, updated_at)
     select uuid7_at(1700000000000, n), $1, 'Ada', 'Number ' || n, '+15005550000', 'UNDEFINED', '2099-12-31', '[]', '{}', '{}',
            'ada number ' || n, now(), now() from generate_series(1, $2::bigint) n`,
    [companyId, Math.min(count, CONTACTS)],
  );
  for (let made = 0; made < count; made += A_TIME) {
    await client.query(
      `with people as (select array_agg(id) as ids from contacts where company_id = $1),
       made as (
         insert into conversations (id, company_id, contact_id, agent_id, agent_version_id, type, status, scheduled_at, finished_at,
                                    duration_minutes, metadata, is_test, is_simulated, created_at, updated_at)
         select uuid7_at(1700000000000, n), $1, ids[1 + n % array_length(ids, 1)], $2, $3, 'PHONE',
                (array['COMPLETED', 'COMPLETED', 'UNREACHABLE', 'FAILED'])[1 + n % 4], now(), now(), 3, '{}', false, true, now(), now()
         from generate_series($4::bigint, $5::bigint) n, people returning id
       ), called as (
         insert into call_attempts (id, company_id, conversation_id, dial_queue, direction, status, number, scheduled_at, called_at,
                                    duration_seconds, is_admitted, transcript, created_at, updated_at)
         select gen_random_uuid(), $1, id, $1, 'OUTBOUND', 'COMPLETED', 1, now(), now(), 140, true, '[]', now(), now()
         from made returning id, conversation_id
       )
       insert into call_analyses (attempt_id, id, company_id, conversation_id, status, is_custom, due_at, is_published, result, created_at, updated_at)
       select id, gen_random_uuid(), $1, conversation_id, 2, false, now(), true, '{"general":{"overallRating":71}}', now(), now() from called`,
      [companyId, agent.id, rows[0].version_id, made + 1, Math.min(count, made + A_TIME)],
    );
  }
  await client.query('analyze contacts, conversations, call_attempts, call_analyses');
  await client.query('vacuum conversations');
}
