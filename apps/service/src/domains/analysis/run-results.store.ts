import {
  type CallCounts,
  MAX_COUNTED_ANSWERS,
  type RunEnding,
  runEndings,
} from '@parley/contract/run-results.ts';
import type { Scope } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { endedLike, inRun, type ResolvedFilter, sameAnswer } from '../runs/run-filter.actions.ts';
import type { CallsOfHour, ConversationResults, CountedResult } from './run-results.model.ts';

/** The next of a run, oldest first. Indexes: conversations_by_run, call_attempts_by_conversation, call_analyses_by_conversation. */
export const resultsAfter = (
  scope: Scope,
  runId: string,
  { after, limit, filter }: { after: string; limit: number; filter: ResolvedFilter },
) =>
  scope.all<ConversationResults>(sql`
    select c.id as "conversationId", c.agent_version_id as "versionId", c.status, c.contact_id as "contactId",
           p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone_number as "phoneNumber", p.fields,
           c.finished_at as "finishedAt", n.attempt_id as "attemptId", n.results, t.simulated as "simulatedCalls",
           rated.rating as "overallRating"
    from (
      select c.id from conversations c where ${inRun(scope, runId, filter)} and c.id > ${after}::uuid order by c.id limit ${limit}
    ) page join conversations c on c.company_id = ${scope.companyId} and c.id = page.id
      join contacts p on p.id = c.contact_id
      cross join lateral (
        select case when bool_or(a.is_simulated is null) then null else count(*) filter (where a.is_simulated)::int end as simulated
        from call_attempts a where a.conversation_id = c.id and a.called_at is not null
      ) t
      left join lateral (
        select n.attempt_id, json_build_object(
            'fields', n.result->'analytics'->'fields', 'outcomes', n.result->'analytics'->'outcomes',
            'tags', n.result->'analytics'->'tags', 'qa', n.result->'analytics'->'qa') as results
        from call_analyses n join call_attempts a on a.id = n.attempt_id
        where n.conversation_id = c.id and n.is_custom and n.result->>'analytics' is not null
        order by a.number desc limit 1
      ) n on true
      left join lateral (
        select coalesce(n.result->'analytics'->>'matchScore', n.result->'general'->>'overallRating')::float8 as rating
        from call_analyses n join call_attempts a on a.id = n.attempt_id
        where n.conversation_id = c.id and n.result is not null
        order by a.number desc limit 1
      ) rated on true
    order by c.id`);

/** The calls that were placed to those who are meant. */
const callsOf = (scope: Scope, runId: string, filter: ResolvedFilter): Sql<true> => sql`
  a.company_id = ${scope.companyId} and a.dial_queue = ${runId} and a.called_at is not null and ${
    isAny(filter)
      ? sql`true`
      : sql`a.conversation_id in (select c.id from conversations c where ${inRun(scope, runId, filter)})`
  }`;

/** The keys of the contact fields that have a value for somebody who is meant. */
export const fieldKeysOf = (scope: Scope, runId: string, filter: ResolvedFilter) =>
  scope.all<{ key: string }>(sql`
    select distinct jsonb_object_keys(p.fields) as key
    from conversations c join contacts p on p.id = c.contact_id where ${inRun(scope, runId, filter)}`);

const isAny = (filter: ResolvedFilter): boolean => Object.values(filter).every((one) => one === undefined);

/** The results of the conversations that are meant. Index: conversation_results_pkey. */
const found = (scope: Scope, runId: string, filter: ResolvedFilter): Sql<true> => sql`
  from conversation_results f where f.company_id = ${scope.companyId} and f.run_id = ${runId} and ${
    isAny(filter)
      ? sql`true`
      : sql`f.conversation_id in (select c.id from conversations c where ${inRun(scope, runId, filter)})`
  }`;

/**
 * Each result with its most frequent values, of any number of conversations; the unknown one is always among them. Of spellings
 * that are the same answer the most frequent one is shown.
 */
export const countResults = (scope: Scope, runId: string, filter: ResolvedFilter) =>
  scope.all<CountedResult>(sql`
    with spelled as (
      select f.kind, f.key, f.value, min(f.label) as label, min(f.place) as place, count(*) as count,
             count(*) filter (where f.is_corrected) as corrected
      ${found(scope, runId, filter)} group by f.kind, f.key, f.value
    ), compared as (
      select s.*, ${sameAnswer(sql`s.kind`, sql`s.value`)} as answer from spelled s
    ), counted as (
      select kind, key, (array_agg(value order by count desc, value))[1] as value, min(label) as label, min(place) as place,
             sum(count) as count, sum(corrected) as corrected
      from compared group by kind, key, answer
    ), ranked as (
      select kind, key, value, count, min(label) over same as label, min(place) over same as place,
             sum(count) over same as total, sum(corrected) over same as corrected,
             row_number() over (partition by kind, key order by value is not null, count desc, value) as rank
      from counted window same as (partition by kind, key)
    )
    select kind, key, value, count::int, label, total::int, corrected::int from ranked
    where rank <= ${MAX_COUNTED_ANSWERS + 1} order by kind, place, key, rank`);

