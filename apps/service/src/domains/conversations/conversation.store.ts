import type { AttemptStatus, ConversationStatus } from '@parley/contract/conversation.ts';
import { countUpToBound, type Total } from '../../storage/bounded-count.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { and, type CompanyId, rowsAs, type Sql, sql } from '../../storage/sql.ts';
import {
  type Conversation,
  isOver,
  type ListedConversation,
  type ProgressBucket,
} from './conversation.model.ts';

const columns = sql`
  c.id, c.contact_id as "contactId", c.agent_id as "agentId", c.agent_version_id as "agentVersionId", c.run_id as "runId",
  c.job_id as "jobId", c.type, c.status, c.scheduled_at as "scheduledAt", c.finished_at as "finishedAt",
  c.duration_minutes as "durationMinutes", c.metadata, c.is_test as "isTest", c.is_simulated as "isSimulated",
  c.calls_counted as "callsCounted", c.callbacks, c.created_at as "createdAt", c.updated_at as "updatedAt"`;

/** An open conversation keeps its agent from being deleted. */
const withOpenAgent = (one: Conversation) => ({
  ...one,
  openAgentId: isOver(one.status) ? null : one.agentId,
});

/** In the order of their contacts, as everybody takes those who takes several. */
export async function insertConversations(scope: Scope, made: readonly Conversation[]): Promise<void> {
  const rows = rowsAs('r', made.map(withOpenAgent), {
    id: 'uuid',
    contactId: 'uuid',
    agentId: 'uuid',
    agentVersionId: 'uuid',
    openAgentId: 'uuid',
    runId: 'uuid',
    jobId: 'uuid',
    type: 'text',
    status: 'text',
    scheduledAt: 'timestamptz',
    finishedAt: 'timestamptz',
    durationMinutes: 'integer',
    metadata: 'jsonb',
    isTest: 'boolean',
    isSimulated: 'boolean',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  });
  await scope.run(sql`
    insert into conversations (company_id, id, contact_id, agent_id, agent_version_id, open_agent_id, run_id, job_id, type, status,
                               scheduled_at, finished_at, duration_minutes, metadata, is_test, is_simulated, created_at, updated_at)
    select ${scope.companyId}, r.* from ${rows} order by r."contactId", r.id`);
}

/** Which of the things that a conversation refers to is not there any more, if that is why a statement failed. */
export function missingReference(error: unknown): 'contact' | 'job' | 'agent' | undefined {
  const { constraint = '' } = error as { constraint?: string };
  const [, noun] =
    /^(?:conversations|runs|job_assignments|agent_versions|talks_as_contact)_(?:open_)?(contact|job|agent)_id_fkey$/.exec(
      constraint,
    ) ?? [];
  return noun as 'contact' | 'job' | 'agent' | undefined;
}

export const findConversation = (scope: Scope, id: string) =>
  scope.first<Conversation>(
    sql`select ${columns} from conversations c where c.company_id = ${scope.companyId} and c.id = ${id}`,
  );

export const findConversations = (scope: Scope, ids: readonly string[]) =>
  scope.all<Conversation>(
    sql`select ${columns} from conversations c where c.company_id = ${scope.companyId} and c.id = any(${ids}::uuid[])`,
  );

/** Until the transaction ends nobody else changes or deletes it: whoever touches its attempts takes it first. */
export const lockConversation = (scope: Scope, id: string) =>
  scope.first<Conversation>(
    sql`select ${columns} from conversations c where c.company_id = ${scope.companyId} and c.id = ${id} for update of c`,
  );

/** Several, in the order of their ids, as everybody takes them. */
export const lockConversations = (scope: Scope, ids: readonly string[]) =>
  scope.all<Conversation>(sql`
    select ${columns} from conversations c where c.company_id = ${scope.companyId} and c.id = any(${ids}::uuid[])
    order by c.id for update of c`);

/** Whose it is, for those who hold only the contact's link. */
export const findCompanyOf = (everywhere: Everywhere, id: string) =>
  everywhere.first<{ companyId: CompanyId }>(
    sql`select company_id as "companyId" from conversations where id = ${id} and type = 'ONLINE'`,
  );

/** Links that began to work before then and that nobody is using. Once a day, so without an index of its own. */
export const expiredLinks = (
  everywhere: Everywhere,
  before: Date,
  most: number,
  passedOver: readonly string[],
) =>
  everywhere.all<{ id: string; companyId: CompanyId }>(sql`
    select id, company_id as "companyId" from conversations
    where type = 'ONLINE' and status = 'SCHEDULED' and coalesce(scheduled_at, created_at) <= ${before}
      and id <> all(${passedOver}::uuid[])
    order by id limit ${most}`);

