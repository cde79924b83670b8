import { addLiveWorker } from '@parley/testing/live-worker.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CompanyId, type Sql, sql } from '../../storage/sql.ts';
import { admitCall, endTrunkCall, forgetOldTrunkCalls } from './trunk-call.actions.ts';

const [ONE, OTHER] = ['01890000-0000-7000-8000-00000000aaaa', '01890000-0000-7000-8000-00000000bbbb'];
const TO = '+41446681800';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany();
  for (const worker of [ONE, OTHER]) await addLiveWorker(service.services.database, worker);
});

const scope = () => service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
const trunkWith = async (limits: object): Promise<string> =>
  (await company.api.post('/trunks', { name: 'T', host: 'sip.example.com', ...limits })).body.id;
const admit = (trunkId: string | null, workerId = ONE, from: string | null = null) =>
  admitCall(scope(), { trunkId, workerId, to: TO, from });
/** Whatever was called has been for so much longer. */
async function age(by: string): Promise<void> {
  const { database } = service.services;
  await database.run(sql`update call_counts set hour = hour - ${by}::interval`);
  await database.run(
    sql`update trunk_calls set began_at = began_at - ${by}::interval where company_id = ${company.id}`,
  );
}
const over = { status: 200, isOffered: true, rangAfterMs: 10, answeredAfterMs: 20, endedAfterMs: 30 };

async function admitted(trunkId: string | null, workerId = ONE): Promise<string> {
  const admission = await admit(trunkId, workerId);
  if (admission.kind !== 'admitted') throw new Error(JSON.stringify(admission));
  return admission.callId;
}

test("concurrent calls are admitted only up to the trunk's limit of concurrent calls", async () => {
  const trunkId = await trunkWith({ maxConcurrentCalls: 3 });
  const asked = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => admit(trunkId, turn % 2 === 0 ? ONE : OTHER)),
  );
  expect(asked.filter(({ kind }) => kind === 'admitted')).toHaveLength(3);
});

test('a full trunk admits another call as soon as one of its calls has ended', async () => {
  const trunkId = await trunkWith({ maxConcurrentCalls: 1 });
  const callId = await admitted(trunkId);
  expect(await admit(trunkId, OTHER)).toMatchObject({ kind: 'wait', waitMs: 5000 });
  await endTrunkCall(scope(), callId, over);
  expect((await admit(trunkId, OTHER)).kind).toBe('admitted');
});

test("calls of a lost worker do not count toward a trunk's concurrent calls", async () => {
  const trunkId = await trunkWith({ maxConcurrentCalls: 1 });
  await admitted(trunkId, OTHER);
  expect((await admit(trunkId)).kind).toBe('wait');
  await service.services.database.run(
    sql`update workers set last_seen_at = clock_timestamp() - interval '1 minute' where id = ${OTHER}`,
  );
  expect((await admit(trunkId)).kind).toBe('admitted');
});

test("a trunk's daily limit counts the calls of the last 24 hours that the network accepted", async () => {
  const trunkId = await trunkWith({ maxCallsPerDay: 1 });
  await endTrunkCall(scope(), await admitted(trunkId), { ...over, status: 503, isOffered: false });
  await endTrunkCall(scope(), await admitted(trunkId), over);
  const wait = await admit(trunkId);
  expect(wait).toMatchObject({ kind: 'wait' });
  await age('25 hours');
  expect((await admit(trunkId)).kind).toBe('admitted');
});

test("a trunk's daily limit is checked with counters, not by counting the calls of the day", async () => {
  const trunkId = await trunkWith({ maxCallsPerDay: 2 });
  for (const _ of [1, 2]) await endTrunkCall(scope(), await admitted(trunkId), over);
  await service.services.database.run(sql`delete from trunk_calls where trunk_id = ${trunkId}`);
  expect(await admit(trunkId)).toMatchObject({ kind: 'wait', words: expect.stringContaining('24 hours') });
});

test('a trunk never places more calls in any 24 hours than its daily limit', async () => {
  const trunkId = await trunkWith({ maxCallsPerDay: 3 });
  for (const by of ['0 hours', '20 hours', '4 hours']) {
    await age(by);
    await endTrunkCall(scope(), await admitted(trunkId), over);
  }
  const wait = await admit(trunkId);
  // The first is 24 hours old, and its hour is not over for another one at most.
  expect(wait.kind === 'wait' && wait.waitMs > 0 && wait.waitMs <= 3_600_000).toBe(true);
  await age('1 hour');
  expect((await admit(trunkId)).kind).toBe('admitted');
});

