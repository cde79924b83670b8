import { callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { ledgerFolder } from '@parley/testing/dial-fence.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attemptsOf } from '../domains/conversations/call-attempt.store.ts';
import {
  diallingPause,
  lostDialsSince,
  pauseDialling,
  resumeDialling,
} from '../domains/conversations/dial-ledger.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { sql } from '../storage/sql.ts';
import type { DialFence } from './dial-fence.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let ledgers: Awaited<ReturnType<typeof ledgerFolder>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
beforeEach(async () => {
  ledgers = await ledgerFolder();
  for (const query of [
    sql`delete from live_calls`,
    sql`delete from conversations`,
    sql`delete from dial_ledgers`,
    sql`delete from lost_dials`,
    sql`delete from dialling_pause`,
  ])
    await store.database.run(query);
  return () => ledgers.remove();
});

const workerId = '01890000-0000-7000-8000-000000000001';
const someone = (last: string) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: `+4144668180${last}`,
  gdprExpiryDate: '2099-12-31',
});

/** What a dispatcher does, up to the call; answers the conversations that it would call. */
async function dial(fence: DialFence): Promise<string[]> {
  if (!(await fence.isOpen())) return [];
  const claimed = await claimDue(store.database, workerId, 100, undefined, fence);
  return (await fence.record(claimed)) === undefined
    ? claimed.map(({ conversationId }) => conversationId)
    : [];
}

/** As a database that has lost everything since the calls were created. */
async function loseClaims(): Promise<void> {
  await store.database.run(sql`delete from live_calls`);
  await store.database.run(sql`delete from dial_ledgers`);
  await store.database.run(sql`update call_attempts set status = 'SCHEDULED', called_at = null`);
  await store.database.run(sql`update conversations set status = 'SCHEDULED'`);
}

test('after a failover lost the claim on a call, the same worker does not place the call again', async () => {
  const place = await callingCompany(store.database);
  const { conversation } = await waitingCall(place);
  const { fence, said } = ledgers.worker(store.database);
  expect(await dial(fence)).toEqual([conversation.id]);
  await loseClaims();
  fence.doubt();
  expect(await dial(fence)).toEqual([]);
  expect(await attemptsOf(place.scope, [conversation.id])).toMatchObject([
    { status: 'FAILED', reasonCode: 'LOST', notes: expect.stringContaining('was called at') },
  ]);
  expect(said).toEqual([expect.stringContaining('has lost 1 calls')]);
});

test('a worker detects by itself that a failover lost its claims on calls', async () => {
  const place = await callingCompany(store.database);
  const { conversation } = await waitingCall(place);
  const { fence } = ledgers.worker(store.database);
  expect(await dial(fence)).toEqual([conversation.id]);
  await loseClaims();
  expect(await dial(fence)).toEqual([]);
  expect(await dial(fence)).toEqual([]);
  expect(await attemptsOf(place.scope, [conversation.id])).toMatchObject([{ status: 'FAILED' }]);
});

test('after a failover lost the claim on a call, another worker does not place the call again', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place);
  expect(await dial(ledgers.worker(store.database).fence)).toHaveLength(1);
  await loseClaims();
  expect(await dial(ledgers.worker(store.database).fence)).toEqual([]);
});

test('the number of a call that a failover lost is not called by other conversations for a day', async () => {
  const place = await callingCompany(store.database);
  const first = await waitingCall(place, { contact: someone('1') });
  const { fence } = ledgers.worker(store.database);
  expect(await dial(fence)).toHaveLength(1);
  await loseClaims();
  await place.scope.run(
    sql`delete from conversations where company_id = ${place.scope.companyId} and id = ${first.conversation.id}`,
  );
  await waitingCall(place, { contact: someone('1') });
  const other = await waitingCall(place, { contact: someone('2') });
  fence.doubt();
  expect(await dial(fence)).toEqual([other.conversation.id]);
  expect(await lostDialsSince(store.database, new Date(0))).toMatchObject([
    { conversationId: first.conversation.id, attemptNumber: 1, conversationStatus: null },
  ]);
});

