import type { Scope } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';

/** Conversations of one run that are created together. */
export interface ConversationBatch {
  readonly runId: string;
  readonly agentId: string;
  readonly agentVersionId: string;
  readonly type: 'PHONE' | 'ONLINE';
  readonly isSimulated: boolean;
  /** Rows of contact_id, job_id, time_zone and place, which counts from 0. */
  readonly contacts: Sql<true>;
  /** The first call is due then, by the clock of the contact. */
  readonly openings: readonly { readonly timeZone: string; readonly at: Date }[];
}

/** Creates the conversations and their first calls in one statement. Returns the ids that minutes are held under. */
export async function insertConversationBatch(scope: Scope, batch: ConversationBatch): Promise<string[]> {
  const now = scope.now();
  const conversations = sql`
    source as materialized (${batch.contacts}),
    openings (time_zone, at) as (
      select * from unnest(${batch.openings.map(({ timeZone }) => timeZone)}::text[], ${batch.openings.map(({ at }) => at)}::timestamptz[])
    ), made as (
      insert into conversations (id, company_id, contact_id, agent_id, agent_version_id, open_agent_id, run_id, job_id, type,
                                 status, scheduled_at, metadata, is_test, is_simulated, created_at, updated_at)
      select uuid7_at(${now.getTime()}, s.place), ${scope.companyId}, s.contact_id, ${batch.agentId}::uuid, ${batch.agentVersionId}::uuid,
             ${batch.agentId}::uuid, ${batch.runId}::uuid, s.job_id, ${batch.type}::text, 'SCHEDULED', o.at, '{}', false,
             ${batch.isSimulated}::boolean, ${now}::timestamptz, ${now}::timestamptz
      from source s join openings o using (time_zone) order by s.place
      returning id, contact_id, scheduled_at
    )`;
  const rows = await scope.all<{ id: string }>(
    batch.type === 'ONLINE'
      ? sql`with ${conversations} select id from made where ${scope.companyId}::uuid is not null`
      : sql`
        with ${conversations}, called as (
          insert into call_attempts (id, company_id, conversation_id, dial_queue, direction, status, number, scheduled_at,
                                     is_admitted, time_zone, created_at, updated_at)
          select uuid7_at(${now.getTime()}, s.place), ${scope.companyId}, m.id, ${batch.runId}::uuid, 'OUTBOUND', 'SCHEDULED', 1,
                 m.scheduled_at, true, s.time_zone, ${now}::timestamptz, ${now}::timestamptz
          from made m join source s using (contact_id) order by s.place
          returning id
        ) select id from called`,
  );
  return rows.map(({ id }) => id);
}

/** After many rows were inserted: query plans made for the small tables are wrong by then. */
export const refreshStatistics = (scope: Scope) =>
  scope.run(sql`select analyse_calls() where ${scope.companyId}::uuid is not null`);
