import { sql } from '@parley/service/storage/sql.ts';
import { type Browser, newPerson } from '@parley/testing/console-browser.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { WebCaller } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
let agentId: string;
let path: string;
beforeAll(async () => {
  service = await startTestService();
  company = await service.newCompany();
  const { body } = await company.api.post('/agents', {
    name: 'Grace',
    type: 'PHONE',
    duration: 2,
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
      sections: [{ type: 'looping', questions: [{ question: 'Where do you live?', key: 'city' }] }],
      lastMessage: { type: 'last_message', text: 'Thank you, and goodbye.' },
    },
  });
  agentId = body.id;
  path = `/console/api/agents/${agentId}/browser-call`;
});
afterAll(() => service.stop());

const person = (email: string): Promise<Browser> => newPerson(service, company.id, 'member', email);

const stored = () =>
  service.services.database.first<{ versions: number; contacts: number; conversations: number }>(sql`
    select (select count(*)::int from agent_versions where company_id = ${company.id}) as versions,
           (select count(*)::int from contacts where company_id = ${company.id}) as contacts,
           (select count(*)::int from conversations where company_id = ${company.id}) as conversations`);

const included = async (minutes: number) => {
  const answer = await service.admin.put(`/companies/${company.id}/plan`, {
    billingSystem: 'minutes',
    status: 'active',
    included: minutes,
    purchased: 0,
    currency: 'EUR',
    maxConcurrentCalls: 100,
    storageBytes: 1e9,
    creditsPerMinute: 1,
  });
  expect(answer.status).toBe(200);
};

test('a refused browser test call with a draft stores nothing', async () => {
  const member = await person('first@example.com');
  await company.api.patch(`/agents/${agentId}/draft`, { name: 'Grace the second' });
  const before = await stored();
  const jobId = '01957a2e-7c00-7000-8000-0000000000c1';
  // An agent with a flow takes no job.
  expect((await member.post(path, { draft: true, jobId })).status).toBe(400);
  expect(await stored()).toEqual(before);
  await included(1);
  expect((await member.post(path, { draft: true })).status).toBe(402);
  expect(await stored()).toEqual(before);
  await included(10_000);
  expect((await member.post(path, { draft: true })).status).toBe(201);
  const { versions = 0, contacts = 0, conversations = 0 } = before ?? {};
  expect(await stored()).toEqual({
    versions: versions + 1,
    contacts: contacts + 1,
    conversations: conversations + 1,
  });
});

const newAgent = async (wanted: object): Promise<string> => {
  const { status, body } = await company.api.post('/agents', { name: 'Grace', type: 'PHONE', ...wanted });
  expect(status).toBe(201);
  return `/console/api/agents/${body.id}/browser-call`;
};

const newContact = async (more: object = {}) =>
  (
    await company.api.post('/contacts', {
      firstName: 'Ada',
      lastName: 'Novak',
      phoneNumber: '+15005550000',
      gdprExpiryDate: '2099-12-31',
      fields: { organization: 'Acme Tools' },
      ...more,
    })
  ).body;

test("a test call as a contact uses the contact's data and does not change the contact", async () => {
  const member = await person('second@example.com');
  const greeting = await newAgent({
    flow: {
      firstMessage: {
        type: 'first_message',
        text: 'Hello {{contact.first_name}} of {{contact.organization}}, I am an AI.',
      },
      sections: [{ type: 'looping', questions: [{ question: 'Where do you live?', key: 'city' }] }],
      lastMessage: { type: 'last_message', text: 'Goodbye.' },
    },
  });
  const { id: contactId } = await newContact();
  const before = (await company.api.get(`/contacts/${contactId}`)).body;
  const { status, body } = await member.post(greeting, { contactId });
  expect(status).toBe(201);
  const page = new WebCaller(body.url);
  await page.join();
  const stream = await page.follow();
  await stream.until(({ text }) => /Hello Ada of Acme Tools/.test(text ?? ''));
  await page.type('Please never call me again.');
  await stream.until(({ type }) => type === 'call_ended');

  const talk = () => company.api.get(`/conversations/${body.conversationId}`);
  await waitFor(async () => expect((await talk()).body.finishedDate).not.toBeNull());
  expect((await talk()).body.contactId).not.toBe(contactId);
  expect((await company.api.get(`/contacts/${contactId}`)).body).toEqual(before);
  expect((await company.api.get(`/conversations?contactId=${contactId}`)).body.total).toBe(0);

  expect((await company.api.delete(`/contacts/${contactId}`)).status).toBe(200);
  // What was said has their data in it.
  expect((await talk()).status).toBe(404);
  const receipts = await company.api.get(`/erasure-receipts?contactId=${contactId}`);
  expect(receipts.body.data[0].erased).toMatchObject({ contacts: 1, conversations: 1, callAttempts: 1 });
});

test("a test call as a contact is about that contact's job", async () => {
  const member = await person('third@example.com');
  const screening = await newAgent({ focus: 'SCREENING' });
  const job = async () => (await company.api.post('/jobs', { jobTitle: 'Clerk' })).body.id;
  const jobIds = [await job(), await job()];
  const { id: contactId } = await newContact({ jobIds: jobIds.slice(0, 1) });
  const { body } = await member.post(screening, { contactId });
  const { jobId } = (await company.api.get(`/conversations/${body.conversationId}`)).body;
  expect(jobId).toBe(jobIds[0]);

  const several = await newContact({ jobIds });
  const refused = await member.post(screening, { contactId: several.id });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('multiple jobs')]);
});

test('a test call as an unknown contact, or as one of another company, is refused', async () => {
  const member = await person('fourth@example.com');
  const before = await stored();
  const other = await service.newCompany();
  const { body } = await other.api.post('/contacts', {
    firstName: 'Ada',
    lastName: 'Novak',
    phoneNumber: '+15005550000',
    gdprExpiryDate: '2099-12-31',
  });
  const as = async (contactId: string) => (await member.post(path, { contactId })).status;
  expect(await as('01957a2e-7c00-7000-8000-0000000000c1')).toBe(404);
  expect(await as(body.id)).toBe(403);
  expect(await as('Ada')).toBe(400);
  expect(await stored()).toEqual(before);
});
