import type { RunEnding, RunFilter, runContactSorts } from '@parley/contract/run-results.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { and, type Sql, sql } from '../../storage/sql.ts';

/** A filter whose section is known by its questions. */
export type ResolvedFilter = Omit<RunFilter, 'sectionId'> & {
  readonly questionIds?: readonly string[] | undefined;
  /** Conversations that do not count for their contacts: what is counted by conversation leaves them out. */
  readonly superseded?: readonly string[] | undefined;
};

export const isFiltered = (filter: ResolvedFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

const calls = sql`select from call_attempts a where a.conversation_id = c.id and a.called_at is not null`;

/** How the last call of a conversation ended. */
const lastReasonOf = (conversationId: Sql): Sql => sql`
  (select a.reason_code from call_attempts a
   where a.conversation_id = ${conversationId} and a.status not in ('SCHEDULED', 'IN_PROGRESS') order by a.number desc limit 1)`;
const lastReason = lastReasonOf(sql`c.id`);

/** Whether the conversation `c` ended like this. A call that was cancelled before it began has no reason. */
export const endedLike: Readonly<Record<RunEnding, Sql>> = {
  NOT_REACHED: sql`c.status = 'UNREACHABLE'`,
  DECLINED: sql`c.status = 'CANCELLED' and ${lastReason} = 'NOT_INTERESTED'`,
  OPTED_OUT: sql`c.status = 'CANCELLED' and ${lastReason} = 'OPT_OUT'`,
  FAILED: sql`c.status = 'FAILED'`,
  CANCELLED: sql`c.status = 'CANCELLED' and coalesce(${lastReason}, '') not in ('NOT_INTERESTED', 'OPT_OUT')`,
};

/**
 * Which conversation of a contact in a run counts before others: one in which the contact said what there is to know
 * (completed, declined, opted out), then one that is open, then the newest.
 */
const precedence = (conversation: 'c' | 'o'): Sql => {
  const row =
    conversation === 'c'
      ? { status: sql`c.status`, id: sql`c.id` }
      : { status: sql`o.status`, id: sql`o.id` };
  const isRefused = sql`${row.status} = 'CANCELLED' and coalesce(${lastReasonOf(row.id)}, '') in ('NOT_INTERESTED', 'OPT_OUT')`;
  return sql`(${row.status} = 'COMPLETED' or ${isRefused}, ${row.status} in ('SCHEDULED', 'IN_PROGRESS'), ${row.id})`;
};

/** The conversations that count before the conversation `c`. */
const preceding: Sql = sql`
  select from conversations o
  where o.contact_id = c.contact_id and o.run_id = c.run_id and o.id <> c.id and ${precedence('o')} > ${precedence('c')}`;

/**
 * Whether the conversation `c` of a run is the one that counts for its contact, who has several once contacts were merged:
 * nobody who completed one, or declined, is called again because the other number was not reached.
 * Indexes: conversations_by_contact, call_attempts_by_conversation.
 */
export const isCounted: Sql = sql`not exists (${preceding})`;

/** Those of a run that do not count: none, where no contacts were merged. Indexes: conversations_by_run, conversations_by_contact. */
export const supersededIn = (scope: Scope, runId: string) =>
  scope.all<{ id: string }>(sql`
    select c.id from conversations c
    where c.company_id = ${scope.companyId} and c.run_id = ${runId} and exists (${preceding}) order by c.id`);

/**
 * Spaces, quotation marks and brackets around an answer, and the punctuation after it. No sign that a value may begin or end
 * with: -5 is not 5, and A+ is not A.
 */
const AROUND_ANSWER = String.raw`^[\s"'“”„«»‘’‚‹›(¿¡]+|[\s"'“”„«»‘’‹›).,;:!?…]+$`;

/**
 * What answers and values are the same by: those that differ only in case and in what is around them are one, wherever they are
 * counted and listed. Outcomes and tags are Yes or No. An answer that is nothing but punctuation is itself.
 */
export const sameAnswer = (kind: Sql, value: Sql): Sql => sql`
  case when ${kind} in ('answer', 'value')
       then coalesce(nullif(lower(regexp_replace(${value}, ${AROUND_ANSWER}, '', 'g')), ''), ${value}) else ${value} end`;

/** Links that are sent by other means are noted only once the call is open. */
const isOpened = sql`(
  exists (select from messages m where m.conversation_id = c.id and m.opened_at is not null) or exists (${calls}))`;

/** How the link of the conversation `c` stands. */
const invitationStates: Readonly<Record<NonNullable<RunFilter['invitation']>, Sql>> = {
  NOT_INVITED: sql`c.type = 'ONLINE' and not exists (select from messages m where m.conversation_id = c.id)`,
  NOT_OPENED: sql`c.type = 'ONLINE' and not ${isOpened}`,
  OPENED: sql`c.type = 'ONLINE' and ${isOpened}`,
};

/**
 * Whether the conversation `c` of a run is meant. Indexes: conversations_by_run, call_attempts_by_conversation,
 * conversation_results_pkey, messages_by_conversation.
 */
export const inRun = (scope: Scope, runId: string, filter: ResolvedFilter = {}): Sql<true> =>
  and(
    sql`c.company_id = ${scope.companyId} and c.run_id = ${runId}`,
    ...when(filter.status, (status) => sql`c.status = ${status}`),
    ...when(filter.versionId, (id) => sql`c.agent_version_id = ${id}::uuid`),
    ...when(filter.step, (step) => steps[step]),
    ...calledLike(filter),
    ...when(filter.ending, (ending) => endedLike[ending]),
    ...when(filter.superseded, (ids) => sql`c.id <> all(${ids}::uuid[])`),
    ...when(filter.invitation, (state) => invitationStates[state]),
    ...when(
      filter.questionIds,
      (ids) => sql`c.id in (
        select f.conversation_id from conversation_results f
        where f.company_id = ${scope.companyId} and f.run_id = ${runId} and f.kind = 'answer' and f.key = any(${ids}::text[])
          and f.value is not null)`,
    ),
    ...resultsOf(filter).map(
      ({ kind, key, value, state }) => sql`c.id ${state === 'NONE' ? sql`not in` : sql`in`} (
        select f.conversation_id from conversation_results f
        where f.company_id = ${scope.companyId} and f.run_id = ${runId} and f.kind = ${kind} and f.key = ${key}
          and ${and(
            sql`true`,
            ...when(
              value,
              (wanted) =>
                sql`${sameAnswer(sql`f.kind`, sql`f.value`)} = ${sameAnswer(sql`f.kind`, sql`${wanted}::text`)}`,
            ),
            ...when(state, (wanted) => states[wanted]),
          )})`,
    ),
  );

/** The results that are asked for: none, one or two. */
const resultsOf = (filter: ResolvedFilter) =>
  [
    {
      kind: filter.resultKind ?? '',
      key: filter.resultKey,
      value: filter.resultValue,
      state: filter.resultState,
    },
    {
      kind: filter.andResultKind ?? '',
      key: filter.andResultKey,
      value: filter.andResultValue,
      state: filter.andResultState,
    },
  ].flatMap(({ key, ...one }) => (key === undefined ? [] : [{ ...one, key }]));

/** How far the conversation `c` came, as far as its calls do not tell. */
const steps: Readonly<Record<NonNullable<RunFilter['step']>, Sql>> = {
  LAUNCHED: sql`true`,
  CALLED: sql`true`,
  ANSWERED: sql`true`,
  COMPLETED: sql`c.status = 'COMPLETED'`,
  ENDED: sql`c.status not in ('SCHEDULED', 'IN_PROGRESS')`,
};

/** One call that fits all of it: whoever was called at ten and answered at two did not answer at ten. */
function calledLike({ step, calledFrom, calledTo }: ResolvedFilter): Sql[] {
  const conditions = [
    // As dates: PostgreSQL does not read every time that the contract allows.
    ...when(calledFrom, (from) => sql`a.called_at >= ${new Date(from)}`),
    ...when(calledTo, (to) => sql`a.called_at < ${new Date(to)}`),
    ...(step === 'ANSWERED' ? [sql`a.status = 'COMPLETED'`] : []),
  ];
  if (conditions.length === 0 && step !== 'CALLED') return [];
  return [sql`exists (${calls} and ${and(sql`true`, ...conditions)})`];
}

const states = {
  FOUND: sql`f.value is not null`,
  MISSING: sql`f.value is null`,
  CORRECTED: sql`f.is_corrected`,
  /** No row is excluded: those who have any are left out. */
  NONE: sql`true`,
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
    left join conversations c on c.company_id = rc.company_id and c.run_id = rc.run_id and c.contact_id = rc.contact_id and ${isCounted}
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
    sql`select count(*) as total ${meant(scope, runId, filter)}`,
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

/** Whether contacts of a run were sent to a page. Index: conversations_by_run. */
export const hasOnlineConversations = async (scope: Scope, runId: string): Promise<boolean> =>
  (await scope.first(sql`
    select from conversations c where c.company_id = ${scope.companyId} and c.run_id = ${runId} and c.type = 'ONLINE' limit 1`)) !==
  undefined;

/** Which versions of the agent the conversations of a run have. Index: conversations_by_run. */
export const versionsOfRun = (scope: Scope, runId: string, filter: ResolvedFilter = {}) =>
  scope.all<{ versionId: string; conversations: number; over: number; completed: number }>(sql`
    select c.agent_version_id as "versionId", count(*)::int as conversations,
           count(*) filter (where c.status not in ('SCHEDULED', 'IN_PROGRESS'))::int as over,
           count(*) filter (where c.status = 'COMPLETED')::int as completed
    from conversations c where ${inRun(scope, runId, filter)} group by 1 order by 1`);
