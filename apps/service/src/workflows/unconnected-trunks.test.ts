import { addLiveWorker } from '@parley/testing/live-worker.ts';
import { scriptedNetwork } from '@parley/testing/scripted-sip.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CompanyId, sql } from '../storage/sql.ts';
import { UnconnectedTrunks } from './unconnected-trunks.ts';

const workerId = '01890000-0000-7000-8000-00000000d901';
const KEY = 'acme@sip:sip.example.com';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({
    roles: ['api'],
    environment: { PARLEY_SIP_TRUNK: 'sip:acme:word@sip.example.com' },
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  const { database } = service.services;
  company = await service.newCompany();
  await addLiveWorker(database, workerId);
  await database.run(sql`delete from trunk_calls`);
});

/** A trunk counts from its creation on. */
async function newTrunk(): Promise<string> {
  const { id } = (await company.api.post('/trunks', { name: 'T', host: 'sip.example.com' })).body;
  await service.services.database.run(
    sql`update trunks set updated_at = updated_at - interval '1 hour' where id = ${id}`,
  );
  return id;
}
const healthOf = async (id: string) => (await company.api.get(`/trunks/${id}/health`)).body;

interface Stored {
  readonly status: number;
  readonly hasRung?: boolean | null;
  readonly answeredAfter?: number;
  readonly rangAfter?: number | null;
  /** Null: it goes on. */
  readonly seconds?: number | null;
  readonly minutesAgo?: number;
  readonly isOffered?: boolean;
}
/** "183 Session Progress", and nobody within the ringing time. */
const announced: Stored = { status: 487, hasRung: false, rangAfter: 2, seconds: 47 };
const answered: Stored = { status: 200, hasRung: true, rangAfter: 2, answeredAfter: 8, seconds: 60 };

let clock = 0;
/** One after the other. */
async function called(
  over: { readonly trunkId?: string; readonly settings?: string },
  times: number,
  {
    status,
    hasRung = null,
    answeredAfter,
    rangAfter = null,
    seconds = 30,
    isOffered = true,
    minutesAgo = 30,
  }: Stored,
): Promise<void> {
  const { database } = service.services;
  const scope = database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  const began = sql`clock_timestamp() - make_interval(mins => ${minutesAgo})`;
  for (let count = 0; count < times; count++)
    await scope.run(sql`
      insert into trunk_calls (company_id, id, trunk_id, settings_trunk, worker_id, began_at, rang_at, has_rung, answered_at,
                               ended_at, status, is_offered)
      select ${scope.companyId}, ${database.newId()}, ${over.trunkId ?? null}, ${over.settings ?? null}, ${workerId}, at,
        at + ${rangAfter}::int * interval '1 second', ${hasRung}, at + ${answeredAfter ?? null}::int * interval '1 second',
        at + ${seconds}::int * interval '1 second', ${status}, ${isOffered}
      from (select ${began} + ${++clock}::int * interval '1 millisecond' as at) began`);
}

test('a trunk that announces something and connects nobody, while others do, has that in its health', async () => {
  const [bad, good] = [await newTrunk(), await newTrunk()];
  await called({ trunkId: good }, 10, answered);
  await called({ trunkId: good }, 10, { status: 486, hasRung: false });
  await called({ trunkId: bad }, 9, announced);
  expect(await healthOf(bad)).toMatchObject({ unconnectedCalls: null });
  await called({ trunkId: bad }, 3, announced);
  expect(await healthOf(bad)).toMatchObject({
    // No call went through it.
    state: 'NOT_KNOWN',
    problem: null,
    unconnectedCalls: { calls: 12, since: expect.any(String), usualAnswerRatio: 0.5 },
  });
  expect((await healthOf(good)).unconnectedCalls).toBeNull();
  // A single telephone that is reached shows that it connects calls.
  await called({ trunkId: bad }, 1, { status: 487, hasRung: true, rangAfter: 3 });
  expect(await healthOf(bad)).toMatchObject({ state: 'WORKING', unconnectedCalls: null });
});

