import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCompanyAgents } from '../domains/agents/agent.actions.ts';
import { listCompanyContacts } from '../domains/contacts/contact-list.actions.ts';
import { listCompanyJobs } from '../domains/jobs/job.actions.ts';
import type { Scope } from '../storage/scope.ts';
import { seedDemo } from './seed-demo.ts';

const everything = { page: 1, limit: 100 };

let store: Awaited<ReturnType<typeof testDatabase>>;
let scope: Scope;
beforeAll(async () => {
  store = await testDatabase();
  const { company } = await seedDemo(store.database, 'a-pepper-for-tests-of-at-least-32-characters');
  scope = store.database.within(company.id, { kind: 'system', id: 'test' });
});
afterAll(() => store.close());

test('the demo has an agent with a focus, one with a branching flow, and one for web calls', async () => {
  const { data } = await listCompanyAgents(scope, everything);
  expect(data).toMatchObject([
    { type: 'ONLINE', custom: false, focus: 'SCREENING' },
    { type: 'PHONE', custom: true, flow: { sections: [{ type: 'looping' }, { type: 'conditional' }] } },
    { type: 'PHONE', custom: false, focus: 'GENERIC' },
  ]);
});

test('the demo agents can call at any time of day', async () => {
  const { data } = await listCompanyAgents(scope, everything);
  expect(data.map(({ callingWindow }) => callingWindow)).toEqual([null, null, null]);
});

test('the demo contacts all have simulated phone numbers', async () => {
  const { data } = await listCompanyContacts(scope, everything);
  expect(data.map(({ phoneNumber }) => phoneNumber)).toEqual([
    '+15005550003',
    '+15005550002',
    '+15005550001',
    '+15005550000',
  ]);
});

test('the demo contacts have the tag demo, so that nobody takes them for their own', async () => {
  const { data } = await listCompanyContacts(scope, everything);
  expect(data.map(({ tags }) => tags)).toEqual([['demo'], ['demo'], ['demo'], ['demo']]);
});

test('the demo has a job', async () => {
  expect((await listCompanyJobs(scope, everything)).data).toMatchObject([{ status: 'OPEN' }]);
});
