import type { Plan } from '@parley/contract/billing.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { testDatabase } from '@parley/testing/database.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../companies/company.actions.ts';
import { readUsage, setPlan } from './account.actions.ts';
import { admit, charge, isExact, release } from './ledger.actions.ts';
import { trialPlan } from './price.model.ts';

const START = Date.parse('2026-01-31T12:00:00Z');
const DAY_MS = 86_400_000;
const actor = { kind: 'system', id: 'test' } as const;
const clock = new ManualClock(new Date(START));

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock, maxConnections: 2 });
});
afterAll(() => store.close());

type Step =
  | { readonly do: 'admit'; readonly minutes: readonly number[]; readonly fails: boolean }
  | { readonly do: 'charge'; readonly pick: number; readonly minutes: number }
  | { readonly do: 'release'; readonly picks: readonly number[] }
  | { readonly do: 'setPlan'; readonly plan: Plan }
  | { readonly do: 'wait'; readonly ms: number };

/** Ten-thousandths, so that the reference only ever adds whole numbers. */
const parts = (amount: number): number => Math.round(amount * 10_000);

/** The rules of money in the plainest words there are, for one company and one caller at a time. */
class Reference {
  plan: Plan = trialPlan(60);
  nowMs = START;
  anchorMs = START;
  endMs = START + 14 * DAY_MS;
  charged = 0;
  calls = 0;
  readonly open = new Map<string, number>();
  readonly settled = new Set<string>();

  get perMinute(): number {
    return this.plan.billingSystem === 'credits' ? parts(this.plan.creditsPerMinute) : parts(1);
  }

  get held(): number {
    return [...this.open.values()].reduce((sum, minutes) => sum + minutes * this.perMinute, 0);
  }

  get left(): number {
    return parts(this.plan.included) + parts(this.plan.purchased) - this.charged - this.held;
  }

  covers(minutes: number): boolean {
    if (this.plan.status !== 'active' && this.plan.status !== 'trialing') return false;
    const beyond = minutes * this.perMinute - Math.max(this.left, 0);
    if (beyond <= 0) return true;
    const { overagePrice, monthlySpendingCap } = this.plan;
    if (overagePrice == null) return false;
    if (monthlySpendingCap == null || overagePrice === 0) return true;
    // What this and the overage before it would cost, in hundred-millionths.
    const overage = minutes * this.perMinute - this.left;
    return overage * parts(overagePrice) <= parts(monthlySpendingCap) * 10_000;
  }

  admit(id: string, minutes: number): void {
    this.open.set(id, minutes);
  }

  charge(id: string, minutes: number): void {
    if (!this.settle(id)) return;
    this.charged += minutes * this.perMinute;
    this.calls++;
  }

  settle(id: string): boolean {
    if (!this.open.delete(id)) return false;
    this.settled.add(id);
    return true;
  }

  setPlan(plan: Plan): void {
    const paid = ({ status }: Plan) => status === 'active' || status === 'past_due';
    const begins =
      plan.billingSystem !== this.plan.billingSystem ||
      (paid(plan) && !paid(this.plan)) ||
      (plan.status === 'trialing' && this.plan.status !== 'trialing');
    this.plan = plan;
    if (begins) {
      [this.charged, this.calls, this.anchorMs] = [0, 0, this.nowMs];
      this.endMs = plan.status === 'trialing' ? this.nowMs + 14 * DAY_MS : this.monthsOn(1);
    }
  }

  wait(ms: number): void {
    this.nowMs += ms;
    if (this.nowMs < this.endMs || this.plan.status === 'canceled') return;
    if (this.plan.status === 'trialing') {
      this.plan = { ...this.plan, status: 'canceled' };
      return;
    }
    const beyond = Math.max(0, this.charged - parts(this.plan.included));
    const purchased = Math.max(0, parts(this.plan.purchased) - beyond) / 10_000;
    this.plan = { ...this.plan, purchased };
    [this.charged, this.calls] = [0, 0];
    for (let month = 1; this.endMs <= this.nowMs; month++) this.endMs = this.monthsOn(month);
  }

