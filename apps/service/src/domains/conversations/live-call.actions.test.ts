import { LiveData } from '@parley/contract/live-view.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Validator } from '../../http/validation.ts';
import { appendJournals } from './call-journal.actions.ts';
import { claimDue, noteRinging } from './dispatch.actions.ts';
import { settle } from './settlement.actions.ts';
import type { EndedCall } from './settlement-outcome.actions.ts';

const workerId = '01890000-0000-7000-8000-000000000001';
let service: TestService;
let company: TestCompany;
let agentId: string;
beforeAll(async () => {
  // Without a worker nobody dials but the tests.
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
  const agent = { name: 'Grace', focus: 'GENERIC', callingWindow: null, duration: 1 };
  agentId = (await company.api.post('/agents', agent)).body.id;
});
afterAll(() => service.stop());

async function create(more: object = {}) {
  const contact = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    phoneNumber: '+15005550000',
    gdprExpiryDate: '2099-12-31',
  };
  return (await company.api.post('/conversations', { agentId, contact, ...more })).body;
}

async function dial(conversationId: string) {
  const claimed = await claimDue(service.services.database, workerId, 100);
  const mine = claimed.find((attempt) => attempt.conversationId === conversationId);
  if (!mine) throw new Error('The call was not due');
  return mine;
}

const heard = (text: string) => ({
  kind: 'heard',
  heard: { kind: 'words', text, startMs: 1000, endMs: 2500 },
});
const said = (text: string) => ({ kind: 'said', text, startMs: 0, endMs: 1000 });
const ended = (
  attempt: Awaited<ReturnType<typeof dial>>,
  kind: 'finished' | 'busy',
  journal: NonNullable<EndedCall['journal']>,
): EndedCall => ({
  ...attempt,
  workerId,
  ending: { kind },
  notes: null,
  durationSeconds: 5,
  transcript: [],
  findings: null,
  journal,
});

const checkData = new Validator().body(LiveData);

/** The stream as a client reads it: one event at a time, each held against its schema. */
async function watching(id: string, path = '/conversations') {
  const response = await fetch(`${service.url}${path}/${id}/events`, {
    headers: { authorization: `Bearer ${company.key}` },
  });
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  return {
    response,
    /** The next event; undefined when the stream has ended. */
    async next(): Promise<{ event: string; data: Record<string, unknown> } | undefined> {
      for (;;) {
        const at = text.indexOf('\n\n');
        if (at < 0) {
          const { value, done } = await reader.read();
          if (done) return undefined;
          text += value;
          continue;
        }
        const block = text.slice(0, at);
        text = text.slice(at + 2);
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (event === undefined || data === undefined) continue;
        expect(checkData(JSON.parse(data))).toEqual([]);
        return { event, data: JSON.parse(data) };
      }
    },
  };
}

test('the live view of a conversation streams every status and transcript entry until the call ends', async () => {
  const { id, callAttempts } = await create();
  const callAttemptId = callAttempts[0].id;
  const watcher = await watching(id);
  expect(watcher.response.status).toBe(200);
  expect(watcher.response.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
  const status = (conversation: string, attempt: string) => ({
    event: 'status',
    data: { status: conversation, callAttemptId, attemptStatus: attempt },
  });
  expect(await watcher.next()).toEqual(status('SCHEDULED', 'SCHEDULED'));
  const attempt = await dial(id);
  expect(await watcher.next()).toEqual(status('SCHEDULED', 'IN_PROGRESS'));
  await noteRinging(service.services.database, [callAttemptId]);
  expect(await watcher.next()).toEqual(status('IN_PROGRESS', 'IN_PROGRESS'));
  await appendJournals(service.services.database, [
    { attemptId: callAttemptId, companyId: company.id, part: 0, entries: [{ kind: 'plan' }, said('Hello?')] },
  ]);
  const words = (speaker: string, text: string, startTime: number, endTime: number) => ({
    event: 'words',
    data: { callAttemptId, speaker, text, startTime, endTime },
  });
  expect(await watcher.next()).toEqual(words('AI', 'Hello?', 0, 1));
  await settle(
    service.services.database,
    ended(attempt, 'finished', { part: 1, entries: [heard('Goodbye')] }),
  );
  expect(await watcher.next()).toEqual(words('CONTACT', 'Goodbye', 1, 2.5));
  expect(await watcher.next()).toEqual(status('COMPLETED', 'COMPLETED'));
  expect(await watcher.next()).toEqual({ ...status('COMPLETED', 'COMPLETED'), event: 'end' });
  expect(await watcher.next()).toBeUndefined();
});

test('the live view streams the last transcript entries of a call even if the next call has started', async () => {
  const { id, callAttempts } = await create();
  const attempt = await dial(id);
  const watcher = await watching(id, '/interviews');
  await watcher.next();
  // Both before the watcher looks again: the call ends, and another is on the line.
  await settle(
    service.services.database,
    ended(attempt, 'finished', { part: 0, entries: [heard('Call me again')] }),
  );
  await company.api.post(`/conversations/${id}/call-attempts`);
  await dial(id);
  const shown = [];
  for (let event = await watcher.next(); event; event = await watcher.next()) {
    shown.push(event);
    if (event.data.attemptStatus === 'IN_PROGRESS' && event.data.callAttemptId !== callAttempts[0].id) break;
  }
  expect(shown.filter(({ event }) => event === 'words').map(({ data }) => data.text)).toEqual([
    'Call me again',
  ]);
});

test('the live view of a finished or deleted call ends immediately', async () => {
  const done = await create({ isTest: true });
  const watcher = await watching(done.id);
  expect(await watcher.next()).toMatchObject({ event: 'status', data: { status: 'COMPLETED' } });
  expect(await watcher.next()).toMatchObject({ event: 'end' });
  expect(await watcher.next()).toBeUndefined();
  const { id } = await create();
  const second = await watching(id);
  await second.next();
  await company.api.delete(`/conversations/${id}`);
  expect(await second.next()).toBeUndefined();
});

test("the live view of another company's conversation is forbidden, and of an unknown one not found", async () => {
  const { id } = await create({ isTest: true });
  const other = await service.newCompany();
  expectErrorBody(await other.api.get(`/conversations/${id}/events`), 403);
  expectErrorBody(await company.api.get(`/conversations/${workerId}/events`), 404);
  expectErrorBody(await company.api.get('/conversations/seven/events'), 404);
  expectErrorBody(await company.api.get(`/conversations/${id}/events?sort=1`), 400);
});

test('when the service stops, open live views are closed with a proper end of stream', async () => {
  const second = await startTestService({ databaseUrl: service.databaseUrl, roles: ['api'] });
  const { id } = await create();
  const streams = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`${second.url}/conversations/${id}/events`, {
        headers: { authorization: `Bearer ${company.key}` },
      }),
    ),
  );
  const texts = streams.map((stream) => stream.text());
  const begun = Date.now();
  await second.stop();
  expect(Date.now() - begun).toBeLessThan(4000);
  for (const text of await Promise.all(texts))
    expect(text).toMatch(/^: welcome\n\n(event: status\ndata: .*\n\n)?$/);
  expect(second.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
});
