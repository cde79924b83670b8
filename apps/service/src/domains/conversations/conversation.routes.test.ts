import { ManualClock } from '@parley/kernel/clock.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import {
  type Api,
  startTestService,
  type TestCompany,
  type TestService,
  UNKNOWN,
} from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { isExact } from '../billing/ledger.actions.ts';
import { markDoNotCall } from '../contacts/contact.actions.ts';
import { history } from '../events/event.actions.ts';
import { claimDue, noteRinging } from './dispatch.actions.ts';
import { settle } from './settlement.actions.ts';

/** A Monday noon in Zurich. */
const START = '2026-11-16T11:00:00.000Z';
const clock = new ManualClock(START);
let service: TestService;
let company: TestCompany;
let other: TestCompany;
/** By what they need: a job, nothing, and no job. */
let agents: { screening: string; generic: string; custom: string; online: string };

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, this is an AI.' },
  sections: [{ type: 'sequential', prompt: 'Talk.' }],
};
const invalidFlow = { ...flow, sections: [{ type: 'looping', questions: [{ idealAnswer: 'x' }] }] };
const plan = {
  billingSystem: 'minutes',
  status: 'active',
  included: 10_000,
  purchased: 0,
  currency: 'EUR',
  maxConcurrentCalls: 100,
  storageBytes: 1e9,
  creditsPerMinute: 1,
};

beforeAll(async () => {
  // Without a worker nobody dials but the tests.
  service = await startTestService({ clock, roles: ['api'] });
  company = await service.newCompany({ timezone: 'Europe/Zurich', defaultCountry: 'CH' });
  other = await service.newCompany();
  await service.admin.put(`/companies/${company.id}/plan`, plan);
  const make = async (body: object) =>
    (await company.api.post('/agents', { name: 'Grace', ...body })).body.id;
  agents = {
    screening: await make({}),
    generic: await make({ focus: 'GENERIC', callingWindow: null }),
    custom: await make({ flow }),
    online: await make({ focus: 'GENERIC', type: 'ONLINE' }),
  };
});
afterAll(() => service.stop());
beforeEach(() => clock.advance(Date.parse(START) - clock.now().getTime()));

const person = (more: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
  ...more,
});
const newContact = async (more: object = {}, api: Api = company.api) =>
  (await api.post('/contacts', person(more))).body.id as string;
const newJob = async (api: Api = company.api) =>
  (await api.post('/jobs', { title: 'Clerk' })).body.id as string;
const create = (body: object, api: Api = company.api) => api.post('/conversations', body);
const created = async (body: object) => (await create({ agentId: agents.generic, ...body })).body;
const scope = (id = company.id) =>
  service.services.database.within(id as CompanyId, { kind: 'system', id: 'test' });
const usage = async (api: Api = company.api) => (await api.get('/billing/usage')).body;

/** How many rows the company has of everything a create can make. */
async function rows(companyId = company.id): Promise<Record<string, number>> {
  const row = await service.services.database.first<Record<string, number>>(sql`select
    (select count(*) from contacts where company_id = ${companyId}) as contacts,
    (select count(*) from agents where company_id = ${companyId}) as agents,
    (select count(*) from jobs where company_id = ${companyId}) as jobs,
    (select count(*) from job_assignments where company_id = ${companyId}) as assignments,
    (select count(*) from conversations where company_id = ${companyId}) as conversations,
    (select count(*) from call_attempts where company_id = ${companyId}) as attempts,
    (select count(*) from billing_holds where company_id = ${companyId}) as holds,
    (select count(*) from events where company_id = ${companyId}) as events`);
  return row ?? {};
}

/** Refused with this status, and nothing was made. */
async function refused(status: number, body: object, api: Api = company.api) {
  const before = await rows();
  const answer = await create(body, api);
  expectErrorBody(answer, status);
  expect(await rows()).toEqual(before);
  return answer.body;
}

