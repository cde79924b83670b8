import { setTimeout as sleep } from 'node:timers/promises';
import type { RunComparison } from '@parley/contract/run-results.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { Random } from '@parley/simulator/random.ts';
import { renewalAgent } from '@parley/testing/held-call.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** `npm run test:split` holds all 10,000 calls; this many are part of every test run. */
const isWhole = process.env.SPLIT === 'whole';
const CALLS = isWhole ? 10_000 : 1000;
const PATIENCE_MS = isWhole ? 1_200_000 : 180_000;
/** Reading the results takes time from the calls. */
const LOOK_EVERY_MS = isWhole ? 5000 : 500;

/**
 * Two versions of an agent that ask the same, the second after an offer. A simulated contact answers a question from its field
 * with the key of the answer, so who says yes to which version is drawn before anybody is called.
 */
const versions = [
  { key: 'renews', opening: 'Hello, this is the AI assistant of Acme.', trueRate: 0.3 },
  {
    key: 'renews_with_discount',
    opening: 'Hello, this is the AI assistant of Acme. This month we take ten percent off.',
    trueRate: 0.42,
  },
] as const;
/** The others do not answer the telephone, whatever the version. */
const TRUE_REACH = 0.8;

/** Of the draws, and fixed ids of the run and the contacts, by which the run is split: always the same calls. */
const SEED = 26;
const RUN = '01890000-0000-7000-8000-0000000000aa';
const contactId = (place: number): string =>
  `01890000-0000-7000-8001-${place.toString(16).padStart(12, '0')}`;

interface Drawn {
  readonly id: string;
  readonly isReached: boolean;
  readonly fields: Readonly<Record<string, boolean>>;
}

function drawContacts(): Drawn[] {
  const random = new Random(SEED);
  return Array.from({ length: CALLS }, (_, place) => ({
    id: contactId(place),
    isReached: random.chance(TRUE_REACH),
    fields: Object.fromEntries(versions.map(({ key, trueRate }) => [key, random.chance(trueRate)])),
  }));
}

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_SIM_SPEED: '1e9' } });
  company = await runningCompany(service, {
    plan: { maxConcurrentCalls: 500 },
    agent: { focus: undefined, ...renewalAgent, flow: flowOf(0), retryPolicy: { maxAttempts: 1 } },
  });
});
afterAll(() => service.stop());

function flowOf(version: 0 | 1) {
  const { key, opening } = versions[version];
  const questions = [{ question: 'Will you renew your contract?', key, answer: { type: 'yes_no' } }];
  return {
    ...renewalAgent.flow,
    firstMessage: { type: 'first_message', text: opening },
    sections: [{ type: 'looping', title: 'Renewal', questions }],
  };
}

/** The ids of the two versions, the first one first. */
async function publishBoth(): Promise<string[]> {
  await company.api.patch(`/agents/${company.agentId}`, { flow: flowOf(1) });
  const { data } = (await company.api.get(`/agents/${company.agentId}/versions`)).body;
  return data.map(({ id }: { id: string }) => id).reverse();
}

/** Attached by SQL, because ids that the service draws would split every run differently. */
async function attach(contacts: readonly Drawn[], runId: string): Promise<void> {
  const { companyId } = company.scope;
  for (const { key } of versions)
    await company.api.post('/contact-fields', { key, label: key, dataType: 'bool' });
  await company.scope.run(sql`
    update runs set id = ${RUN} where company_id = ${companyId} and id = ${runId}`);
  await company.scope.run(sql`
    with added as (
      insert into contacts (id, company_id, first_name, last_name, phone_number, status, gdpr_expiry_date, work_history,
                            metadata, fields, search, created_at, updated_at)
      select id, ${companyId}, 'Ada', 'Novak', number, 'UNDEFINED', '2099-12-31', '[]', '{}', fields::jsonb, '', now(), now()
      from unnest(${contacts.map(({ id }) => id)}::uuid[],
                  ${contacts.map(({ isReached }) => (isReached ? '+15005550000' : '+15005550002'))}::text[],
                  ${contacts.map(({ fields }) => JSON.stringify(fields))}::text[]) as c (id, number, fields)
      returning id
    )
    insert into run_contacts (run_id, contact_id, company_id, time_zone) select ${RUN}, id, ${companyId}, 'UTC' from added`);
}