test('a call that the network never accepted is subtracted from the daily limit once, even if it ends twice', async () => {
  const trunkId = await trunkWith({ maxCallsPerDay: 1 });
  const refused = await admitted(trunkId);
  for (const _ of [1, 2]) await endTrunkCall(scope(), refused, { ...over, status: 503, isOffered: false });
  await endTrunkCall(scope(), await admitted(trunkId), over);
  expect((await admit(trunkId)).kind).toBe('wait');
});

test("concurrent calls are admitted only up to the trunk's daily limit", async () => {
  const trunkId = await trunkWith({ maxCallsPerDay: 3 });
  const asked = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => admit(trunkId, turn % 2 === 0 ? ONE : OTHER)),
  );
  expect(asked.filter(({ kind }) => kind === 'admitted')).toHaveLength(3);
});

test('call records of a deleted trunk are kept until the cleanup deletes them', async () => {
  const trunkId = await trunkWith({});
  await endTrunkCall(scope(), await admitted(trunkId), over);
  expect((await company.api.delete(`/trunks/${trunkId}`)).status).toBe(204);
  const { database } = service.services;
  const left = () => database.all(sql`select 1 as one from trunk_calls where trunk_id = ${trunkId}`);
  expect(await left()).toHaveLength(1);
  await age('9 days');
  await forgetOldTrunkCalls(database);
  expect(await left()).toHaveLength(0);
});

test('a call waits for the limits of its caller ID, and is refused over a trunk of another caller ID', async () => {
  const [trunkId, otherId] = [await trunkWith({}), await trunkWith({})];
  const phoneNumber = '+41446681801';
  const use = { companyId: company.id, phoneNumber, trunkId, coolDownSeconds: 60 };
  expect((await service.admin.post('/phone-numbers', use)).status).toBe(201);
  expect(await admit(otherId, ONE, phoneNumber)).toMatchObject({ kind: 'refused' });
  expect(await admit(trunkId, ONE, phoneNumber)).toMatchObject({ kind: 'admitted', from: phoneNumber });
  expect(await admit(trunkId, ONE, phoneNumber)).toMatchObject({
    kind: 'wait',
    words: expect.stringContaining('cools down for 60 s'),
  });
});

test('a call that its trunk refused does not count toward the limits of its caller ID', async () => {
  const trunkId = await trunkWith({});
  const phoneNumber = '+41446681801';
  const limits = { maxConcurrentCalls: 1, maxCallsPerSecond: 1, maxCallsPerDay: 1, coolDownSeconds: 60 };
  await service.admin.post('/phone-numbers', { companyId: company.id, phoneNumber, ...limits });
  const first = await admit(trunkId, ONE, phoneNumber);
  if (first.kind !== 'admitted') throw new Error(JSON.stringify(first));
  await endTrunkCall(scope(), first.callId, { ...over, status: 503, isOffered: false });
  expect(await admit(trunkId, ONE, phoneNumber)).toMatchObject({ kind: 'admitted', from: phoneNumber });
});

test('the second leg of a transferred call uses the same caller ID, and is exempt from its limits', async () => {
  const trunkId = await trunkWith({});
  const phoneNumber = '+41446681801';
  const number = { companyId: company.id, phoneNumber, maxCallsPerDay: 2, coolDownSeconds: 1 };
  await service.admin.post('/phone-numbers', number);
  expect((await admit(trunkId, ONE, phoneNumber)).kind).toBe('admitted');
  const leg = { trunkId, workerId: ONE, to: TO, from: phoneNumber, isSecondLeg: true };
  expect(await admitCall(scope(), leg)).toMatchObject({ kind: 'admitted', from: phoneNumber });
  await age('2 seconds');
  expect((await admit(trunkId, ONE, phoneNumber)).kind).toBe('admitted');
});

