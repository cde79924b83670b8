import type { FieldValue } from '@parley/contract/contact-field.ts';
import type { CallingWindow } from '@parley/kernel/calling-window.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { callsOfContact, callsOfNumber, paceOf, weightOf } from './dial-rules.store.ts';
import type { DueQueue } from './due-queue.store.ts';
import { isNumberBusy, occupiedNumber } from './number-wait.store.ts';

export interface DueAttempt {
  readonly attemptId: string;
  readonly companyId: CompanyId;
  readonly conversationId: string;
  readonly dialQueue: string;
  readonly number: number;
  readonly contactId: string;
  readonly jobId: string | null;
  readonly runId: string | null;
  readonly agentId: string;
  /** The clock whose calling window it keeps; null: it is placed at its time, whatever the hour. */
  readonly timeZone: string | null;
  /** For when somebody wanted it, where they did; it may have been put back since. */
  readonly wantedAt: Date;
  /** The run's, or the agent's as it is now, which may have changed while the call waited. */
  readonly callingWindow: CallingWindow | null;
  /** What tells the contact's clock as it is now, which may have changed while the call waited. */
  readonly phoneNumber: string | null;
  readonly timeZoneField: FieldValue | null;
  readonly companyTimeZone: string;
  /** The telephone number that nobody else may be in a call with; null where any number of people may. */
  readonly occupies: string | null;
  /** Somebody is. */
  readonly isNumberBusy: boolean;
  /** It was claimed before, and put back for a lack of room. */
  readonly isAgain: boolean;
  /** Why it must not be dialled after all. */
  readonly obstacle: 'do_not_call' | 'registered' | 'invalid_number' | 'may_have_been_called' | null;
  /** How often a day its run calls a contact and a number, and when they were called; null: there is no limit. */
  readonly limits?: {
    readonly perContactPerDay?: number;
    readonly perNumberPerDay?: number;
  } | null;
  readonly contactCallsMs?: readonly number[] | null;
  readonly numberCallsMs?: readonly number[] | null;
  /** A test key had a hand in the conversation. */
  readonly isSimulated?: boolean;
  /** The company has a trunk, or one is shared with all, beside those of the settings. */
  readonly hasTrunk?: boolean;
  /** Where the claim sends it, as it wrote down; absent: it was not claimed. */
  readonly staysSimulated?: boolean;
  /** Its own budget. */
  readonly mostMinutes?: number;
  /** Keyed, of the number, hex. */
  readonly numberHash?: string | null;
  /** When the dial ledger says that the number was called by a call that the database lost. */
  readonly lostDialAt?: Date | null;
  /** How the dial ledger knows the claim; absent in tests without one. */
  readonly mark?: ClaimMark;
}

/** Ties a claim to the dial ledger. */
export interface ClaimMark {
  readonly ledgerId: string;
  /** Which claim of the ledger it is. */
  readonly claim: number;
  /** The name of the database. */
  readonly database: string;
  readonly at: Date;
}

/** Which claim of a call it is: a requeued call comes back under the same id, perhaps to the same worker. */
export interface ClaimOf {
  /** Absent or null: the dial ledger does not have it, because we did not dial. */
  readonly ledgerId?: string | null | undefined;
  readonly claim?: number | null | undefined;
}

/**
 * A call that the database lost: the same attempt, or one to the same number within a day. Whoever was called may have asked
 * not to be called again, and that is lost as well. Indexes: lost_dials_pkey, lost_dials_by_number.
 */
const lostDialOf = sql`
  select max(d.dialled_at) as dialled_at from lost_dials d
  where d.company_id = a.company_id
    and (d.conversation_id = a.conversation_id and d.attempt_number = a.number
         or d.number_hash = h.number_hash and d.dialled_at > clock_timestamp() - interval '1 day' and ${occupiedNumber} is not null)`;

/** A call that somebody named a time for keeps that time when it is put back. */
const wantedAt = sql`coalesce(a.earliest_at, a.scheduled_at)`;

