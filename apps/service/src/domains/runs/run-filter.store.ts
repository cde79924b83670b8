import type { RunEnding, RunFilter, runContactSorts } from '@parley/contract/run-results.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { and, type Sql, sql } from '../../storage/sql.ts';

/** A filter whose section is known by its questions. */
export type ResolvedFilter = Omit<RunFilter, 'sectionId'> & {
  readonly questionIds?: readonly string[] | undefined;
};

export const isFiltered = (filter: ResolvedFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

const calls = sql`select from call_attempts a where a.conversation_id = c.id and a.called_at is not null`;

/** How the last call of the conversation `c` ended. */
const lastReason = sql`
  (select a.reason_code from call_attempts a
   where a.conversation_id = c.id and a.status not in ('SCHEDULED', 'IN_PROGRESS') order by a.number desc limit 1)`;

/** Whether the conversation `c` ended like this. A call that was cancelled before it began has no reason. */
export const endedLike: Readonly<Record<RunEnding, Sql>> = {
  NOT_REACHED: sql`c.status = 'UNREACHABLE'`,
  DECLINED: sql`c.status = 'CANCELLED' and ${lastReason} = 'NOT_INTERESTED'`,
  OPTED_OUT: sql`c.status = 'CANCELLED' and ${lastReason} = 'OPT_OUT'`,
  FAILED: sql`c.status = 'FAILED'`,
  CANCELLED: sql`c.status = 'CANCELLED' and coalesce(${lastReason}, '') not in ('NOT_INTERESTED', 'OPT_OUT')`,
};

/**
 * Whether the conversation `c` of a run is meant. Indexes: conversations_by_run, call_attempts_by_conversation,
 * conversation_results_pkey.
 */
export const inRun = (scope: Scope, runId: string, filter: ResolvedFilter = {}): Sql<true> =>
  and(
    sql`c.company_id = ${scope.companyId} and c.run_id = ${runId}`,
    ...when(filter.status, (status) => sql`c.status = ${status}`),
    ...when(filter.versionId, (id) => sql`c.agent_version_id = ${id}::uuid`),
    ...when(filter.step, (step) =>
      step === 'COMPLETED'
        ? sql`c.status = 'COMPLETED'`
        : step === 'ANSWERED'
          ? sql`exists (${calls} and a.status = 'COMPLETED')`
          : sql`exists (${calls})`,
    ),
    ...when(filter.ending, (ending) => endedLike[ending]),
    ...(filter.calledFrom === undefined && filter.calledTo === undefined
      ? []
      : [
          sql`exists (${calls} and ${and(
            sql`true`,
            // As dates: PostgreSQL does not read every time that the contract allows.
            ...when(filter.calledFrom, (from) => sql`a.called_at >= ${new Date(from)}`),
            ...when(filter.calledTo, (to) => sql`a.called_at < ${new Date(to)}`),
          )})`,
        ]),
    ...when(
      filter.questionIds,
      (ids) => sql`c.id in (
        select f.conversation_id from conversation_results f
        where f.company_id = ${scope.companyId} and f.run_id = ${runId} and f.kind = 'answer' and f.key = any(${ids}::text[])
          and f.value is not null)`,
    ),
    ...when(
      filter.resultKey,
      (key) => sql`c.id in (
        select f.conversation_id from conversation_results f
        where f.company_id = ${scope.companyId} and f.run_id = ${runId} and f.kind = ${filter.resultKind ?? ''} and f.key = ${key}
          and ${and(
            sql`true`,
            ...when(filter.resultValue, (value) => sql`f.value = ${value}`),
            ...when(filter.resultState, (state) => states[state]),
          )})`,
    ),
  );

const states = {
  FOUND: sql`f.value is not null`,
  MISSING: sql`f.value is null`,
  CORRECTED: sql`f.is_corrected`,
};

const when = <Value>(value: Value | undefined, make: (value: Value) => Sql): Sql[] =>
  value === undefined ? [] : [make(value)];

export interface ContactOrder {
  readonly sort?: (typeof runContactSorts)[number] | undefined;
  readonly order?: 'ASC' | 'DESC' | undefined;
}

const sorts = {
  POSITION: sql`rc.position`,
  NAME: sql`lower(p.last_name), lower(p.first_name)`,
  STATUS: sql`c.status`,
  CALLS: sql`(select count(*) from call_attempts a where a.conversation_id = c.id and a.called_at is not null)`,
  LAST_CALL: sql`(select max(a.called_at) from call_attempts a where a.conversation_id = c.id)`,
};
const descending = {
  ...sorts,
  NAME: sql`lower(p.last_name) desc, lower(p.first_name)`,
};

/** The contacts of a run that are meant, as rows of contact_id and position. Index: run_contacts_in_order. */
const meant = (scope: Scope, runId: string, filter: ResolvedFilter) => sql`
  from run_contacts rc join contacts p on p.id = rc.contact_id
    left join conversations c on c.company_id = rc.company_id and c.run_id = rc.run_id and c.contact_id = rc.contact_id
  where rc.company_id = ${scope.companyId} and rc.run_id = ${runId}
    and ${isFiltered(filter) ? inRun(scope, runId, filter) : sql`true`}`;

/** Only the order of attachment has cursors: others are computed for the whole list. */
const afterPosition = (order: 'ASC' | 'DESC', { after }: Slice): Sql =>
  after === undefined
    ? sql`true`
    : order === 'ASC'
      ? sql`rc.position > ${after[0]}::bigint`
      : sql`rc.position < ${after[0]}::bigint`;

export const contactsInOrder = (
  scope: Scope,
  runId: string,
  filter: ResolvedFilter,
  { sort = 'POSITION', order = 'ASC' }: ContactOrder,
  page: Slice,
) => sql`
  select rc.contact_id, rc.position, row_number() over (order by ${
    order === 'ASC' ? sql`${sorts[sort]} nulls last` : sql`${descending[sort]} desc nulls last`
  }, rc.position) as place ${meant(scope, runId, filter)}
    and ${afterPosition(order, page)}
  order by place limit ${page.limit} offset ${page.offset}`;

export async function countMeant(scope: Scope, runId: string, filter: ResolvedFilter): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(distinct rc.contact_id) as total ${meant(scope, runId, filter)}`,
  );
  return row?.total ?? 0;
}

/** Puts the contacts that are meant on the list of another run, in their order, each for the same job. */
export const copyContacts = (scope: Scope, from: string, to: string, filter: ResolvedFilter) =>
  scope.run(sql`
    insert into run_contacts (run_id, contact_id, company_id, job_id, time_zone)
    select ${to}::uuid, rc.contact_id, rc.company_id, rc.job_id, rc.time_zone ${meant(scope, from, filter)}
    order by rc.position
    on conflict (run_id, contact_id) do nothing`);

/** Which versions of the agent the conversations of a run have. Index: conversations_by_run. */
export const versionsOfRun = (scope: Scope, runId: string, filter: ResolvedFilter = {}) =>
  scope.all<{ versionId: string; conversations: number; over: number; completed: number }>(sql`
    select c.agent_version_id as "versionId", count(*)::int as conversations,
           count(*) filter (where c.status not in ('SCHEDULED', 'IN_PROGRESS'))::int as over,
           count(*) filter (where c.status = 'COMPLETED')::int as completed
    from conversations c where ${inRun(scope, runId, filter)} group by 1 order by 1`);
