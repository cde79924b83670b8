import { runningCompany } from '@parley/testing/running-company.ts';
import { type Api, startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { changeContacts } from '../contacts/contact-bulk.actions.ts';
import { mergeContacts } from '../contacts/contact-merge.actions.ts';

let service: TestService;
let api: Api;
beforeAll(async () => {
  // Without a worker nobody calls.
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api } = await service.newCompany());
});

const create = async (more: object): Promise<{ id: string; [name: string]: unknown }> =>
  (
    await api.post('/contacts', {
      firstName: 'Maria',
      lastName: 'Keller',
      gdprExpiryDate: '2099-12-31',
      ...more,
    })
  ).body;
const merge = (id: string, body: object) => api.post(`/contacts/${id}/merge`, body);

test('a merge adds missing values and requested values of the other contact to the kept one, and erases the other', async () => {
  const job = (await api.post('/jobs', { title: 'Clerk' })).body;
  const kept = await create({
    email: 'maria@example.com',
    tags: ['a'],
    fields: { job_title: 'Clerk' },
    metadata: { crm: 1 },
  });
  const other = await create({
    firstName: 'Marie',
    email: 'marie@example.com',
    phoneNumber: '+15005550001',
    status: 'APPLIED',
    tags: ['b'],
    jobIds: [job.id],
    fields: { job_title: 'Pilot', industry: 'Air' },
    metadata: { crm: 2, note: 'x' },
  });
  const answer = await merge(kept.id, { contactId: other.id, take: ['email', 'fields.job_title'] });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    id: kept.id,
    firstName: 'Maria',
    email: 'marie@example.com',
    phoneNumber: '+15005550001',
    status: 'APPLIED',
    tags: ['a', 'b'],
    jobIds: [job.id],
    fields: { job_title: 'Pilot', industry: 'Air' },
    metadata: { crm: 1, note: 'x' },
  });
  expect((await api.get(`/contacts/${kept.id}`)).body).toEqual(answer.body);
  expect((await api.get(`/contacts/${other.id}`)).status).toBe(404);
  expect((await api.get(`/erasure-receipts?contactId=${other.id}`)).body.data[0].erased).toMatchObject({
    contacts: 1,
    conversations: 0,
  });
  expect((await api.get('/contacts')).body.total).toBe(1);
});

test('a merge moves the conversations of the other contact, and its places in runs, to the kept contact', async () => {
  const company = await runningCompany(service);
  ({ api } = company);
  const [kept, other] = [await company.newContact(), await company.newContact()];
  const { body: talk } = await api.post('/conversations', { contactId: other, agentId: company.agentId });
  const { body: run } = await api.post('/runs', { name: 'Spring', agentId: company.agentId });
  await api.post(`/runs/${run.id}/contacts`, { contactIds: [kept, other] });
  expect((await merge(kept, { contactId: other })).status).toBe(200);
  expect((await api.get(`/conversations/${talk.id}`)).body.contactId).toBe(kept);
  const places = await service.services.database.all<{ id: string }>(
    sql`select contact_id as id from run_contacts where run_id = ${run.id}`,
  );
  expect(places).toEqual([{ id: kept }]);
});

test('after a merge with a do-not-call contact the kept contact is do-not-call too', async () => {
  const kept = await create({ phoneNumber: '+41446681801' });
  const other = await create({ phoneNumber: '+41446681802' });
  await service.services.database.run(sql`update contacts set do_not_call = true where id = ${other.id}`);
  await merge(kept.id, { contactId: other.id });
  const found = await api.post('/contacts/search', { filter: { conditions: [{ on: 'doNotCall' }] } });
  expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
});

test('after a merge an opted-out number is not called, whichever contact is kept', async () => {
  const hasDoNotCall = async () =>
    (await api.post('/contacts/search', { filter: { conditions: [{ on: 'doNotCall' }] } })).body.total;
  // Known only by the number: who asked was deleted since.
  const asked = await create({ phoneNumber: '+41446681801' });
  await service.services.database.run(sql`
    insert into opted_out_numbers (company_id, number_hash, created_at)
    select company_id, number_hash(company_id, phone_number), now() from contacts where id = ${asked.id}`);
  await api.delete(`/contacts/${asked.id}`);
  const kept = await create({ phoneNumber: '+41446681801' });
  const other = await create({ phoneNumber: '+41446681802' });
  expect(await hasDoNotCall()).toBe(1);
  const answer = await merge(kept.id, { contactId: other.id, take: ['phoneNumber'] });
  expect(answer.body.phoneNumber).toBe('+41446681802');
  expect(await hasDoNotCall()).toBe(1);
  await create({ phoneNumber: '+41446681801' });
  await create({ phoneNumber: '+41446681802' });
  expect(await hasDoNotCall()).toBe(3);
});