/**
 * Of these queues, whose companies are locked, the attempts whose time has come, as many as there are places, chosen
 * fairly: every dial queue of a company and every company counts the calls it has on the line, and whoever has fewest is
 * next; of several with as few, the one that was served longest ago. A queue with a million attempts costs no more than
 * one with a single one.
 *
 * A queue of a higher priority has a larger share: so many of its calls count as one, and the time since it was served
 * counts so many times. Both compare queues of one company only, and with equal priorities the share is 1. A queue with a
 * pace gives no more than that allows.
 *
 * Indexes: dial_queue_rules_pkey, call_attempts_called, call_attempts_due, served_queues_pkey, served_queues_by_turn, trunks_newest. The plan's number of calls is read from the
 * company's account.
 */
export const chooseDue = (
  everywhere: Everywhere,
  queues: readonly DueQueue[],
  places: number,
  passedOver: readonly string[] = [],
) =>
  everywhere.all<DueAttempt>(sql`
    with dial_queues as (
      select company_id, dial_queue
      from unnest(${queues.map(({ companyId }) => companyId)}::uuid[], ${queues.map(({ dialQueue }) => dialQueue)}::uuid[])
        as queue (company_id, dial_queue)
    ), companies_waiting as materialized (
      select company_id, (select count(*) from live_calls l where l.company_id = c.company_id) as live,
             (select max_concurrent_calls from billing_accounts b where b.company_id = c.company_id) as most,
             (select max(turn) from served_queues s where s.company_id = c.company_id) as served
      from (select distinct company_id from dial_queues) c
    ), dial_queues_waiting as materialized (
      select q.company_id, q.dial_queue, w.live, w.most, w.served as company_served, pace.allowed, ${weightOf} as weight,
             (select turn from served_queues s where s.company_id = q.company_id and s.dial_queue = q.dial_queue) as dial_queue_served,
             (select count(*) from live_calls l where l.company_id = q.company_id and l.dial_queue = q.dial_queue) as dial_queue_live
      from dial_queues q join companies_waiting w on w.company_id = q.company_id and w.live < w.most
        left join lateral (${paceOf(everywhere.now())}) pace on true
      where not exists (select from held_dial_queues h where h.dial_queue = q.dial_queue)
        and coalesce(pace.allowed, 1) > 0
    ), shares as materialized (
      select *, weight / min(weight) over (partition by company_id) as share, (select last_value from dial_turns) as last_turn
      from dial_queues_waiting
    ), candidates as (
      select due.id, w.company_id, w.live, w.most, w.company_served, w.share, due.scheduled_at,
             (w.dial_queue_served - w.last_turn - 1) * w.share as dial_queue_served,
             (w.dial_queue_live + row_number() over (partition by w.company_id, w.dial_queue order by due.scheduled_at, due.id) + w.share - 1)
               / w.share as dial_queue_turn
      from shares w, lateral (
        select a.id, a.scheduled_at from call_attempts a
        where a.company_id = w.company_id and a.dial_queue = w.dial_queue and a.status = 'SCHEDULED' and a.is_admitted
          and a.waits_for_number is null and a.scheduled_at <= ${everywhere.now()} and a.id <> all(${passedOver}::uuid[])
        order by a.scheduled_at limit least(w.most - w.live, ${places}, w.allowed)) due
    ), turns as (
      select id, most, company_served, scheduled_at,
             live + row_number() over (partition by company_id
                                       order by dial_queue_turn, dial_queue_served nulls first, share desc, scheduled_at, id) as company_turn
      from candidates
    ), chosen as (
      select id, row_number() over (order by company_turn, company_served nulls first, scheduled_at, id) as place
      from turns where company_turn <= most order by place limit ${places}
    )
    select a.id as "attemptId", a.company_id as "companyId", a.conversation_id as "conversationId", a.dial_queue as "dialQueue", a.number,
           c.contact_id as "contactId", c.job_id as "jobId", c.run_id as "runId",
           c.agent_id as "agentId", a.time_zone as "timeZone", ${wantedAt} as "wantedAt",
           case when r.rules ? 'callingWindow' then r.rules->'callingWindow' else (v.settings->'callingWindow')::jsonb end as "callingWindow",
           r.rules->'limits' as limits,
           case when r.rules->'limits' ? 'perContactPerDay' then ${callsOfContact(everywhere.now())} end as "contactCallsMs",
           case when r.rules->'limits' ? 'perNumberPerDay' and ${occupiedNumber} is not null
             then ${callsOfNumber(everywhere.now())} end as "numberCallsMs",
           p.phone_number as "phoneNumber", p.fields->'timezone' as "timeZoneField", o.timezone as "companyTimeZone",
           ${occupiedNumber} as occupies, ${isNumberBusy(everywhere.now())} as "isNumberBusy",
           a.put_back_since is not null as "isAgain",
           c.is_simulated as "isSimulated",
           exists (select from trunks t where t.company_id = a.company_id)
             or exists (select from trunks t where t.company_id is null) as "hasTrunk",
           cv.duration as "mostMinutes",
           encode(h.number_hash, 'hex') as "numberHash", lost.dialled_at as "lostDialAt",
           case when p.do_not_call or is_opted_out(p.company_id, p.phone_number) then 'do_not_call' when p.phone_number is null then 'invalid_number'
                when not c.is_simulated and is_registered(p.company_id, p.phone_number) then 'registered'
                when lost.dialled_at is not null then 'may_have_been_called' end as obstacle
    from chosen join call_attempts a on a.id = chosen.id
      join conversations c on c.id = a.conversation_id join contacts p on p.id = c.contact_id
      join companies o on o.id = a.company_id join agent_versions cv on cv.id = c.agent_version_id
      left join dial_queue_rules r on r.company_id = a.company_id and r.dial_queue = a.dial_queue
      left join agents g on g.id = c.agent_id left join agent_versions v on v.id = g.version_id
      -- Computed once: offset keeps the planner from copying it to every place of use.
      cross join lateral (select number_hash(p.company_id, p.phone_number) as number_hash offset 0) h
      left join lateral (${lostDialOf}) lost on true
    where a.status = 'SCHEDULED'
    order by chosen.place
    for update of a skip locked`);

