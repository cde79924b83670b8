import { join } from 'node:path';
import { spoken } from '@parley/contract/event.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDiskObjects } from '../../storage/objects/disk-objects.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { isExact } from '../billing/ledger.actions.ts';
import { markDoNotCall } from '../contacts/contact.actions.ts';
import { history } from '../events/event.actions.ts';
import { claimDue } from './dispatch.actions.ts';
import { settle } from './settlement.actions.ts';
import type { EndingKind } from './settlement.model.ts';

const START = '2026-11-16T11:00:00.000Z';
const LATER = '2026-11-18T03:00:00.000Z';
const workerId = '01890000-0000-7000-8000-000000000001';
const clock = new ManualClock(START);
let service: TestService;
let company: TestCompany;
let other: TestCompany;
let agentId: string;
let onlineAgentId: string;

beforeAll(async () => {
  // Without a worker nobody dials but the tests.
  service = await startTestService({ clock, roles: ['api'] });
  company = await service.newCompany({ timezone: 'Europe/Zurich' });
  other = await service.newCompany();
  await givePlan(10_000);
  const agent = { name: 'Grace', focus: 'GENERIC', callingWindow: { start: '09:00', end: '17:00' } };
  agentId = (await company.api.post('/agents', { ...agent, retryPolicy: { maxAttempts: 1 } })).body.id;
  onlineAgentId = (await company.api.post('/agents', { ...agent, type: 'ONLINE' })).body.id;
});
afterAll(() => service.stop());
beforeEach(() => clock.advance(Date.parse(START) - clock.now().getTime()));

const givePlan = (included: number) =>
  service.admin.put(`/companies/${company.id}/plan`, {
    billingSystem: 'minutes',
    status: 'active',
    included,
    purchased: 0,
    currency: 'EUR',
    maxConcurrentCalls: 100,
    storageBytes: 1e9,
    creditsPerMinute: 1,
  });
const person = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+15005550000',
  email: 'ada@example.com',
  gdprExpiryDate: '2099-12-31',
};
const create = async (more: object = {}) =>
  (await company.api.post('/conversations', { agentId, contact: person, ...more })).body;
const read = async (id: string) => (await company.api.get(`/conversations/${id}`)).body;
const scope = () => service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
const published = async (id: string) => (await history(scope(), id)).map(({ type }) => type);
const lastPublished = async (id: string) => spoken((await history(scope(), id)).at(-1)?.data ?? {}, 'LEGACY');
const usage = async () => (await company.api.get('/billing/usage')).body;
const isSimulated = async (id: string) =>
  (
    await service.services.database.first<{ simulated: boolean }>(
      sql`select is_simulated as simulated from conversations where id = ${id}`,
    )
  )?.simulated;
const attempts = (id: string) => `/conversations/${id}/call-attempts`;

async function dial(conversationId: string) {
  const claimed = await claimDue(service.services.database, workerId, 100);
  const mine = claimed.find((attempt) => attempt.conversationId === conversationId);
  if (!mine) throw new Error('The call was not due');
  return mine;
}

/** A conversation whose first call ended so. */
async function ended(kind: Exclude<EndingKind, 'callback'>, durationSeconds: number | null = null) {
  const { id } = await create();
  await settle(service.services.database, {
    ...(await dial(id)),
    workerId,
    ending: { kind },
    notes: 'as the network said',
    durationSeconds,
    transcript: [{ speaker: 'AI', text: 'Hello', startTime: 0, endTime: 1.5, language: 'en' }],
    findings: null,
  });
  return read(id);
}

