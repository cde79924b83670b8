import type { FieldValue } from '@parley/contract/contact-field.ts';
import { hasWords, openCalls, sealCalls } from '../../storage/call-texts.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, rowsAs, sql } from '../../storage/sql.ts';
import {
  type Attempt,
  type AttemptEnd,
  type AttemptWithoutWords,
  CALLS_TO_END_CHANNEL,
  type CallsOfEnding,
  type EndedCount,
} from './call-attempt.model.ts';
import type { DialRules } from './dial-rules.model.ts';
import { rulesOf } from './dial-rules.store.ts';
import { notePlain } from './sealing.store.ts';

const columnsWithoutWords = sql`
  a.id, a.conversation_id as "conversationId", a.dial_queue as "dialQueue", a.direction, a.status, a.reason_code as "reasonCode", a.notes, a.number,
  a.scheduled_at as "scheduledAt", a.called_at as "calledAt", a.is_simulated as "isSimulated", a.put_back_since as "requeuedSince", a.duration_seconds as "durationSeconds",
  a.is_admitted as "isAdmitted", a.time_zone as "timeZone", a.thinking, a.turns, a.recording_key as "recordingKey",
  a.recording_consent as "recordingConsent", a.created_at as "createdAt",
  a.updated_at as "updatedAt"`;
const columns = sql`${columnsWithoutWords}, a.transcript, a.findings, a.sealed`;

type AttemptRow = Attempt & { readonly sealed: Buffer | null };

const opened = (scope: Scope, rows: readonly AttemptRow[]): Promise<Attempt[]> =>
  openCalls(scope, rows, ({ id }) => id);

export async function insertAttempts(scope: Scope, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const rows = rowsAs('r', attempts, {
    id: 'uuid',
    conversationId: 'uuid',
    dialQueue: 'uuid',
    direction: 'text',
    status: 'text',
    notes: 'text',
    number: 'smallint',
    scheduledAt: 'timestamptz',
    earliestAt: 'timestamptz',
    calledAt: 'timestamptz',
    isSimulated: 'boolean',
    durationSeconds: 'integer',
    isAdmitted: 'boolean',
    timeZone: 'text',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  });
  await scope.run(sql`
    insert into call_attempts (company_id, id, conversation_id, dial_queue, direction, status, notes, number, scheduled_at, earliest_at, called_at,
                               is_simulated, duration_seconds, is_admitted, time_zone, created_at, updated_at)
    select ${scope.companyId}, r.* from ${rows}`);
}

/** Of several conversations at once, each one's in their order. Index: call_attempts_by_conversation. */
export const attemptsOf = async (scope: Scope, conversationIds: readonly string[]): Promise<Attempt[]> =>
  opened(
    scope,
    await scope.all<AttemptRow>(sql`
      select ${columns} from call_attempts a
      where a.company_id = ${scope.companyId} and a.conversation_id = any(${conversationIds}::uuid[])
      order by a.conversation_id, a.number`),
  );

/** For whoever holds locks: nobody waits for keys. */
export const attemptsWithoutWords = (scope: Scope, conversationIds: readonly string[]) =>
  scope.all<AttemptWithoutWords>(sql`
    select ${columnsWithoutWords} from call_attempts a
    where a.company_id = ${scope.companyId} and a.conversation_id = any(${conversationIds}::uuid[])
    order by a.conversation_id, a.number`);

/** Which of these are there, whichever company's they are. */
export const presentAttempts = (everywhere: Everywhere, ids: readonly string[]) =>
  everywhere.all<{ id: string }>(sql`select id from call_attempts where id = any(${ids}::uuid[])`);

/** Takes the row from under a dispatcher, or waits until it has let go. */
export const lockAttempt = (scope: Scope, conversationId: string, id: string) =>
  scope.first<AttemptWithoutWords>(sql`
    select ${columnsWithoutWords} from call_attempts a
    where a.company_id = ${scope.companyId} and a.conversation_id = ${conversationId} and a.id = ${id} for update of a`);

