import { callText, entriesIn, partText, withWords } from '../../storage/call-texts.ts';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type {
  AnalysisTrace,
  AttemptTrace,
  DeliveryTrace,
  EntryTrace,
  EventTrace,
  Traces,
} from './why.model.ts';

export const findTraced = (scope: Scope, id: string) =>
  scope.first<Traces['conversation']>(sql`
    select status, run_id as "runId", is_test as "isTest", created_at as "createdAt"
    from conversations where company_id = ${scope.companyId} and id = ${id}`);

type AttemptRow = Omit<AttemptTrace, 'branches' | 'endedBecause'> & {
  readonly transcript: null;
  readonly findings: unknown;
  readonly sealed: Buffer | null;
  readonly part: number | null;
  readonly entries: unknown[] | null;
  readonly sealedPart: Buffer | null;
};

/** Index: call_attempts_by_conversation. Why the agent ended a call stands in the last part of its journal. */
export async function attemptTraces(scope: Scope, id: string): Promise<AttemptTrace[]> {
  const rows = await scope.all<AttemptRow>(sql`
    select a.id, a.number, a.direction, a.status, a.reason_code as "reasonCode", a.notes, a.scheduled_at as "scheduledAt",
           a.time_zone as "timeZone", a.is_admitted as "isAdmitted", a.called_at as "calledAt",
           a.put_back_since as "requeuedSince", a.duration_seconds as "durationSeconds", a.created_at as "createdAt",
           a.updated_at as "updatedAt", l.end_asked_at as "endAskedAt", null as transcript, a.findings, a.sealed,
           j.part, j.entries, j.sealed as "sealedPart",
           a.status = 'SCHEDULED' and a.scheduled_at <= ${scope.now()} and exists (
             select from conversations c join contacts p on p.id = c.contact_id
               join live_calls busy on busy.company_id = ${scope.companyId} and busy.phone_number = p.phone_number
             where c.id = a.conversation_id) as "isNumberBusy"
    from call_attempts a left join live_calls l on l.attempt_id = a.id
      left join lateral (
        select part, entries, sealed from call_journals where attempt_id = a.id order by part desc limit 1) j on true
    where a.company_id = ${scope.companyId} and a.conversation_id = ${id} order by a.number`);
  const opened = await scope.texts.open(
    rows.flatMap(({ id: attemptId, sealed, sealedPart, part }) => [
      callText(attemptId, { sealed }),
      partText({ attemptId, part: part ?? 0, sealed: sealedPart }),
    ]),
  );
  return rows.map(({ part: _part, entries, sealedPart: _sealed, ...row }, at) => {
    const { transcript: _, findings, ...attempt } = withWords(row, opened[2 * at]);
    const last = entriesIn(opened[2 * at + 1], entries ?? []) as ({ kind?: string; why?: string } | null)[];
    const { branches = null } = (findings ?? {}) as Partial<AttemptTrace>;
    const endedBecause = last.find((entry) => entry?.kind === 'end')?.why ?? null;
    return { ...attempt, branches, endedBecause };
  });
}

/** Index: billing_entries_attempt_id_kind_key. Minutes of an ONLINE conversation are held under its own id. */
export const entryTraces = (scope: Scope, ids: readonly string[]) =>
  scope.all<EntryTrace>(sql`
    select kind, attempt_id as "attemptId", minutes, amount, created_at as "createdAt" from billing_entries
    where company_id = ${scope.companyId} and attempt_id = any(${ids}::uuid[]) order by id`);

/** Index: events_by_subject. What an analysis found is shown elsewhere. */
export const eventTraces = (scope: Scope, id: string) =>
  scope.all<EventTrace>(sql`
    select type, data - 'analysis' - 'analytics' - 'callAttempts' as data, occurred_at as "occurredAt" from events
    where company_id = ${scope.companyId} and subject_id = ${id} order by position limit 500`);

/** Index: call_analyses_by_conversation. */
export const analysisTraces = (scope: Scope, id: string) =>
  scope.all<AnalysisTrace>(sql`
    select attempt_id as "attemptId", status, tries, error, created_at as "createdAt", updated_at as "updatedAt"
    from call_analyses where company_id = ${scope.companyId} and conversation_id = ${id} order by created_at`);

/** Indexes: events_by_subject, webhook_deliveries_by_event. */
export const deliveryTraces = (scope: Scope, id: string) =>
  scope.all<DeliveryTrace>(sql`
    select d.id, d.webhook_id as "webhookId", w.name as "webhookName", w.inactive_since is null as "isActive",
           case when d.vocabulary = 'LEGACY' then replace(d.type, 'conversation.', 'interview.') else d.type end as event,
           d.status, jsonb_array_length(d.attempts) as attempts,
           (d.attempts->-1->>'statusCode')::integer as "responseStatus", d.attempts->-1->>'error' as error,
           d.due_at as "dueAt", d.created_at as "createdAt", d.delivered_at as "deliveredAt"
    from events e join webhook_deliveries d on d.event_id = e.id join webhooks w on w.id = d.webhook_id
    where e.company_id = ${scope.companyId} and e.subject_id = ${id} order by d.position, d.id limit 1000`);
