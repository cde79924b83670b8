import type { Plan } from '@parley/contract/billing.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { createCompany } from '../companies/company.actions.ts';
import { openAccount, readUsage, setPlan } from './account.actions.ts';
import { lockAccount } from './account.store.ts';
import {
  admit,
  type Call,
  charge,
  divide,
  isExact,
  release,
  reserve,
  unreserve,
  withLedger,
} from './ledger.actions.ts';
import { lockHolds } from './ledger.store.ts';
import { trialPlan } from './price.model.ts';

const DAY_MS = 86_400_000;
const actor = { kind: 'system', id: 'test' } as const;
const clock = new ManualClock('2026-01-31T12:00:00Z');

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());

const plan = (changes: Partial<Plan> = {}): Plan => ({ ...trialPlan(100), status: 'active', ...changes });

async function newScope(): Promise<Scope> {
  const company = await createCompany(store.database, null, { name: 'Acme' });
  return store.database.within(company.id, actor);
}

async function subscribed(changes: Partial<Plan> = {}): Promise<Scope> {
  const scope = await newScope();
  await openAccount(scope, plan(changes));
  return scope;
}

const replan = (scope: Scope, changes: Partial<Plan>) =>
  setPlan(store.database, scope.companyId, plan(changes), { actor, client: undefined });

const call = (minutes: number): Call => ({ attemptId: store.database.newId(), minutes });

async function admitted(scope: Scope, minutes: number): Promise<Call> {
  const one = call(minutes);
  await admit(scope, [one]);
  return one;
}

async function refusal(work: Promise<unknown>): Promise<Failure> {
  const failure = await work.then(
    () => new Error('It was not refused'),
    (error: unknown) => error,
  );
  if (!(failure instanceof Failure)) throw failure;
  return failure;
}

const numbers = async (scope: Scope) => {
  const { used, held, available, totalInterviews } = await readUsage(scope);
  expect(await isExact(scope)).toBe(true);
  return { used, held, available, totalInterviews };
};

const entries = (scope: Scope) =>
  scope.all<{ kind: string; minutes: number; amount: number }>(
    sql`select kind, minutes, amount from billing_entries where company_id = ${scope.companyId} order by id`,
  );

test('an admitted call holds minutes, and its charge keeps the connected minutes and releases the rest', async () => {
  const scope = await subscribed();
  const one = await admitted(scope, 15);
  expect(await numbers(scope)).toEqual({ used: 0, held: 15, available: 85, totalInterviews: 0 });
  await charge(scope, { ...one, minutes: 4 });
  expect(await numbers(scope)).toEqual({ used: 4, held: 0, available: 96, totalInterviews: 1 });
  expect(await entries(scope)).toEqual([
    { kind: 'HOLD', minutes: 15, amount: 15 },
    { kind: 'CHARGE', minutes: 4, amount: 4 },
    { kind: 'RELEASE', minutes: 11, amount: 11 },
  ]);
});

test('a call whose hold is released costs nothing', async () => {
  const scope = await subscribed();
  const [one, two] = [await admitted(scope, 15), await admitted(scope, 20)];
  await release(scope, [one.attemptId, two.attemptId]);
  expect(await numbers(scope)).toEqual({ used: 0, held: 0, available: 100, totalInterviews: 0 });
});

test('a list of calls is admitted as a whole or not at all', async () => {
  const scope = await subscribed({ included: 50 });
  const refused = await refusal(admit(scope, [call(20), call(20), call(11)]));
  expect(refused.details.billing).toEqual({
    requiredMinutes: 51,
    availableMinutes: 50,
    suggestedAction: 'purchase_minutes',
  });
  expect(await entries(scope)).toEqual([]);
  await admit(scope, [call(20), call(20), call(10)]);
  expect(await numbers(scope)).toMatchObject({ held: 50, available: 0 });
});

test.each(['past_due', 'canceled'] as const)(
  'a subscription that is %s admits no calls, whatever is left of it',
  async (status) => {
    const scope = await subscribed({ status });
    expect(await refusal(admit(scope, [call(1)]))).toMatchObject({ kind: 'payment_required' });
    expect(await numbers(scope)).toMatchObject({ used: 0, held: 0 });
  },
);

