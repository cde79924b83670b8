import type { DialLine } from '../../storage/dial-ledger.ts';
import { RESTORED_AT } from '../../storage/installation.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';

/** Which database this is, and how far it has come. */
export interface DatabaseState {
  /** Of the cluster; '' where the server does not tell. A restored dump or another server has another one. */
  readonly system: string;
  /** Grows when a replica is promoted or a backup is replayed; 0 where the server does not tell. */
  readonly timeline: number;
  readonly databaseOid: number;
  /** The end of what is safely written. It never goes back, unless files were restored. */
  readonly position: number;
  readonly now: Date;
  /** Why nobody is dialled; null: people are. */
  readonly pause: string | null;
}

const always = sql`
  (select oid::bigint from pg_database where datname = current_database()) as "databaseOid", clock_timestamp() as now,
  (select reason from dialling_pause) as pause`;

/**
 * None of these functions needs a privilege on plain PostgreSQL; managed ones may refuse some. The timeline is read from
 * the name of the current WAL file: pg_control_checkpoint has the old one until the first checkpoint after a promotion.
 */
const stateQueries = {
  whole: sql`
    select (select system_identifier::text from pg_control_system()) as system,
           ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
           (pg_current_wal_flush_lsn() - '0/0')::bigint as position, ${always}`,
  withoutSystem: sql`
    select '' as system, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
           (pg_current_wal_flush_lsn() - '0/0')::bigint as position, ${always}`,
  least: sql`select '' as system, 0 as timeline, 0::bigint as position, ${always}`,
} as const;

export type StateQuery = keyof typeof stateQueries;
export const stateQueryNames = Object.keys(stateQueries) as StateQuery[];

export async function readState(everywhere: Everywhere, query: StateQuery): Promise<DatabaseState> {
  return (await everywhere.first<DatabaseState>(stateQueries[query])) as DatabaseState;
}

/** Counts a claim of the ledger; answers how many it has now. It commits with the claim, or not at all. */
export async function countClaim(everywhere: Everywhere, ledgerId: string): Promise<number> {
  const row = await everywhere.first<{ claims: number }>(sql`
    insert into dial_ledgers (id, claims, claimed_at) values (${ledgerId}, 1, clock_timestamp())
    on conflict (id) do update set claims = dial_ledgers.claims + 1, claimed_at = excluded.claimed_at
    returning claims`);
  return row?.claims ?? 0;
}

/** How many claims of these ledgers the database knows. */
export async function knownClaims(
  everywhere: Everywhere,
  ledgerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await everywhere.all<{ id: string; claims: number }>(
    sql`select id, claims from dial_ledgers where id = any(${ledgerIds}::uuid[])`,
  );
  return new Map(rows.map(({ id, claims }) => [id, claims]));
}

/** One process at a time reconciles. Any two numbers will do, as long as nobody else locks the same. */
export const lockReconciliation = (everywhere: Everywhere) =>
  everywhere.run(sql`select pg_advisory_xact_lock(7250, 2)`);

/** Written down as lost, and the ledgers as known up to here. */
export async function insertLost(
  everywhere: Everywhere,
  lines: readonly DialLine[],
  heads: readonly { readonly ledgerId: string; readonly claims: number }[],
): Promise<void> {
  const column = <Value>(of: (line: DialLine) => Value) => lines.map(of);
  await everywhere.run(sql`
    insert into lost_dials (company_id, conversation_id, attempt_number, number_hash, dialled_at, worker_id)
    select company_id, conversation_id, attempt_number, decode(hash, 'hex'), dialled_at, worker_id
    from unnest(${column(({ companyId }) => companyId)}::uuid[], ${column(({ conversationId }) => conversationId)}::uuid[],
                ${column(({ attemptNumber }) => attemptNumber)}::smallint[], ${column(({ numberHash }) => numberHash)}::text[],
                ${column(({ at }) => at)}::timestamptz[], ${column(({ workerId }) => workerId)}::uuid[])
      as lost (company_id, conversation_id, attempt_number, hash, dialled_at, worker_id)
    on conflict do nothing`);
  await everywhere.run(sql`
    insert into dial_ledgers (id, claims, claimed_at)
    select id, claims, clock_timestamp()
    from unnest(${heads.map(({ ledgerId }) => ledgerId)}::uuid[], ${heads.map(({ claims }) => claims)}::bigint[]) as head (id, claims)
    on conflict (id) do update set claims = greatest(dial_ledgers.claims, excluded.claims)`);
}