describe('creating a conversation', () => {
  test('a new conversation with a known contact and agent is scheduled, and its minutes are held', async () => {
    const contactId = await newContact();
    const held = (await usage()).held;
    const { status, body } = await create({ contactId, agentId: agents.generic, metadata: { mine: 1 } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      contactId,
      candidateId: contactId,
      agentId: agents.generic,
      status: 'SCHEDULED',
      scheduledAt: START,
      createdAt: START,
      updatedAt: START,
      finishedDate: null,
      jobId: null,
      runId: null,
      durationMinutes: null,
      metadata: { mine: 1 },
      isTest: false,
      callAttempts: [
        {
          id: expect.any(String),
          direction: 'OUTBOUND',
          status: 'SCHEDULED',
          reasonCode: null,
          notes: null,
          retryNumber: 0,
          recordingUrl: null,
          duration: null,
          scheduledAt: START,
          calledAt: null,
          transcript: [],
        },
      ],
    });
    expect((await company.api.get(`/conversations/${body.id}`)).body).toEqual(body);
    expect((await usage()).held).toBe(held + 15);
    expect(await history(scope(), body.id)).toEqual([]);
  });

  test('a contact, agent and job sent with a new conversation are created and linked', async () => {
    const { body } = await create({
      contact: person({ workHistory: [{ companyName: 'Babbage' }] }),
      agent: { name: 'Inline', duration: 20 },
      job: { jobTitle: 'Clerk', jobDescription: 'Keeps books', languages: ['DE'] },
    });
    const contact = (await company.api.get(`/contacts/${body.contactId}`)).body;
    expect(contact).toMatchObject({
      firstName: 'Ada',
      jobIds: [body.jobId],
      workHistory: [{ companyName: 'Babbage' }],
    });
    expect((await company.api.get(`/agents/${body.agentId}`)).body).toMatchObject({
      name: 'Inline',
      duration: 20,
    });
    expect((await company.api.get(`/jobs/${body.jobId}`)).body).toMatchObject({
      title: 'Clerk',
      description: 'Keeps books',
      languageRequirements: [{ language: 'DE' }],
    });
  });

  test("a new conversation uses the job of the request, else of the new contact, else the contact's only job", async () => {
    const [jobId, second] = [await newJob(), await newJob()];
    const single = await newContact({ jobIds: [jobId] });
    const sent = await create({ contactId: single, agentId: agents.screening, jobId: second });
    expect(sent.body.jobId).toBe(second);
    const inline = await create({ contact: person({ jobId }), agentId: agents.screening });
    expect(inline.body.jobId).toBe(jobId);
    const only = await newContact({ jobIds: [jobId] });
    expect((await create({ contactId: only, agentId: agents.screening })).body.jobId).toBe(jobId);
  });

  test('a contact is assigned to the job of a new conversation', async () => {
    const [contactId, jobId] = [await newContact(), await newJob()];
    const { body } = await create({ contactId, agentId: agents.screening, jobId });
    await create({ contactId, agentId: agents.screening, jobId });
    await company.api.delete(`/conversations/${body.id}`);
    expect((await company.api.get(`/contacts/${contactId}`)).body.jobIds).toEqual([jobId]);
  });

  test('agents that need no job ignore the jobs of the contact', async () => {
    const contactId = await newContact({ jobIds: [await newJob(), await newJob()] });
    for (const agentId of [agents.generic, agents.custom])
      expect((await create({ contactId, agentId })).body).toMatchObject({ status: 'SCHEDULED', jobId: null });
    const single = await newContact({ jobIds: [await newJob()] });
    expect((await create({ contactId: single, agentId: agents.generic })).body.jobId).toBeNull();
  });

  test('a generic agent uses a job when one is sent', async () => {
    const jobId = await newJob();
    expect((await create({ contact: person(), agentId: agents.generic, jobId })).body.jobId).toBe(jobId);
  });

  test('the ids of a new conversation are accepted in upper and lower case', async () => {
    const [contactId, jobId] = [await newContact(), await newJob()];
    const { body } = await create({
      contactId: contactId.toUpperCase(),
      agentId: agents.generic.toUpperCase(),
      jobId: jobId.toUpperCase(),
    });
    expect(body).toMatchObject({ contactId, agentId: agents.generic, jobId });
    expect((await company.api.get(`/contacts/${contactId}`)).body.jobIds).toEqual([jobId]);
  });

  test('/interviews with legacy property names creates the same conversation as /conversations', async () => {
    const candidateId = await newContact();
    const first = await company.api.post('/interviews', { candidateId, agentId: agents.generic });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ contactId: candidateId, candidateId });
    const inline = await company.api.post('/interviews', { candidate: person(), agentId: agents.generic });
    expect(inline.status).toBe(201);
    const { errors } = await refused(400, { candidateId, contactId: candidateId, agentId: agents.generic });
    expect(errors).toEqual([
      'candidateId cannot be combined with contactId: they are two names of one property',
    ]);
    await refused(400, { candidate: person(), contact: person(), agentId: agents.generic });
    await refused(400, { candidateId, contact: person(), agentId: agents.generic });
  });

  test('a test conversation finishes at once, costs nothing, and emits only conversation.completed', async () => {
    const before = await usage();
    const { status, body } = await create({ contact: person(), agentId: agents.generic, isTest: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      isTest: true,
      finishedDate: START,
      callAttempts: [{ status: 'COMPLETED', reasonCode: null, duration: 0, calledAt: START, retryNumber: 0 }],
    });
    expect(await usage()).toEqual(before);
    const events = await history(scope(), body.id);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      [
        'conversation.completed',
        {
          conversationId: body.id,
          contactId: body.contactId,
          jobId: null,
          runId: null,
          callAttemptId: body.callAttempts[0].id,
          status: 'COMPLETED',
        },
      ],
    ]);
  });

  test('a new ONLINE conversation has a web-call link and held minutes, no call, and needs no phone number', async () => {
    const held = (await usage()).held;
    const at = '2026-11-20T03:00:00.000Z';
    const { status, body } = await create({
      contact: person({ phoneNumber: undefined, email: 'ada@example.com' }),
      agentId: agents.online,
      scheduleTime: at,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'SCHEDULED', callAttempts: [], scheduledAt: at });
    expect(body.onlineUrl).toMatch(new RegExp(`^${service.url}/call/[\\w-]{20,}$`));
    expect((await company.api.get(`/conversations/${body.id}`)).body.onlineUrl).toBe(body.onlineUrl);
    expect((await usage()).held).toBe(held + 15);
    await company.api.delete(`/conversations/${body.id}`);
    expect((await usage()).held).toBe(held);
  });
});

