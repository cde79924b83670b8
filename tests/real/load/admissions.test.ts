import type { Plan } from '@parley/contract/billing.ts';
import { systemClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { openAccount, readUsage } from '@parley/service/domains/billing/account.actions.ts';
import {
  admit,
  type Call,
  charge,
  isExact,
  release,
} from '@parley/service/domains/billing/ledger.actions.ts';
import { trialPlan } from '@parley/service/domains/billing/price.model.ts';
import { createCompany } from '@parley/service/domains/companies/company.actions.ts';
import { failureResponse } from '@parley/service/http/failure-response.ts';
import { Database } from '@parley/service/storage/database.ts';
import type { Scope } from '@parley/service/storage/scope.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ATTEMPTS = 1000;
const COVERED = 613;
const MINUTES = 15;
const actor = { kind: 'system', id: 'test' } as const;

let store: Awaited<ReturnType<typeof testDatabase>>;
/** A second process: its own pool, prepared statements and ids. */
let other: Database;
beforeAll(async () => {
  store = await testDatabase({ maxConnections: 8 });
  const send = async () => {};
  other = new Database({
    url: store.url,
    clock: systemClock,
    newId: uuid7(systemClock),
    send,
    maxConnections: 8,
  });
});
afterAll(async () => {
  await other.close();
  await store.close();
});

/** One company, seen from each of the processes. */
async function company(
  plan: Partial<Plan>,
  processes: readonly Database[],
): Promise<(turn: number) => Scope> {
  const { id } = await createCompany(store.database, null, { name: 'Acme' });
  const scopes = processes.map((database) => database.within(id, actor));
  await openAccount(scopes[0] as Scope, { ...trialPlan(0), status: 'active', ...plan });
  return (turn) => scopes[turn % scopes.length] as Scope;
}

const newCall = (minutes: number): Call => ({ attemptId: store.database.newId(), minutes });

interface Tried {
  readonly calls: readonly Call[];
  /** What a client would have got. */
  readonly status: number;
  readonly billing: { readonly requiredMinutes: number; readonly availableMinutes: number } | undefined;
}

const tryAll = (scopeOf: (turn: number) => Scope, lists: readonly (readonly Call[])[]): Promise<Tried[]> =>
  Promise.all(
    lists.map(async (calls, turn) => {
      try {
        await admit(scopeOf(turn), calls);
        return { calls, status: 201, billing: undefined };
      } catch (error) {
        const { status, body } = failureResponse(error, '', new Date());
        return { calls, status, billing: body.billing as Tried['billing'] };
      }
    }),
  );

const minutesOf = (calls: readonly Call[]): number => calls.reduce((sum, { minutes }) => sum + minutes, 0);

const countRows = async (scope: Scope) =>
  await scope.first<{ holds: number; charges: number; releases: number }>(sql`
    select (select count(*) from billing_holds where company_id = ${scope.companyId}) as holds,
           count(*) filter (where kind = 'CHARGE') as charges, count(*) filter (where kind = 'RELEASE') as releases
    from billing_entries where company_id = ${scope.companyId}`);

test.each([
  ['one process', () => [store.database]],
  ['two processes', () => [store.database, other]],
])(
  'of 1,000 concurrent calls exactly those that the plan covers are admitted and charged: %s',
  async (_case, processes) => {
    // One minute short of one more.
    const included = COVERED * MINUTES + MINUTES - 1;
    const scopeOf = await company({ included }, processes());
    const tried = await tryAll(
      scopeOf,
      Array.from({ length: ATTEMPTS }, () => [newCall(MINUTES)]),
    );

    const admitted = tried.filter(({ status }) => status === 201).flatMap(({ calls }) => calls);
    const refused = tried.filter(({ status }) => status === 402);
    expect([admitted.length, refused.length]).toEqual([COVERED, ATTEMPTS - COVERED]);
    const billing = {
      requiredMinutes: MINUTES,
      availableMinutes: MINUTES - 1,
      suggestedAction: 'purchase_minutes',
    };
    expect(refused.every((one) => JSON.stringify(one.billing) === JSON.stringify(billing))).toBe(true);
    expect(await readUsage(scopeOf(0))).toMatchObject({
      used: 0,
      held: COVERED * MINUTES,
      available: MINUTES - 1,
    });
    expect(await isExact(scopeOf(0))).toBe(true);

    // Every third was unanswered, the others talked; every fifth is settled twice, by both processes where there are two.
    const unanswered = (turn: number): boolean => turn % 3 === 0;
    const talked = (turn: number): number => 1 + (turn % MINUTES);
    const settle = ({ attemptId }: Call, turn: number, by: number) =>
      unanswered(turn)
        ? release(scopeOf(by), [attemptId])
        : charge(scopeOf(by), { attemptId, minutes: talked(turn) });
    await Promise.all(
      admitted.flatMap((call, turn) =>
        (turn % 5 === 0 ? [turn, turn + 1] : [turn]).map((by) => settle(call, turn, by)),
      ),
    );

    const charged = admitted.map((_, turn) => turn).filter((turn) => !unanswered(turn));
    const used = charged.reduce((sum, turn) => sum + talked(turn), 0);
    expect(await readUsage(scopeOf(0))).toMatchObject({
      used,
      held: 0,
      available: included - used,
      totalInterviews: charged.length,
    });
    expect(await isExact(scopeOf(0))).toBe(true);
    expect(await countRows(scopeOf(0))).toEqual({ holds: 0, charges: charged.length, releases: COVERED });
  },
);

test('concurrent calls never reserve a minute twice, and a batch of calls is admitted whole or not at all', async () => {
  const included = 2345;
  const scopeOf = await company({ included }, [store.database, other]);
  const lists = Array.from({ length: 400 }, (_, turn) =>
    Array.from({ length: turn % 4 === 0 ? 1 + (turn % 7) : 1 }, (_each, place) =>
      newCall(1 + ((turn + place) % 20)),
    ),
  );
  const tried = await tryAll(scopeOf, lists);

  const held = minutesOf(tried.filter(({ status }) => status === 201).flatMap(({ calls }) => calls));
  const refused = tried.filter(({ status }) => status === 402);
  expect(refused.length).toBeGreaterThan(0);
  expect(held).toBeLessThanOrEqual(included);
  expect(await readUsage(scopeOf(0))).toMatchObject({ held, available: included - held });
  expect(await isExact(scopeOf(0))).toBe(true);
  const holds = await scopeOf(0).all<{ attemptId: string }>(
    sql`select attempt_id as "attemptId" from billing_holds where company_id = ${scopeOf(0).companyId}`,
  );
  const there = new Set(holds.map(({ attemptId }) => attemptId));
  for (const { calls, status, billing } of tried) {
    expect(calls.filter(({ attemptId }) => there.has(attemptId)).length).toBe(
      status === 201 ? calls.length : 0,
    );
    if (!billing) continue;
    expect(billing.requiredMinutes).toBe(minutesOf(calls));
    expect(billing.requiredMinutes).toBeGreaterThan(billing.availableMinutes);
    // Nothing was given back, so what is left at the end was there for everybody.
    expect(billing.availableMinutes).toBeGreaterThanOrEqual(included - held);
  }
});

test('a spending cap holds under a hundred concurrent calls', async () => {
  const scopeOf = await company({ included: 100, overagePrice: 0.1, monthlySpendingCap: 30 }, [
    store.database,
    other,
  ]);
  const tried = await tryAll(
    scopeOf,
    Array.from({ length: 100 }, () => [newCall(7)]),
  );
  const admitted = tried.filter(({ status }) => status === 201);
  expect(admitted.length).toBe(Math.floor(400 / 7));
  await Promise.all(admitted.flatMap(({ calls: [call] }, turn) => charge(scopeOf(turn), call as Call)));
  expect(await readUsage(scopeOf(0))).toMatchObject({
    used: 399,
    available: 0,
    costs: { interview_minutes: 29.9 },
  });
  expect(await isExact(scopeOf(0))).toBe(true);
});
