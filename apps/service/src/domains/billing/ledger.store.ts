import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

export interface Hold {
  readonly attemptId: string;
  readonly minutes: number;
  readonly amount: number;
}

export type EntryKind = 'HOLD' | 'CHARGE' | 'RELEASE' | 'REPRICE' | 'ROLL_OVER';

export interface Entry {
  readonly kind: EntryKind;
  /** Null for what concerns the whole account. */
  readonly attemptId: string | null;
  readonly minutes: number;
  readonly amount: number;
}

export async function insertHolds(scope: Scope, holds: readonly Hold[]): Promise<void> {
  await scope.run(sql`
    insert into billing_holds (attempt_id, company_id, minutes, amount, created_at)
    select attempt_id, ${scope.companyId}, minutes, amount, ${scope.now()}
    from unnest(${holds.map((hold) => hold.attemptId)}::uuid[], ${holds.map((hold) => hold.minutes)}::integer[],
                ${holds.map((hold) => hold.amount)}::numeric[]) as h (attempt_id, minutes, amount)`);
}

/** Takes the open holds of these attempts away and answers them; one that is settled already is not among them. */
export const deleteHolds = (scope: Scope, attemptIds: readonly string[]) =>
  scope.all<Hold>(sql`
    delete from billing_holds where company_id = ${scope.companyId} and attempt_id = any(${attemptIds}::uuid[])
    returning attempt_id as "attemptId", minutes, amount`);

/** One that is not there yet is nobody else's either. */
export const lockHold = (scope: Scope, id: string) =>
  scope.run(
    sql`select from billing_holds where company_id = ${scope.companyId} and attempt_id = ${id} for update`,
  );

export const lockHolds = (scope: Scope) =>
  scope.run(
    sql`select from billing_holds where company_id = ${scope.companyId} order by attempt_id for update`,
  );

/** Puts a new price on every open hold and answers their new sum. */
export async function repriceHolds(scope: Scope, perMinute: number): Promise<number> {
  const row = await scope.first<{ held: number }>(sql`
    with repriced as (
      update billing_holds set amount = minutes * ${perMinute}::numeric where company_id = ${scope.companyId} returning amount
    )
    select coalesce(sum(amount), 0) as held from repriced`);
  return row?.held ?? 0;
}

export async function insertEntries(
  scope: Scope,
  periodStart: Date,
  entries: readonly Entry[],
): Promise<void> {
  await scope.run(sql`
    insert into billing_entries (id, company_id, period_start, kind, attempt_id, minutes, amount, created_at)
    select id, ${scope.companyId}, ${periodStart}, kind, attempt_id, minutes, amount, ${scope.now()}
    from unnest(${entries.map(() => scope.newId())}::uuid[], ${entries.map((entry) => entry.kind)}::text[],
                ${entries.map((entry) => entry.attemptId)}::uuid[], ${entries.map((entry) => entry.minutes)}::integer[],
                ${entries.map((entry) => entry.amount)}::numeric[]) as e (id, kind, attempt_id, minutes, amount)`);
}

/** In the ledger it is given back there and held here. */
export const moveHold = (scope: Scope, from: string, to: string, periodStart: Date) =>
  scope.run(sql`
    with moved as (
      update billing_holds set attempt_id = ${to} where company_id = ${scope.companyId} and attempt_id = ${from}
      returning minutes, amount
    )
    insert into billing_entries (id, company_id, period_start, kind, attempt_id, minutes, amount, created_at)
    select e.id, ${scope.companyId}, ${periodStart}::timestamptz, e.kind, e.attempt_id, moved.minutes, moved.amount, ${scope.now()}::timestamptz
    from moved, (values (${scope.newId()}::uuid, 'RELEASE', ${from}::uuid), (${scope.newId()}::uuid, 'HOLD', ${to}::uuid))
      as e (id, kind, attempt_id)`);

/** A hold that is there grows. */
export const growReservation = (scope: Scope, { attemptId, minutes, amount }: Hold) =>
  scope.run(sql`
    insert into billing_holds (attempt_id, company_id, minutes, amount, created_at)
    values (${attemptId}, ${scope.companyId}, ${minutes}, ${amount}, ${scope.now()})
    on conflict (attempt_id) do update set
      minutes = billing_holds.minutes + excluded.minutes, amount = billing_holds.amount + excluded.amount`);

/** Equal parts of a reservation become the holds of these attempts, each with its entry. */
export async function divideReservation(
  scope: Scope,
  id: string,
  periodStart: Date,
  attemptIds: readonly string[],
  each: { minutes: number; amount: number },
): Promise<void> {
  const now = scope.now();
  const minutes = each.minutes * attemptIds.length;
  await scope.run(sql`
    with parts as materialized (
      select attempt_id, place from unnest(${attemptIds}::uuid[]) with ordinality as p (attempt_id, place)
    ), used_up as (
      delete from billing_holds where company_id = ${scope.companyId} and attempt_id = ${id} and minutes <= ${minutes}
    ), used as (
      update billing_holds set minutes = minutes - ${minutes}, amount = amount - ${each.amount}::numeric * ${attemptIds.length}
      where company_id = ${scope.companyId} and attempt_id = ${id} and minutes > ${minutes}
    ), held as (
      insert into billing_holds (attempt_id, company_id, minutes, amount, created_at)
      select attempt_id, ${scope.companyId}, ${each.minutes}::integer, ${each.amount}::numeric, ${now}::timestamptz from parts
    )
    insert into billing_entries (id, company_id, period_start, kind, attempt_id, minutes, amount, created_at)
    select uuid7_at(${now.getTime()}, place), ${scope.companyId}, ${periodStart}::timestamptz, 'HOLD', attempt_id,
           ${each.minutes}::integer, ${each.amount}::numeric, ${now}::timestamptz from parts`);
}

/** The account's counters as the rows beneath them say they should be. */
export async function sumLedger(
  scope: Scope,
  periodStart: Date,
): Promise<{ held: number; charged: number; chargedCalls: number }> {
  const row = await scope.first<{ held: number; charged: number; chargedCalls: number }>(sql`
    select
      (select coalesce(sum(amount), 0) from billing_holds where company_id = ${scope.companyId}) as held,
      coalesce(sum(amount), 0) as charged,
      count(*) as "chargedCalls"
    from billing_entries where company_id = ${scope.companyId} and kind = 'CHARGE' and period_start = ${periodStart}`);
  return row ?? { held: 0, charged: 0, chargedCalls: 0 };
}
