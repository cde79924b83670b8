import { ManualClock } from '@parley/kernel/clock.ts';
import { addLiveWorker } from '@parley/testing/live-worker.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { history } from '../events/event.actions.ts';
import { hasMinutesLeft, readMinutes } from './minute-limit.actions.ts';
import {
  admitCall,
  endTrunkCall,
  extendTrunkCall,
  forgetOldTrunkCalls,
  releaseLostMinutes,
} from './trunk-call.actions.ts';

const workerId = '01890000-0000-7000-8000-00000000eeee';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = new Date('2026-11-16T12:10:00Z');
const clock = new ManualClock(START);

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ clock, roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  // The administrator's token is valid for an hour.
  clock.advance(START.getTime() - clock.now().getTime());
  company = await service.newCompany();
});

const scopeOf = ({ id }: TestCompany) =>
  service.services.database.within(id as CompanyId, { kind: 'system', id: 'test' });
const limit = async (limits: object) =>
  expect((await company.api.patch(`/companies/${company.id}`, limits)).status).toBe(200);
const admit = (mostMinutes = 10, one = company) =>
  admitCall(scopeOf(one), { trunkId: null, workerId, to: '+41446681800', from: null, mostMinutes });

async function begin(mostMinutes = 10): Promise<string> {
  const admission = await admit(mostMinutes);
  if (admission.kind !== 'admitted') throw new Error(JSON.stringify(admission));
  return admission.callId;
}
const end = (callId: string, minutes: number | null) =>
  endTrunkCall(scopeOf(company), callId, {
    status: minutes === null ? 486 : 200,
    isOffered: true,
    rangAfterMs: 0,
    answeredAfterMs: minutes === null ? null : 1000,
    endedAfterMs: 1000 + (minutes ?? 0) * MINUTE_MS,
  });
const call = async (minutes: number | null) => end(await begin(), minutes);
const alarms = async () =>
  (await history(scopeOf(company), company.id)).map(({ data }) => [data.reason, data.limit]);

test('when the hourly minute limit is reached, calls wait for the next hour and owners get one alarm', async () => {
  await limit({ maxMinutesPerHour: 5 });
  await call(2.5);
  await call(null);
  await call(2);
  expect(await admit()).toEqual({
    kind: 'wait',
    words: 'cannot be used: the company has reached its limit of 5 minutes per hour',
    waitMs: 10 * MINUTE_MS,
  });
  expect((await admit()).kind).toBe('wait');
  expect(await alarms()).toEqual([['MINUTES_PER_HOUR', 5]]);
  clock.advance(50 * MINUTE_MS);
  await call(5);
  await admit();
  expect(await alarms()).toHaveLength(2);
});

test('a daily minute limit counts the minutes of the last 24 hours, so calls continue as old minutes expire', async () => {
  await limit({ maxMinutesPerDay: 10 });
  await call(6);
  clock.advance(2 * HOUR_MS);
  await call(4);
  expect((await admit()).kind).toBe('wait');
  expect((await readMinutes(scopeOf(company)))?.wait?.until).toEqual(new Date('2026-11-17T13:00:00Z'));
  clock.advance(12 * HOUR_MS);
  expect((await admit()).kind).toBe('wait');
  expect(await alarms()).toEqual([['MINUTES_PER_DAY', 10]]);
  clock.advance(11 * HOUR_MS);
  expect((await admit()).kind).toBe('admitted');
});

test('a call that waits for a minute limit is tried again within ten minutes, so a raised limit takes effect', async () => {
  await limit({ maxMinutesPerDay: 5 });
  await call(5);
  expect(await admit()).toMatchObject({ kind: 'wait', waitMs: 10 * MINUTE_MS });
  await limit({ maxMinutesPerDay: 20 });
  clock.advance(10 * MINUTE_MS);
  expect((await admit()).kind).toBe('admitted');
});

test('owners who raise a reached minute limit get another alarm when the new limit is reached', async () => {
  await limit({ maxMinutesPerDay: 5 });
  await call(5);
  for (const _ of [1, 2]) await admit();
  await limit({ maxMinutesPerDay: 8 });
  await call(3);
  for (const _ of [1, 2]) await admit();
  expect((await alarms()).toSorted()).toEqual([
    ['MINUTES_PER_DAY', 5],
    ['MINUTES_PER_DAY', 8],
  ]);
});

test('concurrent calls are admitted only as far as the minute limit covers them', async () => {
  await limit({ maxMinutesPerHour: 30 });
  const asked = await Promise.all(Array.from({ length: 10 }, () => admit(10)));
  expect(asked.filter(({ kind }) => kind === 'admitted')).toHaveLength(3);
  expect(await alarms()).toEqual([]);
});

test('the unused minutes of a call are released from the minute limit once, even if its end is written twice', async () => {
  await limit({ maxMinutesPerHour: 10 });
  const callId = await begin();
  expect(await admit()).toMatchObject({ kind: 'wait', waitMs: 30_000 });
  for (const _ of [1, 2]) await end(callId, 1);
  expect((await readMinutes(scopeOf(company)))?.usage).toMatchObject({ hourMinutes: 1, hourHeld: 0 });
  expect((await admit()).kind).toBe('admitted');
});

test('a call bridged to a person holds more minutes of the limit, and releases those it does not use', async () => {
  await limit({ maxMinutesPerDay: 200 });
  const callId = await begin();
  await extendTrunkCall(scopeOf(company), callId, 120);
  const used = async () => (await readMinutes(scopeOf(company)))?.usage;
  expect(await used()).toMatchObject({ dayMinutes: 0, dayHeld: 130 });
  await end(callId, 60);
  expect(await used()).toMatchObject({ dayMinutes: 60, dayHeld: 0 });
  // It ended before that could be written.
  await extendTrunkCall(scopeOf(company), callId, 120);
  expect(await used()).toMatchObject({ dayMinutes: 60, dayHeld: 0 });
});

