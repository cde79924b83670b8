import type { Scope } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { completeRetryPolicy } from '../agents/agent.model.ts';
import type { DialRules } from './dial-rules.model.ts';

/**
 * A process of the version before, which may run beside this one, takes the retry policy of the rules for a whole one. Attempts
 * or delays that were left out stay out in `ownRetryPolicy`, which only this version reads.
 */
const stored = ({ retryPolicy, ...rules }: DialRules) =>
  retryPolicy === undefined
    ? rules
    : { ...rules, retryPolicy: completeRetryPolicy(retryPolicy), ownRetryPolicy: retryPolicy };

/** The rules of the queue `d`, as they were saved. */
export const rulesOf: Sql = sql`
  case when d.rules ? 'ownRetryPolicy'
       then jsonb_set(d.rules - 'ownRetryPolicy', '{retryPolicy}', d.rules->'ownRetryPolicy') else d.rules end`;

export const saveRules = (scope: Scope, queue: string, rules: DialRules) =>
  scope.run(sql`
    insert into dial_queue_rules (company_id, dial_queue, rules, paced_since)
    values (${scope.companyId}, ${queue}, ${JSON.stringify(stored(rules))}::jsonb, ${scope.now()})
    on conflict (company_id, dial_queue) do update set rules = excluded.rules`);

export const deleteRules = (scope: Scope, queue: string) =>
  scope.run(
    sql`delete from dial_queue_rules where company_id = ${scope.companyId} and dial_queue = ${queue}`,
  );

export const restartPace = (scope: Scope, queue: string) =>
  scope.run(sql`
    update dial_queue_rules set paced_since = ${scope.now()}
    where company_id = ${scope.companyId} and dial_queue = ${queue}`);

/** Of those queues that have rules. Index: dial_queue_rules_pkey. */
export const rulesOfQueues = (scope: Scope, queues: readonly string[]) =>
  scope.all<{ dialQueue: string; rules: DialRules }>(sql`
    select d.dial_queue as "dialQueue", ${rulesOf} as rules from dial_queue_rules d
    where d.company_id = ${scope.companyId} and d.dial_queue = any(${queues}::uuid[])`);

/**
 * How many more calls the queue `q` may place now, and when the next; no row where it has no pace. Whoever asks holds the
 * claim lock of the company, so that nobody else places calls of the queue meanwhile: what was placed is counted, there
 * is nothing to keep in step. In a rising pace each minute allows a little more. Calls are spread: those of a second, or
 * one for as many seconds as it takes. Index: call_attempts_called.
 */
export const paceOf = (now: Date): Sql => sql`
  select least(p.rate - placed.in_minute, p.burst - placed.in_spell) as allowed,
         greatest(
           (select a.called_at + p.spell from call_attempts a
            where a.company_id = q.company_id and a.dial_queue = q.dial_queue and a.called_at is not null
            order by a.called_at desc offset p.burst - 1 limit 1),
           (select a.called_at + interval '1 minute' from call_attempts a
            where a.company_id = q.company_id and a.dial_queue = q.dial_queue and a.called_at is not null
            order by a.called_at desc offset p.rate - 1 limit 1)) as next_at
  from (
    select rate, ceil(rate / 60.0)::int as burst, greatest(1, 60.0 / rate) * interval '1 second' as spell from (
      select greatest(1, floor((d.rules->'pace'->>'callsPerMinute')::numeric * least(1,
        (floor(extract(epoch from ${now}::timestamptz - coalesce(d.paced_since, ${now}::timestamptz)) / 60) + 1)
        / (coalesce((d.rules->'pace'->>'rampUpMinutes')::numeric, 0) + 1))))::int as rate
      from dial_queue_rules d
      where d.company_id = q.company_id and d.dial_queue = q.dial_queue and d.rules->'pace' is not null) rising
  ) p, lateral (
    select count(*)::int as in_minute, count(*) filter (where a.called_at > ${now}::timestamptz - p.spell)::int as in_spell
    from call_attempts a
    where a.company_id = q.company_id and a.dial_queue = q.dial_queue and a.called_at > ${now}::timestamptz - interval '1 minute'
  ) placed`;

/** How much the calls of the queue `q` count: four times as much with each step. */
export const weightOf: Sql = sql`coalesce((
  select case d.rules->>'priority' when 'HIGH' then 16 when 'LOW' then 1 else 4 end from dial_queue_rules d
  where d.company_id = q.company_id and d.dial_queue = q.dial_queue), 4)`;

/** When the contact `p` was called, and when its number was by whichever contact of the company, since yesterday. */
export const callsOfContact = (now: Date): Sql => sql`array(
  select extract(epoch from b.called_at)::float8 * 1000 from conversations o join call_attempts b on b.conversation_id = o.id
  where o.contact_id = p.id and b.direction = 'OUTBOUND' and b.called_at > ${now}::timestamptz - interval '26 hours')`;
export const callsOfNumber = (now: Date): Sql => sql`array(
  select extract(epoch from b.called_at)::float8 * 1000
  from contacts s join conversations o on o.contact_id = s.id join call_attempts b on b.conversation_id = o.id
  where s.company_id = p.company_id and s.phone_number = p.phone_number and b.direction = 'OUTBOUND'
    and b.called_at > ${now}::timestamptz - interval '26 hours')`;