describe('rescheduling a call', () => {
  test('a rescheduled call gets exactly the new time, and a conversation.rescheduled event is emitted', async () => {
    const { id, callAttempts, contactId } = await create();
    const [before] = callAttempts;
    const answer = await company.api.patch(`${attempts(id)}/${before.id}`, { scheduledAt: LATER });
    expect([answer.status, answer.body]).toEqual([200, { ...before, scheduledAt: LATER }]);
    expect(await read(id)).toMatchObject({
      status: 'SCHEDULED',
      scheduledAt: LATER,
      callAttempts: [answer.body],
    });
    expect(await published(id)).toEqual(['conversation.rescheduled']);
    expect(await lastPublished(id)).toEqual({
      interviewId: id,
      candidateId: contactId,
      jobId: null,
      runId: null,
      status: 'RESCHEDULED',
      reason: 'API_REQUEST',
      previousAttempt: {
        callAttemptId: before.id,
        status: 'SCHEDULED',
        durationSeconds: 0,
        attemptNumber: 1,
      },
      nextAttempt: { callAttemptId: before.id, scheduledAt: LATER, attemptNumber: 1 },
      retryCount: 0,
    });
  });

  test.each([
    [{}, 'scheduledAt is required'],
    [{ scheduledAt: START }, 'scheduledAt must be in the future'],
    [{ scheduledAt: '2026-12-16T11:00:00.001Z' }, 'scheduledAt must be at most 30 days ahead'],
    [{ scheduledAt: null }, 'scheduledAt must be string'],
    [{ scheduledAt: LATER, notes: 'x' }, 'notes is not a known property'],
  ])('rescheduling a call with %j is refused', async (body, error) => {
    const { id, callAttempts } = await create();
    const answer = await company.api.patch(`${attempts(id)}/${callAttempts[0].id}`, body);
    expectErrorBody(answer, 400);
    expect(answer.body.errors).toEqual([error]);
    expect(await published(id)).toEqual([]);
  });

  test('a call that a test key reschedules is simulated', async () => {
    const { id, callAttempts } = await create();
    const key = await service.newKey({ companyId: company.id, environment: 'test' });
    await key.api.patch(`${attempts(id)}/${callAttempts[0].id}`, { scheduledAt: LATER });
    expect(await isSimulated(id)).toBe(true);
  });

  test('a live or finished call cannot be rescheduled', async () => {
    const { id, callAttempts } = await create();
    await dial(id);
    const live = await company.api.patch(`${attempts(id)}/${callAttempts[0].id}`, { scheduledAt: LATER });
    expectErrorBody(live, 409);
    expect(live.body.message).toBe('The call attempt is IN_PROGRESS and cannot be moved');
    const over = await ended('finished', 5);
    const done = await company.api.patch(`${attempts(over.id)}/${over.callAttempts[0].id}`, {
      scheduledAt: LATER,
    });
    expectErrorBody(done, 409);
  });
});