/** A call that found no room is given its time to find some anew, since until then it cannot be tried. */
const patientFrom = (until: Date) =>
  sql`put_back_since = case when a.put_back_since is not null then ${until}::timestamptz end`;

/**
 * What waits in the queue, of the same agent and by the same clock, and whose window has closed, waits until it opens.
 * What waits for a number is postponed when it comes back to its queue. Index: call_attempts_due.
 */
export const postpone = (everywhere: Everywhere, like: DueAttempt, until: Date, most: number) =>
  everywhere.run(sql`
    with closed as (
      select a.id, c.id as conversation_id from call_attempts a join conversations c on c.id = a.conversation_id
      where a.company_id = ${like.companyId} and a.dial_queue = ${like.dialQueue} and a.status = 'SCHEDULED' and a.is_admitted
        and a.waits_for_number is null and a.scheduled_at <= ${everywhere.now()} and a.time_zone = ${like.timeZone} and c.agent_id = ${like.agentId}
      order by a.scheduled_at limit ${most} for update of c, a skip locked
    ), moved as (
      update call_attempts a set scheduled_at = ${until}, ${patientFrom(until)}, updated_at = ${everywhere.now()}
      from closed where a.id = closed.id
    )
    update conversations c set scheduled_at = ${until}, updated_at = ${everywhere.now()}
    from closed where c.id = closed.conversation_id`);

/** What is due in the queue, of the same agent and scheduled by the same clock. Index: call_attempts_due. */
export const dueLike = (everywhere: Everywhere, like: DueAttempt, most: number) =>
  everywhere.all<
    Pick<DueAttempt, 'attemptId' | 'wantedAt' | 'phoneNumber' | 'timeZoneField' | 'isSimulated'>
  >(sql`
    select a.id as "attemptId", ${wantedAt} as "wantedAt", p.phone_number as "phoneNumber", p.fields->'timezone' as "timeZoneField",
           c.is_simulated as "isSimulated"
    from call_attempts a join conversations c on c.id = a.conversation_id join contacts p on p.id = c.contact_id
    where a.company_id = ${like.companyId} and a.dial_queue = ${like.dialQueue} and a.status = 'SCHEDULED' and a.is_admitted
      and a.waits_for_number is null and a.scheduled_at <= ${everywhere.now()} and a.time_zone is not distinct from ${like.timeZone} and c.agent_id = ${like.agentId}
    order by a.scheduled_at limit ${most}`);

