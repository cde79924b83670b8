import { claimDue } from '@parley/service/domains/conversations/dispatch.actions.ts';
import { startSealing } from '@parley/service/domains/conversations/sealing.actions.ts';
import { settle } from '@parley/service/domains/conversations/settlement.actions.ts';
import type { EndedCall } from '@parley/service/domains/conversations/settlement-outcome.actions.ts';
import { makeWebhookServices } from '@parley/service/main/wiring.ts';
import { KmsUnavailable } from '@parley/service/storage/keys/master-key.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { WebhookDeliverer } from '@parley/service/workflows/deliver-webhooks.ts';
import { analyserOf } from '@parley/testing/analysed-calls.ts';
import { workerId } from '@parley/testing/calling-company.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { foundNothing, scriptedAnalysisModel } from '@parley/testing/scripted-analysis-model.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { ShiftedClock } from '@parley/testing/shifted-clock.ts';
import { attachmentsOf } from '@parley/testing/webhook-fixture.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { resultsQuoting } from './results-quoting.ts';

const SAID = 'I lost my job because of zyxqsecret';
const clock = new ShiftedClock();

let service: TestService;
let receiver: Receiver;
let company: RunningCompany;
let webhookId: string;
beforeAll(async () => {
  receiver = await startReceiver();
  // Without a worker nobody calls, and nothing is sent before the test says so.
  service = await startTestService({
    clock,
    roles: ['api'],
    environment: { PARLEY_ALLOW_PRIVATE_URLS: 'true' },
  });
});
beforeEach(async () => {
  receiver.received.length = 0;
  company = await runningCompany(service, { agent: { focus: undefined, flow } });
  const events = ['ANALYSIS_COMPLETED', 'INTERVIEW_RESCHEDULED'];
  const hook = { url: receiver.url, name: 'Hook', events, attachPdf: false };
  const { body } = await company.api.post('/webhooks', hook);
  webhookId = body.id;
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI.' },
  sections: [{ type: 'looping', questions: [{ question: 'Are you well?', key: 'well' }] }],
};
const database = () => service.services.database;

async function call(contactId: string, ending: EndedCall['ending'] = { kind: 'finished' }) {
  const { body } = await company.api.post('/conversations', { contactId, agentId: company.agentId });
  const claimed = (await claimDue(database(), workerId, 10)).find(
    ({ conversationId }) => conversationId === body.id,
  );
  if (!claimed) throw new Error('The call was not due');
  await settle(database(), {
    ...claimed,
    workerId,
    ending,
    notes: null,
    durationSeconds: 20,
    transcript: [{ speaker: 'CONTACT', text: SAID, startTime: 0, endTime: 2, language: 'en' }],
    findings: { answers: [{ quote: SAID }], branches: [] },
    journal: { part: 0, entries: [{ kind: 'plan', plan: { focus: null, agent: { name: 'Grace' } } }] },
  });
  return { conversationId: body.id as string, attemptId: claimed.attemptId };
}

const analyse = () =>
  analyserOf(database(), {
    analysisModel: scriptedAnalysisModel((finished) => resultsQuoting(SAID, foundNothing(finished))),
  }).analyseDue();

const deliver = () =>
  new WebhookDeliverer({
    everywhere: database(),
    post: makeWebhookServices(service.services),
    attachments: attachmentsOf(),
    random: () => 0.5,
    onError: (error) => {
      throw error;
    },
  }).deliverDue();

/** The events of a conversation and their deliveries as they lie in the database, with what is binary turned into text. */
async function stored(conversationId: string): Promise<string> {
  const rows = await database().all<{ row: string }>(sql`
    select e::text as row from events e where subject_id = ${conversationId}
    union all select d::text from webhook_deliveries d where subject_id = ${conversationId}`);
  const texts = rows.map(({ row }) => row);
  const bytes = texts.flatMap((row) => row.match(/(?<=\\x)[0-9a-f]+/g) ?? []);
  return [...texts, ...bytes.map((hex) => Buffer.from(hex, 'hex').toString('latin1'))].join('\n');
}

const deliveries = async () => (await company.api.get(`/webhooks/${webhookId}/deliveries`)).body.data;
const request = async (id: string) =>
  (await company.api.get(`/webhooks/${webhookId}/deliveries/${id}`)).body.request.body;

/** What the analysis found out, as its conversation shows it. */
const analyticsOf = async (conversationId: string) =>
  (await company.api.get(`/conversations/${conversationId}`)).body.analytics;

test('of an analysis only scores and counts are stored unencrypted in events, and receivers get all of it', async () => {
  const { conversationId, attemptId } = await call(await company.newContact());
  await analyse();
  await deliver();
  expect(await stored(conversationId)).not.toContain('zyxq');
  expect(await stored(conversationId)).toMatch(/"matchScore"+: 80/);
  const [received] = receiver.received;
  expect(received?.body.data).toMatchObject({
    callAttemptId: attemptId,
    status: 'COMPLETED',
    analysis: { general: { status: 'COMPLETED', overallRating: 70, strongPoints: [SAID] } },
    analytics: await analyticsOf(conversationId),
  });
  expect(received?.body.data.analytics).toMatchObject({
    matchScore: 80,
    fields: [{ value: 'Yes', evidence: SAID }],
    outcomes: [{ reason: SAID, evidence: SAID }],
    summary: SAID,
  });
  const [delivery] = await deliveries();
  expect((await request(delivery.id)).data).toEqual(received?.body.data);
});

test('an event that is sent again shows the analysis as it was, also after the call was analysed again', async () => {
  const { conversationId, attemptId } = await call(await company.newContact());
  await analyse();
  await deliver();
  await database().run(
    sql`update call_analyses set sealed = null, result = '{"general":{},"specific":null,"analytics":null}' where attempt_id = ${attemptId}`,
  );
  const [delivery] = await deliveries();
  await company.api.post(`/webhooks/${webhookId}/deliveries/${delivery.id}/redeliver`);
  await deliver();
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body);
  expect(await stored(conversationId)).not.toContain('zyxq');
});

