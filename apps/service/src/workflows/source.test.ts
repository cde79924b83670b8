import { ManualClock } from '@parley/kernel/clock.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { people } from '@parley/testing/sourcing-people.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCompany } from '../domains/companies/company.actions.ts';
import { history } from '../domains/events/event.actions.ts';
import { type Score, scoreByRules } from '../domains/sourcing/assessment.model.ts';
import { criteriaOf } from '../domains/sourcing/criteria.model.ts';
import { type Profile, readProfile } from '../domains/sourcing/profile.model.ts';
import { type Enriched, ProviderFailure, type SourcingProvider } from '../domains/sourcing/provider.model.ts';
import { maintainRequests } from '../domains/sourcing/request.actions.ts';
import type { RequestKind } from '../domains/sourcing/request.model.ts';
import { insertRequest } from '../domains/sourcing/request.store.ts';
import type { Scope } from '../storage/scope.ts';
import { sql } from '../storage/sql.ts';
import { enrich } from './enrich.ts';
import { source } from './source.ts';

const clock = new ManualClock(new Date('2026-03-02T10:00:00Z'));
const never = new AbortController().signal;
let store: Awaited<ReturnType<typeof testDatabase>>;
let scope: Scope;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());
beforeEach(async () => {
  const { id } = await createCompany(store.database, null, { name: 'Acme' });
  scope = store.database.within(id, { kind: 'system', id: 'test' });
});

const maria = readProfile(people.maria, 'maria');
const criteria = criteriaOf({ title: 'Backend Engineer', requiredSkills: ['PostgreSQL'] }, undefined);

/** A provider that does what it is told, and counts. */
function scripted(search: () => Promise<Profile[]>, unshown = 0) {
  const asked = { times: 0 };
  const provider: SourcingProvider = {
    search: async () => {
      asked.times++;
      const profiles = await search();
      return { profiles, total: profiles.length + unshown };
    },
    enrich: async () => [],
  };
  return { provider, asked };
}

async function request(kind: RequestKind, wanted: object = criteria): Promise<string> {
  const id = `req_${scope.newId()}`;
  await insertRequest(scope, { id, kind, wanted });
  return id;
}

const run = (id: string, provider: SourcingProvider, score: Score = scoreByRules) =>
  source(
    store.database,
    { provider, score, onError: () => {} },
    { companyId: scope.companyId, requestId: id },
    never,
  );

const state = (id: string) =>
  scope.first(sql`
    select status, found_count as "foundCount", scored_count as "scoredCount", error_code as "errorCode",
      error_message as "errorMessage", completed_at is not null as "hasEnded", lease is not null as "isHeld",
      (select count(*) from sourcing_results where request_id = r.id) as results
    from sourcing_requests r where company_id = ${scope.companyId} and id = ${id}`);
const published = async (id: string) => (await history(scope, id)).map(({ type, data }) => ({ type, data }));

test('a sourcing run ends as completed, with one event that contains its candidates', async () => {
  const id = await request('SOURCING');
  await run(id, scripted(async () => [maria]).provider);
  expect(await state(id)).toMatchObject({ status: 'completed', foundCount: 1, scoredCount: 1, results: 1 });
  const [event, ...others] = await published(id);
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    type: 'sourcing.completed',
    data: {
      requestId: id,
      foundCount: 1,
      scoredCount: 1,
      candidates: [{ profileId: 'maria', emails: ['maria.keller@example.com'], matchScore: 100 }],
    },
  });
});

test.each(['SOURCING', 'PREVIEW'] as const)(
  'the total of a %s run counts all matching people, including those it does not return',
  async (kind) => {
    const id = await request(kind);
    await run(id, scripted(async () => [maria], 500).provider);
    expect(await state(id)).toMatchObject({ status: 'completed', foundCount: 501, results: 1 });
  },
);

test('a sourcing run that has ended is not run again', async () => {
  const id = await request('SOURCING');
  const { provider, asked } = scripted(async () => [maria]);
  await run(id, provider);
  await run(id, provider);
  expect(asked.times).toBe(1);
  expect(await published(id)).toHaveLength(1);
});

test('two processes that work on the same sourcing run query the provider once', async () => {
  const id = await request('SOURCING');
  const { provider, asked } = scripted(async () => [maria]);
  await Promise.all([run(id, provider), run(id, provider)]);
  expect(asked.times).toBe(1);
  expect(await published(id)).toHaveLength(1);
});

test('the sourcing run of a dead process is taken over after its lease expires', async () => {
  const id = await request('SOURCING');
  const until = new Date(clock.now().getTime() + 10_000);
  await scope.run(sql`
    update sourcing_requests set lease = ${scope.newId()}, leased_until = ${until}
    where company_id = ${scope.companyId} and id = ${id}`);
  const { provider, asked } = scripted(async () => [maria]);
  const running = run(id, provider);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked.times).toBe(0);
  clock.advance(10_001);
  await running;
  expect(await state(id)).toMatchObject({ status: 'completed' });
});

