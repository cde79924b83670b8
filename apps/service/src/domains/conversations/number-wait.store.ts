import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';

/**
 * A company dials nobody who is in a call with it: a call on the line occupies its number, whoever called, and a unique
 * index refuses to dial a number twice (live_calls_dialled_once). Due calls to an occupied number are taken out of their
 * queue, and come back one by one when it is free. All of this is done by whoever holds the claim lock.
 */

/** The number that a call to the contact `p` occupies; null for those of the simulated network, which are nobody's. */
export const occupiedNumber = sql`case when p.phone_number !~ ${SIMULATED_NUMBER.source} then p.phone_number end`;

/**
 * Whether a call of the company with the number of the contact `p` is on the line, or may be. Indexes:
 * live_calls_by_number, locked_numbers_pkey.
 */
export const isNumberBusy = (now: Date) => sql`(exists (
  select from live_calls busy where busy.company_id = p.company_id and busy.phone_number = p.phone_number) or exists (
  select from locked_numbers k where k.company_id = p.company_id and k.phone_number = p.phone_number and k.until > ${now}))`;

/** So far ahead a queue is looked through for others like them: looking costs some microseconds each. */
const LOOKED_AHEAD = 500;

/**
 * Takes the due calls to busy numbers out of the heads of these queues, with what they wait for. However many there are,
 * each is looked at once. Index: call_attempts_due.
 */
export const awaitNumbers = (
  everywhere: Everywhere,
  queues: readonly { readonly companyId: CompanyId; readonly dialQueue: string }[],
) =>
  everywhere.run(sql`
    update call_attempts a set waits_for_number = blocked.phone_number
    from unnest(${queues.map(({ companyId }) => companyId)}::uuid[], ${queues.map(({ dialQueue }) => dialQueue)}::uuid[])
        as queue (company_id, dial_queue), lateral (
      select d.id, d.conversation_id from call_attempts d
      where d.company_id = queue.company_id and d.dial_queue = queue.dial_queue and d.status = 'SCHEDULED' and d.is_admitted
        and d.waits_for_number is null and d.scheduled_at <= ${everywhere.now()}
      order by d.scheduled_at limit ${LOOKED_AHEAD} for update of d skip locked) due, lateral (
      select p.phone_number from conversations c join contacts p on p.id = c.contact_id
      where c.id = due.conversation_id and ${isNumberBusy(everywhere.now())}) blocked
    where a.id = due.id`);

/**
 * Of every number that is free again, the call that has waited longest returns to its queue: should that one not be
 * placed after all, the next returns with the next claim. Numbers are found by hopping over the index from one to the
 * next, so that a thousand calls to one number cost no more than one. Index: call_attempts_waiting_for_number.
 */
export const returnToQueues = (everywhere: Everywhere) =>
  everywhere.run(sql`
    with recursive numbers as (
      (select company_id, waits_for_number from call_attempts
       where status = 'SCHEDULED' and waits_for_number is not null order by company_id, waits_for_number limit 1)
      union all
      select hop.company_id, hop.waits_for_number from numbers, lateral (
        select a.company_id, a.waits_for_number from call_attempts a
        where a.status = 'SCHEDULED' and a.waits_for_number is not null
          and (a.company_id, a.waits_for_number) > (numbers.company_id, numbers.waits_for_number)
        order by a.company_id, a.waits_for_number limit 1) hop
    )
    update call_attempts a set waits_for_number = null
    from numbers n, lateral (
      select w.id from call_attempts w
      where w.company_id = n.company_id and w.waits_for_number = n.waits_for_number and w.status = 'SCHEDULED'
        and w.scheduled_at <= ${everywhere.now()} and not exists (select from held_dial_queues h where h.dial_queue = w.dial_queue)
      order by w.scheduled_at limit 1 for update of w skip locked) first
    where a.id = first.id and not exists (
      select from live_calls l where l.company_id = n.company_id and l.phone_number = n.waits_for_number) and not exists (
      select from locked_numbers k
      where k.company_id = n.company_id and k.phone_number = n.waits_for_number and k.until > ${everywhere.now()})`);

/** The call that locked the contact's number has ended after all. */
export const unlockNumberOf = (scope: Scope, contactId: string) =>
  scope.run(sql`
    delete from locked_numbers k using contacts p
    where p.company_id = ${scope.companyId} and p.id = ${contactId}
      and k.company_id = p.company_id and k.phone_number = p.phone_number`);

/** Numbers that may be dialled again. */
export const forgetLocks = (everywhere: Everywhere) =>
  everywhere.run(sql`delete from locked_numbers where until < ${everywhere.now()}`);