/** Whether some other company has a conversation with this id: then the answer is 403 and not 404. */
export async function isAnothers(scope: Scope, id: string): Promise<boolean> {
  const row = await scope.first(
    sql`select 1 as one from conversations where id = ${id} and company_id <> ${scope.companyId}`,
  );
  return row !== undefined;
}

export async function saveConversations(scope: Scope, changed: readonly Conversation[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = rowsAs('r', changed.map(withOpenAgent), {
    id: 'uuid',
    status: 'text',
    openAgentId: 'uuid',
    scheduledAt: 'timestamptz',
    finishedAt: 'timestamptz',
    durationMinutes: 'integer',
    isSimulated: 'boolean',
    callsCounted: 'smallint',
    callbacks: 'smallint',
    updatedAt: 'timestamptz',
  });
  await scope.run(sql`
    update conversations c set
      status = r.status, open_agent_id = r."openAgentId", scheduled_at = r."scheduledAt", finished_at = r."finishedAt",
      duration_minutes = r."durationMinutes", is_simulated = r."isSimulated", calls_counted = r."callsCounted",
      callbacks = r.callbacks, updated_at = r."updatedAt"
    from ${rows} where c.company_id = ${scope.companyId} and c.id = r.id`);
}

/**
 * Those of a run that are not over, taken in the order of their ids as everybody does who takes several. Indexes:
 * conversations_waiting_by_run, and conversations_by_run for the few that are on the line.
 */
export const markSimulated = (scope: Scope, runId: string) =>
  scope.run(sql`
    with open as materialized (
      select id from conversations
      where company_id = ${scope.companyId} and run_id = ${runId} and status in ('SCHEDULED', 'IN_PROGRESS') and not is_simulated
      order by id for no key update
    )
    update conversations c set is_simulated = true, updated_at = ${scope.now()} from open where c.id = open.id`);

export const deleteConversations = (scope: Scope, ids: readonly string[]) =>
  scope.run(
    sql`delete from conversations where company_id = ${scope.companyId} and id = any(${ids}::uuid[])`,
  );

/**
 * Locked in the order of their ids, as everybody does who takes several. Found first, and then locked by nothing but their ids: of a row
 * that changes meanwhile PostgreSQL looks at the condition again, and with a union in it the row is lost.
 */
export async function lockConversationsOf(
  scope: Scope,
  owner: { readonly contactId: string } | { readonly jobId: string },
): Promise<{ id: string }[]> {
  const found = await scope.all<{ id: string }>(
    'contactId' in owner
      ? sql`select id from ${idsAbout(scope, owner.contactId)} of_contact`
      : sql`select id from conversations where company_id = ${scope.companyId} and job_id = ${owner.jobId}`,
  );
  const ids = found.map(({ id }) => id);
  return scope.all<{ id: string }>(sql`
    select id from conversations where company_id = ${scope.companyId} and id = any(${ids}::uuid[]) order by id for update`);
}

/**
 * Of the contact, or a test call in which somebody of the company talked as the contact. Indexes: conversations_by_contact,
 * talks_as_contact_by_contact.
 */
export const idsAbout = (scope: Scope, contactId: string) => sql`(
  select id from conversations where company_id = ${scope.companyId} and contact_id = ${contactId}
  union all
  select conversation_id from talks_as_contact where company_id = ${scope.companyId} and contact_id = ${contactId})`;

/** From now on it is the contact's, too. */
export const insertTalks = (
  scope: Scope,
  talks: readonly { readonly conversationId: string; readonly contactId: string }[],
) =>
  scope.run(sql`
    insert into talks_as_contact (conversation_id, company_id, contact_id)
    select r."conversationId", ${scope.companyId}, r."contactId"
    from ${rowsAs('r', talks, { conversationId: 'uuid', contactId: 'uuid' })}`);

/** Which of these conversations are held as if with another contact. */
export const findTalks = (scope: Scope, conversationIds: readonly string[]) =>
  scope.all<{ conversationId: string; contactId: string }>(sql`
    select conversation_id as "conversationId", contact_id as "contactId" from talks_as_contact
    where company_id = ${scope.companyId} and conversation_id = any(${conversationIds}::uuid[])`);

export interface ConversationFilter {
  /** What is erased with this contact. */
  readonly aboutContactId?: string | undefined;
  readonly contactId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly runId?: string | undefined;
  readonly status?: ConversationStatus | undefined;
  readonly progress?: ProgressBucket | undefined;
  /** With a call that ended like this. */
  readonly callEnded?: AttemptStatus | undefined;
  /** Days of the company's calendar on which such a call was placed: the first and the last. */
  readonly calledFrom?: string | undefined;
  readonly calledTo?: string | undefined;
}

/** There are never more calls on the line than the plan allows. Index: live_calls_by_company. */
function countedAs(scope: Scope, bucket: ProgressBucket): Sql {
  const onLine = sql`(select l.conversation_id from live_calls l where l.company_id = ${scope.companyId})`;
  if (bucket === 'IN_PROGRESS') return sql`c.id in ${onLine}`;
  if (bucket === 'QUEUED') return sql`c.status in ('SCHEDULED', 'IN_PROGRESS') and c.id not in ${onLine}`;
  return sql`c.status = ${bucket}`;
}

/**
 * With one call that fits all of it. Whoever counts calls leaves tests out: so does this. Index: call_attempts_ended.
 */
function calledLike(scope: Scope, { callEnded, calledFrom, calledTo }: ConversationFilter): Sql[] {
  if ((callEnded ?? calledFrom ?? calledTo) === undefined) return [];
  const start = (day: string, plus: 0 | 1): Sql => sql`(
    select (${day}::date + ${plus}::integer)::timestamp at time zone o.timezone from companies o where o.id = ${scope.companyId})`;
  const call = and(
    sql`a.company_id = ${scope.companyId} and a.called_at is not null`,
    callEnded === undefined
      ? sql`a.status not in ('SCHEDULED', 'IN_PROGRESS')`
      : sql`a.status = ${callEnded}`,
    ...(calledFrom === undefined ? [] : [sql`a.called_at >= ${start(calledFrom, 0)}`]),
    ...(calledTo === undefined ? [] : [sql`a.called_at < ${start(calledTo, 1)}`]),
  );
  return [sql`not c.is_test and c.id in (select a.conversation_id from call_attempts a where ${call})`];
}

// Indexes: conversations_newest, _by_contact, _by_agent, _by_job, _by_run, _by_status.
export const matching = (scope: Scope, filter: ConversationFilter) =>
  and(
    sql`c.company_id = ${scope.companyId}`,
    ...(filter.aboutContactId === undefined ? [] : [sql`c.id in ${idsAbout(scope, filter.aboutContactId)}`]),
    ...(filter.contactId === undefined ? [] : [sql`c.contact_id = ${filter.contactId}`]),
    ...(filter.agentId === undefined ? [] : [sql`c.agent_id = ${filter.agentId}`]),
    ...(filter.jobId === undefined ? [] : [sql`c.job_id = ${filter.jobId}`]),
    ...(filter.runId === undefined ? [] : [sql`c.run_id = ${filter.runId}`]),
    ...(filter.status === undefined ? [] : [sql`c.status = ${filter.status}`]),
    ...(filter.progress === undefined ? [] : [countedAs(scope, filter.progress)]),
    ...calledLike(scope, filter),
  );

/** The page's ids are found in an index alone, and only its own rows are read. */
export const listConversations = (scope: Scope, filter: ConversationFilter, page: Slice) =>
  scope.all<Conversation>(sql`
    select ${columns} from (
      select c.id from conversations c where ${and(matching(scope, filter), olderThan(sql`c.id`, page))}
      order by c.id desc limit ${page.limit} offset ${page.offset}
    ) page join conversations c on c.company_id = ${scope.companyId} and c.id = page.id
    order by c.id desc`);

/** By counters where nothing narrows the list. */
export async function countConversations(
  scope: Scope,
  filter: ConversationFilter,
  page: Slice,
): Promise<Total> {
  if (Object.values(filter).some((value) => value !== undefined))
    return countUpToBound(scope, sql`from conversations c where ${matching(scope, filter)}`, page);
  const row = await scope.first<{ total: number }>(
    sql`select coalesce(sum(total), 0) as total from conversation_counts where company_id = ${scope.companyId}`,
  );
  return { total: row?.total ?? 0, isEstimated: false };
}

/** Of a bounded number of rows, those that no connection is counting in just now. */
export const foldCounts = (everywhere: Everywhere, most: number) =>
  everywhere.run(sql`
    with gone as (
      delete from conversation_counts where ctid = any(array(
        select ctid from conversation_counts where shard <> 0 limit ${most} for update skip locked))
      returning company_id, total
    )
    insert into conversation_counts (company_id, shard, total)
    select company_id, 0, sum(total) from gone group by 1 order by 1
    on conflict (company_id, shard) do update set total = conversation_counts.total + excluded.total`);

/**
 * The page's ids are found in an index alone, as in the list of the API; names, calls and scores are looked up for its
 * rows only. Indexes: call_attempts_by_conversation, call_analyses_by_conversation.
 */
export const listRows = (scope: Scope, filter: ConversationFilter, page: Slice) =>
  scope.all<ListedConversation>(sql`
    select c.id, c.contact_id as "contactId", concat_ws(' ', p.first_name, p.last_name) as "contactName",
           c.agent_id as "agentId", v.name as "agentName", c.run_id as "runId", c.status, c.is_test as "isTest",
           c.created_at as "createdAt", c.scheduled_at as "scheduledAt", c.finished_at as "finishedDate",
           t.calls, t.simulated as "isSimulated", t.on_line as "isOnLine", t.seconds as "durationSeconds", t.reason as "reasonCode", n.score
    from (
      select c.id from conversations c where ${and(matching(scope, filter), olderThan(sql`c.id`, page))}
      order by c.id desc limit ${page.limit} offset ${page.offset}
    ) page
      join conversations c on c.company_id = ${scope.companyId} and c.id = page.id
      join contacts p on p.id = c.contact_id
      left join agents a on a.id = c.agent_id
      left join agent_versions v on v.id = a.version_id
      cross join lateral (
        select count(called_at)::integer as calls, coalesce(bool_or(is_simulated), false) as simulated,
               coalesce(bool_or(status = 'IN_PROGRESS'), false) as on_line,
               sum(duration_seconds)::integer as seconds,
               (array_agg(reason_code order by number desc) filter (where status not in ('SCHEDULED', 'IN_PROGRESS')))[1] as reason
        from call_attempts where conversation_id = c.id
      ) t
      left join lateral (
        select coalesce(result->'analytics'->>'matchScore', result->'general'->>'overallRating')::float8 as score
        from call_analyses where conversation_id = c.id and result is not null order by created_at desc limit 1
      ) n on true
    order by c.id desc`);

export interface Cancelled {
  readonly conversationId: string;
  readonly contactId: string;
  readonly jobId: string | null;
  readonly runId: string | null;
  readonly type: 'PHONE' | 'ONLINE';
  readonly attemptsMade: number;
  readonly lastCallAttemptId: string | null;
}

/** Which of them: what a run has waiting (index: conversations_waiting_by_run), or one. */
type Waiting = { readonly runId: string } | { readonly conversationId: string };

/** Closes so many conversations that have no call on the line. */
export const cancelConversations = (scope: Scope, which: Waiting, most: number) =>
  scope.all<Cancelled>(sql`
    with waiting as (
      select c.id from conversations c
      where c.company_id = ${scope.companyId} and ${'runId' in which ? sql`c.run_id = ${which.runId}` : sql`c.id = ${which.conversationId}`} and c.status = 'SCHEDULED'
        and not exists (select from call_attempts a where a.conversation_id = c.id and a.status = 'IN_PROGRESS')
      order by c.id limit ${most} for update of c
    ), closed as (
      update conversations c set status = 'CANCELLED', open_agent_id = null, finished_at = ${scope.now()}, updated_at = ${scope.now()}
      from waiting w where c.id = w.id returning c.id, c.contact_id, c.job_id, c.run_id, c.type
    )
    select c.id as "conversationId", c.contact_id as "contactId", c.job_id as "jobId", c.run_id as "runId", c.type, calls.made as "attemptsMade",
           (select a.id from call_attempts a where a.conversation_id = c.id and a.called_at is not null
            order by a.number desc limit 1) as "lastCallAttemptId"
    from closed c, lateral (
      select count(*) as made from call_attempts a where a.conversation_id = c.id and a.called_at is not null) calls
    order by c.id`);

/** The calls that will not be placed. */
export const cancelAttempts = (scope: Scope, conversationIds: readonly string[]) =>
  scope.all<{ id: string }>(sql`
    update call_attempts set status = 'CANCELLED', updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and conversation_id = any(${conversationIds}::uuid[]) and status = 'SCHEDULED'
    returning id`);

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