test('charging several calls together does not charge a call again that was already settled', async () => {
  const scope = await subscribed();
  const [open, settled] = [await admitted(scope, 5), await admitted(scope, 5)];
  await release(scope, [settled.attemptId]);
  await withLedger((ledger) => scope.transaction((inside) => ledger.charge(inside, [open, settled])));
  expect(await numbers(scope)).toEqual({ used: 5, held: 0, available: 95, totalInterviews: 1 });
});

test('in a plan of credits the ledger holds, charges and releases credits, never a negative amount', async () => {
  const scope = await subscribed({ billingSystem: 'credits', creditsPerMinute: 2 });
  await release(scope, [(await admitted(scope, 5)).attemptId]);
  await charge(scope, { ...(await admitted(scope, 5)), minutes: 7 });
  expect((await entries(scope)).map(({ kind, minutes, amount }) => [kind, minutes, amount])).toEqual([
    ['HOLD', 5, 10],
    ['RELEASE', 5, 10],
    ['HOLD', 5, 10],
    ['CHARGE', 7, 14],
    ['RELEASE', 0, 0],
  ]);
});

test('a reservation ends when its calls have used it up, and the unused rest of a reservation can be released', async () => {
  const scope = await subscribed({ billingSystem: 'credits', creditsPerMinute: 2 });
  const [whole, part] = [store.database.newId(), store.database.newId()];
  await reserve(scope, whole, 10);
  await reserve(scope, part, 30);
  await divide(scope, whole, [store.database.newId(), store.database.newId()], 5);
  await divide(scope, part, [store.database.newId(), store.database.newId()], 10);
  const left = await scope.all(
    sql`select minutes from billing_holds where company_id = ${scope.companyId} and attempt_id = any(${[whole, part]}::uuid[])`,
  );
  expect(left).toEqual([{ minutes: 10 }]);
  expect(await numbers(scope)).toMatchObject({ held: 80 });
  await unreserve(scope, part);
  expect(await numbers(scope)).toMatchObject({ held: 60 });
});

test('admitting and releasing an empty list of calls changes nothing', async () => {
  const scope = await newScope();
  await admit(scope, []);
  await release(scope, []);
  expect(await entries(scope)).toEqual([]);
});

test('a call is charged once, however many charges are requested at once', async () => {
  const scope = await subscribed();
  const one = await admitted(scope, 15);
  await Promise.all(Array.from({ length: 5 }, () => charge(scope, { ...one, minutes: 3 })));
  await charge(scope, { ...one, minutes: 9 });
  expect(await numbers(scope)).toEqual({ used: 3, held: 0, available: 97, totalInterviews: 1 });
});

test('a released call cannot be charged, and a charged call cannot be released', async () => {
  const scope = await subscribed();
  const [one, two] = [await admitted(scope, 15), await admitted(scope, 15)];
  await release(scope, [one.attemptId]);
  await charge(scope, { ...one, minutes: 5 });
  await charge(scope, { ...two, minutes: 5 });
  await release(scope, [two.attemptId]);
  expect(await numbers(scope)).toEqual({ used: 5, held: 0, available: 95, totalInterviews: 1 });
});

test('the minutes of a call are released once, however many releases are requested at once', async () => {
  const scope = await subscribed();
  const one = await admitted(scope, 15);
  await Promise.all([1, 2, 3, 4].map(() => release(scope, [one.attemptId, one.attemptId])));
  expect(await numbers(scope)).toMatchObject({ held: 0, available: 100 });
  expect((await entries(scope)).map(({ kind }) => kind)).toEqual(['HOLD', 'RELEASE']);
});

test('a call that was never admitted is neither charged nor released', async () => {
  const scope = await subscribed();
  await charge(scope, call(5));
  await release(scope, [call(5).attemptId]);
  expect(await entries(scope)).toEqual([]);
});

test('a call attempt cannot be admitted twice, even after it was settled', async () => {
  const scope = await subscribed();
  const one = await admitted(scope, 15);
  await expect(admit(scope, [call(1), one])).rejects.toThrow('duplicate key');
  await release(scope, [one.attemptId]);
  await expect(admit(scope, [call(1), one])).rejects.toThrow('duplicate key');
  expect(await numbers(scope)).toMatchObject({ held: 0, available: 100 });
});

