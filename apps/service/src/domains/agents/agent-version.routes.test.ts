import { ManualClock } from '@parley/kernel/clock.ts';
import { newPerson } from '@parley/testing/console-browser.ts';
import { renewalAgent } from '@parley/testing/held-call.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const clock = new ManualClock('2026-03-14T09:30:00.000Z');
let service: TestService;
let company: TestCompany;
let id: string;
beforeAll(async () => {
  service = await startTestService({ clock, roles: ['api'] });
  company = await service.newCompany();
});
afterAll(() => service.stop());
beforeEach(async () => {
  id = (await company.api.post('/agents', renewalAgent)).body.id;
});

const path = (rest = '') => `/agents/${id}${rest}`;
const versions = async () => (await company.api.get(path('/versions'))).body.data;
const change = (body: object) => company.api.patch(path(), body);

test('each change of an agent creates a numbered version that names its author', async () => {
  const person = await newPerson(service, company.id, 'member', `member-${id}@example.com`);
  await person.ask('PATCH', path(), { duration: 20 });
  const [second, first] = await versions();
  expect(second).toMatchObject({ number: 2, isPublished: true, by: { kind: 'user', name: 'Somebody' } });
  expect(first).toMatchObject({ number: 1, isPublished: false, by: { kind: 'api-key', id: company.keyId } });
  expect((await company.api.get(path(`/versions/${first.id}`))).body.agent.duration).toBe(15);
});

test('the comparison of two agent versions lists the changed settings and the changed parts of the flow', async () => {
  const { flow } = (await company.api.get(path())).body;
  const [section] = flow.sections;
  const asked = { ...section.questions[0], question: 'Would you renew?' };
  const added = { question: 'Why?', key: 'why' };
  await change({ duration: 20, flow: { ...flow, sections: [{ ...section, questions: [asked, added] }] } });
  const [latest] = await versions();
  const { body } = await company.api.get(path(`/versions/${latest.id}/changes`));
  expect(body.changes).toEqual([
    {
      part: 'settings',
      change: 'changed',
      path: 'duration',
      property: 'duration',
      before: '15',
      after: '20',
    },
    { part: 'flow', change: 'added', path: 'Renewal › Why?', property: null, before: null, after: 'Why?' },
    {
      part: 'flow',
      change: 'changed',
      path: 'Renewal › Would you renew? › question',
      property: 'question',
      before: 'Will you renew your contract?',
      after: 'Would you renew?',
    },
  ]);
});

test('a difference names sections without a title by their kind, and only the hours that a window has', async () => {
  const { flow } = (await company.api.get(path())).body;
  const hours = { days: ['MON'], start: '09:00', end: '17:00' };
  const untitled = { type: 'sequential', prompt: 'Talk about the weather.' };
  await change({ callingWindow: hours, flow: { ...flow, sections: [...flow.sections, untitled] } });
  const [latest] = await versions();
  const { body } = await company.api.get(path(`/versions/${latest.id}/changes`));
  expect(body.changes.map((one: { path: string }) => one.path)).toEqual([
    'callingWindow.days',
    'callingWindow.start',
    'callingWindow.end',
    'Talk',
  ]);
});

test('in the comparison of two agent versions only the section that moved is reported as moved', async () => {
  const { flow } = (await company.api.get(path())).body;
  const talk = (title: string) => ({ type: 'sequential', title, prompt: `Talk about ${title}.` });
  const grown = { ...flow, sections: [talk('A'), talk('B'), talk('C')] };
  const { sections } = (await change({ flow: grown })).body.flow;
  await change({ flow: { ...grown, sections: [sections[1], sections[2], sections[0]] } });
  const [latest] = await versions();
  const { body } = await company.api.get(path(`/versions/${latest.id}/changes`));
  expect(body.changes).toEqual([
    { part: 'flow', change: 'moved', path: 'A', property: null, before: 'A (1)', after: 'A (3)' },
  ]);
});

test('restoring an agent version publishes its contents as a new version', async () => {
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

test('a draft does not change its agent until the draft is published', async () => {
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

test('publishing a draft that is older than the latest version gets 409, unless the request says overwrite', async () => {
  await company.api.patch(path('/draft'), { duration: 20 });
  await change({ duration: 25 });
  expect((await company.api.get(path('/draft'))).body.isBehind).toBe(true);
  expect((await company.api.post(path('/draft/publish'))).status).toBe(409);
  const { body } = await company.api.post(path('/draft/publish'), { overwrite: true });
  expect(body.duration).toBe(20);
});

test('the second of two concurrent changes to a draft is refused if it names the state it edited', async () => {
  const person = await newPerson(service, company.id, 'member', `editor-${id}@example.com`);
  const save = (seen: string, duration: number) =>
    person.ask('PATCH', path('/draft'), { duration }, { 'x-parley-if-updated-at': seen });
  const seen = (await company.api.get(path())).body.updatedAt;
  clock.advance(1_000);
  const first = await save(seen, 20);
  expect(first.status).toBe(200);
  const begun = await save(seen, 25);
  expect([begun.status, begun.body.errors]).toEqual([
    409,
    [{ path: 'updatedAt', message: first.body.agent.updatedAt }],
  ]);
  clock.advance(1_000);
  expect((await save(first.body.agent.updatedAt, 25)).status).toBe(200);
  expect((await save(first.body.agent.updatedAt, 30)).status).toBe(409);
  expect((await company.api.get(path('/draft'))).body.agent.duration).toBe(25);
  await company.api.delete(path('/draft'));
  expect((await save(first.body.agent.updatedAt, 30)).status).toBe(409);
  expect((await company.api.patch(path('/draft'), { duration: 30 })).status).toBe(200);
});

test('a draft can be discarded, and an invalid draft is refused', async () => {
  await company.api.patch(path('/draft'), { duration: 20 });
  expect((await company.api.patch(path('/draft'), { flow: { sections: [] } })).status).toBe(422);
  expect((await company.api.delete(path('/draft'))).status).toBe(200);
  expect((await company.api.get(path('/draft'))).status).toBe(404);
});

test('another company can neither see nor restore the versions of an agent', async () => {
  const other = await service.newCompany();
  const [first] = await versions();
  expect((await other.api.get(path('/versions'))).status).toBe(403);
  expect((await other.api.post(path(`/versions/${first.id}/restore`))).status).toBe(403);
  const own = (await other.api.post('/agents', renewalAgent)).body.id;
  expect((await other.api.get(`/agents/${own}/versions/${first.id}`)).status).toBe(404);
  expect((await company.api.get(path(`/versions/${UNKNOWN}`))).status).toBe(404);
});