test('a call whose dial-ledger entry was withdrawn is placed after a failover lost its claim', async () => {
  await waitingCall(await callingCompany(store.database));
  const { fence } = ledgers.worker(store.database);
  await fence.isOpen();
  const claimed = await claimDue(store.database, workerId, 10, undefined, fence);
  await fence.record(claimed);
  await fence.takeBack(claimed);
  await loseClaims();
  fence.doubt();
  expect(await dial(fence)).toHaveLength(1);
});

test('a call not placed because the dial fence was unreadable is placed after a failover lost its claim', async () => {
  await waitingCall(await callingCompany(store.database));
  let isAway = false;
  const { fence, ledger } = ledgers.worker(store.database, {
    objects: {
      put: ledgers.objects.put,
      get: async (key) => {
        if (isAway && key === 'dial-fence/database') throw new Error('no answer');
        return ledgers.objects.get(key);
      },
    },
  });
  await fence.isOpen();
  const claimed = await claimDue(store.database, workerId, 10, undefined, fence);
  isAway = true;
  expect(await fence.record(claimed)).toContain('no answer');
  isAway = false;
  await waitFor(async () => expect(await ledger.linesAfter(ledger.id, 0)).toEqual([]));
  await loseClaims();
  fence.doubt();
  expect(await dial(fence)).toHaveLength(1);
});

test('a standby is not accepted as the database from which calls are placed', async () => {
  // It tells neither its WAL position nor its timeline, but everything else.
  let refusals = 2;
  const standby = new Proxy(store.database, {
    get(target, name) {
      if (name === 'first' && refusals > 0)
        return async () => {
          refusals -= 1;
          throw Object.assign(new Error('recovery is in progress'), { code: '55000' });
        };
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const { fence } = ledgers.worker(standby);
  expect(await fence.isOpen()).toBe(false);
  expect(fence.stopped).toMatchObject({ reason: 'ledger', words: expect.stringContaining('recovery is') });
  expect(await ledgers.objects.get('dial-fence/database')).toBeUndefined();
});

test('a restart of the database that loses no claims on calls changes nothing', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place);
  const { fence, said } = ledgers.worker(store.database);
  expect(await dial(fence)).toHaveLength(1);
  fence.doubt();
  await waitingCall(place);
  expect(await dial(fence)).toHaveLength(1);
  expect(said).toEqual([]);
});

test('calls claimed before another database was promoted are not placed', async () => {
  await waitingCall(await callingCompany(store.database));
  const { fence } = ledgers.worker(store.database);
  await fence.isOpen();
  const claimed = await claimDue(store.database, workerId, 10, undefined, fence);
  const promoted = JSON.stringify({ system: '1', timeline: 9, databaseOid: 1 });
  await ledgers.objects.put('dial-fence/database', Buffer.from(promoted), {
    contentType: 'application/json',
  });
  expect(await fence.record(claimed)).toContain('a different database');
  expect(await fence.isOpen()).toBe(false);
  expect(fence.stopped).toMatchObject({
    reason: 'other_database',
    words: expect.stringContaining('places calls from a different database'),
  });
});

test('no call is placed while the object store is unavailable', async () => {
  await waitingCall(await callingCompany(store.database));
  const { fence } = ledgers.worker(store.database, {
    objects: {
      ...ledgers.objects,
      put: async (key, body, options) => {
        if (key.startsWith('dial-ledger/')) throw new Error('no space left');
        return ledgers.objects.put(key, body, options);
      },
    },
  });
  expect(await dial(fence)).toEqual([]);
});

test('while the dial ledger cannot be written, nothing is claimed and the reason is known; then dialling goes on', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place);
  let isFull = false;
  const { fence, ledger, said } = ledgers.worker(store.database, {
    objects: {
      ...ledgers.objects,
      put: async (key, body, options) => {
        if (isFull && key.startsWith('dial-ledger/')) throw new Error('no space left');
        return ledgers.objects.put(key, body, options);
      },
    },
  });
  expect(await fence.isOpen()).toBe(true);
  isFull = true;
  expect(await dial(fence)).toEqual([]);
  expect(fence.stopped).toEqual({ reason: 'ledger', words: expect.stringContaining('no space left') });
  const { conversation } = await waitingCall(place);
  expect(await dial(fence)).toEqual([]);
  expect(await attemptsOf(place.scope, [conversation.id])).toMatchObject([{ status: 'SCHEDULED' }]);
  expect(said).toEqual([expect.stringContaining('Nobody is dialled: the dial ledger cannot be written')]);
  isFull = false;
  expect(await fence.look()).toBeUndefined();
  expect(await ledger.linesAfter(ledger.id, 0)).toEqual([]);
  expect(await dial(fence)).toEqual([conversation.id]);
});