test('the words in which a contact asked for another time are stored encrypted in events, and receivers get them', async () => {
  const { conversationId } = await call(await company.newContact(), {
    kind: 'callback',
    rawText: SAID,
    at: null,
  });
  await deliver();
  expect(await stored(conversationId)).not.toContain('zyxq');
  expect(receiver.received.map(({ body }) => body.data)).toEqual([
    expect.objectContaining({
      status: 'RESCHEDULED',
      candidateRequest: { rawText: SAID, timeResolved: false },
    }),
  ]);
});

test('while the KMS does not answer, such events wait without a failed try, and are sent afterwards', async () => {
  const { conversationId } = await call(await company.newContact());
  await analyse();
  const read = vi
    .spyOn(database().textKeys, 'read')
    .mockImplementation(async (_, ids) => new Map(ids.map((id) => [id, new KmsUnavailable('away', 10)])));
  await deliver();
  expect(receiver.received).toEqual([]);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ status: 'PENDING', attemptCount: 0 });
  expect((await company.api.get(`/webhooks/${webhookId}/deliveries/${delivery.id}`)).status).toBe(503);
  read.mockRestore();
  clock.advance(10_000);
  await deliver();
  expect(receiver.received.map(({ body }) => body.data.analytics)).toEqual([
    await analyticsOf(conversationId),
  ]);
});

test('the events that are claimed together are decrypted with one query for their keys', async () => {
  for (const contactId of await company.newContacts(3)) await call(contactId);
  await analyse();
  const read = vi.spyOn(database().textKeys, 'read');
  await deliver();
  expect(receiver.received).toHaveLength(3);
  // The first claim takes as many as a new receiver gets at once; others take nothing, and need no key.
  expect(read.mock.calls.map(([, ids]) => ids.length)).toEqual([2, 1]);
  read.mockRestore();
});

test('after an erasure, an earlier copy of its events cannot be decrypted', async () => {
  const contactId = await company.newContact();
  const { conversationId } = await call(contactId);
  await analyse();
  const { pool } = database();
  await pool.query(
    `create table copied_events as select * from events where subject_id = '${conversationId}'`,
  );
  expect((await company.api.delete(`/contacts/${contactId}`)).status).toBe(200);
  const copied = await database().all<{ row: string }>(sql`select e::text as row from copied_events e`);
  expect(copied.map(({ row }) => row).join()).toContain('analysis.completed');
  expect(copied.map(({ row }) => row).join()).not.toContain('zyxq');
  const keys = await database().all(
    sql`select id from contact_keys where position(uuid_send(id) in (select sealed from copied_events where sealed is not null limit 1)) > 0`,
  );
  expect(keys).toEqual([]);
  await pool.query('drop table copied_events');
});

test('events are stored as before while a process of an earlier version runs, and none can start afterwards', async () => {
  const old = database().newId();
  await database().run(sql`
    insert into running_processes (id, version, oldest_schema, newest_schema, roles, host, pid, started_at, last_seen_at)
    values (${old}, '0.0.1', 32, 42, '{worker}', 'elsewhere', 7, clock_timestamp(), clock_timestamp())`);
  await database().run(sql`delete from installation_facts where name = 'SEALED_EVENTS'`);
  await database().run(sql`update schema_migrations set oldest_process = 0 where version = 43`);
  // Another process than the one that remembers what was agreed on.
  const another = await startTestService({
    databaseUrl: service.databaseUrl,
    dataDir: service.dataDir,
    roles: ['api'],
  });
  const seal = vi
    .spyOn(database().textKeys, 'isSealing')
    .mockImplementation(
      another.services.database.textKeys.isSealing.bind(another.services.database.textKeys),
    );
  const first = await call(await company.newContact());
  await analyse();
  expect(await stored(first.conversationId)).toContain('zyxq');

  await database().run(sql`delete from running_processes where id = ${old}`);
  await startSealing(database());
  const second = await call(await company.newContact());
  await analyse();
  expect(await stored(second.conversationId)).not.toContain('zyxq');
  const [row] = await database().all<{ oldest: number }>(
    sql`select oldest_process as oldest from schema_migrations where version = 43`,
  );
  expect(row).toEqual({ oldest: 43 });
  // What was stored plain is sent as it is.
  await deliver();
  expect(receiver.received.map(({ body }) => JSON.stringify(body).includes(SAID))).toEqual([true, true]);
  seal.mockRestore();
  await another.stop();
});
