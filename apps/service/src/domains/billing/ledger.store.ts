import type { Scope } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';

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

/**
 * The ordinary case of each ledger operation as one statement. The company's account is what its calls queue for,
 * so it is locked only from this statement to the commit, and not while rules are looked up in between. Where
 * anything is out of the ordinary (no account yet, a period that is over, overage, a refusal, nothing held) the
 * statement changes nothing and says so, and the rules in account.model.ts decide.
 */

interface Call {
  readonly attemptId: string;
  readonly minutes: number;
}

/** Common table expressions, one of them the `account` that was changed, and the insert of the ledger's entries. */
interface Operation {
  readonly tables: Sql<true>;
  readonly entries: Sql<true>;
}

const attempted = async (scope: Scope, { tables, entries }: Operation): Promise<boolean> =>
  (await scope.run(sql`with ${tables} ${entries}`)) > 0;

/** Divides by the number of accounts that were changed: by one, or by none. */
const sentAlong = (scope: Scope, { tables, entries }: Operation): Promise<void> =>
  scope.atCommit(sql`with ${tables}, entries as (${entries}) select 1 / count(*) from account`);

const DIVISION_BY_ZERO = '22012';
export const needsSlowPath = (error: unknown): boolean =>
  (error as { code?: string }).code === DIVISION_BY_ZERO;

export const tryHold = (scope: Scope, calls: readonly Call[]) => attempted(scope, holding(scope, calls));
export const tryCharge = (scope: Scope, call: Call) => attempted(scope, charging(scope, [call]));
export const tryRelease = (scope: Scope, ids: readonly string[]) => attempted(scope, releasing(scope, ids));

/** The same, sent along with the commit. Where the slow path is needed, the statement fails and the transaction with it. */
export const holdAtCommit = (scope: Scope, calls: readonly Call[]) => sentAlong(scope, holding(scope, calls));
export const chargeAtCommit = (scope: Scope, calls: readonly Call[]) =>
  sentAlong(scope, charging(scope, calls));
export const releaseAtCommit = (scope: Scope, ids: readonly string[]) =>
  sentAlong(scope, releasing(scope, ids));

const price = sql`case when b.billing_system = 'credits' then b.credits_per_minute else 1 end`;

/** Holds the minutes of all calls if the rest of the plan covers them. */
function holding(scope: Scope, calls: readonly Call[]): Operation {
  const minutes = calls.reduce((sum, call) => sum + call.minutes, 0);
  return {
    tables: sql`
      account as (
        update billing_accounts b set held = b.held + ${minutes}::integer * ${price}, updated_at = ${scope.now()}
        where b.company_id = ${scope.companyId} and b.status in ('active', 'trialing') and b.period_end > ${scope.now()}
          and b.included + b.purchased - b.charged - b.held >= ${minutes}::integer * ${price}
        returning b.period_start, ${price} as price
      ), wanted as (
        select w.*, account.period_start, w.minutes * account.price as amount from account, unnest(
          ${calls.map(() => scope.newId())}::uuid[], ${calls.map(({ attemptId }) => attemptId)}::uuid[],
          ${calls.map((call) => call.minutes)}::integer[]) as w (id, attempt_id, minutes)
      ), held as (
        insert into billing_holds (attempt_id, company_id, minutes, amount, created_at)
        select attempt_id, ${scope.companyId}, minutes, amount, ${scope.now()} from wanted
      )`,
    entries: sql`
      insert into billing_entries (id, company_id, period_start, kind, attempt_id, minutes, amount, created_at)
      select id, ${scope.companyId}, period_start, 'HOLD', attempt_id, minutes, amount, ${scope.now()} from wanted`,
  };
}

/**
 * The hold is taken away first: of two who settle the same call, the second finds none. The account may be rolled
 * over by somebody else meanwhile; then the charge belongs to the period that has begun.
 */
const taken = (scope: Scope, attemptIds: readonly string[]) => sql`
  delete from billing_holds h using billing_accounts b
  where h.company_id = ${scope.companyId} and h.attempt_id in (
      select attempt_id from billing_holds
      where company_id = ${scope.companyId} and attempt_id = any(${attemptIds}::uuid[]) order by attempt_id for update)
    and b.company_id = ${scope.companyId} and b.period_end > ${scope.now()}
  returning h.attempt_id, h.minutes, h.amount`;

/**
 * Charges calls that are all held and gives the rest back. When one of several is not, the others' holds are gone
 * and the account is as it was: several only along with a commit, which then fails.
 */
function charging(scope: Scope, calls: readonly Call[]): Operation {
  const minutes = calls.reduce((sum, call) => sum + call.minutes, 0);
  const attemptIds = calls.map(({ attemptId }) => attemptId);
  return {
    tables: sql`
      hold as (${taken(scope, attemptIds)}), account as (
        update billing_accounts b set held = b.held - total.amount, charged = b.charged + ${minutes}::integer * ${price},
          charged_calls = b.charged_calls + total.calls, updated_at = ${scope.now()}
        from (select sum(amount) as amount, count(*) as calls from hold) total
        where b.company_id = ${scope.companyId} and total.calls = ${calls.length}
        returning b.period_start, ${price} as price
      )`,
    entries: sql`
      insert into billing_entries (id, company_id, period_start, kind, attempt_id, minutes, amount, created_at)
      select e.id, ${scope.companyId}, account.period_start, e.kind, hold.attempt_id,
             case when e.kind = 'CHARGE' then owed.minutes else greatest(0, hold.minutes - owed.minutes) end,
             case when e.kind = 'CHARGE' then owed.minutes * account.price
                  else greatest(0, hold.amount - owed.minutes * account.price) end, ${scope.now()}
      from account, unnest(${attemptIds}::uuid[], ${calls.map((call) => call.minutes)}::integer[],
                           ${calls.map(() => scope.newId())}::uuid[], ${calls.map(() => scope.newId())}::uuid[])
             as owed (attempt_id, minutes, charge_id, release_id) join hold on hold.attempt_id = owed.attempt_id,
           lateral (values (owed.charge_id, 'CHARGE'), (owed.release_id, 'RELEASE')) as e (id, kind)`,
  };
}

/** Gives back what is held for these calls. */
function releasing(scope: Scope, attempts: readonly string[]): Operation {
  const attemptIds = [...new Set(attempts)];
  return {
    tables: sql`
      gone as (${taken(scope, attemptIds)}), account as (
        update billing_accounts b set held = b.held - total.amount, updated_at = ${scope.now()}
        from (select sum(amount) as amount from gone) total
        where b.company_id = ${scope.companyId} and total.amount is not null
        returning b.period_start
      )`,
    entries: sql`
      insert into billing_entries (id, company_id, period_start, kind, attempt_id, minutes, amount, created_at)
      select ids.id, ${scope.companyId}, account.period_start, 'RELEASE', gone.attempt_id, gone.minutes, gone.amount, ${scope.now()}
      from account, gone join unnest(${attemptIds}::uuid[], ${attemptIds.map(() => scope.newId())}::uuid[]) as ids (attempt_id, id)
        on ids.attempt_id = gone.attempt_id`,
  };
}