/** Those of several conversations, taken in the order of their ids, as everybody does who takes several. */
export const lockAttempts = (scope: Scope, ids: readonly string[]) =>
  scope.all<AttemptWithoutWords>(sql`
    select ${columnsWithoutWords} from call_attempts a
    where a.company_id = ${scope.companyId} and a.id = any(${ids}::uuid[]) order by a.id for update of a`);

export const saveAttempts = async (scope: Scope, attempts: readonly Attempt[]): Promise<void> =>
  saveSealedAttempts(scope, await sealCalls(scope, attempts));

/** For whoever sends it in a certain order with other statements, and seals before. */
export async function saveSealedAttempts(
  scope: Scope,
  attempts: Awaited<ReturnType<typeof sealCalls<Attempt>>>,
): Promise<void> {
  if (attempts.length === 0) return;
  const rows = rowsAs('r', attempts, {
    id: 'uuid',
    status: 'text',
    reasonCode: 'text',
    notes: 'text',
    scheduledAt: 'timestamptz',
    requeuedSince: 'timestamptz',
    durationSeconds: 'integer',
    isAdmitted: 'boolean',
    timeZone: 'text',
    transcript: 'json',
    findings: 'json',
    sealed: 'bytea',
    thinking: 'json',
    turns: 'json',
    recordingKey: 'text',
    recordingConsent: 'json',
    updatedAt: 'timestamptz',
  });
  await scope.run(sql`
    update call_attempts a set
      status = r.status, reason_code = r."reasonCode", notes = r.notes, scheduled_at = r."scheduledAt",
      put_back_since = r."requeuedSince", duration_seconds = r."durationSeconds", is_admitted = r."isAdmitted", time_zone = r."timeZone",
      transcript = case when json_typeof(r.transcript) <> 'null' then r.transcript end,
      findings = case when json_typeof(r.findings) <> 'null' then r.findings end,
      sealed = r.sealed,
      thinking = case when json_typeof(r.thinking) <> 'null' then r.thinking end,
      turns = case when json_typeof(r.turns) <> 'null' then r.turns end,
      recording_key = r."recordingKey",
      recording_consent = case when json_typeof(r."recordingConsent") <> 'null' then r."recordingConsent" end, updated_at = r."updatedAt"
    from ${rows} where a.company_id = ${scope.companyId} and a.id = r.id`);
  await notePlain(
    scope,
    attempts.flatMap((attempt) => (attempt.sealed === null && hasWords(attempt) ? [attempt.id] : [])),
  );
}

/** The contact has come to the call that they were invited for. */
export const takeUpAttempt = (
  scope: Scope,
  { id, status, calledAt, isSimulated = null }: Pick<Attempt, 'id' | 'status' | 'calledAt' | 'isSimulated'>,
) =>
  scope.run(sql`
    update call_attempts set status = ${status}, called_at = ${calledAt}, is_simulated = ${isSimulated}, is_admitted = true, updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id}`);

/**
 * They belong to no attempt, since theirs was deleted or settled during the call: the sweep takes them away, at once or
 * after that time.
 */
export const discardRecordings = (everywhere: Everywhere, keys: readonly string[], after?: Date | null) =>
  everywhere.run(sql`
    insert into object_deletions (key, upload_expires_at, due_at)
    select key, '-infinity', coalesce(${after ?? null}::timestamptz, '-infinity') from unnest(${keys}::text[]) as key
    on conflict (key) do nothing`);

/**
 * The call has ended after all, and owns its recording. False: the sweep is deleting it, which takes as long as the store
 * does; whoever settles the call does not wait for that.
 */