  monthsOn(months: number): number {
    const anchor = new Date(this.anchorMs);
    const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth() + months + 1, 0));
    const day = Math.min(anchor.getUTCDate(), lastDay.getUTCDate());
    return lastDay.setUTCDate(day) + (this.anchorMs % DAY_MS);
  }

  view() {
    return {
      status: this.plan.status,
      purchased: this.plan.purchased,
      used: this.charged / 10_000,
      held: this.held / 10_000,
      available: Math.max(0, this.left) / 10_000,
      totalInterviews: this.calls,
    };
  }
}

const minutes = fc.integer({ min: 1, max: 30 });
const pick = fc.nat(40);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('admit' as const),
      minutes: fc.array(minutes, { minLength: 1, maxLength: 4 }),
      fails: fc.integer({ min: 0, max: 4 }).map((number) => number === 4),
    }),
  },
  {
    weight: 4,
    // Sometimes more than was held: the call outlasted its agent's duration.
    arbitrary: fc.record({
      do: fc.constant('charge' as const),
      pick,
      minutes: fc.integer({ min: 0, max: 32 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('release' as const), picks: fc.array(pick, { maxLength: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('setPlan' as const),
      plan: fc.record({
        billingSystem: fc.constantFrom('minutes', 'credits'),
        status: fc.constantFrom('active', 'active', 'active', 'trialing', 'past_due', 'canceled'),
        included: fc.constantFrom(0, 20, 60.5, 200),
        purchased: fc.constantFrom(0, 0.3, 40),
        overagePrice: fc.constantFrom(null, 0, 0.1, 0.3333),
        monthlySpendingCap: fc.constantFrom(null, 0, 0.3, 7),
        currency: fc.constant('EUR'),
        maxConcurrentCalls: fc.constant(10),
        storageBytes: fc.constant(1024),
        creditsPerMinute: fc.constantFrom(1, 0.1, 0.7, 0.3333, 2.5),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40 * DAY_MS }) }),
  },
);

async function runAll(steps: readonly Step[]): Promise<void> {
  clock.advance(START - clock.now().getTime());
  const company = await createCompany(store.database, null, { name: 'Acme' });
  const scope = store.database.within(company.id, actor);
  const reference = new Reference();
  const ids: string[] = [];
  const known = (index: number): string => ids[index % ids.length] ?? store.database.newId();

  for (const next of steps) {
    switch (next.do) {
      case 'admit': {
        const calls = next.minutes.map((each) => ({ attemptId: store.database.newId(), minutes: each }));
        const covered = reference.covers(next.minutes.reduce((sum, each) => sum + each, 0));
        const outcome = await scope
          .transaction(async (inside) => {
            await admit(inside, calls);
            if (next.fails) throw new Error('crashed');
          })
          .then(
            () => 'admitted',
            (error: Error) => (error instanceof Failure ? error.kind : error.message),
          );
        expect(outcome).toBe(covered ? (next.fails ? 'crashed' : 'admitted') : 'payment_required');
        if (outcome !== 'admitted') break;
        for (const { attemptId, minutes: each } of calls) {
          reference.admit(attemptId, each);
          ids.push(attemptId);
        }
        break;
      }
      case 'charge':
        reference.charge(known(next.pick), next.minutes);
        await charge(scope, { attemptId: known(next.pick), minutes: next.minutes });
        break;
      case 'release':
        for (const each of next.picks) reference.settle(known(each));
        await release(scope, next.picks.map(known));
        break;
      case 'setPlan':
        reference.setPlan(next.plan);
        await setPlan(store.database, company.id, next.plan, { actor, client: undefined });
        break;
      case 'wait':
        reference.wait(next.ms);
        clock.advance(next.ms);
    }
    expect(await readUsage(scope)).toMatchObject(reference.view());
    expect(await isExact(scope)).toBe(true);
  }
}

test('after any sequence of operations the balance of a billing account equals the sum of its ledger', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), runAll), {
    numRuns: 20,
  });
});
