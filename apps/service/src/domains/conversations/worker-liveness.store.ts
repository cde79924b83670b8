import type { Everywhere } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import {
  type Heartbeat,
  type LiveCall,
  type WebProcess,
  WORKER_LOST_AFTER_SECONDS,
} from './worker-liveness.model.ts';

/** By the database's clock, because the clocks of processes may differ. */
export const recordHeartbeat = (
  everywhere: Everywhere,
  workerId: string,
  { webAddress, isTaking }: Heartbeat,
) =>
  everywhere.run(sql`
    insert into workers (id, last_seen_at, web_address, is_taking, reads_sealed, reads_sealed_documents, is_registered)
    values (${workerId}, clock_timestamp(), ${webAddress ?? null}, ${isTaking}, true, true, true)
    on conflict (id) do update
      set last_seen_at = excluded.last_seen_at, web_address = excluded.web_address, is_taking = excluded.is_taking`);

/** Nothing but the time: what else it reports is known to its main thread. */
export const renewHeartbeat = (everywhere: Everywhere, workerId: string) =>
  everywhere.run(sql`update workers set last_seen_at = clock_timestamp() where id = ${workerId}`);

const isAlive = sql`w.last_seen_at > clock_timestamp() - make_interval(secs => ${WORKER_LOST_AFTER_SECONDS})`;

/** The process that conducts the conversation's call. Index: live_calls_by_conversation. */
export const processWithCall = (everywhere: Everywhere, conversationId: string) =>
  everywhere.first<WebProcess>(sql`
    select w.id as "workerId", w.web_address as address from live_calls l join workers w on w.id = l.worker_id
    where l.conversation_id = ${conversationId} and w.web_address is not null and ${isAlive}`);

/** Of the processes that take web calls, the one with the fewest live calls. */
export const freestProcess = (everywhere: Everywhere) =>
  everywhere.first<WebProcess>(sql`
    select w.id as "workerId", w.web_address as address from workers w
    where w.web_address is not null and w.is_taking and ${isAlive}
    order by (select count(*) from live_calls l where l.worker_id = w.id), w.id limit 1`);

export const forgetWorker = (everywhere: Everywhere, workerId: string) =>
  everywhere.run(
    sql`delete from workers where id = ${workerId} and not exists (select from live_calls where worker_id = ${workerId})`,
  );

const liveColumns = sql`
  l.attempt_id as "attemptId", l.company_id as "companyId", l.conversation_id as "conversationId", l.worker_id as "workerId",
  l.end_asked_at is not null as "isEndAsked", l.ledger_id as "ledgerId", l.claim, l.claimed_from as "claimedFrom", l.claimed_at as "claimedAt", l.ends_by as "endsBy",
  (select a.number from call_attempts a where a.id = l.attempt_id) as number`;

/** Calls whose worker is lost. */
export const lostCalls = (everywhere: Everywhere, limit: number, passedOver: readonly string[]) =>
  everywhere.all<LiveCall>(sql`
    select ${liveColumns} from live_calls l left join workers w on w.id = l.worker_id
    where (w.id is null or w.last_seen_at < clock_timestamp() - make_interval(secs => ${WORKER_LOST_AFTER_SECONDS}))
      and l.attempt_id <> all(${passedOver}::uuid[])
    order by l.claimed_at limit ${limit}`);

/** Calls of a worker that are not settled, those of conversations that were deleted among them. Index: live_calls_by_worker. */
export const callsOf = (everywhere: Everywhere, workerId: string) =>
  everywhere.all<LiveCall>(sql`
    select ${liveColumns} from live_calls l where l.worker_id = ${workerId}`);

/** Deletes workers that have no calls and sent no heartbeat for a day. */
export const forgetOldWorkers = (everywhere: Everywhere) =>
  everywhere.run(sql`
    delete from workers w where w.last_seen_at < clock_timestamp() - interval '1 day'
      and not exists (select from live_calls l where l.worker_id = w.id)`);