test('why a worker dials nobody is found out without a call that is due, and so is that it is over', async () => {
  let offMs = 0;
  const { fence } = ledgers.worker(store.database, { wallClock: () => new Date(Date.now() + offMs) });
  expect(await fence.look()).toBeUndefined();
  await pauseDialling(store.database, 'Paused by --paused');
  expect(await fence.look()).toEqual({ reason: 'paused', words: 'Paused by --paused' });
  await resumeDialling(store.database);
  expect(await fence.look()).toBeUndefined();
  offMs = 6000;
  expect(await fence.look()).toMatchObject({ reason: 'clock' });
  offMs = 0;
  expect(await fence.look()).toBeUndefined();
});

test('a comparison of the dial ledger that does not end is a reason why nobody is dialled', async () => {
  const hangs = Promise.withResolvers<never>();
  const { fence } = ledgers.worker(store.database, {
    objects: { ...ledgers.objects, get: () => hangs.promise },
    patienceMs: 1,
  });
  expect(await fence.look()).toEqual({
    reason: 'ledger',
    words: expect.stringContaining('is still being compared'),
  });
});

test('a paused installation places no calls before it is resumed', async () => {
  await waitingCall(await callingCompany(store.database));
  const { fence, said } = ledgers.worker(store.database);
  await pauseDialling(store.database, 'Paused by --paused');
  expect(await dial(fence)).toEqual([]);
  expect([fence.stopped?.words, said]).toEqual(['Paused by --paused', ['Paused by --paused']]);
  await resumeDialling(store.database);
  expect(await dial(fence)).toHaveLength(1);
  expect(fence.stopped).toBeUndefined();
});

test('after a failover lost more than a minute of claims, no call is placed before the operator resumes', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place);
  const { fence, ledger } = ledgers.worker(store.database);
  await fence.isOpen();
  const [attempt] = await claimDue(store.database, workerId, 10, undefined, fence);
  const mark = { ...attempt?.mark, at: new Date(Date.now() - 120_000) };
  await fence.record([{ ...attempt, mark } as NonNullable<typeof attempt>]);
  expect((await ledger.heads()).map(({ claims }) => claims)).toEqual([1]);
  await loseClaims();
  await waitingCall(place);
  fence.doubt();
  expect(await dial(fence)).toEqual([]);
  expect((await diallingPause(store.database))?.reason).toContain('parley resume');
  await resumeDialling(store.database);
  expect(await dial(fence)).toHaveLength(1);
});

test.each([
  [6000, 'ahead of'],
  [-6000, 'behind'],
])('a worker whose clock is %i ms off places no calls and says so', async (skewMs, words) => {
  await waitingCall(await callingCompany(store.database));
  let offMs = skewMs;
  const { fence, said } = ledgers.worker(store.database, { wallClock: () => new Date(Date.now() + offMs) });
  expect(await dial(fence)).toEqual([]);
  expect(await dial(fence)).toEqual([]);
  expect(said).toEqual([expect.stringContaining(`6 seconds ${words} the database's`)]);
  offMs = 0;
  expect(await dial(fence)).toHaveLength(1);
});

test('a worker with an outdated database clock after a suspension places no calls', async () => {
  await waitingCall(await callingCompany(store.database));
  let offMs = -3_600_000;
  const { fence, said } = ledgers.worker(store.database, {
    databaseClock: () => new Date(Date.now() + offMs),
  });
  expect(await dial(fence)).toEqual([]);
  expect(said).toEqual([expect.stringContaining("3600 seconds behind the database's")]);
  offMs = 0;
  expect(await dial(fence)).toHaveLength(1);
});
