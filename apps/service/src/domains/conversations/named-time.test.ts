import { ManualClock } from '@parley/kernel/clock.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// A Monday.
const clock = new ManualClock('2026-11-16T12:00:00Z');
const night = '2026-11-17T01:00:00Z';
const morning = '2026-11-17T10:00:00Z';
// In Paris.
const ada = {
  firstName: 'Ada',
  lastName: 'Bell',
  phoneNumber: '+33142685300',
  gdprExpiryDate: '2099-12-31',
};

let service: TestService;
let strict: TestService;
beforeAll(async () => {
  [service, strict] = await Promise.all([
    startTestService({ clock, roles: ['api'] }),
    startTestService({ clock, roles: ['api'], environment: { PARLEY_CALLING_LAW: 'strict' } }),
  ]);
});
afterAll(async () => {
  await Promise.all([service?.stop(), strict?.stop()]);
});

async function caller(on: TestService) {
  const company = await on.newCompany();
  expect((await company.api.post('/trunks', { name: 'T', host: 'sip.example.com' })).status).toBe(201);
  const agent = { name: 'Grace', focus: 'GENERIC', callingWindow: null };
  return { ...company, agentId: (await company.api.post('/agents', agent)).body.id };
}

const created = (
  { api, agentId }: Pick<TestCompany, 'api'> & { agentId: string },
  scheduleTime: string | undefined,
) =>
  api.post('/conversations', {
    agentId,
    contact: ada,
    ...(scheduleTime !== undefined && { scheduleTime }),
  });

const notesOf = (body: { callAttempts: { notes: string | null }[] }) => body.callAttempts[0]?.notes;
const unlawful = /^The time that was given is outside the legal calling hours of FR \(.+\)$/;

test('a call at an explicit time outside the legal calling hours says so in its notes', async () => {
  const company = await caller(service);
  const { status, body } = await created(company, night);
  expect(status).toBe(201);
  expect(notesOf(body)).toMatch(unlawful);
  expect(notesOf((await created(company, morning)).body)).toBeNull();
  expect(notesOf((await created(company, undefined)).body)).toBeNull();
  // In Tokyo it is ten in the morning.
  const contact = { ...ada, fields: { timezone: 'Asia/Tokyo' } };
  const contactId = (await company.api.post('/contacts', contact)).body.id;
  const wanted = { agentId: company.agentId, contactId, scheduleTime: night };
  expect(notesOf((await company.api.post('/conversations', wanted)).body)).toBeNull();
});

test('a call that is moved outside the legal calling hours says so, until it is moved back', async () => {
  const { api, ...company } = await caller(service);
  const { body } = await created({ api, ...company }, morning);
  const path = `/conversations/${body.id}/call-attempts/${body.callAttempts[0].id}`;
  expect((await api.patch(path, { scheduledAt: night })).body.notes).toMatch(unlawful);
  expect((await api.patch(path, { scheduledAt: morning })).body.notes).toBeNull();
});

test('a company whose calls stay on the simulated network may name any time', async () => {
  const company = await strict.newCompany();
  const agent = { name: 'Grace', focus: 'GENERIC', callingWindow: null };
  const agentId = (await company.api.post('/agents', agent)).body.id;
  expect(notesOf((await created({ ...company, agentId }, night)).body)).toBeNull();
});

test('with the strict setting an explicit time outside the legal calling hours is refused, and nothing is created', async () => {
  const company = await caller(strict);
  const why = /must be within the legal calling hours: it is outside the legal calling hours of FR/;
  const refused = await created(company, night);
  expect(refused).toMatchObject({ status: 400, body: { errors: [expect.stringMatching(why)] } });
  expect((await company.api.get('/contacts')).body.data).toEqual([]);

  const { body } = await created(company, morning);
  const attempts = `/conversations/${body.id}/call-attempts`;
  const [attempt] = body.callAttempts;
  expect((await company.api.patch(`${attempts}/${attempt.id}`, { scheduledAt: night })).status).toBe(400);
  expect((await company.api.delete(`${attempts}/${attempt.id}`)).status).toBe(204);
  expect((await company.api.post(attempts, { scheduledAt: night })).status).toBe(400);
  expect((await company.api.post(attempts, { scheduledAt: morning })).status).toBe(201);
});

test('the preflight says what becomes of an explicit time outside the legal calling hours', async () => {
  for (const [on, words] of [
    [service, 'A call with an explicit time is placed then'],
    [strict, 'An explicit time outside them is refused'],
  ] as const) {
    const company = await caller(on);
    const { id } = (await company.api.post('/contacts', ada)).body;
    const { body } = await company.api.post(`/agents/${company.agentId}/preflight`, { contactIds: [id] });
    expect(JSON.stringify(body.problems)).toContain(words);
  }
});