test("another company's hold cannot be charged or released", async () => {
  const [mine, theirs] = [await subscribed(), await subscribed()];
  const one = await admitted(mine, 15);
  await charge(theirs, { ...one, minutes: 5 });
  await release(theirs, [one.attemptId]);
  expect(await numbers(mine)).toMatchObject({ used: 0, held: 15 });
  expect(await numbers(theirs)).toMatchObject({ used: 0, held: 0 });
});

test('a call longer than its hold is charged in full, and the next call is refused', async () => {
  const scope = await subscribed({ included: 15 });
  const one = await admitted(scope, 15);
  await charge(scope, { ...one, minutes: 16 });
  expect(await numbers(scope)).toEqual({ used: 16, held: 0, available: 0, totalInterviews: 1 });
  expect((await refusal(admit(scope, [call(1)]))).details.billing).toMatchObject({ availableMinutes: 0 });
});

test('a transaction that fails after an admission leaves neither hold nor ledger entry', async () => {
  const scope = await subscribed();
  const one = await admitted(scope, 10);
  const crash = scope.transaction(async (inside) => {
    await admit(inside, [call(15)]);
    await charge(inside, { ...one, minutes: 3 });
    expect(await isExact(inside)).toBe(true);
    throw new Error('the process died here');
  });
  await expect(crash).rejects.toThrow('the process died here');
  expect(await numbers(scope)).toEqual({ used: 0, held: 10, available: 90, totalInterviews: 0 });
  expect(await entries(scope)).toHaveLength(1);
});

test('a transaction can continue after a call in it was refused for lack of minutes', async () => {
  const scope = await subscribed({ included: 20 });
  await scope.transaction(async (inside) => {
    await admit(inside, [call(15)]);
    await refusal(admit(inside, [call(15)]));
    await admit(inside, [call(5)]);
  });
  expect(await numbers(scope)).toMatchObject({ held: 20, available: 0 });
});

test('minutes held in one billing period can be charged in the next', async () => {
  const scope = await subscribed({ included: 50, purchased: 30 });
  const [early, late] = [await admitted(scope, 40), await admitted(scope, 25)];
  await charge(scope, early);
  clock.advance(31 * DAY_MS);
  expect(await numbers(scope)).toEqual({ used: 0, held: 25, available: 55, totalInterviews: 0 });
  await charge(scope, { ...late, minutes: 20 });
  expect(await numbers(scope)).toEqual({ used: 20, held: 0, available: 60, totalInterviews: 1 });
  expect((await entries(scope)).filter(({ kind }) => kind === 'ROLL_OVER')).toEqual([
    { kind: 'ROLL_OVER', minutes: 0, amount: 40 },
  ]);
});

test('a billing period rolls over once, however many calls arrive after its end', async () => {
  const scope = await subscribed({ included: 50, purchased: 30 });
  const calls = await Promise.all([10, 10, 10, 10, 10, 10].map((minutes) => admitted(scope, minutes)));
  await Promise.all(calls.slice(0, 5).map((one) => charge(scope, { ...one, minutes: 10 })));
  await charge(scope, { ...(calls[5] as Call), minutes: 10 });
  clock.advance(40 * DAY_MS);
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((minutes) => admitted(scope, minutes)));
  expect((await entries(scope)).filter(({ kind }) => kind === 'ROLL_OVER')).toHaveLength(1);
  expect(await numbers(scope)).toMatchObject({ used: 0, held: 36, available: 50 + 20 - 36 });
});

test('a call that is open when the trial expires is settled, and no new call is admitted', async () => {
  const scope = await newScope();
  const [one, two] = [await admitted(scope, 15), await admitted(scope, 15)];
  clock.advance(14 * DAY_MS);
  expect((await refusal(admit(scope, [call(1)]))).details.billing).toEqual({
    requiredMinutes: 1,
    availableMinutes: 0,
    suggestedAction: 'upgrade_plan',
  });
  await charge(scope, { ...one, minutes: 5 });
  clock.advance(3 * DAY_MS);
  await charge(scope, { ...two, minutes: 6 });
  clock.advance(60 * DAY_MS);
  expect(await numbers(scope)).toEqual({ used: 11, held: 0, available: 49, totalInterviews: 2 });
});