export async function isReclaimed(everywhere: Everywhere, key: string): Promise<boolean> {
  const taken = await everywhere.first<{ key: string }>(sql`
    with free as (
      select key from object_deletions where key = ${key} for update skip locked
    ), reclaimed as (
      delete from object_deletions d using free where d.key = free.key
    )
    select key from object_deletions where key = ${key} and key not in (select key from free)`);
  return taken === undefined;
}

/** Scheduled again, as not called; the time of the first claim is kept, and so is a time that somebody named for the call. */
export const requeueAttempt = (
  scope: Scope,
  id: string,
  {
    status,
    scheduledAt,
    notes,
    requeuedSince = null,
    trunkDownSince,
  }: Pick<Attempt, 'status' | 'scheduledAt' | 'notes' | 'requeuedSince'> & {
    readonly trunkDownSince: Date | null;
  },
) =>
  scope.run(sql`
    update call_attempts set status = ${status}, scheduled_at = ${scheduledAt}, notes = ${notes}, called_at = null, is_simulated = null,
      earliest_at = case when time_zone is null then coalesce(earliest_at, scheduled_at) else ${scheduledAt} end,
      put_back_since = coalesce(${requeuedSince}::timestamptz, put_back_since, called_at), trunk_down_since = ${trunkDownSince},
      updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and id = ${id}`);

/** Since when a call waits for trunks that refuse every call for a reason of their own. */
export async function refusedSince(scope: Scope, id: string): Promise<Date | undefined> {
  const row = await scope.first<{ since: Date | null }>(
    sql`select trunk_down_since as since from call_attempts where company_id = ${scope.companyId} and id = ${id}`,
  );
  return row?.since ?? undefined;
}

/** It waits for the time that somebody named for it, and no longer for anything before. */
export const forgetEarliest = (scope: Scope, id: string) =>
  scope.run(
    sql`update call_attempts set earliest_at = null where company_id = ${scope.companyId} and id = ${id}`,
  );

export const deleteAttempt = (scope: Scope, id: string) =>
  scope.run(sql`delete from call_attempts where company_id = ${scope.companyId} and id = ${id}`);

/** The last of a conversation's attempts that were deleted. */
export async function deletedAttempt(scope: Scope, conversationId: string): Promise<AttemptEnd | undefined> {
  const row = await scope.first<{ last: AttemptEnd | null }>(sql`
    select deleted_attempt as last from conversations where company_id = ${scope.companyId} and id = ${conversationId}`);
  return row?.last ?? undefined;
}

/** Of several that are deleted the latest is remembered, in whatever order they go; ids rise with time. */
export const rememberDeleted = (
  scope: Scope,
  conversationId: string,
  { id, status, reasonCode, durationSeconds, number }: AttemptEnd,
) =>
  scope.run(sql`
    update conversations set deleted_attempt = ${{ id, status, reasonCode, durationSeconds, number }}
    where company_id = ${scope.companyId} and id = ${conversationId}
      and coalesce(deleted_attempt->>'id', '') < ${id}`);

/** Locked in the order of their ids, as everybody does who takes several. */
export const lockAttemptsOf = (scope: Scope, conversationIds: readonly string[]) =>
  scope.all<Pick<Attempt, 'id' | 'status' | 'isAdmitted'>>(sql`
    select id, status, is_admitted as "isAdmitted" from call_attempts
    where company_id = ${scope.companyId} and conversation_id = any(${conversationIds}::uuid[])
    order by id for update`);

/**
 * Wakes the dispatchers for an attempt that exists already; for new ones a trigger does it. Sent with the transaction, so
 * that a rollback wakes nobody.
 */
export const wakeDispatchers = (scope: Scope) =>
  scope.run(sql`select pg_notify('calls_due', '') where ${scope.companyId}::uuid is not null`);

/**
 * Further calls that billing refused: of every company the first due, then of every company the second, so that one
 * without money keeps nobody else from being asked about. Index: call_attempts_refused.
 */
