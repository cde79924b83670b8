import type { ConversationStatus } from '@parley/contract/conversation.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { and, type CompanyId, rowsAs, sql } from '../../storage/sql.ts';
import { type Conversation, isOver } from './conversation.model.ts';
import type { ListedConversation } from './conversation-row.model.ts';

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
    /^(?:conversations|job_assignments)_(?:open_)?(contact|job|agent)_id_fkey$/.exec(constraint) ?? [];
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

/** Locked in the order of their ids, as everybody does who takes several. */
export const lockConversationsOf = (scope: Scope, owner: { contactId: string } | { jobId: string }) =>
  scope.all<{ id: string }>(sql`
    select id from conversations where company_id = ${scope.companyId}
      and ${'contactId' in owner ? sql`contact_id = ${owner.contactId}` : sql`job_id = ${owner.jobId}`}
    order by id for update`);

export interface ConversationFilter {
  readonly contactId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly runId?: string | undefined;
  readonly status?: ConversationStatus | undefined;
}

// Indexes: conversations_newest, _by_contact, _by_agent, _by_job, _by_run, _by_status.
export const matching = (scope: Scope, filter: ConversationFilter) =>
  and(
    sql`c.company_id = ${scope.companyId}`,
    ...(filter.contactId === undefined ? [] : [sql`c.contact_id = ${filter.contactId}`]),
    ...(filter.agentId === undefined ? [] : [sql`c.agent_id = ${filter.agentId}`]),
    ...(filter.jobId === undefined ? [] : [sql`c.job_id = ${filter.jobId}`]),
    ...(filter.runId === undefined ? [] : [sql`c.run_id = ${filter.runId}`]),
    ...(filter.status === undefined ? [] : [sql`c.status = ${filter.status}`]),
  );

/** The page's ids are found in an index alone, and only its own rows are read. */
export const listConversations = (
  scope: Scope,
  filter: ConversationFilter,
  page: { limit: number; offset: number },
) =>
  scope.all<Conversation>(sql`
    select ${columns} from (
      select c.id from conversations c where ${matching(scope, filter)} order by c.id desc limit ${page.limit} offset ${page.offset}
    ) page join conversations c on c.company_id = ${scope.companyId} and c.id = page.id
    order by c.id desc`);

export async function countConversations(scope: Scope, filter: ConversationFilter): Promise<number> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const row = await scope.first<{ total: number }>(
    isFiltered
      ? sql`select count(*) as total from conversations c where ${matching(scope, filter)}`
      : sql`select coalesce(sum(total), 0) as total from conversation_counts where company_id = ${scope.companyId}`,
  );
  return row?.total ?? 0;
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
export const listRows = (
  scope: Scope,
  filter: ConversationFilter,
  page: { readonly limit: number; readonly offset: number },
) =>
  scope.all<ListedConversation>(sql`
    select c.id, c.contact_id as "contactId", concat_ws(' ', p.first_name, p.last_name) as "contactName",
           c.agent_id as "agentId", v.name as "agentName", c.run_id as "runId", c.status, c.is_test as "isTest",
           c.created_at as "createdAt", c.scheduled_at as "scheduledAt", c.finished_at as "finishedDate",
           t.calls, t.on_line as "isOnLine", t.seconds as "durationSeconds", t.reason as "reasonCode", n.score
    from (
      select c.id from conversations c where ${matching(scope, filter)} order by c.id desc limit ${page.limit} offset ${page.offset}
    ) page
      join conversations c on c.company_id = ${scope.companyId} and c.id = page.id
      join contacts p on p.id = c.contact_id
      left join agents a on a.id = c.agent_id
      left join agent_versions v on v.id = a.version_id
      cross join lateral (
        select count(called_at)::integer as calls, coalesce(bool_or(status = 'IN_PROGRESS'), false) as on_line,
               sum(duration_seconds)::integer as seconds,
               (array_agg(reason_code order by number desc) filter (where status not in ('SCHEDULED', 'IN_PROGRESS')))[1] as reason
        from call_attempts where conversation_id = c.id
      ) t
      left join lateral (
        select coalesce(result->'analytics'->>'matchScore', result->'general'->>'overallRating')::float8 as score
        from call_analyses where conversation_id = c.id and result is not null order by created_at desc limit 1
      ) n on true
    order by c.id desc`);