/** In how many conversations a question of each of these lists is answered. */
export const countAnswered = (
  scope: Scope,
  runId: string,
  filter: ResolvedFilter,
  keys: readonly { readonly place: number; readonly key: string }[],
) =>
  scope.all<{ place: number; reached: number }>(sql`
    select k.place, count(distinct f.conversation_id)::int as reached
    from unnest(${keys.map(({ place }) => place)}::int[], ${keys.map(({ key }) => key)}::text[]) as k (place, key)
      join (select f.* ${found(scope, runId, filter)} and f.kind = 'answer' and f.value is not null) f on f.key = k.key
    group by k.place`);

/** Index: conversations_by_run. */
export async function countConversations(scope: Scope, runId: string, filter: ResolvedFilter) {
  const row = await scope.first<{
    conversations: number;
    completed: number;
    called: number;
    answered: number;
  }>(
    sql`
    select count(*)::int as conversations, count(*) filter (where c.status = 'COMPLETED')::int as completed,
           count(called.id)::int as called, count(*) filter (where called.is_answered)::int as answered
    from conversations c left join (
        select a.conversation_id as id, bool_or(a.status = 'COMPLETED') as is_answered from call_attempts a
        where a.company_id = ${scope.companyId} and a.dial_queue = ${runId} and a.called_at is not null group by 1
      ) called on called.id = c.id
    where ${inRun(scope, runId, filter)}`,
  );
  return row ?? { conversations: 0, completed: 0, called: 0, answered: 0 };
}

/** Index: call_attempts_called. */
export async function countCalls(scope: Scope, runId: string, filter: ResolvedFilter): Promise<CallCounts> {
  const row = await scope.first<CallCounts>(sql`
    select count(*)::int as placed, count(*) filter (where a.is_simulated)::int as simulated,
           count(*) filter (where a.is_simulated is null)::int as unknown
    from call_attempts a where ${callsOf(scope, runId, filter)}`);
  return row ?? { placed: 0, simulated: 0, unknown: 0 };
}

/** All five, those without a conversation too. Index: conversations_by_run. */
export async function countEndings(scope: Scope, runId: string, filter: ResolvedFilter) {
  const rows = await scope.all<{ ending: RunEnding; count: number }>(sql`
    select ending, count(*)::int as count from (
      select case when ${endedLike.NOT_REACHED} then 'NOT_REACHED' when ${endedLike.DECLINED} then 'DECLINED'
                  when ${endedLike.OPTED_OUT} then 'OPTED_OUT' when ${endedLike.FAILED} then 'FAILED'
                  when ${endedLike.CANCELLED} then 'CANCELLED' end as ending
      from conversations c where ${inRun(scope, runId, filter)}
    ) ended group by ending`);
  const counts = new Map(rows.map(({ ending, count }) => [ending, count]));
  return runEndings.map((ending) => ({ ending, count: counts.get(ending) ?? 0 }));
}

/**
 * The calls of a run by the hours of a clock, which begin at half past somewhere: of the two hours with one name, when
 * clocks go back, each is its own. Index: call_attempts_called.
 */
export const callsByHour = (scope: Scope, runId: string, filter: ResolvedFilter, timezone: string) =>
  scope.all<CallsOfHour>(sql`
    select one.from, sum(one.calls)::int as calls, sum(one.answered)::int as answered, count(*)::int as contacts,
           count(*) filter (where one.answered > 0)::int as "contactsAnswered"
    from (
      select date_bin('1 hour', a.called_at,
               'epoch'::timestamptz - ((a.called_at at time zone ${timezone}) - (a.called_at at time zone 'UTC'))) as from,
             count(*) as calls, count(*) filter (where a.status = 'COMPLETED') as answered
      from call_attempts a where ${callsOf(scope, runId, filter)}
      group by 1, a.conversation_id
    ) one group by 1 order by 1`);

export interface VersionOutcome {
  readonly versionId: string;
  readonly key: string;
  readonly label: string;
  readonly met: number;
  readonly of: number;
  readonly unknown: number;
}

/** How often each version met each outcome, of the conversations that tell. Index: conversation_results_pkey. */
export const outcomesByVersion = (scope: Scope, runId: string, filter: ResolvedFilter) =>
  scope.all<VersionOutcome>(sql`
    select c.agent_version_id as "versionId", f.key, min(f.label) as label,
           count(*) filter (where f.value = 'Yes')::int as met, count(f.value)::int as of,
           (count(*) - count(f.value))::int as unknown
    from conversation_results f join conversations c on c.id = f.conversation_id
    where f.company_id = ${scope.companyId} and f.run_id = ${runId} and f.kind = 'outcome' and ${inRun(scope, runId, filter)}
    group by 1, 2 order by min(f.place), 2`);