/** The note of an attempt that somebody named a time for, where none says already why it waited. */
const LATE =
  'It could not be placed within 15 minutes of its time, so it waits for the calling window and the legal hours';

/** These calls are made by another clock than they were scheduled by, and wait until their window opens there. */
export const rezone = (
  everywhere: Everywhere,
  attemptIds: readonly string[],
  timeZone: string,
  until: Date,
) =>
  everywhere.run(sql`
    with closed as (
      select a.id, c.id as conversation_id from call_attempts a join conversations c on c.id = a.conversation_id
      where a.id = any(${attemptIds}::uuid[]) and a.status = 'SCHEDULED' order by c.id for update of c, a skip locked
    ), moved as (
      update call_attempts a set scheduled_at = ${until}, ${patientFrom(until)}, time_zone = ${timeZone},
        notes = case when a.time_zone is null then coalesce(a.notes, ${LATE}) else a.notes end, updated_at = ${everywhere.now()}
      from closed where a.id = closed.id
    )
    update conversations c set scheduled_at = ${until}, updated_at = ${everywhere.now()}
    from closed where c.id = closed.conversation_id`);

/**
 * From here on they are this worker's, and nobody dials them again, whatever happens to it. Where they go is decided and
 * written down with that, so that no call is placed of which nobody knows whether it was simulated. Their numbers are occupied
 * until they are off the line, and their queues have had their turn, in the order of the attempts.
 */
export const markDialled = (
  everywhere: Everywhere,
  workerId: string,
  attempts: readonly DueAttempt[],
  {
    mark,
    endsBy = () => null,
  }: { mark?: ClaimMark | undefined; endsBy?: (attempt: DueAttempt) => Date | null } = {},
) =>
  everywhere.run(sql`
    with claimed as (
      update call_attempts a set status = 'IN_PROGRESS', called_at = ${everywhere.now()}, is_simulated = chosen.is_simulated,
        updated_at = ${everywhere.now()}
      from unnest(${attempts.map(({ attemptId }) => attemptId)}::uuid[], ${attempts.map(({ occupies }) => occupies)}::text[],
                  ${attempts.map(endsBy)}::timestamptz[], ${attempts.map(({ staysSimulated }) => staysSimulated ?? null)}::boolean[])
        with ordinality as chosen (id, phone_number, ends_by, is_simulated, place)
      where a.id = chosen.id
      returning a.id, a.company_id, a.conversation_id, a.dial_queue, chosen.phone_number, chosen.ends_by, chosen.place
    ), served as (
      insert into served_queues (company_id, dial_queue, turn, due_at)
      select company_id, dial_queue, turn, ${everywhere.now()} from (
        select company_id, dial_queue, nextval('dial_turns') as turn
        from (select company_id, dial_queue from claimed group by company_id, dial_queue order by max(place)) in_turn
      ) dial_queues
      -- In the same order as everybody locks them.
      order by company_id, dial_queue
      on conflict (company_id, dial_queue) do update set turn = excluded.turn, due_at = excluded.due_at
    )
    insert into live_calls (attempt_id, company_id, conversation_id, dial_queue, worker_id, claimed_at, phone_number, ledger_id, claim, claimed_from, ends_by)
    select id, company_id, conversation_id, dial_queue, ${workerId}, ${everywhere.now()}, phone_number,
           ${mark?.ledgerId ?? null}::uuid, ${mark?.claim ?? null}::bigint, ${mark?.database ?? null}::text, ends_by from claimed`);

/**
 * Those of a worker's claims that still stand. Whoever returns a call to its queue deletes it first and then reads the dial
 * ledger; this waits for that. Asked after the lines are written: either they are found, or the claim is gone.
 */
export async function heldClaims(
  everywhere: Everywhere,
  workerId: string,
  attempts: readonly DueAttempt[],
): Promise<Set<string>> {
  if (attempts.length === 0) return new Set();
  const held = await everywhere.all<{ attemptId: string }>(sql`
    select l.attempt_id as "attemptId" from live_calls l
      join unnest(${attempts.map(({ attemptId }) => attemptId)}::uuid[], ${attempts.map(({ mark }) => mark?.ledgerId ?? null)}::uuid[],
                  ${attempts.map(({ mark }) => mark?.claim ?? null)}::bigint[]) as mine (attempt_id, ledger_id, claim)
      on l.attempt_id = mine.attempt_id and l.ledger_id is not distinct from mine.ledger_id and l.claim is not distinct from mine.claim
    where l.worker_id = ${workerId} order by l.attempt_id for key share of l`);
  return new Set(held.map(({ attemptId }) => attemptId));
}