test('a call may be transferred by the network while the minute limit has unused or only held minutes', async () => {
  expect(await hasMinutesLeft(scopeOf(company))).toBe(true);
  await limit({ maxMinutesPerHour: 10 });
  const callId = await begin();
  expect(await hasMinutesLeft(scopeOf(company))).toBe(true);
  await end(callId, 10);
  expect(await hasMinutesLeft(scopeOf(company))).toBe(false);
});

test.each([
  ['for its time so far', 3, 3],
  ['for at most its maximum duration', 90, 10],
])(
  'the call of a lost worker counts toward the minute limit once, %s, and holds no more minutes',
  async (_case, after, counted) => {
    const { database } = service.services;
    await limit({ maxMinutesPerDay: 20 });
    await addLiveWorker(database, workerId);
    const callId = await begin();
    clock.advance(after * MINUTE_MS);
    await releaseLostMinutes(database);
    const used = async () => (await readMinutes(scopeOf(company)))?.usage;
    expect(await used()).toMatchObject({ dayMinutes: 0, dayHeld: 10 });
    await database.run(sql`delete from workers where id = ${workerId}`);
    for (const _ of [1, 2]) await releaseLostMinutes(database);
    expect(await used()).toMatchObject({ dayMinutes: counted, dayHeld: 0 });
    // It was only cut off, and writes its end late.
    await end(callId, 5);
    expect(await used()).toMatchObject({ dayMinutes: counted, dayHeld: 0 });
  },
);

test('minute limits are checked with counters, and old counters are deleted', async () => {
  await limit({ maxMinutesPerHour: 5 });
  await call(5);
  const { database } = service.services;
  await database.run(sql`delete from trunk_calls where company_id = ${company.id}`);
  expect((await admit()).kind).toBe('wait');
  clock.advance(49 * HOUR_MS);
  await forgetOldTrunkCalls(database);
  expect(await database.all(sql`select 1 as one from call_minutes where company_id = ${company.id}`)).toEqual(
    [],
  );
});

test('a new minute limit counts the minutes already used in this hour and day, and the live calls', async () => {
  await call(4);
  clock.advance(HOUR_MS);
  await call(3);
  const live = await begin(10);
  await limit({ maxMinutesPerHour: 13 });
  expect((await readMinutes(scopeOf(company)))?.usage).toMatchObject({
    hourMinutes: 3,
    hourHeld: 10,
    dayMinutes: 7,
  });
  expect((await admit()).kind).toBe('wait');
  await end(live, 1);
  expect((await admit()).kind).toBe('admitted');
  await limit({ maxMinutesPerDay: 8 });
  expect((await admit()).kind).toBe('wait');
});

test('a company without a minute limit never waits for the limit of another company', async () => {
  await limit({ maxMinutesPerHour: 1 });
  await call(1);
  expect((await admit()).kind).toBe('wait');
  const other = await service.newCompany();
  expect(await admit(10, other)).toMatchObject({ kind: 'admitted' });
  expect(await readMinutes(scopeOf(other))).toBeUndefined();
  const stolen = await other.api.patch(`/companies/${company.id}`, { maxMinutesPerHour: null });
  expect(stolen.status).toBe(404);
  await limit({ maxMinutesPerHour: null });
  expect((await admit()).kind).toBe('admitted');
});

test('preflight says until when calls wait for a minute limit', async () => {
  await company.api.post('/trunks', { name: 'P', host: 'sip.provider.example' });
  await limit({ maxMinutesPerHour: 1 });
  await call(1);
  const agent = { name: 'Grace', type: 'PHONE', language: 'EN', focus: 'GENERIC', instructions: 'Say "Hi".' };
  const created = await company.api.post('/agents', agent);
  expect(created.status, created.text).toBe(201);
  const { problems } = (await company.api.post(`/agents/${created.body.id}/preflight`, {})).body;
  expect(problems.map(({ message }: { message: string }) => message)).toContainEqual(
    expect.stringMatching(/^Calls wait until .*: the company has reached its limit of 1 minutes per hour$/),
  );
});

test.each([0, 1.5, '5', 1_000_001])('an hourly minute limit of %s is refused', async (maxMinutesPerHour) => {
  expect((await company.api.patch(`/companies/${company.id}`, { maxMinutesPerHour })).status).toBe(400);
});

test("of the company's minute limit and the administrator's ceiling the lower applies, whichever was set last", async () => {
  const ceiling = async (limits: object) =>
    expect((await service.admin.put(`/companies/${company.id}/call-ceiling`, limits)).status).toBe(200);
  await limit({ maxMinutesPerHour: 100 });
  await call(6);
  expect((await readMinutes(scopeOf(company)))?.limits).toEqual({ perHour: 100, perDay: null });
  await ceiling({ maxMinutesPerHour: 5, maxMinutesPerDay: 50 });
  expect((await readMinutes(scopeOf(company)))?.limits).toEqual({ perHour: 5, perDay: 50 });
  expect(await admit()).toMatchObject({
    kind: 'wait',
    words: 'cannot be used: the company has reached its limit of 5 minutes per hour',
  });
  await limit({ maxMinutesPerHour: null });
  expect((await admit()).kind).toBe('wait');
  await ceiling({});
  expect((await admit()).kind).toBe('admitted');
});
