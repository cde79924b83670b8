import { ManualClock } from '@parley/kernel/clock.ts';
import { callingCompany, endedCall, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { isExact } from '../billing/ledger.actions.ts';
import { claimDue, endingsOfDays } from './dispatch.actions.ts';
import { settle, settleTogether } from './settlement.actions.ts';

/** In Zurich it is half past midnight already. */
const clock = new ManualClock('2026-11-16T23:30:00.000Z');
let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());

const agent = { duration: 10, retryPolicy: { maxAttempts: 2, delaySeconds: [600] } };

test("a call is counted by its outcome, on its date in the company's time zone", async () => {
  const place = await callingCompany(store.database, { agent });
  await store.database.run(
    sql`update companies set timezone = 'Europe/Zurich' where id = ${place.scope.companyId}`,
  );
  const calls = [await waitingCall(place), await waitingCall(place), await waitingCall(place)];
  await claimDue(store.database, workerId, 10);
  const [first, second, third] = calls as [(typeof calls)[0], (typeof calls)[0], (typeof calls)[0]];
  await settleTogether(store.database, [
    endedCall(place, first, { kind: 'finished' }, 61),
    endedCall(place, second, { kind: 'finished' }, 5),
    endedCall(place, third, { kind: 'busy' }),
  ]);
  expect(await endingsOfDays(place.scope, '2026-11-16', '2026-11-16')).toEqual([]);
  expect(await endingsOfDays(place.scope, '2026-11-17', '2026-11-17')).toEqual([
    { status: 'BUSY', reasonCode: 'BUSY', calls: 1, minutes: 0 },
    { status: 'COMPLETED', reasonCode: null, calls: 2, minutes: 3 },
  ]);
});

test('a call settled twice counts once in the daily counts, and a call that was never placed does not count', async () => {
  const place = await callingCompany(store.database, { agent });
  const [called, uncalled] = [await waitingCall(place), await waitingCall(place)];
  await claimDue(store.database, workerId, 1);
  const ended = endedCall(place, called, { kind: 'finished' }, 5);
  await settle(store.database, ended);
  await settle(store.database, ended);
  await settle(store.database, {
    ...endedCall(place, uncalled, { kind: 'do_not_call' }),
    workerId: undefined,
  });
  expect(await endingsOfDays(place.scope, '2026-11-16', '2026-11-16')).toMatchObject([
    { calls: 1, minutes: 1 },
  ]);
});

test('processes that settle calls of one company concurrently do not block each other', async () => {
  const place = await callingCompany(store.database, { agent, plan: { maxConcurrentCalls: 100 } });
  const calls = [];
  for (let i = 0; i < 24; i += 1) calls.push(await waitingCall(place));
  await claimDue(store.database, workerId, 100);
  // Every other one leads to a further call, for which the account is taken long before the commit.
  const settled = await Promise.all(
    calls.map((call, nth) =>
      settle(
        store.database,
        endedCall(place, call, { kind: nth % 2 === 0 ? 'finished' : 'busy' }, nth % 2 === 0 ? 5 : null),
      ),
    ),
  );
  expect(new Set(settled.map(({ kind }) => kind))).toEqual(new Set(['settled']));
  const days = await endingsOfDays(place.scope, '2026-11-16', '2026-11-16');
  expect(days.map(({ status, calls: count }) => [status, count])).toEqual([
    ['BUSY', 12],
    ['COMPLETED', 12],
  ]);
  expect(await isExact(place.scope)).toBe(true);
});