/** The comparison when every call is over and every one that was answered is analysed. */
async function comparisonAtTheEnd(): Promise<RunComparison> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    await sleep(LOOK_EVERY_MS);
    const { status } = (await company.api.get(`/runs/${RUN}`)).body;
    const { analysed, completed } = (await company.api.get(`/runs/${RUN}/results`)).body;
    if (status === 'COMPLETED' && analysed === completed)
      return (await company.api.get(`/runs/${RUN}/comparison`)).body;
    if (performance.now() > deadlineMs)
      throw new Error(`The run is ${status}, ${analysed} of ${completed} calls are analysed`);
  }
}

/** What each version should find, counted from the draws. */
async function truthOf(contacts: readonly Drawn[], versionIds: readonly string[]) {
  const calledWith = await company.scope.all<{ contactId: string; versionId: string }>(sql`
    select contact_id as "contactId", agent_version_id as "versionId" from conversations
    where company_id = ${company.scope.companyId} and run_id = ${RUN}`);
  const versionOf = new Map(calledWith.map((one) => [one.contactId, one.versionId]));
  return versions.map(({ key }, place) => {
    const own = contacts.filter(({ id }) => versionOf.get(id) === versionIds[place]);
    const reached = own.filter(({ isReached }) => isReached);
    return {
      called: own.length,
      reached: reached.length,
      willRenew: reached.filter(({ fields }) => fields[key]).length,
    };
  });
}

type Interval = { readonly low: number; readonly high: number } | null | undefined;

function expectCovered(interval: Interval, truth: number): void {
  expect(interval?.low).toBeLessThan(truth);
  expect(interval?.high).toBeGreaterThan(truth);
}

test(
  `the comparison of a split run of ${CALLS.toLocaleString('en')} held calls covers the true rates of both versions`,
  async () => {
    const versionIds = await publishBoth();
    const contacts = drawContacts();
    const split = versionIds.map((versionId) => ({ versionId }));
    await attach(contacts, await company.newRun(0, { split }));
    const startedMs = performance.now();
    await company.api.post(`/runs/${RUN}/launch`);
    const comparison = await comparisonAtTheEnd();
    report(comparison, performance.now() - startedMs);

    const [first, second] = comparison.versions;
    const truth = await truthOf(contacts, versionIds);
    expect(comparison.versions.map(({ versionId }) => versionId)).toEqual(versionIds);
    // No call is lost, counted twice or misunderstood.
    expect(
      comparison.versions.map(({ conversations, reached, outcomes }) => ({
        called: conversations,
        reached: reached.result.met,
        willRenew: outcomes[0]?.result.met,
      })),
    ).toEqual(truth);
    expect(truth.reduce((sum, { called }) => sum + called, 0)).toBe(CALLS);

    expectCovered(first?.outcomes[0]?.result.interval, versions[0].trueRate);
    expectCovered(second?.outcomes[0]?.result.interval, versions[1].trueRate);
    expectCovered(second?.outcomes[0]?.difference?.interval, versions[1].trueRate - versions[0].trueRate);
    expect(second?.outcomes[0]?.difference?.isClear).toBe(true);

    for (const { reached } of comparison.versions) expectCovered(reached.result.interval, TRUE_REACH);
    expectCovered(second?.reached.difference?.interval, 0);
    expect(second?.reached.difference?.isClear).toBe(false);
  },
  PATIENCE_MS + 60_000,
);

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
const range = (interval: Interval): string =>
  interval ? `${percent(interval.low)} to ${percent(interval.high)}` : 'none';

function report({ versions: measured }: RunComparison, tookMs: number): void {
  console.log(`${CALLS} calls in ${(tookMs / 1000).toFixed(1)} s`);
  for (const [place, { conversations, reached, outcomes }] of measured.entries()) {
    const { result, difference } = outcomes[0] ?? { result: undefined, difference: null };
    console.log(
      `version ${place + 1}: ${conversations} contacts, ${reached.result.met} reached; ${result?.met} of ${result?.of} will renew, ` +
        `${range(result?.interval)}, true ${percent(versions[place]?.trueRate ?? 0)}; ` +
        `difference ${range(difference?.interval)}`,
    );
  }
}
