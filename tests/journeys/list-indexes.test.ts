import type { IndexedOrder } from '@parley/contract/contact-selection.ts';
import { byIndex, listContacts } from '@parley/service/domains/contacts/contact-list.store.ts';
import {
  countConversations,
  listConversations,
} from '@parley/service/domains/conversations/conversation.store.ts';
import { listJobs } from '@parley/service/domains/jobs/job.store.ts';
import { countRuns, listRuns } from '@parley/service/domains/runs/run.store.ts';
import { countDeliveries, listDeliveries } from '@parley/service/domains/webhooks/delivery.store.ts';
import type { Scope } from '@parley/service/storage/scope.ts';
import { type CompanyId, type Sql, sql } from '@parley/service/storage/sql.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello.' },
  sections: [{ type: 'sequential', prompt: 'Talk.' }],
};

/** A company with many rows, of which few have the status that is asked for. */
const MANY = 3000;
let service: TestService;
let scope: Scope;
let webhookId: string;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  const { id, api } = await service.newCompany();
  const { database } = service.services;
  scope = database.within(id as CompanyId, { kind: 'system', id: 'test' });
  const agent = (await api.post('/agents', { name: 'Agent', flow })).body;
  await api.post('/runs', { name: 'R', agentId: agent.id });
  await api.post('/jobs', { title: 'Night shift' });
  const contact = {
    firstName: 'Maria',
    lastName: 'Keller',
    email: 'maria@example.com',
    phoneNumber: '+15005550000',
    gdprExpiryDate: '2099-12-31',
  };
  const conversation = { contact, agentId: agent.id, isTest: true };
  expect((await api.post('/conversations', conversation)).status).toBe(201);
  webhookId = (
    await api.post('/webhooks', {
      url: 'https://8.8.8.8/hook',
      name: 'CRM',
      events: ['CONVERSATION_COMPLETED'],
    })
  ).body.id;
  // One in a hundred is rare, as failures are.
  const copies = async (
    table: 'conversations' | 'contacts' | 'jobs' | 'runs',
    most: string,
    rare: string,
  ) => {
    const name = {
      conversations: sql`conversations`,
      contacts: sql`contacts`,
      jobs: sql`jobs`,
      runs: sql`runs`,
    }[table];
    await database.run(sql`
      insert into ${name} select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'status',
        case when n % 100 = 0 then ${rare}::text else ${most}::text end))).*
      from ${name} one, generate_series(1, ${MANY}::int) n where one.company_id = ${scope.companyId}`);
    await database.run(sql`analyze ${name}`);
  };
  await copies('conversations', 'COMPLETED', 'FAILED');
  await copies('contacts', 'APPLIED', 'REJECTED');
  await copies('jobs', 'OPEN', 'CLOSED');
  await copies('runs', 'COMPLETED', 'PAUSED');
  await database.run(sql`
    insert into webhook_deliveries (id, company_id, webhook_id, position, subject_id, type, vocabulary, status, due_at, queued_at, created_at)
    select gen_random_uuid(), ${scope.companyId}, ${webhookId}::uuid, n, ${UNKNOWN}, 'conversation.completed', 'neutral',
           case when n % 100 = 0 then 'FAILED' else 'DELIVERED' end, now(), now(), now()
    from generate_series(1, ${MANY}::int) n`);
  await database.run(sql`analyze webhook_deliveries`);
}, 60_000);
afterAll(() => service.stop());

/** The plans of the queries that the work runs. */
async function plansOf(work: (scope: Scope) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const explained = async (query: Sql<true>) => {
    const rows = await scope.all<{ 'QUERY PLAN': string }>(sql`explain ${query}` as Sql<true>);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  };
  const recorder = {
    companyId: scope.companyId,
    all: async (query: Sql<true>) => {
      await explained(query);
      return [];
    },
    first: explained,
  } as unknown as Scope;
  await work(recorder);
  return plans.join('\n');
}

const page = { limit: 21, offset: 0, after: [UNKNOWN] };

test.each<[what: string, index: string, work: (scope: Scope) => Promise<unknown>]>([
  ['conversations', 'conversations_by_status', (s) => listConversations(s, { status: 'FAILED' }, page)],
  [
    'the total of conversations',
    'conversations_by_status',
    (s) => countConversations(s, { status: 'FAILED' }, page),
  ],
  [
    'contacts',
    'contacts_by_status',
    (s) => listContacts(s, { status: 'REJECTED' }, byIndex('-createdAt'), page),
  ],
  ['jobs', 'jobs_by_status', (s) => listJobs(s, { status: 'CLOSED' }, page)],
  ['runs', 'runs_by_status', (s) => listRuns(s, { status: 'PAUSED' }, page)],
  ['the total of runs', 'runs_by_status', (s) => countRuns(s, { status: 'PAUSED' })],
  [
    'deliveries',
    'webhook_deliveries_ended',
    (s) => listDeliveries(s, { webhookId, statuses: ['FAILED'] }, { ...page, after: [2000] }),
  ],
  [
    'the total of deliveries',
    'webhook_deliveries_ended',
    (s) => countDeliveries(s, { webhookId, statuses: ['FAILED'] }, page),
  ],
])('?status= of %s is read from the index %s', async (_, index, work) => {
  expect(await plansOf(work)).toContain(index);
});

test.each<[order: IndexedOrder, index: string, after: (string | null)[]]>([
  ['-createdAt', 'contacts_newest', [UNKNOWN]],
  ['name', 'contacts_by_name', ['Keller', 'Maria', UNKNOWN]],
  ['-email', 'contacts_by_email', ['maria@example.com', UNKNOWN]],
  ['phoneNumber', 'contacts_by_number', [null, UNKNOWN]],
])('a cursor in the sort order %s seeks in the index %s', async (order, index, after) => {
  const plan = await plansOf((s) => listContacts(s, {}, byIndex(order), { limit: 21, offset: 0, after }));
  expect(plan).toMatch(new RegExp(`${index}[^\\n]*\\n[^\\n]*Index Cond:[^\\n]*(${UNKNOWN}|\\$)`));
});