/** A call that begins at once, because the contact opened it; from here on it is this worker's. */
export const putOnLine = (
  scope: Scope,
  workerId: string,
  call: { readonly id: string; readonly conversationId: string; readonly dialQueue: string },
  /** Who calls us is not dialled meanwhile; null for a call in a page. */
  phoneNumber: string | null = null,
) =>
  scope.run(sql`
    insert into live_calls (attempt_id, company_id, conversation_id, dial_queue, worker_id, claimed_at, phone_number, is_inbound)
    values (${call.id}, ${scope.companyId}, ${call.conversationId}, ${call.dialQueue}, ${workerId}, ${scope.now()}, ${phoneNumber}, true)`);

/** Whether the company has all the calls on the line that its plan allows. */
export async function isFull(scope: Scope): Promise<boolean> {
  const row = await scope.first<{ full: boolean }>(sql`
    select (select count(*) from live_calls l where l.company_id = ${scope.companyId}) >= b.max_concurrent_calls as full
    from billing_accounts b where b.company_id = ${scope.companyId}`);
  return row?.full ?? false;
}

/** Index: live_calls_by_company. */
export async function countLive(scope: Scope): Promise<number> {
  const row = await scope.first<{ live: number }>(
    sql`select count(*) as live from live_calls where company_id = ${scope.companyId}`,
  );
  return row?.live ?? 0;
}

/**
 * Their telephones ring: the conversations are on the line. The calls are held first, as a settlement does: one that
 * is being settled is passed over, and soon no longer there. In the order of the conversations, as everybody takes
 * several.
 */
export const markRinging = (everywhere: Everywhere, attemptIds: readonly string[]) =>
  everywhere.run(sql`
    with ringing as (
      select conversation_id from live_calls where attempt_id = any(${attemptIds}::uuid[])
      order by conversation_id for key share skip locked
    ), waiting as (
      select c.id from conversations c join ringing r on r.conversation_id = c.id and c.status = 'SCHEDULED'
      order by c.id for no key update of c
    )
    update conversations c set status = 'IN_PROGRESS', updated_at = ${everywhere.now()} from waiting where c.id = waiting.id`);

/** Lets calls go, and answers those: what is not among them somebody else has settled already. */
export async function takeOffLine(
  everywhere: Everywhere,
  calls: readonly ({
    readonly attemptId: string;
    readonly workerId: string;
    /** Until then its number stays locked; absent or null: it is free. */
    readonly notBefore?: Date | null | undefined;
  } & ClaimOf)[],
): Promise<Set<string>> {
  if (calls.length === 0) return new Set();
  const gone = await everywhere.all<{ attemptId: string }>(sql`
    with gone as (
      delete from live_calls l
      using unnest(${calls.map(({ attemptId }) => attemptId)}::uuid[], ${calls.map(({ workerId }) => workerId)}::uuid[],
                   ${calls.map(({ ledgerId }) => ledgerId ?? null)}::uuid[], ${calls.map(({ claim }) => claim ?? null)}::bigint[],
                   ${calls.map(({ notBefore }) => notBefore ?? null)}::timestamptz[]) as held (attempt_id, worker_id, ledger_id, claim, not_before)
      where l.attempt_id = held.attempt_id and l.worker_id = held.worker_id
        and l.ledger_id is not distinct from held.ledger_id and l.claim is not distinct from held.claim
      returning l.attempt_id, l.company_id, l.phone_number, held.not_before
    ), locked as (
      insert into locked_numbers (company_id, phone_number, until)
      select company_id, phone_number, max(not_before) from gone
      where phone_number is not null and not_before > ${everywhere.now()} group by company_id, phone_number
      on conflict (company_id, phone_number) do update set until = greatest(locked_numbers.until, excluded.until)
    )
    select attempt_id as "attemptId" from gone`);
  return new Set(gone.map(({ attemptId }) => attemptId));
}
