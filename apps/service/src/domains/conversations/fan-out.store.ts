import type { Scope } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';

/** Conversations of one run that are made together. */
export interface FanOut {
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

/** Makes the conversations and their first calls in one statement, and answers what will hold their minutes. */
export async function insertFanOut(scope: Scope, fan: FanOut): Promise<string[]> {
  const now = scope.now();
  const conversations = sql`
    source as materialized (${fan.contacts}),
    openings (time_zone, at) as (
      select * from unnest(${fan.openings.map(({ timeZone }) => timeZone)}::text[], ${fan.openings.map(({ at }) => at)}::timestamptz[])
    ), made as (
      insert into conversations (id, company_id, contact_id, agent_id, agent_version_id, open_agent_id, run_id, job_id, type,
                                 status, scheduled_at, metadata, is_test, is_simulated, created_at, updated_at)
      select uuid7_at(${now.getTime()}, s.place), ${scope.companyId}, s.contact_id, ${fan.agentId}::uuid, ${fan.agentVersionId}::uuid,
             ${fan.agentId}::uuid, ${fan.runId}::uuid, s.job_id, ${fan.type}::text, 'SCHEDULED', o.at, '{}', false,
             ${fan.isSimulated}::boolean, ${now}::timestamptz, ${now}::timestamptz
      from source s join openings o using (time_zone) order by s.place
      returning id, contact_id, scheduled_at
    )`;
  const holders = await scope.all<{ id: string }>(
    fan.type === 'ONLINE'
      ? sql`with ${conversations} select id from made where ${scope.companyId}::uuid is not null`
      : sql`
        with ${conversations}, called as (
          insert into call_attempts (id, company_id, conversation_id, lane, direction, status, number, scheduled_at,
                                     is_admitted, time_zone, created_at, updated_at)
          select uuid7_at(${now.getTime()}, s.place), ${scope.companyId}, m.id, ${fan.runId}::uuid, 'OUTBOUND', 'SCHEDULED', 1,
                 m.scheduled_at, true, s.time_zone, ${now}::timestamptz, ${now}::timestamptz
          from made m join source s using (contact_id) order by s.place
          returning id
        ) select id from called`,
  );
  return holders.map(({ id }) => id);
}

/** The statistics of the tables that a fan-out fills. */
export const refreshStatistics = (scope: Scope) =>
  scope.run(sql`select analyse_calls() where ${scope.companyId}::uuid is not null`);