test("a sourcing run whose provider fails ends as failed, with the provider's message", async () => {
  const id = await request('SOURCING');
  await run(id, scripted(() => Promise.reject(new ProviderFailure('The connection was refused'))).provider);
  const error = { errorCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE', errorMessage: 'The connection was refused' };
  expect(await state(id)).toMatchObject({ status: 'failed', hasEnded: true, results: 0, ...error });
  expect(await published(id)).toEqual([{ type: 'sourcing.failed', data: { requestId: id, ...error } }]);
});

test.each<[string, Score]>([
  ['throws', () => Promise.reject(new Error('No answer'))],
  ['scores too few', async () => []],
])('a sourcing run whose scoring model %s ends as failed', async (_words, score) => {
  const id = await request('SOURCING');
  await run(id, scripted(async () => [maria]).provider, score);
  expect(await state(id)).toMatchObject({ status: 'failed', errorCode: 'AGENT_ERROR', results: 0 });
  expect((await published(id)).map(({ type }) => type)).toEqual(['sourcing.failed']);
});

test('a sourcing run is tried again after an internal error', async () => {
  const id = await request('SOURCING');
  const broken = scripted(() => Promise.reject(new Error('The database is away')));
  await expect(run(id, broken.provider)).rejects.toThrow('The database is away');
  expect(await state(id)).toMatchObject({ status: 'processing', isHeld: false });
  await run(id, scripted(async () => [maria]).provider);
  expect(await state(id)).toMatchObject({ status: 'completed' });
});

test('a sourcing preview is not scored, stores no addresses and emits no event', async () => {
  const id = await request('PREVIEW');
  const judge: Score = () => Promise.reject(new Error('It was asked'));
  await run(id, scripted(async () => [maria]).provider, judge);
  expect(await state(id)).toMatchObject({ status: 'completed', foundCount: 1, scoredCount: 0 });
  expect(await published(id)).toEqual([]);
  const kept = await scope.first<{ text: string }>(
    sql`select result::text as text from sourcing_results where company_id = ${scope.companyId}`,
  );
  expect(kept?.text).not.toMatch(/@|\+41/);
});

test('a failed sourcing preview emits no event', async () => {
  const id = await request('PREVIEW');
  await run(id, scripted(() => Promise.reject(new ProviderFailure('Away'))).provider);
  expect(await state(id)).toMatchObject({ status: 'failed' });
  expect(await published(id)).toEqual([]);
});

test('a sourcing run that no process finishes fails after an hour', async () => {
  const id = await request('SOURCING');
  clock.advance(59 * 60_000);
  await maintainRequests(store.database, never);
  expect(await state(id)).toMatchObject({ status: 'processing' });
  clock.advance(61_000);
  await maintainRequests(store.database, never);
  await maintainRequests(store.database, never);
  expect(await state(id)).toMatchObject({ status: 'failed', errorCode: 'AGENT_ERROR' });
  expect(await published(id)).toHaveLength(1);
});

test('sourcing results are deleted after thirty days', async () => {
  const id = await request('SOURCING');
  await run(id, scripted(async () => [maria]).provider);
  clock.advance(30 * 86_400_000);
  await maintainRequests(store.database, never);
  expect(await state(id)).toMatchObject({ results: 1 });
  clock.advance(1);
  await maintainRequests(store.database, never);
  expect(await state(id)).toBeUndefined();
});

const enriching = async (provider: Pick<SourcingProvider, 'enrich'>, ids: string[]) => {
  const id = await request('ENRICHMENT', { ids, areContacts: false });
  const whole: SourcingProvider = { ...provider, search: async () => ({ profiles: [], total: 0 }) };
  await enrich(store.database, whole, { companyId: scope.companyId, requestId: id }, never);
  return id;
};
const known = (profileId: string): Enriched => ({
  profileId,
  emails: [`${profileId}@example.com`],
  phones: [],
  detailedExperience: [],
  failureReason: null,
});
const many = Array.from({ length: 25 }, (_, i) => `p${i}`);

test('an enrichment that fails at its first person ends as failed', async () => {
  const id = await enriching({ enrich: () => Promise.reject(new ProviderFailure('Away')) }, many);
  const error = { errorCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE', errorMessage: 'Away' };
  expect(await state(id)).toMatchObject({ status: 'failed', ...error });
  expect(await published(id)).toEqual([{ type: 'enrich.failed', data: { requestId: id, ...error } }]);
});

test('an enrichment that fails midway completes with the people found so far', async () => {
  let asked = 0;
  const id = await enriching(
    {
      enrich: async (_scope, { sought }) => {
        if (asked++ > 0) throw new ProviderFailure('Away');
        return sought.map(({ profileId }) => known(profileId));
      },
    },
    many,
  );
  expect(await state(id)).toMatchObject({ status: 'completed', results: 25 });
  const [event, ...others] = await published(id);
  expect(others).toEqual([]);
  expect(event).toMatchObject({ type: 'enrich.completed', data: { enrichedCount: 20, failedCount: 5 } });
  expect(event?.data.profiles).toContainEqual({
    ...known('p24'),
    status: 'FAILED',
    emails: [],
    failureReason: 'Away',
  });
});

test('an enrichment in which all people are unknown ends as completed', async () => {
  const id = await enriching(
    {
      enrich: async (_scope, { sought }) =>
        sought.map(({ profileId }) => ({ ...known(profileId), emails: [], failureReason: 'Unknown' })),
    },
    ['p1'],
  );
  expect((await published(id))[0]).toMatchObject({
    type: 'enrich.completed',
    data: { enrichedCount: 0, failedCount: 1 },
  });
});
