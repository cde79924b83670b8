import type { FieldValue } from '@parley/contract/contact-field.ts';
import type { CallingWindow } from '@parley/kernel/calling-window.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { claimLock } from './dial-queue.store.ts';
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
  /** The agent's as it is now, which may have changed while the call waited. */
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
  readonly obstacle: 'do_not_call' | 'invalid_number' | null;
}

/** One claimer at a time, so that two cannot give the last place of a company away twice. */
export const lockClaims = (everywhere: Everywhere) => everywhere.run(sql`select ${claimLock}`);

/**
 * The attempts whose time has come, as many as there are places, chosen fairly: every dial queue of a company and every
 * company counts the calls it has on the line, and whoever has fewest is next; of several with as few, the one that was
 * served longest ago. The queues that have anything waiting are found by hopping over the index from one to the next, so
 * a queue with a million attempts costs no more than one with a single one.
 *
 * Indexes: call_attempts_due, served_queues_pkey, served_queues_by_turn. The plan's number of calls is read from the
 * company's account.
 */
export const chooseDue = (everywhere: Everywhere, places: number, passedOver: readonly string[] = []) =>
  everywhere.all<DueAttempt>(sql`
    with recursive dial_queues as (
      (select company_id, dial_queue from call_attempts where status = 'SCHEDULED' and is_admitted and waits_for_number is null
       order by company_id, dial_queue limit 1)
      union all
      select hop.company_id, hop.dial_queue from dial_queues, lateral (
        select a.company_id, a.dial_queue from call_attempts a
        where a.status = 'SCHEDULED' and a.is_admitted and a.waits_for_number is null
          and (a.company_id, a.dial_queue) > (dial_queues.company_id, dial_queues.dial_queue)
        order by a.company_id, a.dial_queue limit 1) hop
    ), companies_waiting as materialized (
      select company_id, (select count(*) from live_calls l where l.company_id = c.company_id) as live,
             (select max_concurrent_calls from billing_accounts b where b.company_id = c.company_id) as most,
             (select max(turn) from served_queues s where s.company_id = c.company_id) as served
      from (select distinct company_id from dial_queues) c
    ), dial_queues_waiting as materialized (
      select dial_queues.company_id, dial_queues.dial_queue, w.live, w.most, w.served as company_served,
             (select turn from served_queues s where s.company_id = dial_queues.company_id and s.dial_queue = dial_queues.dial_queue) as dial_queue_served,
             (select count(*) from live_calls l where l.company_id = dial_queues.company_id and l.dial_queue = dial_queues.dial_queue) as dial_queue_live
      from dial_queues join companies_waiting w on w.company_id = dial_queues.company_id and w.live < w.most
      where not exists (select from held_dial_queues h where h.dial_queue = dial_queues.dial_queue)
    ), candidates as (
      select due.id, w.company_id, w.live, w.most, w.company_served, w.dial_queue_served, due.scheduled_at,
             w.dial_queue_live + row_number() over (partition by w.company_id, w.dial_queue order by due.scheduled_at, due.id) as dial_queue_turn
      from dial_queues_waiting w, lateral (
        select a.id, a.scheduled_at from call_attempts a
        where a.company_id = w.company_id and a.dial_queue = w.dial_queue and a.status = 'SCHEDULED' and a.is_admitted
          and a.waits_for_number is null and a.scheduled_at <= ${everywhere.now()} and a.id <> all(${passedOver}::uuid[])
        order by a.scheduled_at limit least(w.most - w.live, ${places})) due
    ), turns as (
      select id, most, company_served, scheduled_at,
             live + row_number() over (partition by company_id
                                       order by dial_queue_turn, dial_queue_served nulls first, scheduled_at, id) as company_turn
      from candidates
    ), chosen as (
      select id, row_number() over (order by company_turn, company_served nulls first, scheduled_at, id) as place
      from turns where company_turn <= most order by place limit ${places}
    )
    select a.id as "attemptId", a.company_id as "companyId", a.conversation_id as "conversationId", a.dial_queue as "dialQueue", a.number,
           c.contact_id as "contactId", c.job_id as "jobId", c.run_id as "runId",
           c.agent_id as "agentId", a.time_zone as "timeZone",
           case when a.time_zone is not null then v.settings->'callingWindow' end as "callingWindow",
           p.phone_number as "phoneNumber", p.fields->'timezone' as "timeZoneField", o.timezone as "companyTimeZone",
           ${occupiedNumber} as occupies, ${isNumberBusy} as "isNumberBusy",
           a.put_back_since is not null as "isAgain",
           case when p.do_not_call or is_opted_out(p.company_id, p.phone_number) then 'do_not_call' when p.phone_number is null then 'invalid_number' end as obstacle
    from chosen join call_attempts a on a.id = chosen.id
      join conversations c on c.id = a.conversation_id join contacts p on p.id = c.contact_id
      join companies o on o.id = a.company_id
      left join agents g on g.id = c.agent_id left join agent_versions v on v.id = g.version_id
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
        updated_at = ${everywhere.now()}
      from closed where a.id = closed.id
    )
    update conversations c set scheduled_at = ${until}, updated_at = ${everywhere.now()}
    from closed where c.id = closed.conversation_id`);

/**
 * From here on they are this worker's, and nobody dials them again, whatever happens to it. Their numbers are occupied
 * until they are off the line, and their queues have had their turn, in the order of the attempts.
 */
export const markDialled = (everywhere: Everywhere, workerId: string, attempts: readonly DueAttempt[]) =>
  everywhere.run(sql`
    with claimed as (
      update call_attempts a set status = 'IN_PROGRESS', called_at = ${everywhere.now()}, updated_at = ${everywhere.now()}
      from unnest(${attempts.map(({ attemptId }) => attemptId)}::uuid[], ${attempts.map(({ occupies }) => occupies)}::text[])
        with ordinality as chosen (id, phone_number, place)
      where a.id = chosen.id
      returning a.id, a.company_id, a.conversation_id, a.dial_queue, chosen.phone_number, chosen.place
    ), served as (
      insert into served_queues (company_id, dial_queue, turn)
      select company_id, dial_queue, nextval('dial_turns')
      from (select company_id, dial_queue from claimed group by company_id, dial_queue order by max(place)) dial_queues
      on conflict (company_id, dial_queue) do update set turn = excluded.turn
    )
    insert into live_calls (attempt_id, company_id, conversation_id, dial_queue, worker_id, claimed_at, phone_number)
    select id, company_id, conversation_id, dial_queue, ${workerId}, ${everywhere.now()}, phone_number from claimed`);

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

/** When the next waiting attempt is due; undefined when none waits. Index: call_attempts_next. */
export async function nextDueAt(everywhere: Everywhere): Promise<Date | undefined> {
  const row = await everywhere.first<{ at: Date }>(sql`
    select scheduled_at as at from call_attempts
    where status = 'SCHEDULED' and is_admitted and waits_for_number is null and scheduled_at > ${everywhere.now()} order by scheduled_at limit 1`);
  return row?.at;
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
  calls: readonly { readonly attemptId: string; readonly workerId: string }[],
): Promise<Set<string>> {
  if (calls.length === 0) return new Set();
  const gone = await everywhere.all<{ attemptId: string }>(sql`
    delete from live_calls l
    using unnest(${calls.map(({ attemptId }) => attemptId)}::uuid[], ${calls.map(({ workerId }) => workerId)}::uuid[])
      as held (attempt_id, worker_id)
    where l.attempt_id = held.attempt_id and l.worker_id = held.worker_id
    returning l.attempt_id as "attemptId"`);
  return new Set(gone.map(({ attemptId }) => attemptId));
}