describe('the time of the first call', () => {
  const agent = (window: object | null | undefined) => ({
    name: 'Grace',
    focus: 'GENERIC',
    ...(window === undefined ? {} : { callingWindow: window }),
  });
  const hours = { start: '09:00', end: '17:00' };
  const weekdays = { days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], ...hours };

  test.each([
    ['a window of any time, at night', '2026-11-16T02:00:00.000Z', null, '2026-11-16T02:00:00.000Z'],
    ['the default window at night', '2026-11-16T02:00:00.000Z', undefined, '2026-11-16T07:00:00.000Z'],
    ['an open window', '2026-11-16T11:00:00.000Z', hours, '2026-11-16T11:00:00.000Z'],
    ['a window that has just closed', '2026-11-16T16:00:00.000Z', hours, '2026-11-17T08:00:00.000Z'],
    ['a weekend', '2026-11-14T11:00:00.000Z', weekdays, '2026-11-16T08:00:00.000Z'],
    ['the night before summer time begins', '2027-03-27T20:00:00.000Z', hours, '2027-03-28T07:00:00.000Z'],
    ['the night before summer time ends', '2026-10-24T20:00:00.000Z', hours, '2026-10-25T08:00:00.000Z'],
  ])(
    "the first call is placed when the contact's calling window is open: %s",
    async (_title, now, window, expected) => {
      clock.advance(Date.parse(now) - clock.now().getTime());
      const { body } = await create({ contact: person(), agent: agent(window) });
      expect(body.scheduledAt).toBe(expected);
      expect(body.callAttempts[0].scheduledAt).toBe(expected);
    },
  );

  test('the calling window follows the time zone of the contact, else of the phone number, else of the company', async () => {
    clock.advance(Date.parse('2026-11-16T02:00:00.000Z') - clock.now().getTime());
    const at = async (contact: object) =>
      (await create({ contactId: await newContact(contact), agent: agent(hours) })).body.scheduledAt;
    expect(await at({ fields: { timezone: 'Asia/Tokyo' } })).toBe('2026-11-16T02:00:00.000Z');
    expect(await at({ phoneNumber: '+442079460000' })).toBe('2026-11-16T09:00:00.000Z');
    // A number of no country, and one of the simulated network.
    expect(await at({ phoneNumber: '+80012345678' })).toBe('2026-11-16T08:00:00.000Z');
    expect(await at({ phoneNumber: '+15005550000' })).toBe('2026-11-16T08:00:00.000Z');
    // A mobile that may be anywhere in Australia: most people there live by Sydney's clock.
    expect(await at({ phoneNumber: '+61412345678' })).toBe('2026-11-16T02:00:00.000Z');
  });

  test.each([
    ['2026-11-17T02:00:00+01:00', '2026-11-17T01:00:00.000Z'],
    ['2026-11-16T11:00:00.001Z', '2026-11-16T11:00:00.001Z'],
    ['2026-12-16T11:00:00.000Z', '2026-12-16T11:00:00.000Z'],
  ])(
    'a first call with an explicit time is placed at that time, outside the calling window too: %s',
    async (scheduleTime, expected) => {
      const { status, body } = await create({ contact: person(), agent: agent(hours), scheduleTime });
      expect([status, body.scheduledAt, body.callAttempts[0].scheduledAt]).toEqual([201, expected, expected]);
    },
  );

  test.each([
    ['2026-11-16T11:00:00.000Z', 'scheduleTime must be in the future'],
    ['2026-12-16T11:00:00.001Z', 'scheduleTime must be at most 30 days ahead'],
    ['tomorrow', 'scheduleTime must match format "date-time"'],
    ['2026-11-17', 'scheduleTime must match format "date-time"'],
  ])('a first call at %s is refused', async (scheduleTime, error) => {
    const body = await refused(400, { contact: person(), agentId: agents.generic, scheduleTime });
    expect(body).toMatchObject({ message: 'Validation failed', errors: [error] });
  });
});