test('calls that began at the same time and were answered are not over: the newest ones are not judged', async () => {
  const [trunkId, good] = [await newTrunk(), await newTrunk()];
  await called({ trunkId: good }, 20, answered);
  await called({ trunkId }, 20, { ...announced, minutesAgo: 2 });
  expect((await healthOf(trunkId)).unconnectedCalls).toBeNull();
});

test('a call that goes on for minutes has been answered', async () => {
  const [trunkId, good] = [await newTrunk(), await newTrunk()];
  await called({ trunkId: good }, 20, answered);
  await called({ trunkId }, 20, announced);
  await called({ trunkId }, 1, { ...announced, seconds: null, minutesAgo: 10 });
  expect((await healthOf(trunkId)).unconnectedCalls).toBeNull();
});

test('a single trunk is compared with its own calls before', async () => {
  const trunkId = await newTrunk();
  await called({ trunkId }, 10, answered);
  await called({ trunkId }, 15, { ...announced, rangAfter: null, isOffered: false });
  expect((await healthOf(trunkId)).unconnectedCalls).toMatchObject({ calls: 15, usualAnswerRatio: 1 });
});

test.each<[string, Stored]>([
  ['people who do not pick up (180)', { ...announced, hasRung: true }],
  ['busy telephones', { status: 486, hasRung: false }],
  ['calls that were called off early', { ...announced, seconds: 5 }],
  ['calls that the trunk refused', { status: 503, hasRung: false, isOffered: false }],
  ['calls of an older version', { ...announced, hasRung: null }],
])('%s are not put down to the trunk', async (_, stored) => {
  const [trunkId, good] = [await newTrunk(), await newTrunk()];
  await called({ trunkId: good }, 10, answered);
  await called({ trunkId }, 30, stored);
  expect((await healthOf(trunkId)).unconnectedCalls).toBeNull();
});

test('calls of an older version, which did not store whether a telephone rang, still show that a trunk works', async () => {
  const trunkId = await newTrunk();
  await called({ trunkId }, 1, { ...announced, hasRung: null });
  expect((await healthOf(trunkId)).state).toBe('WORKING');
});

test("a company's calls say nothing about another company's trunk, or about the operator's", async () => {
  const trunkId = await newTrunk();
  await called({ trunkId }, 20, announced);
  await called({ settings: KEY }, 20, announced);
  const before = company;
  company = await service.newCompany();
  await called({ trunkId: await newTrunk() }, 20, answered);
  expect((await before.api.get(`/trunks/${trunkId}/health`)).body.unconnectedCalls).toBeNull();
  const [settings] = (await service.admin.get('/settings-trunks')).body.data;
  expect(settings.health).toMatchObject({ calls: 20, unconnectedCalls: null });
});

test('the log says once that a trunk connects nobody, and again after it has connected a call', async () => {
  const trunk = scriptedNetwork().trunkAt('sip:sip.example.com');
  const warnings: string[] = [];
  const unconnected = new UnconnectedTrunks({
    everywhere: service.services.database,
    warn: (words) => warnings.push(words),
    onError: (error) => {
      throw error;
    },
  });
  const report = { status: 487, isOffered: true, rangAfterMs: 2000, hasRung: false, endedAfterMs: 47_000 };
  const ended = async (times: number, answeredAfterMs: number | null = null) => {
    for (let count = 0; count < times; count++)
      await unconnected.note(trunk, { key: KEY }, { ...report, answeredAfterMs });
  };
  await called({ settings: KEY }, 10, answered);
  await called({ settings: KEY }, 12, announced);
  await ended(9);
  expect(warnings).toEqual([]);
  await ended(21);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^The SIP trunk sip\.example\.com connects nobody: its last 12 calls, since .*Z, timed out without ringing; of other calls 100 % are answered\. /,
    ),
  ]);
  await ended(1, 8000);
  await ended(10);
  expect(warnings).toHaveLength(2);
});