export const refusedAttempts = (everywhere: Everywhere, limit: number) =>
  everywhere.all<{ id: string; companyId: CompanyId; conversationId: string }>(sql`
    select id, company_id as "companyId", conversation_id as "conversationId" from (
      select id, company_id, conversation_id, row_number() over (partition by company_id order by scheduled_at, id) as turn
      from call_attempts where status = 'SCHEDULED' and not is_admitted and direction = 'OUTBOUND'
    ) refused order by turn, id limit ${limit}`);

export const findAttemptAnywhere = (everywhere: Everywhere, id: string) =>
  everywhere.first<{
    companyId: CompanyId;
    conversationId: string;
    number: number;
    calledAt: Date | null;
  }>(sql`
    select company_id as "companyId", conversation_id as "conversationId", number, called_at as "calledAt"
    from call_attempts where id = ${id}`);

export async function findTranscript(scope: Scope, id: string) {
  type Row = Pick<AttemptRow, 'transcript' | 'findings' | 'sealed' | 'durationSeconds' | 'recordingKey'>;
  const rows = await scope.all<Row>(sql`
    select transcript, findings, sealed, duration_seconds as "durationSeconds", recording_key as "recordingKey"
    from call_attempts where company_id = ${scope.companyId} and id = ${id}`);
  return (await openCalls(scope, rows, () => id))[0];
}

/** Nobody deletes it until the transaction ends. */
export const holdAttempt = (scope: Scope, id: string) =>
  scope.first<Pick<Attempt, 'id'>>(sql`
    select id from call_attempts where company_id = ${scope.companyId} and id = ${id} for key share`);

/** The calls that were placed, as the event of a cancellation lists them, without attempts that were never dialled. */
export async function callsMade(
  scope: Scope,
  conversationId: string,
): Promise<{ attemptsMade: number; lastCallAttemptId?: string }> {
  const placed = await scope.all<{ id: string }>(sql`
    select id from call_attempts
    where company_id = ${scope.companyId} and conversation_id = ${conversationId} and called_at is not null
    order by number`);
  const last = placed.at(-1);
  return { attemptsMade: placed.length, ...(last ? { lastCallAttemptId: last.id } : {}) };
}

/** The one on the line or the last that was; while none was placed, the first that waits. */
export const latestAttempt = (scope: Scope, conversationId: string) =>
  scope.first<Pick<Attempt, 'id' | 'status'>>(sql`
    select id, status from call_attempts where company_id = ${scope.companyId} and conversation_id = ${conversationId}
    order by (called_at is null), number desc limit 1`);

/** How its last call ended. Index: call_attempts_by_conversation. */
export async function lastReasonCode(scope: Scope, conversationId: string): Promise<string | null> {
  const last = await scope.first<Pick<Attempt, 'reasonCode'>>(sql`
    select reason_code as "reasonCode" from call_attempts
    where company_id = ${scope.companyId} and conversation_id = ${conversationId} order by number desc limit 1`);
  return last?.reasonCode ?? null;
}

/** The call of a conversation that is on the line. Index: live_calls_by_company. */
export const findLive = (scope: Scope, conversationId: string) =>
  scope.first<{ attemptId: string }>(sql`
    select attempt_id as "attemptId" from live_calls
    where company_id = ${scope.companyId} and conversation_id = ${conversationId}`);

/** Tells whoever holds the conversation's call, and leaves word for one who cannot hear it now. */
export const askToEnd = (scope: Scope, conversationId: string) =>
  scope.first<{ attemptId: string }>(sql`
    with asked as (
      update live_calls set end_asked_at = coalesce(end_asked_at, ${scope.now()})
      where company_id = ${scope.companyId} and conversation_id = ${conversationId} returning attempt_id
    )
    select attempt_id as "attemptId", pg_notify(${CALLS_TO_END_CHANNEL}, attempt_id::text) from asked`);