describe('refusing a conversation', () => {
  test('all invalid properties of a new conversation are reported together', async () => {
    const { message, errors } = await refused(400, {
      contact: { firstName: 'Ada', shoe: 1, gdprExpiryDate: '2020-01-01' },
      agentId: 'seven',
      job: {},
      hurry: true,
    });
    expect(message).toBe('Validation failed');
    expect(errors).toEqual(
      expect.arrayContaining([
        'hurry is not a known property',
        'contact.shoe is not a known property',
        'contact.lastName is required',
        'agentId must match format "uuid"',
        'job.jobTitle is required',
      ]),
    );
  });

  test('all contradictions between properties of a new conversation are reported together', async () => {
    const jobId = await newJob();
    const { errors } = await refused(400, {
      contact: person({ jobId, phoneNumber: '12', gdprExpiryDate: '2026-11-14' }),
      jobId,
      job: { jobTitle: 'Clerk' },
      scheduleTime: '2020-01-01T00:00:00Z',
    });
    expect(errors).toEqual([
      'agentId or agent is required',
      'jobId cannot be combined with job',
      'contact.jobId cannot be combined with jobId',
      'contact.jobId cannot be combined with job',
      'scheduleTime must be in the future',
      'contact.gdprExpiryDate must be today or later',
      expect.stringContaining('contact.phoneNumber must be a telephone number'),
    ]);
  });

  test.each(['firstName', 'lastName', 'gdprExpiryDate'])('an inline contact needs its %s', async (name) => {
    const { errors } = await refused(400, {
      contact: person({ [name]: undefined }),
      agentId: agents.generic,
    });
    expect(errors).toEqual([`contact.${name} is required`]);
  });

  test.each(['metadata', 'fields', 'jobIds', 'status'])(
    'an inline contact does not accept %s',
    async (name) => {
      const { errors } = await refused(400, { contact: person({ [name]: {} }), agentId: agents.generic });
      expect(errors).toEqual([`contact.${name} is not a known property`]);
    },
  );

  test('an inline contact needs an e-mail address or a phone number', async () => {
    const contact = person({ phoneNumber: undefined });
    const { errors } = await refused(400, { contact, agentId: agents.online });
    expect(errors).toEqual(['contact.email or contact.phoneNumber is required']);
  });

  test('a contact without a phone number cannot be called by phone', async () => {
    const nameless = { phoneNumber: undefined, email: 'ada@example.com' };
    const { message } = await refused(400, { contact: person(nameless), agentId: agents.generic });
    expect(message).toBe('The contact has no phone number, and the agent calls by phone');
    await refused(400, { contactId: await newContact(nameless), agentId: agents.generic });
  });

  test("a contact with several jobs needs the request to name one, and gets the contract's error message", async () => {
    const contactId = await newContact({ jobIds: [await newJob(), await newJob()] });
    const { message } = await refused(400, { contactId, agentId: agents.screening });
    expect(message).toBe(
      "This candidate is assigned to multiple jobs. Please specify a 'jobId' to associate with this interview.",
    );
  });

  test('a new conversation without a job is refused if its agent needs one', async () => {
    const { message } = await refused(400, { contact: person(), agentId: agents.screening });
    expect(message).toContain('needs a job');
    await refused(400, { contact: person(), agent: { name: 'Inline' } });
    await refused(400, { contactId: await newContact(), agentId: agents.screening });
  });

  test('an agent with a flow ignores every job, even one that does not exist', async () => {
    const jobId = await newJob();
    for (const agent of [{ agentId: agents.custom }, { agent: { name: 'Inline', flow } }]) {
      await refused(400, { ...agent, contact: person(), jobId });
      await refused(400, { ...agent, contact: person(), jobId: UNKNOWN });
      await refused(400, { ...agent, contact: person(), job: { jobTitle: 'Clerk' } });
      await refused(400, { ...agent, contact: person({ jobId }) });
    }
  });

  test('a new conversation with an agent that has both focus and flow is refused', async () => {
    await refused(400, { contact: person(), agent: { name: 'Inline', focus: 'GENERIC', flow } });
  });

  test('a new conversation with an invalid flow lists every bad block, and creates no contact or agent', async () => {
    const { message, errors } = await refused(422, {
      contact: person(),
      agent: { name: 'Inline', flow: invalidFlow },
    });
    expect(message).toBe('The flow is not valid');
    expect(errors).toEqual([
      { path: expect.stringContaining('sections[0].questions[0]'), message: expect.any(String) },
    ]);
  });

  test('a new conversation with an unknown contact, agent or job gets 404', async () => {
    const job = { jobTitle: 'Clerk' };
    expect((await refused(404, { contactId: UNKNOWN, agentId: agents.screening, job })).message).toBe(
      'Contact not found',
    );
    expect((await refused(404, { contact: person(), agentId: UNKNOWN, job })).message).toBe(
      'Agent not found',
    );
    const unknownJob = { contact: person(), agentId: agents.screening, jobId: UNKNOWN };
    expect((await refused(404, unknownJob)).message).toBe('Job not found');
    await refused(404, { contact: person({ jobId: UNKNOWN }), agentId: agents.screening });
    const unknownNumber = { name: 'Inline', focus: 'GENERIC', companyPhoneNumberId: UNKNOWN };
    await refused(404, { contact: person(), agent: unknownNumber });
  });

  test('a new conversation with a contact, agent or job of another company gets 403', async () => {
    const contactId = await newContact({}, other.api);
    const jobId = await newJob(other.api);
    const agent = (await other.api.post('/agents', { name: 'Theirs', focus: 'GENERIC' })).body;
    const job = { jobTitle: 'Clerk' };
    await refused(403, { contactId, agentId: agents.screening, job });
    await refused(403, { contact: person(), agentId: agent.id, job });
    await refused(403, { contact: person(), agentId: agents.screening, jobId });
    await refused(403, { contact: person({ jobId }), agentId: agents.screening });
  });

  test('a new conversation with a contact who opted out is refused', async () => {
    const contactId = await newContact({ phoneNumber: '+41446681801' });
    await markDoNotCall(scope(), contactId);
    const { message } = await refused(409, { contactId, agentId: agents.generic });
    expect(message).toBe('The contact asked never to be called again');
  });

  test('a contact can have at most fifty jobs', async () => {
    const jobIds = await Promise.all(Array.from({ length: 50 }, () => newJob()));
    const contactId = await newContact({ jobIds });
    await refused(409, { contactId, agentId: agents.screening, jobId: await newJob() });
    await refused(409, { contactId, agentId: agents.screening, job: { jobTitle: 'Clerk' } });
    expect((await create({ contactId, agentId: agents.screening, jobId: jobIds[7] })).status).toBe(201);
  });

  test('a new conversation is checked for validity first, then existence, then state, then billing', async () => {
    const poor = await service.newCompany();
    await service.admin.put(`/companies/${poor.id}/plan`, { ...plan, included: 0 });
    const optedOut = await newContact({ phoneNumber: '+41446681801' }, poor.api);
    await markDoNotCall(scope(poor.id), optedOut);
    const agentId = (await poor.api.post('/agents', { name: 'Grace', focus: 'GENERIC' })).body.id;
    const status = async (body: object) => (await create(body, poor.api)).status;
    expect(await status({ contactId: UNKNOWN, agentId, scheduleTime: '2020-01-01T00:00:00Z' })).toBe(400);
    expect(await status({ contactId: optedOut, agentId: UNKNOWN })).toBe(404);
    expect(await status({ contactId: optedOut, agentId, jobId: UNKNOWN })).toBe(404);
    expect(await status({ contactId: optedOut, agentId })).toBe(409);
    expect(await status({ contact: person(), agent: { name: 'Bad', flow: invalidFlow } })).toBe(422);
    expect(await status({ contact: person(), agentId })).toBe(402);
    expect(await status({ contact: person(), agentId, isTest: true })).toBe(201);
  });

  test('a conversation that the plan does not cover gets 402 with the amounts, and is not created', async () => {
    const poor = await service.newCompany();
    const refusedWith = async (changed: object, agent: object = {}) => {
      await service.admin.put(`/companies/${poor.id}/plan`, { ...plan, ...changed });
      const before = await rows(poor.id);
      const answer = await create(
        { contact: person(), agent: { name: 'Grace', duration: 20, ...agent }, job: { jobTitle: 'Clerk' } },
        poor.api,
      );
      expectErrorBody(answer, 402);
      expect(await rows(poor.id)).toEqual(before);
      return answer.body.billing;
    };
    expect(await refusedWith({ included: 19 })).toEqual({
      requiredMinutes: 20,
      availableMinutes: 19,
      suggestedAction: 'purchase_minutes',
    });
    expect(await refusedWith({ billingSystem: 'credits', creditsPerMinute: 2, included: 39 })).toEqual({
      billingSystem: 'credits',
      requiredCredits: 40,
      availableCredits: 39,
      suggestedAction: 'purchase_minutes',
    });
    expect(await refusedWith({ included: 0, overagePrice: 1, monthlySpendingCap: 10 })).toMatchObject({
      suggestedAction: 'increase_spending_cap',
    });
    expect(await refusedWith({ status: 'canceled' })).toMatchObject({ suggestedAction: 'upgrade_plan' });
    expect(await refusedWith({ status: 'past_due' })).toMatchObject({ suggestedAction: 'contact_support' });
  });

  test.each([
    ['POST', '/conversations', 'write'],
    ['GET', '/conversations', 'read'],
    ['GET', `/conversations/${UNKNOWN}`, 'read'],
    ['GET', `/conversations/${UNKNOWN}/events`, 'read'],
    ['DELETE', `/interviews/${UNKNOWN}`, 'delete'],
    ['POST', `/conversations/${UNKNOWN}/call-attempts`, 'write'],
    ['PATCH', `/conversations/${UNKNOWN}/call-attempts/${UNKNOWN}`, 'write'],
    ['DELETE', `/interviews/${UNKNOWN}/call-attempts/${UNKNOWN}`, 'delete'],
  ] as const)('%s %s checks the scope of the API key before anything else', async (method, path, verb) => {
    const key = await service.newKey({ companyId: company.id, scopes: ['read:jobs'] });
    const call = { POST: key.api.post, GET: key.api.get, PATCH: key.api.patch, DELETE: key.api.delete }[
      method
    ];
    const answer = await call(path);
    expectErrorBody(answer, 403);
    expect(answer.body.message).toBe(
      `Insufficient permissions: Required scope ${verb}:conversations not found`,
    );
    const legacy = await service.newKey({ companyId: company.id, scopes: [`${verb}:interviews`] });
    const same = {
      POST: legacy.api.post,
      GET: legacy.api.get,
      PATCH: legacy.api.patch,
      DELETE: legacy.api.delete,
    };
    expect((await same[method](path)).status).not.toBe(403);
  });
});