test('concurrent first calls of a company open one trial and each hold minutes', async () => {
  const scope = await newScope();
  await Promise.all([admitted(scope, 10), admitted(scope, 20), readUsage(scope), admitted(scope, 30)]);
  expect(await numbers(scope)).toEqual({ used: 0, held: 60, available: 0, totalInterviews: 0 });
});

test('a refused first call leaves the trial unchanged', async () => {
  const scope = await newScope();
  await refusal(admit(scope, [call(61)]));
  expect(await numbers(scope)).toMatchObject({ held: 0, available: 60 });
});

test('the trial starts when the company is created, not when it is first read', async () => {
  const scope = await newScope();
  const madeAt = clock.now();
  clock.advance(10 * DAY_MS);
  expect(await readUsage(scope)).toMatchObject({
    status: 'trialing',
    period: {
      start: madeAt.toISOString(),
      end: new Date(madeAt.getTime() + 14 * DAY_MS).toISOString(),
    },
  });
  const other = await newScope();
  clock.advance(14 * DAY_MS);
  expect(await readUsage(other)).toMatchObject({ status: 'canceled', available: 60 });
});

test('fractions of credits add up without rounding errors', async () => {
  const scope = await subscribed({ billingSystem: 'credits', creditsPerMinute: 0.1, included: 100 });
  const calls = Array.from({ length: 30 }, () => call(1));
  for (const one of calls.slice(0, 10)) await admit(scope, [one]);
  await admit(scope, calls.slice(10));
  expect(await numbers(scope)).toMatchObject({ held: 3, available: 97 });
  for (const one of calls.slice(0, 7)) await charge(scope, one);
  await release(
    scope,
    calls.slice(7, 20).map(({ attemptId }) => attemptId),
  );
  expect(await numbers(scope)).toMatchObject({ used: 0.7, held: 1, available: 98.3 });
});

test('a new price applies to open holds, and charged calls keep the old price', async () => {
  const scope = await subscribed({ billingSystem: 'credits', creditsPerMinute: 2 });
  const [one, two] = [await admitted(scope, 10), await admitted(scope, 5)];
  await charge(scope, { ...two, minutes: 4 });
  await replan(scope, { billingSystem: 'credits', creditsPerMinute: 0.7 });
  expect(await numbers(scope)).toMatchObject({ used: 8, held: 7, available: 85 });
  await charge(scope, { ...one, minutes: 3 });
  expect(await numbers(scope)).toMatchObject({ used: 10.1, held: 0, available: 89.9 });
});

test('changing the plan between minutes and credits starts a new period and converts open holds', async () => {
  const scope = await subscribed();
  const [one, two] = [await admitted(scope, 10), await admitted(scope, 5)];
  await charge(scope, { ...two, minutes: 4 });
  await replan(scope, { billingSystem: 'credits', creditsPerMinute: 2.5, included: 40 });
  expect(await numbers(scope)).toEqual({ used: 0, held: 25, available: 15, totalInterviews: 0 });
  await charge(scope, { ...one, minutes: 2 });
  expect(await numbers(scope)).toEqual({ used: 5, held: 0, available: 35, totalInterviews: 1 });
});

test('a plan can change between minutes and credits several times at the same instant, with charges in between', async () => {
  const scope = await subscribed();
  for (const billingSystem of ['credits', 'minutes', 'credits', 'minutes'] as const) {
    const one = await admitted(scope, 5);
    await charge(scope, { ...one, minutes: 3 });
    expect(await numbers(scope)).toMatchObject({ used: 3, totalInterviews: 1 });
    await replan(scope, { billingSystem });
    expect(await numbers(scope)).toMatchObject({ used: 0, totalInterviews: 0 });
  }
});

test('setting the same billing plan twice changes nothing the second time', async () => {
  const scope = await subscribed();
  await charge(scope, await admitted(scope, 5));
  await admitted(scope, 7);
  const wanted = { billingSystem: 'credits', creditsPerMinute: 3, included: 500 } as const;
  await replan(scope, wanted);
  await charge(scope, await admitted(scope, 5));
  const before = [await readUsage(scope), await entries(scope)];
  clock.advance(DAY_MS);
  await replan(scope, wanted);
  expect([await readUsage(scope), await entries(scope)]).toEqual(before);
});