/** The database had forgotten that it was placed. */
export const noteCalledAt = (scope: Scope, attemptId: string, at: Date) =>
  scope.run(sql`
    update call_attempts set called_at = ${at}
    where company_id = ${scope.companyId} and id = ${attemptId} and called_at is null`);

/** Counts calls that have ended. Only for who holds the company's account: it keeps the others away. */
export const countCalls = (scope: Scope, calls: readonly EndedCount[]): Promise<void> =>
  scope.atCommit(sql`
    insert into call_days (company_id, day, agent_id, status, reason_code, calls, minutes)
    select o.id, local_day(c.at, o.timezone), c."agentId", c.status, coalesce(c."reasonCode", ''), sum(c.calls), sum(c.minutes)
    from companies o, ${rowsAs('c', calls, { at: 'timestamptz', agentId: 'uuid', status: 'text', reasonCode: 'text', calls: 'integer', minutes: 'integer' })}
    where o.id = ${scope.companyId}
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (company_id, day, agent_id, status, reason_code) do update set
      calls = call_days.calls + excluded.calls, minutes = call_days.minutes + excluded.minutes`);

/** Not what was counted and taken back. Index: call_days_pkey. */
export const endingsBetween = (scope: Scope, from: string, to: string) =>
  scope.all<CallsOfEnding>(sql`
    select status, nullif(reason_code, '') as "reasonCode", sum(calls) as calls, sum(minutes) as minutes
    from call_days where company_id = ${scope.companyId} and day between ${from}::date and ${to}::date
    group by status, reason_code having sum(calls) <> 0 order by status, reason_code`);

interface GovernedAttempt {
  readonly id: string;
  readonly conversationId: string;
  readonly scheduledAt: Date;
  /** Before then it is not placed, whatever the window. */
  readonly earliestAt: Date | null;
  readonly phoneNumber: string | null;
  readonly timeZoneField: FieldValue | null;
  /** Of its dial queue; null: it has none. */
  readonly rules: DialRules | null;
}

/**
 * The next waiting calls of an agent that keep its calling window, after a conversation: locked, in the order of the
 * conversations, as everybody takes several. Not the invitations to web calls: nobody is called, and the contact knows
 * the time. Indexes: conversations_by_open_agent, call_attempts_by_conversation.
 */
export const lockGoverned = (scope: Scope, agentId: string, after: string, most: number) =>
  scope.all<GovernedAttempt>(sql`
    select a.id, c.id as "conversationId", a.scheduled_at as "scheduledAt", a.earliest_at as "earliestAt",
           p.phone_number as "phoneNumber", p.fields->'timezone' as "timeZoneField",
           (select ${rulesOf} from dial_queue_rules d where d.company_id = a.company_id and d.dial_queue = a.dial_queue) as rules
    from conversations c join call_attempts a on a.conversation_id = c.id join contacts p on p.id = c.contact_id
    where c.company_id = ${scope.companyId} and c.open_agent_id = ${agentId} and c.id > ${after}
      and c.type = 'PHONE' and a.status = 'SCHEDULED' and a.time_zone is not null
    order by c.id limit ${most} for update of c, a`);

/** One that found no room in the network is given its time to find some anew, since until then it cannot be tried. */
export const moveGoverned = (
  scope: Scope,
  moved: readonly { readonly id: string; readonly at: Date; readonly timeZone: string }[],
) =>
  scope.run(sql`
    with moved as (
      update call_attempts a set scheduled_at = m.at, time_zone = m.time_zone, updated_at = ${scope.now()},
        put_back_since = case when a.put_back_since is not null then m.at end
      from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ at }) => at)}::timestamptz[],
                  ${moved.map(({ timeZone }) => timeZone)}::text[]) as m (id, at, time_zone)
      where a.company_id = ${scope.companyId} and a.id = m.id
      returning a.conversation_id, a.scheduled_at
    )
    update conversations c set scheduled_at = moved.scheduled_at, updated_at = ${scope.now()}
    from moved where c.id = moved.conversation_id`);
