import { holdCall, renewalAgent } from '@parley/testing/held-call.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

let service: TestService;
let company: RunningCompany;
let versionIds: string[];
let questionId: string;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  company = await runningCompany(service, { agent: { focus: undefined, ...renewalAgent } });
  const { body } = await company.api.patch(`/agents/${company.agentId}`, { duration: 20 });
  questionId = body.flow.sections[0].questions[0].id;
  const { data } = (await company.api.get(`/agents/${company.agentId}/versions`)).body;
  versionIds = data.map(({ id }: { id: string }) => id).reverse();
});
afterAll(() => service.stop());

const share = (place: number, weight?: number) => ({
  versionId: versionIds[place],
  ...(weight && { weight }),
});

/** Which version each conversation of a run has. */
const versionsOf = async (runId: string) =>
  company.scope.all<{ id: string; versionId: string }>(sql`
    select id, agent_version_id as "versionId" from conversations
    where company_id = ${company.scope.companyId} and run_id = ${runId} order by id`);

async function launched(more: object, contacts = 40): Promise<string> {
  const runId = await company.newRun(contacts, more);
  expect((await company.api.post(`/runs/${runId}/launch`)).status).toBe(200);
  return runId;
}

test('a run with a chosen agent version calls everybody with that version, not with the latest one', async () => {
  const runId = await launched({ agentVersionId: versionIds[0] }, 3);
  const used = (await versionsOf(runId)).map(({ versionId }) => versionId);
  expect(used).toEqual([versionIds[0], versionIds[0], versionIds[0]]);
  expect((await company.api.get(`/runs/${runId}`)).body.versions).toEqual([
    { versionId: versionIds[0], weight: 1 },
  ]);
});

test('a split run calls each contact with one of its agent versions, by weight', async () => {
  const runId = await launched({ split: [share(0, 3), share(1, 1)] });
  const used = (await versionsOf(runId)).map(({ versionId }) => versionId);
  expect(used).toHaveLength(40);
  expect(new Set(used)).toEqual(new Set(versionIds));
  expect(used.filter((one) => one === versionIds[0]).length).toBeGreaterThan(20);
});

test('the versions of a split run are compared with confidence intervals', async () => {
  const runId = await launched({ split: [share(0), share(1)] });
  for (const { id: conversationId, versionId } of await versionsOf(runId))
    await holdCall(
      service,
      { companyId: company.id, conversationId, questionId },
      { willRenew: versionId === versionIds[1] },
    );
  const { body } = await company.api.get(`/runs/${runId}/comparison`);
  const [first, second] = body.versions;
  expect([first.number, second.number]).toEqual([1, 2]);
  expect(first.conversations + second.conversations).toBe(40);
  expect(first.outcomes[0]).toMatchObject({
    key: 'will_renew',
    unknown: 0,
    result: { met: 0, share: 0 },
    difference: null,
  });
  expect(second.outcomes[0]).toMatchObject({ result: { share: 1 }, difference: { share: 1, isClear: true } });
  expect(second.reached).toMatchObject({ result: { share: 1 }, difference: { share: 0, isClear: false } });
});

test('a split run with invalid or contradictory versions is refused', async () => {
  const refused = async (more: object) => {
    const { status, body } = await company.api.post('/runs', {
      name: 'Spring',
      agentId: company.agentId,
      ...more,
    });
    return [status, body.errors?.[0] ?? body.message];
  };
  expect(await refused({ split: [share(0), share(0)] })).toEqual([400, 'split must name each version once']);
  expect(await refused({ split: [share(0), share(1)], agentVersionId: versionIds[0] })).toEqual([
    400,
    'agentVersionId cannot be combined with split',
  ]);
  expect(await refused({ agentVersionId: UNKNOWN })).toEqual([404, 'Agent version not found']);
  expect((await refused({ split: [share(0)] }))[0]).toBe(400);
});