/** What somebody else has locked meanwhile. */
async function whileLocked(row: Sql, work: () => Promise<void>): Promise<void> {
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = service.services.database.transaction(async (inside) => {
    await inside.all(sql`${row} for no key update`);
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  try {
    await work();
  } finally {
    done.resolve();
    await holding;
  }
}

test('calls over a trunk without limits never wait', async () => {
  const trunkId = await trunkWith({});
  await whileLocked(sql`select id from trunks where id = ${trunkId}`, async () => {
    expect((await admit(trunkId)).kind).toBe('admitted');
  });
});

test('a call whose trunk is locked by another admission waits briefly, and does not block', async () => {
  const trunkId = await trunkWith({ maxConcurrentCalls: 5 });
  await whileLocked(sql`select id from trunks where id = ${trunkId}`, async () => {
    expect(await admit(trunkId)).toMatchObject({ kind: 'wait', waitMs: 500 });
  });
});

test('a company that waits for its own phone numbers does not lock a shared trunk for others', async () => {
  const shared = { name: 'Shared', host: 'sip.example.com', maxConcurrentCalls: 5 };
  const { id: trunkId } = (await service.admin.post('/shared-trunks', shared)).body;
  const other = await service.newCompany();
  const pooled = { companyId: other.id, phoneNumber: '+41446681811', isPooled: true };
  expect((await service.admin.post('/phone-numbers', pooled)).status).toBe(201);
  const { database } = service.services;
  const otherScope = database.within(other.id as CompanyId, { kind: 'system', id: 'test' });
  await whileLocked(sql`select id from phone_numbers where company_id = ${other.id}`, async () => {
    const theirs = admitCall(otherScope, { trunkId, workerId: OTHER, to: TO, from: null });
    const isWaiting = async () =>
      (await database.all(sql`select 1 as one from pg_locks where not granted limit 1`)).length > 0;
    let isOver = false;
    void theirs.then(() => {
      isOver = true;
    });
    while (!isOver && !(await isWaiting()));
    expect((await admit(trunkId)).kind).toBe('admitted');
    expect((await theirs).kind).toBe('wait');
  });
});

test('a company that waits at its first call to a country does not lock a shared trunk for others', async () => {
  const shared = { name: 'Shared', host: 'sip.example.com', maxConcurrentCalls: 5 };
  const { id: trunkId } = (await service.admin.post('/shared-trunks', shared)).body;
  const other = await service.newCompany();
  const { database } = service.services;
  const otherScope = database.within(other.id as CompanyId, { kind: 'system', id: 'test' });
  await whileLocked(sql`select id from companies where id = ${other.id}`, async () => {
    const theirs = admitCall(otherScope, { trunkId, workerId: OTHER, to: TO, from: null });
    await somebodyWaits(database, theirs);
    const free = sql`select id from trunks where id = ${trunkId} for no key update skip locked`;
    expect(await database.all(free)).toHaveLength(1);
    expect((await theirs).kind).toBe('wait');
  });
});

test('a country counts as called only once a call to it is admitted', async () => {
  const trunkId = await trunkWith({ maxConcurrentCalls: 1 });
  // Both see a free line, and one of them gets it.
  const asked = await Promise.all(
    ['+41446681800', '+33142685300'].map((to) =>
      admitCall(scope(), { trunkId, workerId: ONE, to, from: null }),
    ),
  );
  expect(asked.map(({ kind }) => kind).sort()).toEqual(['admitted', 'wait']);
  const countries = await service.services.database.all<{ country: string }>(
    sql`select country from called_countries where company_id = ${company.id}`,
  );
  expect(countries).toEqual([{ country: asked[0]?.kind === 'admitted' ? 'CH' : 'FR' }]);
});

test('calls over the default trunk never wait if neither their number nor their company has limits', async () => {
  for (let turn = 0; turn < 3; turn += 1)
    expect(await admit(null)).toEqual({ kind: 'admitted', callId: expect.any(String), from: null });
});

test('records of calls over trunks are deleted after eight days, and with the company', async () => {
  const trunkId = await trunkWith({});
  await admitted(trunkId);
  await age('9 days');
  await admitted(trunkId);
  const { database } = service.services;
  const count = async () =>
    (
      await database.first<{ count: number }>(
        sql`select count(*) as count from trunk_calls where company_id = ${company.id}`,
      )
    )?.count;
  await forgetOldTrunkCalls(database);
  expect(await count()).toBe(1);
  await database.run(sql`delete from companies where id = ${company.id}`);
  expect(await count()).toBe(0);
  expect(await database.first(sql`select id from trunks where id = ${trunkId}`)).toBeUndefined();
});