test('a plan smaller than usage and holds admits no calls and keeps the existing holds', async () => {
  const scope = await subscribed();
  await charge(scope, await admitted(scope, 30));
  const open = await admitted(scope, 20);
  await replan(scope, { included: 40 });
  expect(await numbers(scope)).toEqual({ used: 30, held: 20, available: 0, totalInterviews: 1 });
  expect((await refusal(admit(scope, [call(1)]))).details.billing).toMatchObject({ availableMinutes: 0 });
  await release(scope, [open.attemptId]);
  expect(await numbers(scope)).toMatchObject({ available: 10 });
});

test('a subscription after a trial starts a new period; a subscription returning from past_due keeps its period', async () => {
  const scope = await newScope();
  await charge(scope, await admitted(scope, 30));
  clock.advance(5 * DAY_MS);
  await replan(scope, {});
  const begun = await readUsage(scope);
  expect(begun).toMatchObject({ used: 0, period: { start: clock.now().toISOString() } });
  await charge(scope, await admitted(scope, 9));
  await replan(scope, { status: 'past_due' });
  await replan(scope, { status: 'active' });
  expect(await readUsage(scope)).toMatchObject({ used: 9, period: begun.period });
});

test('a trial that is granted after a cancellation begins with no usage', async () => {
  const scope = await subscribed();
  await charge(scope, await admitted(scope, 5));
  await replan(scope, { status: 'canceled' });
  await replan(scope, { status: 'trialing' });
  expect(await numbers(scope)).toMatchObject({ used: 0, available: 100 });
});

test('a call that asks for admission while the plan is being changed waits, and counts against the new plan', async () => {
  const scope = await subscribed({ included: 10 });
  const results = await Promise.allSettled([
    replan(scope, { included: 1000 }),
    ...Array.from({ length: 20 }, () => admitted(scope, 10)),
  ]);
  const held = 10 * (results.filter(({ status }) => status === 'fulfilled').length - 1);
  expect(await numbers(scope)).toMatchObject({ held, available: 1000 - held });
});

test('deleting a company deletes its ledger, including entries being written', async () => {
  const scope = await subscribed();
  await admitted(scope, 10);
  const { deletion } = await scope.transaction(async (inside) => {
    await admit(inside, [call(20)]);
    const deleting = store.database.run(sql`delete from companies where id = ${scope.companyId}`);
    await somebodyWaits(store.database);
    return { deletion: deleting };
  });
  await deletion;
  const left = await store.database.all(sql`
    select attempt_id from billing_holds where company_id = ${scope.companyId}
    union all select attempt_id from billing_entries where company_id = ${scope.companyId}`);
  expect(left).toEqual([]);
  await expect(admit(scope, [call(5)])).rejects.toThrow();
});

/** A company that has reserved ten minutes for a list of calls. */
async function reserved() {
  const company = await createCompany(store.database, null, { name: 'Acme' });
  const scope = store.database.within(company.id, { kind: 'system', id: 'test' });
  await openAccount(scope, trialPlan(100));
  const id = store.database.newId();
  await reserve(scope, id, 10);
  return { scope, id };
}

test.each<[string, (scope: Scope, id: string) => Promise<void>, number]>([
  ['growing', (scope, id) => reserve(scope, id, 5), 15],
  ['being split', (scope, id) => divide(scope, id, [scope.newId()], 5), 10],
  ['being released', (scope, id) => unreserve(scope, id), 0],
])(
  'a reservation that is %s waits for a change of the plan, and the change does not wait for the reservation',
  async (_, work, held) => {
    const { scope, id } = await reserved();
    let working: Promise<void> | undefined;
    // In the order in which a change of the plan takes them.
    await scope.transaction(async (inside) => {
      await lockHolds(inside);
      working = work(scope, id);
      await somebodyWaits(store.database, working);
      await lockAccount(inside);
    });
    await working;
    expect((await readUsage(scope)).held).toBe(held);
    expect(await isExact(scope)).toBe(true);
  },
);