describe('deleting a call', () => {
  test('deleting a waiting call releases its minutes and emits no event, and the conversation stays scheduled', async () => {
    const { held } = await usage();
    const { id, callAttempts } = await create();
    const answer = await company.api.delete(`/interviews/${id}/call-attempts/${callAttempts[0].id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await read(id)).toMatchObject({ status: 'SCHEDULED', callAttempts: [], finishedDate: null });
    expect(await published(id)).toEqual([]);
    expect((await usage()).held).toBe(held);
    expect(await isExact(scope())).toBe(true);
    expectErrorBody(await company.api.delete(`${attempts(id)}/${callAttempts[0].id}`), 404);
  });

  test('deleting a finished call deletes its transcript and keeps its charge', async () => {
    const { id, callAttempts } = await ended('finished', 61);
    const before = await usage();
    expect((await company.api.delete(`${attempts(id)}/${callAttempts[0].id}`)).status).toBe(204);
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', callAttempts: [], durationMinutes: 2 });
    expect(await usage()).toEqual(before);
  });

  test('deleting a call before its analysis deletes the analysis, and conversation.completed is still emitted', async () => {
    const { id, callAttempts } = await ended('finished', 61);
    clock.advance(10_000);
    expect((await read(id)).analysis.general.status).toBe(0);
    await company.api.delete(`${attempts(id)}/${callAttempts[0].id}`);
    expect((await read(id)).analysis).toBeUndefined();
    expect(await published(id)).toEqual(['conversation.started', 'conversation.completed']);
  });

  test('a live call cannot be deleted', async () => {
    const { id, callAttempts } = await create();
    await dial(id);
    const answer = await company.api.delete(`${attempts(id)}/${callAttempts[0].id}`);
    expectErrorBody(answer, 409);
    expect(answer.body.message).toBe('The call attempt is IN_PROGRESS and cannot be deleted');
    expect((await read(id)).callAttempts).toHaveLength(1);
  });

  test('after its only call was deleted, a conversation can get a new call, which has number 1 again', async () => {
    const { id, callAttempts } = await create();
    await company.api.delete(`${attempts(id)}/${callAttempts[0].id}`);
    const { status, body } = await company.api.post(attempts(id));
    expect([status, body.retryNumber]).toEqual([201, 0]);
    expect(await published(id)).toEqual([]);
  });
});

describe('requesting another call', () => {
  test.each<[Exclude<EndingKind, 'callback'>, string, string]>([
    ['finished', 'COMPLETED', 'ADMIN'],
    ['not_interested', 'CANCELLED', 'ADMIN'],
    ['busy', 'UNREACHABLE', 'BUSY'],
    ['no_answer', 'UNREACHABLE', 'NO_ANSWER'],
    ['voicemail', 'UNREACHABLE', 'VOICEMAIL'],
    ['carrier_error', 'FAILED', 'TECHNICAL_FAILURE'],
    ['invalid_number', 'FAILED', 'TECHNICAL_FAILURE'],
  ])(
    'requesting a call after one that ended with %s reopens the %s conversation with the reason %s',
    async (kind, status, reason) => {
      const before = await ended(kind, 20);
      expect(before).toMatchObject({ status, finishedDate: START });
      const { held } = await usage();
      const { status: answered, body } = await company.api.post(attempts(before.id), { scheduledAt: LATER });
      expect(answered).toBe(201);
      expect(body).toMatchObject({
        status: 'SCHEDULED',
        retryNumber: 1,
        scheduledAt: LATER,
        direction: 'OUTBOUND',
      });
      expect(await read(before.id)).toMatchObject({
        status: 'SCHEDULED',
        finishedDate: null,
        scheduledAt: LATER,
        callAttempts: [before.callAttempts[0], body],
      });
      expect((await usage()).held).toBe(held + 15);
      const [first] = before.callAttempts;
      expect(await lastPublished(before.id)).toEqual({
        interviewId: before.id,
        candidateId: before.contactId,
        jobId: null,
        runId: null,
        status: 'RESCHEDULED',
        reason,
        previousAttempt: {
          callAttemptId: first.id,
          status: first.status,
          ...(first.reasonCode === null ? {} : { endedReason: first.reasonCode }),
          // A call that was not answered counts no time.
          durationSeconds: first.status === 'COMPLETED' ? 20 : 0,
          attemptNumber: 1,
        },
        nextAttempt: { callAttemptId: body.id, scheduledAt: LATER, attemptNumber: 2 },
        retryCount: 1,
      });
    },
  );

  test('a reopened conversation emits a second final event when it ends again', async () => {
    const { id } = await ended('busy');
    await company.api.post(attempts(id));
    await settle(service.services.database, {
      ...(await dial(id)),
      workerId,
      ending: { kind: 'not_interested' },
      notes: null,
      durationSeconds: 61,
      transcript: [],
      findings: null,
    });
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', finishedDate: START, durationMinutes: 2 });
    expect(await published(id)).toEqual([
      'conversation.started',
      'conversation.cancelled',
      'conversation.rescheduled',
      'conversation.started',
      'conversation.cancelled',
    ]);
  });

  test('reopening a completed conversation before its analysis emits conversation.completed first', async () => {
    const { id } = await ended('finished', 20);
    expect(await published(id)).toEqual(['conversation.started']);
    await company.api.post(attempts(id));
    expect(await published(id)).toEqual([
      'conversation.started',
      'conversation.completed',
      'conversation.rescheduled',
    ]);
  });

  test('a requested call without a time waits for the calling window; a call with a time is placed at that time', async () => {
    const { id } = await create({ isTest: true });
    clock.advance(Date.parse('2026-11-16T20:00:00Z') - clock.now().getTime());
    expect((await company.api.post(attempts(id), {})).body.scheduledAt).toBe('2026-11-17T08:00:00.000Z');
    const exact = await create({ isTest: true });
    const scheduledAt = '2026-11-16T20:00:00.001Z';
    expect((await company.api.post(attempts(exact.id), { scheduledAt })).body.scheduledAt).toBe(scheduledAt);
  });

  test('requesting a call is refused while a call is scheduled or live', async () => {
    const { id } = await create();
    const waiting = await company.api.post(attempts(id));
    expectErrorBody(waiting, 409);
    expect(waiting.body.message).toBe('A call attempt of the conversation is SCHEDULED already');
    await dial(id);
    expectErrorBody(await company.api.post(attempts(id)), 409);
  });

  test('two concurrent requests for a call create one call', async () => {
    const { id } = await create({ isTest: true });
    const answers = await Promise.all(Array.from({ length: 8 }, () => company.api.post(attempts(id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(await isExact(scope())).toBe(true);
  });

  test('requesting a call is refused for a contact who opted out or no longer has a phone number', async () => {
    const optedOut = await create({
      isTest: true,
      contact: { ...person, phoneNumber: '+41446681801' },
    });
    await markDoNotCall(scope(), optedOut.contactId);
    expectErrorBody(await company.api.post(attempts(optedOut.id)), 409);
    const unreachable = await create({ isTest: true });
    await company.api.patch(`/contacts/${unreachable.contactId}`, { phoneNumber: null });
    expectErrorBody(await company.api.post(attempts(unreachable.id)), 409);
  });

  test('requesting a call is refused when the agent was deleted', async () => {
    const agent = (await company.api.post('/agents', { name: 'Gone', focus: 'GENERIC' })).body;
    const { id } = await create({ agentId: agent.id, isTest: true });
    await company.api.delete(`/agents/${agent.id}`);
    expectErrorBody(await company.api.post(attempts(id)), 409);
  });

  test('requesting a call without enough minutes is refused, and changes nothing', async () => {
    const before = await ended('busy');
    const events = await published(before.id);
    await givePlan(0);
    const answer = await company.api.post(attempts(before.id));
    await givePlan(10_000);
    expectErrorBody(answer, 402);
    expect(answer.body.billing).toMatchObject({ requiredMinutes: 15, suggestedAction: 'purchase_minutes' });
    expect(await read(before.id)).toEqual(before);
    expect(await published(before.id)).toEqual(events);
  });

  test.each([
    [{ scheduledAt: START }, 'scheduledAt must be in the future'],
    [{ scheduledAt: '2026-12-16T11:00:00.001Z' }, 'scheduledAt must be at most 30 days ahead'],
    [{ when: LATER }, 'when is not a known property'],
  ])('requesting a call with %j is refused', async (body, error) => {
    const { id } = await create({ isTest: true });
    const answer = await company.api.post(attempts(id), body);
    expectErrorBody(answer, 400);
    expect(answer.body.errors).toEqual([error]);
  });

  test('a call requested by a test key is simulated, whoever created the conversation', async () => {
    const { id } = await ended('busy');
    expect(await isSimulated(id)).toBe(false);
    const key = await service.newKey({ companyId: company.id, environment: 'test' });
    expect((await key.api.post(attempts(id))).status).toBe(201);
    expect(await isSimulated(id)).toBe(true);
  });

  test('a call requested in a test conversation is simulated and costs nothing', async () => {
    const { id } = await create({ isTest: true });
    const before = await usage();
    await givePlan(0);
    const invoked = await company.api.post(attempts(id));
    await givePlan(10_000);
    expect([invoked.status, invoked.body.status]).toEqual([201, 'SCHEDULED']);
    expect(await isSimulated(id)).toBe(true);
    const settled = { workerId, notes: null, transcript: [], findings: null };
    await settle(service.services.database, {
      ...(await dial(id)),
      ...settled,
      ending: { kind: 'callback', rawText: 'later', at: null },
      durationSeconds: 61,
    });
    clock.advance(86_400_000);
    await settle(service.services.database, {
      ...(await dial(id)),
      ...settled,
      ending: { kind: 'finished' },
      durationSeconds: 61,
    });
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', isTest: true });
    const { used, held } = await usage();
    expect([used, held]).toEqual([before.used, before.held]);
    expect(await isExact(scope())).toBe(true);
  });

  test('a finished conversation whose attempts were all deleted can be rescheduled, and emits its event', async () => {
    const { id, callAttempts } = await ended('finished', 5);
    await company.api.delete(`${attempts(id)}/${callAttempts[0].id}`);
    const { body } = await company.api.post(attempts(id), { scheduledAt: LATER });
    expect(await lastPublished(id)).toMatchObject({
      status: 'RESCHEDULED',
      reason: 'ADMIN',
      previousAttempt: {
        callAttemptId: callAttempts[0].id,
        status: 'COMPLETED',
        durationSeconds: 5,
        attemptNumber: 1,
      },
      nextAttempt: { callAttemptId: body.id, scheduledAt: LATER, attemptNumber: 1 },
      retryCount: 0,
    });
  });
});

test('a valid request for an unknown attempt or conversation gets 404 before any other error', async () => {
  const { id, callAttempts } = await create();
  const second = await create();
  const move = { scheduledAt: LATER };
  for (const [conversation, attempt, status] of [
    [UNKNOWN, callAttempts[0].id, 404],
    [id, UNKNOWN, 404],
    [id, 'seven', 404],
    [id, second.callAttempts[0].id, 404],
  ] as const) {
    expectErrorBody(await company.api.patch(`${attempts(conversation)}/${attempt}`, move), status);
    expectErrorBody(await company.api.delete(`${attempts(conversation)}/${attempt}`), status);
  }
  expectErrorBody(await company.api.post(attempts(UNKNOWN)), 404);
  const path = `${attempts(id)}/${callAttempts[0].id}`;
  expectErrorBody(await other.api.patch(path, move), 403);
  expectErrorBody(await other.api.delete(path), 403);
  expectErrorBody(await other.api.post(attempts(id)), 403);
  expectErrorBody(await other.api.patch(path, { scheduledAt: START }), 400);
  expect(await published(id)).toEqual([]);
});

test('the calls of an ONLINE conversation can be neither requested nor deleted', async () => {
  const { id } = await create({ agentId: onlineAgentId });
  expectErrorBody(await company.api.post(attempts(id)), 403);
  expectErrorBody(await company.api.delete(`${attempts(id)}/${UNKNOWN}`), 403);
});

test('a finished call shows its transcript, its duration and the reason of its end', async () => {
  const { callAttempts } = await ended('handed_off', 61);
  expect(callAttempts).toEqual([
    {
      id: expect.any(String),
      direction: 'OUTBOUND',
      status: 'COMPLETED',
      reasonCode: 'HANDED_OFF',
      notes: 'as the network said',
      retryNumber: 0,
      recordingUrl: null,
      duration: 61,
      scheduledAt: START,
      calledAt: START,
      isSimulated: true,
      transcript: [{ speaker: 'AI', text: 'Hello', startTime: 0, endTime: 1.5, language: 'en' }],
    },
  ]);
});

test('a recording URL works for an hour, differs on every read, and stops working when the call is deleted', async () => {
  const { id, callAttempts } = await ended('finished', 61);
  const key = `recordings/${callAttempts[0].id}.ogg`;
  const objects = await openDiskObjects({
    root: join(service.dataDir, 'objects'),
    publicUrl: service.url,
    linkSecret: 'it makes no links here, only the file',
    clock,
    newId: service.services.database.newId,
  });
  await objects.put(key, Buffer.from('sound'), { contentType: 'audio/ogg' });
  await service.services.database.run(
    sql`update call_attempts set recording_key = ${key} where id = ${callAttempts[0].id}`,
  );
  const url = (await read(id)).callAttempts[0].recordingUrl as string;
  expect(url.startsWith(service.url)).toBe(true);
  const heard = await fetch(url);
  expect([heard.status, heard.headers.get('content-type'), await heard.text()]).toEqual([
    200,
    'audio/ogg',
    'sound',
  ]);
  clock.advance(3_601_000);
  expect((await fetch(url)).status).toBe(403);
  const fresh = (await read(id)).callAttempts[0].recordingUrl as string;
  expect((await fetch(fresh)).status).toBe(200);
  await company.api.delete(`/conversations/${id}`);
  const gone = await service.services.database.first(
    sql`select 1 as one from object_deletions where key = ${key}`,
  );
  expect(gone).toEqual({ one: 1 });
});
