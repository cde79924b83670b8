import { ManualClock } from '@parley/kernel/clock.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { endAll, type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { isExact } from '../billing/ledger.actions.ts';
import { history } from '../events/event.actions.ts';
import { isProgressExact } from './run.actions.ts';
import { maintainRuns } from './run-maintenance.actions.ts';

/** Nobody dials here: what the rules say about rows, with the clock in our hands. */
const clock = new ManualClock('2026-11-16T12:00:00Z');
const DAY_MS = 86_400_000;
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
let service: TestService;
let acme: RunningCompany;
beforeAll(async () => {
  service = await startTestService({ clock, roles: ['api'] });
  acme = await runningCompany(service);
});
afterAll(async () => {
  expect(await isProgressExact(service.services.database)).toBe(true);
  await service.stop();
});

const read = async (id: string) => (await acme.api.get(`/runs/${id}`)).body;
const act = (id: string, what: string, body?: object) => acme.api.post(`/runs/${id}/${what}`, body);
const tend = () => maintainRuns(service.services.database);
const attach = (id: string, contactIds: readonly string[]) => act(id, 'contacts', { contactIds });
const none = {
  total: 0,
  queued: 0,
  inProgress: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  unreachable: 0,
  completion: 0,
};

describe('drafts of runs', () => {
  test('a draft of a run is created empty and returned as it was created', async () => {
    const { status, body } = await acme.api.post('/runs', {
      name: 'Spring',
      agentId: acme.agentId,
      metadata: { mine: 1 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Spring',
      agentId: acme.agentId,
      status: 'DRAFT',
      progress: none,
      scheduledAt: null,
      scheduleError: null,
      metadata: { mine: 1 },
    });
    expect(await read(body.id)).toEqual(body);
  });

  test('a draft run can be renamed, and its status cannot be set directly', async () => {
    const id = await acme.newRun();
    expect((await acme.api.patch(`/runs/${id}`, { name: 'Autumn' })).body.name).toBe('Autumn');
    expect((await acme.api.patch(`/runs/${id}`, { status: 'RUNNING' })).status).toBe(400);
  });

  test('all progress counts of a draft run are 0, even with contacts added', async () => {
    expect((await read(await acme.newRun(3))).progress).toEqual(none);
  });

  test('creating a run with an unknown agent gets 404, and with another company’s agent 403', async () => {
    const other = await runningCompany(service);
    const make = (agentId: string) => acme.api.post('/runs', { name: 'x', agentId });
    expect((await make(UNKNOWN)).status).toBe(404);
    expect((await make(other.agentId)).status).toBe(403);
  });
});

test('runs are listed newest first, and can be filtered by status and by agent', async () => {
  const other = await runningCompany(service);
  const [first, second] = [await other.newRun(1), await other.newRun(1)];
  await other.api.post(`/runs/${second}/launch`);
  const listed = async (query: string) =>
    (await other.api.get(`/runs?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await listed('')).toEqual([second, first]);
  expect(await listed('status=DRAFT')).toEqual([first]);
  expect(await listed(`agentId=${UNKNOWN}`)).toEqual([]);
  expect((await other.api.get('/runs?status=draft')).status).toBe(400);
});

test('every request for another company’s run gets 404', async () => {
  const other = await runningCompany(service);
  const id = await other.newRun(1);
  const answers = await Promise.all([
    acme.api.get(`/runs/${id}`),
    acme.api.get(`/runs/${id}/conversations`),
    acme.api.get(`/runs/${id}/contacts`),
    acme.api.get(`/runs/${id}/events`),
    acme.api.patch(`/runs/${id}`, { name: 'mine' }),
    acme.api.delete(`/runs/${id}`),
    ...['launch', 'pause', 'resume', 'cancel'].map((what) => act(id, what)),
  ]);
  for (const { status, body } of answers) expect([status, body.message]).toEqual([404, 'Run not found']);
});

test('each route for runs requires its own scopes', async () => {
  const { body } = await service.admin.post('/api-keys', {
    name: 'Driver',
    companyId: acme.id,
    scopes: ['read:runs', 'write:runs'],
  });
  const driver = service.api(body.data.key);
  const id = await acme.newRun(1);
  const message = (scope: string) => `Insufficient permissions: Required scope ${scope} not found`;
  expect((await driver.delete(`/runs/${id}`)).body.message).toBe(message('delete:runs'));
  expect((await driver.post(`/runs/${id}/contacts`, { contactIds: [UNKNOWN] })).body.message).toBe(
    message('read:contacts'),
  );
  expect((await driver.get(`/runs/${id}/conversations`)).body.message).toBe(message('read:conversations'));
  expect((await driver.post(`/runs/${id}/launch`)).status).toBe(200);
});

describe('adding contacts to a run', () => {
  test('adding the same contacts to a run again changes nothing, and each reply counts what was added', async () => {
    const id = await acme.newRun();
    const [one, two] = (await acme.newContacts(2)) as [string, string];
    expect((await attach(id, [one])).body).toEqual({ attached: 1, alreadyAttached: 0, queued: 0 });
    expect((await attach(id, [one, two, two])).body).toEqual({ attached: 1, alreadyAttached: 1, queued: 0 });
  });

  test('contacts can be added to a run under the legacy property candidateIds', async () => {
    const id = await acme.newRun();
    const { body } = await act(id, 'contacts', { candidateIds: await acme.newContacts(1) });
    expect(body.attached).toBe(1);
  });

  test('a request can add 500 contacts to a run, and one with 501 is refused as a whole', async () => {
    const id = await acme.newRun();
    const contact = await acme.newContact();
    expect((await attach(id, Array(500).fill(contact))).status).toBe(200);
    const { status, body } = await attach(id, Array(501).fill(contact));
    expect([status, body.message]).toEqual([400, 'Validation failed']);
  });

  test('adding an unknown contact to a run gets 404, another company’s contact 403, and nothing is added', async () => {
    const other = await runningCompany(service);
    const id = await acme.newRun();
    const own = await acme.newContact();
    expect((await attach(id, [own, UNKNOWN])).status).toBe(404);
    expect((await attach(id, [own, await other.newContact()])).status).toBe(403);
    expect((await acme.api.get(`/runs/${id}/contacts`)).body.total).toBe(0);
  });

  test('contacts added to a running run are queued at once', async () => {
    const id = await acme.newRun(1);
    await act(id, 'launch');
    expect((await attach(id, await acme.newContacts(2))).body).toEqual({
      attached: 2,
      alreadyAttached: 0,
      queued: 2,
    });
    expect((await read(id)).progress).toMatchObject({ total: 3, queued: 3 });
  });

  test('contacts added to a scheduled run wait for its start', async () => {
    const id = await acme.newRun(1);
    await act(id, 'launch', { scheduledAt: later(DAY_MS) });
    expect((await attach(id, await acme.newContacts(1))).body.queued).toBe(0);
    expect((await read(id)).progress).toEqual(none);
  });

  test('contacts added to a paused run wait until the run is resumed', async () => {
    const id = await acme.newRun(1);
    await act(id, 'launch');
    await act(id, 'pause');
    expect((await attach(id, await acme.newContacts(2))).body).toMatchObject({ attached: 2, queued: 0 });
    expect(await read(id)).toMatchObject({ status: 'PAUSED', progress: { total: 3, queued: 3 } });
    expect((await act(id, 'resume')).body).toMatchObject({ status: 'RUNNING', affectedCalls: 3 });
    expect((await read(id)).progress).toMatchObject({ total: 3, queued: 3 });
  });

  test('contacts added to a paused run are refused if the plan does not cover them, and the run can be resumed', async () => {
    const poor = await runningCompany(service, { plan: { included: 20 } });
    const id = await poor.newRun(1);
    await poor.api.post(`/runs/${id}/launch`);
    await poor.api.post(`/runs/${id}/pause`);
    const [one, ...others] = await poor.newContacts(3);
    const refused = await poor.api.post(`/runs/${id}/contacts`, { contactIds: others });
    expect(refused.status).toBe(402);
    expect(refused.body.billing).toMatchObject({ requiredMinutes: 20, availableMinutes: 10 });
    expect((await poor.api.post(`/runs/${id}/contacts`, { contactIds: [one] })).status).toBe(200);
    // Whatever is spent meanwhile, it is not what they need.
    expect((await poor.api.get('/billing/usage')).body).toMatchObject({ held: 20, available: 0 });
    const { status, body } = await poor.api.post(`/runs/${id}/resume`);
    expect([status, body.status, body.affectedCalls]).toEqual([200, 'RUNNING', 2]);
    expect(await isExact(poor.scope)).toBe(true);
  });

  test('adding contacts to a run whose agent was deleted gets 409, and nobody is added', async () => {
    const agent = (await acme.api.post('/agents', { name: 'Gone', focus: 'GENERIC' })).body;
    const id = await acme.newRun(0, { agentId: agent.id });
    expect((await acme.api.delete(`/agents/${agent.id}`)).status).toBe(200);
    const { status, body } = await attach(id, await acme.newContacts(1));
    expect([status, body.message]).toEqual([
      409,
      "This run's agent was deleted, so the run cannot take contacts",
    ]);
    expect((await acme.api.get(`/runs/${id}/contacts`)).body.total).toBe(0);
  });

  test('adding contacts to a cancelled run gets 409', async () => {
    const id = await acme.newRun(1);
    await act(id, 'cancel');
    const { status, body } = await attach(id, await acme.newContacts(1));
    expect([status, body.message]).toEqual([409, 'The run is CANCELLED and cannot take contacts']);
  });

  test('adding new contacts to a completed run reopens it', async () => {
    const contacts = await acme.newContacts(1);
    const id = await acme.newRun(contacts);
    await act(id, 'launch');
    await endAll(acme.scope, id);
    await tend();
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', progress: { completed: 1, completion: 1 } });
    await attach(id, contacts);
    expect((await read(id)).status).toBe('COMPLETED');
    await attach(id, await acme.newContacts(1));
    expect(await read(id)).toMatchObject({
      status: 'RUNNING',
      progress: { total: 2, completed: 1, queued: 1, completion: 0.5 },
    });
  });

  test('adding contacts to a running run is refused as a whole if the plan does not cover them', async () => {
    const poor = await runningCompany(service, { plan: { included: 20 } });
    const id = await poor.newRun(1);
    await poor.api.post(`/runs/${id}/launch`);
    const contactIds = await poor.newContacts(2);
    const { status, body } = await poor.api.post(`/runs/${id}/contacts`, { contactIds });
    expect(status).toBe(402);
    expect(body.billing).toMatchObject({ requiredMinutes: 20, availableMinutes: 10 });
    expect((await poor.api.get(`/runs/${id}/contacts`)).body.total).toBe(1);
    expect(await isExact(poor.scope)).toBe(true);
  });
});

describe('removing contacts from a run', () => {
  test('contacts can be removed from a run before its start', async () => {
    const contacts = await acme.newContacts(2);
    const id = await acme.newRun(contacts);
    const detach = (contactIds: readonly string[]) => acme.api.delete(`/runs/${id}/contacts`, { contactIds });
    expect((await detach(contacts.slice(0, 1))).body).toEqual({ detached: 1 });
    expect((await detach(contacts.slice(0, 1))).body).toEqual({ detached: 0 });
    await act(id, 'launch');
    const { status, body } = await detach(contacts);
    expect([status, body.message]).toEqual([409, 'The run is RUNNING and cannot let contacts go']);
  });
});

describe('jobs of a run', () => {
  const needsJob = { focus: 'SCREENING' };
  const newJob = async ({ api }: RunningCompany): Promise<string> =>
    (await api.post('/jobs', { title: 'Clerk' })).body.id;
  const jobsOf = async ({ api }: RunningCompany, id: string) =>
    (await api.get(`/runs/${id}/conversations`)).body.data.map(({ jobId }: { jobId: string }) => jobId);

  test('if the agent needs a job and the run has none, each contact must have exactly one job', async () => {
    const hiring = await runningCompany(service, { agent: needsJob });
    const [job, other] = [await newJob(hiring), await newJob(hiring)];
    const [fit, without, several] = [
      await hiring.newContact({ jobIds: [job] }),
      await hiring.newContact(),
      await hiring.newContact({ jobIds: [job, other] }),
    ];
    const id = await hiring.newRun();
    const refused = await hiring.api.post(`/runs/${id}/contacts`, { contactIds: [fit, without, several] });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      `contactIds[1] must be assigned to exactly one job: the contact ${without} is assigned to 0`,
      `contactIds[2] must be assigned to exactly one job: the contact ${several} is assigned to 2`,
    ]);
    await hiring.api.post(`/runs/${id}/contacts`, { contactIds: [fit] });
    await hiring.api.post(`/runs/${id}/launch`);
    expect(await jobsOf(hiring, id)).toEqual([job]);
  });

  test('the job of a run is used for all its contacts, who are assigned to it', async () => {
    const hiring = await runningCompany(service, { agent: needsJob });
    const job = await newJob(hiring);
    const contact = await hiring.newContact();
    const id = await hiring.newRun([contact], { jobId: job });
    await hiring.api.post(`/runs/${id}/launch`);
    expect(await jobsOf(hiring, id)).toEqual([job]);
    expect((await hiring.api.get(`/contacts/${contact}`)).body.jobIds).toEqual([job]);
  });

  test('a run whose agent needs no job ignores the jobs of its contacts', async () => {
    const job = await newJob(acme);
    const id = await acme.newRun([await acme.newContact({ jobIds: [job] })]);
    await act(id, 'launch');
    expect(await jobsOf(acme, id)).toEqual([null]);
  });

  test('a run whose agent has a flow refuses a job', async () => {
    const firstMessage = { type: 'first_message', text: 'Hello, this is an AI.' };
    const flow = { firstMessage, sections: [{ type: 'sequential', prompt: 'Talk.' }] };
    const agent = (await acme.api.post('/agents', { name: 'Custom', flow })).body;
    const body = { name: 'x', agentId: agent.id, jobId: await newJob(acme) };
    expect((await acme.api.post('/runs', body)).status).toBe(400);
  });
});

describe('launching a run', () => {
  test('launching a run creates a conversation with a call and held minutes for every contact', async () => {
    const own = await runningCompany(service);
    const id = await own.newRun(3);
    const { status, body } = await own.api.post(`/runs/${id}/launch`);
    expect([status, body.status, body.affectedCalls, body.scheduledAt]).toEqual([200, 'RUNNING', 3, null]);
    expect(body.progress).toEqual({ ...none, total: 3, queued: 3 });
    const { data } = (await own.api.get(`/runs/${id}/conversations`)).body;
    expect(data).toHaveLength(3);
    for (const conversation of data) {
      expect(conversation).toMatchObject({ runId: id, status: 'SCHEDULED', agentId: own.agentId });
      expect(conversation.callAttempts).toMatchObject([{ status: 'SCHEDULED', retryNumber: 0 }]);
    }
    expect((await own.api.get('/billing/usage')).body.held).toBe(30);
    expect(await isExact(own.scope)).toBe(true);
  });

  test('launching an empty run, or launching a run twice, gets 409', async () => {
    const id = await acme.newRun();
    expect((await act(id, 'launch')).status).toBe(409);
    await attach(id, await acme.newContacts(1));
    await act(id, 'launch');
    const { status, body } = await act(id, 'launch');
    expect([status, body.message]).toEqual([409, 'The run is RUNNING and cannot be launched']);
  });

  test('a launch that billing refuses is refused as a whole, and the run stays a draft', async () => {
    const poor = await runningCompany(service, { plan: { included: 25 } });
    const id = await poor.newRun(3);
    for (const body of [undefined, { scheduledAt: later(DAY_MS) }]) {
      const refused = await poor.api.post(`/runs/${id}/launch`, body);
      expect(refused.status).toBe(402);
      expect(refused.body.billing).toMatchObject({
        requiredMinutes: 30,
        availableMinutes: 25,
        suggestedAction: 'purchase_minutes',
      });
      const run = (await poor.api.get(`/runs/${id}`)).body;
      expect([run.status, run.scheduledAt, run.progress]).toEqual(['DRAFT', null, none]);
    }
    expect((await poor.api.get(`/runs/${id}/conversations`)).body.total).toBe(0);
  });

  test('launching a run schedules each call in the calling window of its contact', async () => {
    const windowed = await runningCompany(service, {
      agent: {
        callingWindow: {
          days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
          start: '09:00',
          end: '18:00',
        },
      },
    });
    // It is noon in UTC: afternoon in Zurich, early morning in Los Angeles, night in Auckland.
    const zones = ['Europe/Zurich', 'America/Los_Angeles', 'Pacific/Auckland'];
    const contacts = [];
    for (const timezone of zones) contacts.push(await windowed.newContact({ fields: { timezone } }));
    const id = await windowed.newRun(contacts);
    await windowed.api.post(`/runs/${id}/launch`);
    const { data } = (await windowed.api.get(`/runs/${id}/contacts`)).body;
    expect(data.map(({ nextCallAt }: { nextCallAt: string }) => nextCallAt)).toEqual([
      '2026-11-16T12:00:00.000Z',
      '2026-11-16T17:00:00.000Z',
      '2026-11-16T20:00:00.000Z',
    ]);
  });

  test('the agent of a launched run cannot be deleted before the run is cancelled or completed', async () => {
    const own = await runningCompany(service);
    const id = await own.newRun(1);
    await own.api.post(`/runs/${id}/launch`, { scheduledAt: later(DAY_MS) });
    expect((await own.api.delete(`/agents/${own.agentId}`)).status).toBe(409);
    await own.api.post(`/runs/${id}/cancel`);
    expect((await own.api.delete(`/agents/${own.agentId}`)).status).toBe(200);
    const draft = await own.newRun().catch(() => undefined);
    expect(draft).toBeUndefined();
  });

  test('a run launched by a test key, or with contacts added by one, makes only simulated calls', async () => {
    const { body } = await service.admin.post('/api-keys', {
      name: 'Test',
      companyId: acme.id,
      environment: 'test',
      scopes: ['write:runs', 'read:contacts'],
    });
    const id = await acme.newRun(1);
    await service.api(body.data.key).post(`/runs/${id}/launch`);
    const rows = await acme.scope.all(
      sql`select is_simulated from conversations where company_id = ${acme.scope.companyId} and run_id = ${id}`,
    );
    expect(rows).toEqual([{ is_simulated: true }]);
  });
});

describe('launching a run at a later time', () => {
  test('a scheduled launch stores the time and creates no conversation', async () => {
    const id = await acme.newRun(2);
    const scheduledAt = later(DAY_MS);
    const { body } = await act(id, 'launch', { scheduledAt });
    expect(body).toMatchObject({ status: 'SCHEDULED', scheduledAt, affectedCalls: 0, progress: none });
  });

  test('a scheduled launch must be in the future and at most 30 days ahead', async () => {
    const id = await acme.newRun(1);
    for (const scheduledAt of [later(-1000), later(30 * DAY_MS + 1000), 'tomorrow'])
      expect((await act(id, 'launch', { scheduledAt })).status).toBe(400);
    expect((await act(id, 'launch', { scheduledAt: later(30 * DAY_MS) })).status).toBe(200);
    await act(id, 'cancel');
  });

  test('a scheduled launch starts at its time and not before', async () => {
    const id = await acme.newRun(2);
    await act(id, 'launch', { scheduledAt: later(60_000) });
    clock.advance(59_000);
    await tend();
    expect((await read(id)).status).toBe('SCHEDULED');
    clock.advance(1000);
    await tend();
    expect(await read(id)).toMatchObject({ status: 'RUNNING', scheduleError: null, progress: { queued: 2 } });
  });

  test('a scheduled launch that billing refuses shows the reason, and is retried every minute', async () => {
    const poor = await runningCompany(service, { plan: { included: 20 } });
    const id = await poor.newRun(2);
    await poor.api.post(`/runs/${id}/launch`, { scheduledAt: later(60_000) });
    await poor.setPlan({ included: 5 });
    clock.advance(60_000);
    await tend();
    const refused = (await poor.api.get(`/runs/${id}`)).body;
    expect(refused).toMatchObject({
      status: 'SCHEDULED',
      scheduleError: 'This needs 20 minutes and 5 are available',
      progress: none,
    });
    await poor.setPlan({ included: 100 });
    clock.advance(59_000);
    await tend();
    expect((await poor.api.get(`/runs/${id}`)).body.status).toBe('SCHEDULED');
    clock.advance(1000);
    await tend();
    expect((await poor.api.get(`/runs/${id}`)).body).toMatchObject({
      status: 'RUNNING',
      scheduleError: null,
    });
    expect(await isExact(poor.scope)).toBe(true);
  });

  test('cancelling a run clears its scheduled launch', async () => {
    const id = await acme.newRun(1);
    await act(id, 'launch', { scheduledAt: later(60_000) });
    expect((await act(id, 'cancel')).body).toMatchObject({ status: 'CANCELLED', scheduledAt: null });
    clock.advance(120_000);
    await tend();
    expect((await read(id)).progress).toEqual(none);
  });
});

describe('pausing and resuming a run', () => {
  test('only a running run can be paused, and only a paused run can be resumed', async () => {
    const id = await acme.newRun(1);
    expect((await act(id, 'pause')).body.message).toBe('The run is DRAFT and cannot be paused');
    expect((await act(id, 'resume')).body.message).toBe('The run is DRAFT and cannot be resumed');
    await act(id, 'launch');
    expect((await act(id, 'resume')).status).toBe(409);
    expect((await act(id, 'pause')).body).toMatchObject({ status: 'PAUSED', affectedCalls: 1 });
    expect((await act(id, 'pause')).status).toBe(409);
    expect((await act(id, 'resume')).body).toMatchObject({ status: 'RUNNING', affectedCalls: 1 });
  });

  test('a paused run whose calls are all finished completes only when it is resumed', async () => {
    const id = await acme.newRun(1);
    await act(id, 'launch');
    await act(id, 'pause');
    await endAll(acme.scope, id);
    await tend();
    expect((await read(id)).status).toBe('PAUSED');
    await act(id, 'resume');
    await tend();
    expect((await read(id)).status).toBe('COMPLETED');
  });
});

describe('cancelling a run', () => {
  test('cancelling a run cancels its waiting conversations with an event each, and releases the minutes', async () => {
    const own = await runningCompany(service);
    const id = await own.newRun(3);
    await own.api.post(`/runs/${id}/launch`);
    const { body } = await own.api.post(`/runs/${id}/cancel`);
    expect(body).toMatchObject({ status: 'CANCELLED', affectedCalls: 3 });
    expect(body.progress).toEqual({ ...none, total: 3, cancelled: 3, completion: 1 });
    const { data } = (await own.api.get(`/runs/${id}/conversations`)).body;
    for (const conversation of data) {
      expect(conversation).toMatchObject({ status: 'CANCELLED', finishedDate: clock.now().toISOString() });
      expect(conversation.callAttempts).toMatchObject([{ status: 'CANCELLED' }]);
      expect(await history(own.scope, conversation.id)).toMatchObject([
        {
          type: 'conversation.cancelled',
          data: {
            runId: id,
            reason: 'USER_REQUEST',
            reasonDetail: 'RUN_CANCELLED',
            attemptsMade: 0,
            cancelledBy: own.keyId,
          },
        },
      ]);
    }
    expect((await own.api.get('/billing/usage')).body).toMatchObject({ held: 0, used: 0 });
    expect(await isExact(own.scope)).toBe(true);
  });

  test('a run of any status except cancelled can be cancelled', async () => {
    const paths: readonly (readonly string[])[] = [[], ['launch'], ['launch', 'pause']];
    for (const path of paths) {
      const id = await acme.newRun(1);
      for (const what of path) await act(id, what);
      expect((await act(id, 'cancel')).status).toBe(200);
      const { status, body } = await act(id, 'cancel');
      expect([status, body.message]).toEqual([409, 'The run is CANCELLED and cannot be cancelled']);
    }
  });
});

describe('deleting a run', () => {
  test('a scheduled, running or paused run cannot be deleted', async () => {
    const id = await acme.newRun(1);
    const refused = async () => {
      const { status, body } = await acme.api.delete(`/runs/${id}`);
      expect([status, body.message]).toEqual([422, 'Cancel the flow run before deleting it']);
    };
    await act(id, 'launch', { scheduledAt: later(60_000) });
    await refused();
    clock.advance(60_000);
    await tend();
    await refused();
    await act(id, 'pause');
    await refused();
  });

  test('deleting a run keeps its conversations, with the id of the run', async () => {
    const id = await acme.newRun(2);
    await act(id, 'launch');
    await act(id, 'cancel');
    expect((await acme.api.delete(`/runs/${id}`)).body).toEqual({ id, deleted: true });
    await tend();
    for (const path of [`/runs/${id}`, `/runs/${id}/conversations`])
      expect((await acme.api.get(path)).status).toBe(404);
    expect((await acme.api.delete(`/runs/${id}`)).status).toBe(404);
    const { body } = await acme.api.get(`/conversations?runId=${id}`);
    expect(body.data.map(({ runId }: { runId: string }) => runId)).toEqual([id, id]);
    expect(
      await service.services.database.all(sql`select 1 from run_contacts where run_id = ${id}
        union all select 1 from run_progress where run_id = ${id} union all select 1 from runs where id = ${id}`),
    ).toEqual([]);
  });
});

describe('progress of a run', () => {
  test('the progress of a run counts each conversation in exactly one of six states', async () => {
    const id = await acme.newRun(6);
    await act(id, 'launch');
    const data: { id: string; callAttempts: { id: string }[] }[] = (
      await acme.api.get(`/runs/${id}/conversations`)
    ).body.data;
    const statuses = ['COMPLETED', 'FAILED', 'CANCELLED', 'UNREACHABLE', 'IN_PROGRESS'];
    for (const [i, status] of statuses.entries())
      await acme.scope.run(sql`
        update conversations set status = ${status} where company_id = ${acme.scope.companyId} and id = ${data[i]?.id}`);
    // Ringing, and still being placed: both have a call on the line.
    for (const [attempt, conversation] of data.slice(4).map((one) => [one.callAttempts[0]?.id, one.id]))
      await acme.scope.run(sql`
        insert into live_calls (attempt_id, company_id, conversation_id, dial_queue, worker_id, claimed_at)
        values (${attempt}, ${acme.scope.companyId}, ${conversation}, ${id}, ${UNKNOWN}, now())`);
    expect((await read(id)).progress).toEqual({
      total: 6,
      queued: 0,
      inProgress: 2,
      completed: 1,
      failed: 1,
      cancelled: 1,
      unreachable: 1,
      completion: 4 / 6,
    });
    await acme.scope.run(sql`delete from live_calls where company_id = ${acme.scope.companyId}`);
  });

  test('the progress of a run does not count deleted conversations', async () => {
    const contacts = await acme.newContacts(3);
    const id = await acme.newRun(contacts);
    await act(id, 'launch');
    const [conversation] = (await acme.api.get(`/runs/${id}/conversations`)).body.data;
    await acme.api.delete(`/conversations/${conversation.id}`);
    const left = contacts.find((one) => one !== conversation.contactId);
    await acme.api.delete(`/contacts/${left}`);
    expect((await read(id)).progress).toMatchObject({ total: 1, queued: 1 });
    expect(await isProgressExact(service.services.database)).toBe(true);
  });
});

describe('web-call links of an ONLINE run', () => {
  /** More than are read at once; the last one's name would be a formula. */
  const PEOPLE = 503;

  test('the contact list and the CSV of an ONLINE run have one web-call link for each contact', async () => {
    const online = await runningCompany(service, { agent: { type: 'ONLINE' } });
    const names = ['Ada', 'Bob, "the" builder', '=HYPERLINK("https://evil.example.com")'];
    const contacts: string[] = [];
    for (const firstName of names)
      contacts.push(await online.newContact({ firstName, email: `${contacts.length}@example.com` }));
    await online.api.patch(`/contacts/${contacts[0]}`, { phoneNumber: null });
    const id = await online.newRun(contacts);
    const list = async () => (await online.api.get(`/runs/${id}/contacts`)).body.data;
    const reason = 'The run has not been launched';
    expect(await list()).toMatchObject(names.map(() => ({ onlineUrl: null, reason })));
    await online.api.post(`/runs/${id}/launch`);
    await tend();
    const listed = await list();
    const urls = listed.map(({ onlineUrl }: { onlineUrl: string }) => onlineUrl);
    for (const { conversationId, onlineUrl } of listed)
      expect((await online.api.get(`/conversations/${conversationId}`)).body.onlineUrl).toBe(onlineUrl);
    expect(new Set(urls).size).toBe(3);

    const { status, headers, text } = await online.api.get(`/runs/${id}/contacts.csv`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, ...rows] = readCsvRows(text);
    expect(head).toEqual(
      'contactId firstName lastName email conversationId status onlineUrl callsMade nextCallAt reason linkExpiresAt messageStatus linkOpenedAt'.split(
        ' ',
      ),
    );
    expect(rows.map((row) => [row[1], row[3], row[6]])).toEqual([
      ['Ada', '0@example.com', urls[0]],
      ['Bob, "the" builder', '1@example.com', urls[1]],
      [`'${names[2]}`, '2@example.com', urls[2]],
    ]);
  });

  test('the CSV of a long ONLINE run has all web-call links in order, and is forbidden to other companies', async () => {
    const phone = await runningCompany(service);
    const id = await phone.newRun();
    const contacts = await phone.newContacts(PEOPLE);
    await phone.api.post(`/runs/${id}/contacts`, { contactIds: contacts.slice(0, 500) });
    await phone.api.post(`/runs/${id}/contacts`, { contactIds: contacts.slice(500) });
    const [, ...rows] = readCsvRows((await phone.api.get(`/runs/${id}/contacts.csv`)).text);
    const listed = (await phone.api.get(`/runs/${id}/contacts?limit=100&page=6`)).body.data;
    expect(rows).toHaveLength(PEOPLE);
    expect(new Set(rows.map(([contactId]) => contactId))).toEqual(new Set(contacts));
    expect(rows.slice(500).map(([contactId]) => contactId)).toEqual(
      listed.map(({ contactId }: { contactId: string }) => contactId),
    );
    expect((await acme.api.get(`/runs/${id}/contacts.csv`)).status).toBe(404);
    expect((await acme.api.get('/runs/nonsense/contacts.csv')).status).toBe(404);
  });

  test('the contact list of a run shows web-call links only to keys that may read conversations', async () => {
    const online = await runningCompany(service, { agent: { type: 'ONLINE' } });
    const id = await online.newRun(1);
    await online.api.post(`/runs/${id}/launch`);
    await tend();
    const narrow = await service.newKey({ companyId: online.id, scopes: ['read:runs', 'read:contacts'] });
    const listed = await narrow.api.get(`/runs/${id}/contacts`);
    expect(listed.body.data).toMatchObject([
      { status: 'SCHEDULED', onlineUrl: null, reason: 'Waits for the contact to open the link' },
    ]);
    const exported = await narrow.api.get(`/runs/${id}/contacts.csv`);
    expectErrorBody(exported, 403);
    expect(exported.text).not.toContain('/call/');
  });

  /** As a spreadsheet reads it; `fetch` has taken the byte order mark away. */
  function readCsvRows(text: string): string[][] {
    const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)];
    const rows: string[][] = [[]];
    for (const [, cell = '', end] of cells) {
      rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
      if (end !== ',') rows.push([]);
    }
    return rows.slice(0, -1);
  }
});