/** A call on the line, written down as lost. */
export const insertLostCall = (
  everywhere: Everywhere,
  { companyId, attemptId }: { readonly companyId: CompanyId; readonly attemptId: string },
) =>
  everywhere.run(sql`
    insert into lost_dials (company_id, conversation_id, attempt_number, number_hash, dialled_at, worker_id)
    select l.company_id, l.conversation_id, a.number, number_hash(l.company_id, called.phone_number), l.claimed_at, l.worker_id
    from live_calls l join call_attempts a on a.id = l.attempt_id
      join conversations c on c.id = a.conversation_id join contacts p on p.id = c.contact_id
      -- A number of the simulated network is nobody's, and not kept with the call.
      cross join lateral (select coalesce(l.phone_number, p.phone_number) as phone_number) called
    where l.company_id = ${companyId} and l.attempt_id = ${attemptId} and called.phone_number is not null
    on conflict do nothing`);

/** Some time after the ledgers themselves are gone. */
export async function forgetLedgers(everywhere: Everywhere, days: number): Promise<void> {
  await everywhere.run(
    sql`delete from dial_ledgers where claimed_at < clock_timestamp() - make_interval(days => ${days})`,
  );
  await everywhere.run(
    sql`delete from lost_dials where found_at < clock_timestamp() - make_interval(days => ${days})`,
  );
}

/** The first reason stays. */
export const insertPause = (everywhere: Everywhere, reason: string) =>
  everywhere.run(sql`insert into dialling_pause (reason) values (${reason}) on conflict (id) do nothing`);

/** Wakes the dispatchers, too. A restored copy tells people and receivers what it has to from now on. */
export const deletePause = (everywhere: Everywhere) =>
  everywhere.run(sql`
    with ended as (delete from dialling_pause returning id),
      released as (delete from installation_facts where name = ${RESTORED_AT})
    select pg_notify('calls_due', '') from ended`);

export async function findPause(
  everywhere: Everywhere,
): Promise<{ since: Date; reason: string } | undefined> {
  return everywhere.first(sql`select since, reason from dialling_pause`);
}

/** When a call was dialled that the database had forgotten; undefined: it had not. */
export async function lostDialAt(
  scope: Scope,
  conversationId: string,
  attemptNumber: number,
): Promise<Date | undefined> {
  const row = await scope.first<{ dialledAt: Date }>(sql`
    select dialled_at as "dialledAt" from lost_dials
    where company_id = ${scope.companyId} and conversation_id = ${conversationId} and attempt_number = ${attemptNumber}`);
  return row?.dialledAt;
}

export interface LostDial {
  readonly companyId: CompanyId;
  readonly companyName: string | null;
  readonly conversationId: string;
  readonly attemptNumber: number;
  readonly dialledAt: Date;
  /** Null: the database has no such conversation. */
  readonly contactId: string | null;
  readonly conversationStatus: string | null;
  /** Null: the database has no such attempt. */
  readonly attemptStatus: string | null;
}

/** Whom we may have called. A conversation that is gone leaves the contacts with the same number. Index: lost_dials_by_time. */
export const lostDials = (everywhere: Everywhere, since: Date) =>
  everywhere.all<LostDial>(sql`
    select d.company_id as "companyId", o.name as "companyName", d.conversation_id as "conversationId",
           d.attempt_number as "attemptNumber", d.dialled_at as "dialledAt",
           coalesce(c.contact_id, case when c.id is null then (
             select p.id from contacts p where p.company_id = d.company_id and p.phone_number is not null
               and number_hash(p.company_id, p.phone_number) = d.number_hash order by p.id limit 1) end) as "contactId",
           c.status as "conversationStatus", a.status as "attemptStatus"
    from lost_dials d left join companies o on o.id = d.company_id
      left join conversations c on c.id = d.conversation_id
      left join call_attempts a on a.conversation_id = d.conversation_id and a.number = d.attempt_number
    where d.found_at >= ${since} order by d.dialled_at, d.conversation_id`);