describe('listing conversations', () => {
  test('conversations are listed newest first, in pages without gaps, with filters, under both paths', async () => {
    const place = await service.newCompany();
    const make = async (path: string, body: object) => (await place.api.post(path, body)).body.id as string;
    const jobId = await make('/jobs', { title: 'Clerk' });
    const [ada, bob] = [await make('/contacts', person()), await make('/contacts', person())];
    const [first, second] = [
      await make('/agents', { name: 'One', focus: 'GENERIC' }),
      await make('/agents', { name: 'Two', focus: 'GENERIC' }),
    ];
    const ids = [
      await make('/conversations', { contactId: ada, agentId: first, isTest: true }),
      await make('/conversations', { contactId: ada, agentId: second, isTest: true, jobId }),
      await make('/conversations', { contactId: bob, agentId: first, scheduleTime: '2026-11-17T00:00:00Z' }),
    ];
    const list = async (query: string, path = '/conversations') =>
      (await place.api.get(`${path}?${query}`)).body;
    const idsOf = async (query: string, path?: string) =>
      (await list(query, path)).data.map(({ id }: { id: string }) => ids.indexOf(id));

    expect(await list('')).toMatchObject({ total: 3, page: 1, limit: 20, totalPages: 1 });
    expect(await idsOf('')).toEqual([2, 1, 0]);
    expect(await idsOf('', '/interviews')).toEqual([2, 1, 0]);
    expect(await idsOf('limit=2')).toEqual([2, 1]);
    expect(await idsOf('limit=2&page=2')).toEqual([0]);
    expect(await list('limit=2&page=3')).toEqual({ data: [], total: 3, page: 3, limit: 2, totalPages: 2 });
    expect(await idsOf(`contactId=${ada}`)).toEqual([1, 0]);
    expect(await idsOf(`candidateId=${ada}`)).toEqual([1, 0]);
    expect(await idsOf(`candidateId=${ada}&contactId=${ada}`, '/interviews')).toEqual([1, 0]);
    expect(await idsOf(`agentId=${first}`)).toEqual([2, 0]);
    expect(await idsOf(`jobId=${jobId}`)).toEqual([1]);
    expect(await idsOf(`runId=${UNKNOWN}`)).toEqual([]);
    expect(await idsOf('status=SCHEDULED')).toEqual([2]);
    expect(await idsOf('status=COMPLETED')).toEqual([1, 0]);
    expect(await list('status=UNDEFINED')).toMatchObject({ data: [], total: 0, totalPages: 0 });
    expect(await list(`status=COMPLETED&agentId=${first}&limit=1`)).toMatchObject({ total: 1 });
    const [row] = (await list(`jobId=${jobId}`)).data;
    expect(row).toEqual((await place.api.get(`/conversations/${ids[1]}`)).body);
    expect((await list(`contactId=${ada}&companyId=${UNKNOWN}`)).total).toBe(2);
  });

  test.each([
    'status=completed',
    'status=BUSY',
    'page=0',
    'page=10001',
    'limit=0',
    'limit=101',
    'contactId=ada',
    'sort=id',
    `contactId=${UNKNOWN}&candidateId=01890000-0000-7000-8000-00000000beef`,
  ])('the list of conversations with %s is refused', async (query) => {
    expectErrorBody(await company.api.get(`/conversations?${query}`), 400);
  });

  test('the list of conversations never contains those of another company', async () => {
    const { contactId } = await created({ contact: person(), isTest: true });
    const { body } = await other.api.get(`/conversations?contactId=${contactId}`);
    expect(body).toMatchObject({ data: [], total: 0 });
  });
});

