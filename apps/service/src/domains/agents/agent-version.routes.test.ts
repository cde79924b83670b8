import { newPerson } from '@parley/testing/console-browser.ts';
import { renewalAgent } from '@parley/testing/held-call.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
let id: string;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
});
afterAll(() => service.stop());
beforeEach(async () => {
  id = (await company.api.post('/agents', renewalAgent)).body.id;
});

const path = (rest = '') => `/agents/${id}${rest}`;
const versions = async () => (await company.api.get(path('/versions'))).body.data;
const change = (body: object) => company.api.patch(path(), body);

test('each change of an agent is a version with a number and its author', async () => {
  const person = await newPerson(service, company.id, 'member', `member-${id}@example.com`);
  await person.ask('PATCH', path(), { duration: 20 });
  const [second, first] = await versions();
  expect(second).toMatchObject({ number: 2, isPublished: true, by: { kind: 'user', name: 'Somebody' } });
  expect(first).toMatchObject({ number: 1, isPublished: false, by: { kind: 'api-key', id: company.keyId } });
  expect((await company.api.get(path(`/versions/${first.id}`))).body.agent.duration).toBe(15);
});

test('the difference of two versions names settings and parts of the flow', async () => {
  const { flow } = (await company.api.get(path())).body;
  const [section] = flow.sections;
  const asked = { ...section.questions[0], question: 'Would you renew?' };
  const added = { question: 'Why?', key: 'why' };
  await change({ duration: 20, flow: { ...flow, sections: [{ ...section, questions: [asked, added] }] } });
  const [latest] = await versions();
  const { body } = await company.api.get(path(`/versions/${latest.id}/changes`));
  expect(body.changes).toEqual([
    { part: 'settings', change: 'changed', path: 'duration', before: '15', after: '20' },
    { part: 'flow', change: 'added', path: 'Renewal › Why?', before: null, after: 'Why?' },
    {
      part: 'flow',
      change: 'changed',
      path: 'Renewal › Would you renew? › question',
      before: 'Will you renew your contract?',
      after: 'Would you renew?',
    },
  ]);
});

test('a part that changes its place is reported as moved, and its neighbours are not', async () => {
  const { flow } = (await company.api.get(path())).body;
  const talk = (title: string) => ({ type: 'sequential', title, prompt: `Talk about ${title}.` });
  const grown = { ...flow, sections: [talk('A'), talk('B'), talk('C')] };
  const { sections } = (await change({ flow: grown })).body.flow;
  await change({ flow: { ...grown, sections: [sections[1], sections[2], sections[0]] } });
  const [latest] = await versions();
  const { body } = await company.api.get(path(`/versions/${latest.id}/changes`));
  expect(body.changes).toEqual([
    { part: 'flow', change: 'moved', path: 'A', before: 'A (1)', after: 'A (3)' },
  ]);
});

test('restoring a version publishes its contents as a new version', async () => {
  await change({ duration: 20 });
  const [, first] = await versions();
  const { status, body } = await company.api.post(path(`/versions/${first.id}/restore`));
  expect([status, body.duration]).toEqual([200, 15]);
  expect((await company.api.get(path())).body.duration).toBe(15);
  const all = await versions();
  expect(all.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1]);
  const again = await company.api.post(path(`/versions/${all[0].id}/restore`));
  expect([again.status, again.body.message]).toEqual([409, 'This version is already published']);
});

test('a draft changes nothing until it is published', async () => {
  expect((await company.api.get(path('/draft'))).status).toBe(404);
  await company.api.patch(path('/draft'), { duration: 20 });
  const draft = await company.api.patch(path('/draft'), { name: 'Renewal, shorter' });
  expect(draft.body).toMatchObject({ isBehind: false, agent: { duration: 20, name: 'Renewal, shorter' } });
  expect((await company.api.get(path())).body).toMatchObject({ duration: 15, name: 'Renewal' });
  expect(await versions()).toHaveLength(1);
  const published = await company.api.post(path('/draft/publish'));
  expect(published.body).toMatchObject({ duration: 20, name: 'Renewal, shorter' });
  expect(await versions()).toHaveLength(2);
  expect((await company.api.get(path('/draft'))).status).toBe(404);
});

test('a draft that another version has overtaken is published only on purpose', async () => {
  await company.api.patch(path('/draft'), { duration: 20 });
  await change({ duration: 25 });
  expect((await company.api.get(path('/draft'))).body.isBehind).toBe(true);
  expect((await company.api.post(path('/draft/publish'))).status).toBe(409);
  const { body } = await company.api.post(path('/draft/publish'), { overwrite: true });
  expect(body.duration).toBe(20);
});

test('a draft is discarded, and a wrong one refused', async () => {
  await company.api.patch(path('/draft'), { duration: 20 });
  expect((await company.api.patch(path('/draft'), { flow: { sections: [] } })).status).toBe(422);
  expect((await company.api.delete(path('/draft'))).status).toBe(200);
  expect((await company.api.get(path('/draft'))).status).toBe(404);
});

test('another company sees and restores no version', async () => {
  const other = await service.newCompany();
  const [first] = await versions();
  expect((await other.api.get(path('/versions'))).status).toBe(403);
  expect((await other.api.post(path(`/versions/${first.id}/restore`))).status).toBe(403);
  const own = (await other.api.post('/agents', renewalAgent)).body.id;
  expect((await other.api.get(`/agents/${own}/versions/${first.id}`)).status).toBe(404);
  expect((await company.api.get(path(`/versions/${UNKNOWN}`))).status).toBe(404);
});
