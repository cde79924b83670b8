import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let acme: RunningCompany;
let versionIds: readonly string[];
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  acme = await runningCompany(service);
  await acme.api.patch(`/agents/${acme.agentId}`, { duration: 25 });
  await acme.api.patch(`/agents/${acme.agentId}`, { type: 'ONLINE' });
  await acme.api.patch(`/agents/${acme.agentId}`, { type: 'PHONE', duration: 5 });
  const { data } = (await acme.api.get(`/agents/${acme.agentId}/versions`)).body;
  versionIds = data.map(({ id }: { id: string }) => id);
});
afterAll(() => service.stop());

const change = async (id: string, changes: object) => {
  const { status, body } = await acme.api.patch(`/runs/${id}`, changes);
  return status === 200 ? body.versions : [status, body.errors?.[0] ?? body.message];
};

test('a draft run changes its version, splits between versions, and goes back to the published one', async () => {
  const [newest, , longer] = versionIds;
  const id = await acme.newRun(1, { agentVersionId: longer });
  const minutes = async () => (await acme.api.get(`/runs/${id}/launch-preview`)).body.minutesPerCall;
  expect(await minutes()).toBe(25);
  expect(await change(id, { agentVersionId: newest })).toEqual([{ versionId: newest, weight: 1 }]);
  expect(await minutes()).toBe(5);
  const split = [{ versionId: newest, weight: 3 }, { versionId: longer }];
  expect(await change(id, { split })).toEqual([
    { versionId: newest, weight: 3 },
    { versionId: longer, weight: 1 },
  ]);
  expect(await change(id, { name: 'Renewals' })).toHaveLength(2);
  expect(await change(id, { split: null })).toBeUndefined();
  expect((await acme.api.get(`/runs/${id}`)).body).toMatchObject({ name: 'Renewals', status: 'DRAFT' });
  expect(await minutes()).toBe(5);
});

test('a draft run refuses versions that a new run would refuse, and changes nothing', async () => {
  const [newest, online] = versionIds;
  const id = await acme.newRun(1, { agentVersionId: newest });
  const share = { versionId: newest };
  expect(await change(id, { split: [share, share] })).toEqual([400, 'split must name each version once']);
  expect(await change(id, { split: [share, { versionId: online }], name: 'Other' })).toEqual([
    400,
    "split must have versions for the agent's type, PHONE",
  ]);
  expect(await change(id, { agentVersionId: newest, split: [share, { versionId: online }] })).toEqual([
    400,
    'agentVersionId cannot be combined with split',
  ]);
  expect(await change(id, { agentVersionId: UNKNOWN })).toEqual([404, 'Agent version not found']);
  const { body } = await acme.api.get(`/runs/${id}`);
  expect(body).toMatchObject({ versions: [{ versionId: newest }] });
  expect(body.name).not.toBe('Other');
});

test('the versions of a launched run cannot be changed', async () => {
  const [newest, , longer] = versionIds;
  const id = await acme.newRun(1, { agentVersionId: newest });
  expect((await acme.api.post(`/runs/${id}/launch`)).status).toBe(200);
  expect(await change(id, { agentVersionId: longer })).toEqual([
    409,
    'The versions of a run can be changed only while it is a draft: create another run',
  ]);
  expect(await change(id, { name: 'Renamed' })).toEqual([{ versionId: newest, weight: 1 }]);
});