describe('reading a conversation', () => {
  test('reading a conversation of another company gets 403, reading an unknown one gets 404', async () => {
    const { id } = await created({ contact: person(), isTest: true });
    const forbidden = await other.api.get(`/conversations/${id}`);
    expectErrorBody(forbidden, 403);
    expect(forbidden.body.message).toBe('This conversation belongs to another company');
    for (const unknown of [UNKNOWN, 'seven']) {
      const answer = await company.api.get(`/interviews/${unknown}`);
      expectErrorBody(answer, 404);
      expect(answer.body.message).toBe('Conversation not found');
    }
  });
});

const workerId = '01890000-0000-7000-8000-000000000001';
async function dial(conversation: { callAttempts: { id: string }[] }) {
  const claimed = await claimDue(service.services.database, workerId, 100);
  const mine = claimed.find(({ attemptId }) => attemptId === conversation.callAttempts[0]?.id);
  if (!mine) throw new Error('The call was not due');
  return mine;
}

test('a conversation and its call are read in one consistent state, even while the call ends', async () => {
  const { database } = service.services;
  const conversation = await created({ contact: person() });
  const attempt = await dial(conversation);
  await noteRinging(database, [attempt.attemptId]);
  const statuses = async () => {
    const { body } = await company.api.get(`/conversations/${conversation.id}`);
    return [body.status, body.callAttempts[0].status];
  };
  const during = await database.transaction(async (inside) => {
    await inside.run(sql`lock table call_attempts in access exclusive mode`);
    const reading = statuses();
    await somebodyWaits(database, reading);
    const account = { notes: null, durationSeconds: 61, transcript: [], findings: null };
    await settle(inside, { ...attempt, workerId, ending: { kind: 'finished' }, ...account });
    return { reading };
  });
  expect(await during.reading).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
  expect(await statuses()).toEqual(['COMPLETED', 'COMPLETED']);
});