test('a contact in a live call, or two contacts that wait in one run, cannot be merged', async () => {
  const company = await runningCompany(service);
  ({ api } = company);
  const [kept, other] = [await company.newContact(), await company.newContact()];
  const { body: run } = await api.post('/runs', { name: 'Spring', agentId: company.agentId });
  await api.post(`/runs/${run.id}/contacts`, { contactIds: [kept, other] });
  await api.post(`/runs/${run.id}/launch`, {});
  const both = await merge(kept, { contactId: other });
  expect(both.status).toBe(409);
  expect(both.body.message).toContain('The run "Spring" still has a call to each of the two');
  const { database } = service.services;
  await database.run(sql`update conversations set status = 'IN_PROGRESS' where contact_id = ${other}`);
  const refusal = async (id: string, contactId: string) => {
    const { status, body } = await merge(id, { contactId });
    return [status, body.message];
  };
  const inCall = [409, `Contact ${other} is in a call: try again when the call has ended`];
  expect(await refusal(kept, other)).toEqual(inCall);
  expect(await refusal(other, kept)).toEqual(inCall);
  // Dialled, and not answered yet.
  await database.run(sql`update conversations set status = 'SCHEDULED' where contact_id = ${other}`);
  await database.run(sql`
    insert into live_calls (attempt_id, company_id, conversation_id, dial_queue, worker_id, claimed_at)
    select a.id, a.company_id, a.conversation_id, a.dial_queue, a.id, now()
    from call_attempts a join conversations c on c.id = a.conversation_id where c.contact_id = ${other}`);
  expect(await refusal(kept, other)).toEqual(inCall);
  expect(await refusal(other, kept)).toEqual(inCall);
  expect((await api.get(`/contacts/${other}`)).status).toBe(200);
});

test('a merge that would exceed the number of tags is refused, and unknown fields in "take" are ignored', async () => {
  const tags = (from: number) => Array.from({ length: 26 }, (_, at) => `tag ${from + at}`);
  const kept = await create({ email: 'maria@example.com', tags: tags(0) });
  const other = await create({ email: 'marie@example.com', tags: tags(26) });
  const many = await merge(kept.id, { contactId: other.id });
  expect(many.status).toBe(409);
  expect(many.body.message).toContain('at most 50 tags and 50 jobs');
  await api.patch(`/contacts/${other.id}`, { tags: tags(24) });
  const merged = await merge(kept.id, {
    contactId: other.id,
    take: ['fields.toString', 'fields.constructor'],
  });
  expect([merged.status, merged.body.tags?.length, merged.body.fields]).toEqual([200, 50, {}]);
});

test('a merge or a bulk change that a deadlock rolled back is retried', async () => {
  const company = await runningCompany(service);
  const [kept, other] = [await company.newContact(), await company.newContact()];
  let undone = 0;
  const undoneOnce = (): Scope => {
    let isUndone = false;
    return new Proxy(company.scope, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== 'transaction' || isUndone)
          return typeof value === 'function' ? value.bind(target) : value;
        return (work: (inside: Scope) => Promise<unknown>) =>
          target.transaction(async (inside) => {
            await work(inside);
            isUndone = true;
            undone++;
            throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
          });
      },
    });
  };
  const nothing = async () => undefined;
  expect(await changeContacts(undoneOnce(), { contactIds: [other], addTags: ['x'] })).toMatchObject({
    changed: 1,
  });
  const merged = await mergeContacts(undoneOnce(), kept, { contactId: other }, nothing, nothing);
  expect([undone, merged.tags]).toEqual([2, ['x']]);
});

test("a contact cannot be merged with itself, an unknown contact or another company's contact", async () => {
  const kept = await create({ email: 'maria@example.com' });
  const self = await merge(kept.id, { contactId: kept.id, take: ['shoe'] });
  expect(self.body.errors).toEqual([
    'contactId must be another contact',
    'take[0] must be one of firstName, lastName, email, phoneNumber, status, gender, gdprExpiryDate, overallRating or fields.<key>',
  ]);
  const unknown = '01957a2e-7c00-7000-8000-00000000ffff';
  expect((await merge(kept.id, { contactId: unknown })).status).toBe(404);
  const mine = api;
  ({ api } = await service.newCompany());
  const theirs = await create({ email: 'b@example.com' });
  expect((await merge(kept.id, { contactId: theirs.id })).status).toBe(403);
  expect((await mine.post(`/contacts/${kept.id}/merge`, { contactId: theirs.id })).status).toBe(403);
  expect((await mine.get(`/contacts/${kept.id}`)).status).toBe(200);
});