describe('deleting a conversation', () => {
  test('deleting a waiting conversation deletes its attempts, its held minutes and its events', async () => {
    const held = (await usage()).held;
    const { id, callAttempts } = await created({ contact: person(), scheduleTime: '2026-11-17T00:00:00Z' });
    await company.api.patch(`/conversations/${id}/call-attempts/${callAttempts[0].id}`, {
      scheduledAt: '2026-11-18T00:00:00Z',
    });
    const answer = await company.api.delete(`/conversations/${id}`);
    expect([answer.status, answer.body]).toEqual([200, { id, deleted: true }]);
    expectErrorBody(await company.api.get(`/conversations/${id}`), 404);
    expectErrorBody(await company.api.delete(`/interviews/${id}`), 404);
    expect((await usage()).held).toBe(held);
    expect(await history(scope(), id)).toEqual([]);
    expect(await isExact(scope())).toBe(true);
  });

  test('deleting a conversation deletes all its events, even if the id in the request is in capitals', async () => {
    const { id } = await created({ contact: person(), isTest: true });
    expect(await history(scope(), id)).toHaveLength(1);
    await company.api.delete(`/conversations/${id.toUpperCase()}`);
    expect(await history(scope(), id)).toEqual([]);
  });

  test.each(['being placed', 'ringing'])(
    'a call that is %s when its conversation is deleted continues to its end and leaves only its charge',
    async (stage) => {
      const before = await usage();
      const conversation = await created({ contact: person() });
      const attempt = await dial(conversation);
      if (stage === 'ringing') await noteRinging(service.services.database, [attempt.attemptId]);
      expect((await company.api.delete(`/interviews/${conversation.id}`)).status).toBe(200);
      expect((await usage()).held).toBe(before.held + 15);
      await settle(service.services.database, {
        ...attempt,
        workerId,
        ending: { kind: 'finished' },
        notes: null,
        durationSeconds: 61,
        transcript: [],
        findings: null,
      });
      expect(await usage()).toMatchObject({ held: before.held, used: before.used + 2 });
      expect(await history(scope(), conversation.id)).toEqual([]);
      expectErrorBody(await company.api.get(`/conversations/${conversation.id}`), 404);
      expect(await isExact(scope())).toBe(true);
    },
  );

  test.each(['COMPLETED', 'CANCELLED', 'FAILED', 'UNREACHABLE', 'UNDEFINED'])(
    'a conversation that is %s can be deleted',
    async (status) => {
      const { id } = await created({ contact: person(), isTest: true });
      await service.services.database.run(sql`update conversations set status = ${status} where id = ${id}`);
      expect((await company.api.delete(`/conversations/${id}`)).body).toEqual({ id, deleted: true });
    },
  );

  test('deleting a conversation of another company is forbidden', async () => {
    const { id } = await created({ contact: person(), isTest: true });
    expectErrorBody(await other.api.delete(`/conversations/${id}`), 403);
    expect((await company.api.get(`/conversations/${id}`)).status).toBe(200);
  });

  test('deleting a contact or a job deletes its conversations and releases their held minutes', async () => {
    const { held } = await usage();
    const [contactId, jobId] = [await newContact(), await newJob()];
    const later = { scheduleTime: '2026-11-17T00:00:00Z' };
    const [plain, forJob] = [
      await created({ contactId, ...later }),
      await created({ contactId, jobId, ...later }),
    ];
    await company.api.delete(`/jobs/${jobId}`);
    expect((await company.api.get(`/conversations/${forJob.id}`)).status).toBe(404);
    expect((await usage()).held).toBe(held + 15);
    await company.api.delete(`/contacts/${contactId}`);
    expect((await company.api.get(`/conversations/${plain.id}`)).status).toBe(404);
    expect((await usage()).held).toBe(held);
    expect(await isExact(scope())).toBe(true);
  });

  test('an agent with open conversations cannot be deleted; one with only finished conversations can', async () => {
    const agentId = (await company.api.post('/agents', { name: 'Used', focus: 'GENERIC' })).body.id;
    const { id } = await created({ contact: person(), agentId, scheduleTime: '2026-11-17T00:00:00Z' });
    const done = await created({ contact: person(), agentId, isTest: true });
    expectErrorBody(await company.api.delete(`/agents/${agentId}`), 409);
    await company.api.delete(`/conversations/${id}`);
    expect((await company.api.delete(`/agents/${agentId}`)).status).toBe(200);
    expect((await company.api.get(`/conversations/${done.id}`)).body).toMatchObject({
      agentId,
      status: 'COMPLETED',
    });
  });
});
