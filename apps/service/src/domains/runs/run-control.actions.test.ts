import { endedCall, workerId } from '@parley/testing/calling-company.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { isExact } from '../billing/ledger.actions.ts';
import { claimDue } from '../conversations/dispatch.actions.ts';
import { settle } from '../conversations/settlement.actions.ts';
import { history } from '../events/event.actions.ts';
import { admitAttached, launchRun, start } from './launch.actions.ts';
import { isProgressExact, lockOwnRun } from './run.actions.ts';
import { insertAttachments } from './run-contact.store.ts';
import { maintainRuns } from './run-maintenance.actions.ts';

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  // Without a worker: the rounds are ours.
  service = await startTestService({ roles: ['api'] });
  company = await runningCompany(service);
});
afterAll(() => service.stop());

const tend = () => maintainRuns(service.services.database);
const conversations = async ({ api }: RunningCompany, id: string) =>
  (await api.get(`/runs/${id}/conversations?limit=100`)).body.data;

/** As a process leaves it that dies between the admission of the list and its first conversation. */
async function launchedUnmade(place: RunningCompany, contacts: number): Promise<string> {
  const id = await place.newRun(contacts);
  await place.scope.transaction(async (inside) => start(inside, await lockOwnRun(inside, id), 'be launched'));
  return id;
}

/** As a process leaves it that dies after it has admitted somebody to a run that is under way. */
async function attachUnmade(place: RunningCompany, id: string): Promise<void> {
  const contactId = await place.newContact();
  await place.scope.transaction(async (inside) => {
    await insertAttachments(inside, id, [{ contactId, jobId: null, timeZone: 'UTC' }]);
    await admitAttached(inside, await lockOwnRun(inside, id));
  });
}

/** A round of maintenance that has no time for any of the runs. */
async function tendInHaste(): Promise<void> {
  let ms = 0;
  const hasty = vi.spyOn(performance, 'now').mockImplementation(() => {
    ms += 60_000;
    return ms;
  });
  await tend().finally(() => hasty.mockRestore());
}

describe('a launch that was interrupted before all conversations existed', () => {
  test('a run whose launch was interrupted does not complete before its conversations exist', async () => {
    const own = await runningCompany(service);
    const id = await launchedUnmade(own, 1);
    await attachUnmade(own, id);
    await tendInHaste();
    expect((await own.api.get(`/runs/${id}`)).body).toMatchObject({
      status: 'RUNNING',
      progress: { queued: 2 },
    });
    await tend();
    expect(await conversations(own, id)).toHaveLength(2);
  });

  test('an interrupted launch is finished while other calls of the run are open', async () => {
    const own = await runningCompany(service);
    const id = await own.newRun(1);
    await own.api.post(`/runs/${id}/launch`);
    await attachUnmade(own, id);
    await tend();
    expect(await conversations(own, id)).toHaveLength(2);
  });

  test('an interrupted launch releases the minutes of contacts who were deleted since', async () => {
    const own = await runningCompany(service);
    const id = await launchedUnmade(own, 2);
    const { data } = (await own.api.get(`/runs/${id}/contacts`)).body;
    const { held } = (await own.api.get('/billing/usage')).body;
    await own.api.delete(`/contacts/${data[0].contactId}`);
    await tend();
    expect((await own.api.get('/billing/usage')).body.held).toBe(held / 2);
    expect(await isExact(own.scope)).toBe(true);
  });
});

describe('resuming a run', () => {
  test('a test key that resumes a run makes all its waiting calls simulated', async () => {
    const id = await company.newRun(2);
    await company.api.post(`/runs/${id}/launch`);
    await company.api.post(`/runs/${id}/pause`);
    await company.api.post(`/runs/${id}/contacts`, { contactIds: await company.newContacts(1) });
    const { api } = await service.newKey({ companyId: company.id, environment: 'test' });
    expect((await api.post(`/runs/${id}/resume`)).body).toMatchObject({ affectedCalls: 3 });
    const rows = await company.scope.all<{ isSimulated: boolean }>(
      sql`select is_simulated as "isSimulated" from conversations where company_id = ${company.scope.companyId} and run_id = ${id}`,
    );
    expect(rows.map(({ isSimulated }) => isSimulated)).toEqual([true, true, true]);
  });

  test('a run launched by a test key stays simulated even if a live key resumes it', async () => {
    const id = await company.newRun(1);
    const { api } = await service.newKey({ companyId: company.id, environment: 'test' });
    await api.post(`/runs/${id}/launch`);
    await company.api.post(`/runs/${id}/pause`);
    await company.api.post(`/runs/${id}/contacts`, { contactIds: await company.newContacts(1) });
    await company.api.post(`/runs/${id}/resume`);
    const rows = await company.scope.all<{ isSimulated: boolean }>(
      sql`select is_simulated as "isSimulated" from conversations where company_id = ${company.scope.companyId} and run_id = ${id}`,
    );
    expect(rows.map(({ isSimulated }) => isSimulated)).toEqual([true, true]);
  });

  test('resuming a run is refused if its agent now needs a job and a contact has none', async () => {
    const own = await runningCompany(service);
    const id = await own.newRun(1);
    await own.api.post(`/runs/${id}/launch`);
    await own.api.post(`/runs/${id}/pause`);
    // As an older process does it, which admits them when the run is resumed.
    const contactId = await own.newContact();
    await insertAttachments(own.scope, id, [{ contactId, jobId: null, timeZone: 'UTC' }]);
    await own.api.patch(`/agents/${own.agentId}`, { focus: 'SCREENING' });
    const { status, body } = await own.api.post(`/runs/${id}/resume`);
    expect([status, body.message]).toEqual([
      409,
      'The agent needs a job by now, and 1 contacts were attached without one',
    ]);
    expect((await own.api.get(`/runs/${id}`)).body.status).toBe('PAUSED');
  });
});

describe('cancelling a run', () => {
  test('cancelling a run before its conversations exist creates a cancelled one with an event for every contact', async () => {
    const own = await runningCompany(service);
    const id = await launchedUnmade(own, 3);
    const { body } = await own.api.post(`/runs/${id}/cancel`);
    expect(body).toMatchObject({ status: 'CANCELLED', affectedCalls: 3 });
    expect(body.progress).toMatchObject({ total: 3, queued: 0, cancelled: 3 });
    const made = await conversations(own, id);
    expect(made.map(({ status }: { status: string }) => status)).toEqual([
      'CANCELLED',
      'CANCELLED',
      'CANCELLED',
    ]);
    for (const conversation of made)
      expect(await history(own.scope, conversation.id)).toMatchObject([
        { type: 'conversation.cancelled', data: { reason: 'USER_REQUEST', cancelledBy: own.keyId } },
      ]);
    expect((await own.api.get('/billing/usage')).body).toMatchObject({ held: 0, used: 0 });
    expect(await isExact(own.scope)).toBe(true);
  });

  test('a cancellation that a crash interrupted is completed by maintenance, even if the run was deleted', async () => {
    const own = await runningCompany(service);
    const ids = [await launchedUnmade(own, 2), await launchedUnmade(own, 2)];
    for (const id of ids) {
      await own.api.post(`/runs/${id}/pause`);
      // The first statement of a cancellation, and nothing after it.
      await own.scope.run(sql`
        insert into held_dial_queues (dial_queue, company_id, closed_by) values (${id}, ${own.scope.companyId}, ${own.keyId})
        on conflict (dial_queue) do update set closed_by = excluded.closed_by`);
      await own.scope.run(
        sql`update runs set status = 'CANCELLED' where company_id = ${own.scope.companyId} and id = ${id}`,
      );
    }
    const [kept, deleted] = ids as [string, string];
    expect((await own.api.delete(`/runs/${deleted}`)).status).toBe(200);
    await tend();
    expect((await own.api.get(`/runs/${kept}`)).body.progress).toMatchObject({ total: 2, cancelled: 2 });
    const { data } = (await own.api.get(`/conversations?runId=${deleted}`)).body;
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
    expect((await own.api.get('/billing/usage')).body.held).toBe(0);
    expect(await isProgressExact(service.services.database)).toBe(true);
  });

  test('a deleted run keeps its contacts until its cancellation has reached all of them', async () => {
    const own = await runningCompany(service);
    const id = await launchedUnmade(own, 1);
    await own.scope.run(sql`
      insert into held_dial_queues (dial_queue, company_id, closed_by) values (${id}, ${own.scope.companyId}, ${own.keyId})`);
    await own.scope.run(
      sql`update runs set status = 'CANCELLED' where company_id = ${own.scope.companyId} and id = ${id}`,
    );
    await own.api.delete(`/runs/${id}`);
    await tendInHaste();
    await tend();
    const { data } = (await own.api.get(`/conversations?runId=${id}`)).body;
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['CANCELLED']);
    expect((await own.api.get('/billing/usage')).body.held).toBe(0);
  });

  test('a live call of a run that was paused and cancelled gets no retry', async () => {
    const own = await runningCompany(service);
    const id = await own.newRun(1);
    await own.api.post(`/runs/${id}/launch`);
    const { database } = service.services;
    const live = (await claimDue(database, workerId, 100)).find(({ runId }) => runId === id);
    const [conversationId, attemptId] = [live?.conversationId ?? '', live?.attemptId ?? ''];
    await own.api.post(`/runs/${id}/pause`);
    await own.api.post(`/runs/${id}/cancel`);
    await settle(
      database,
      endedCall(own, { conversation: { id: conversationId }, attemptId }, { kind: 'busy' }),
    );
    expect((await own.api.get(`/conversations/${conversationId}`)).body.status).toBe('CANCELLED');
  });

  test('the agent of a cancelled run cannot be deleted before the last conversation is cancelled', async () => {
    const own = await runningCompany(service);
    const id = await launchedUnmade(own, 1);
    await own.scope.run(
      sql`update runs set status = 'CANCELLED' where company_id = ${own.scope.companyId} and id = ${id}`,
    );
    await own.api.patch(`/runs/${id}`, { name: 'Another' });
    expect((await own.api.delete(`/agents/${own.agentId}`)).status).toBe(409);
  });
});

test('a run stays paused if billing refuses contacts whom an older process added while it was paused', async () => {
  const poor = await runningCompany(service, { plan: { included: 15 } });
  const id = await poor.newRun(1);
  await poor.api.post(`/runs/${id}/launch`);
  await poor.api.post(`/runs/${id}/pause`);
  const contactId = await poor.newContact();
  await insertAttachments(poor.scope, id, [{ contactId, jobId: null, timeZone: 'UTC' }]);
  expect((await poor.api.post(`/runs/${id}/resume`)).status).toBe(402);
  expect((await poor.api.get(`/runs/${id}`)).body.status).toBe('PAUSED');
});

test('adding unknown contacts to a cancelled run gets 404, and adding known contacts gets 409', async () => {
  const id = await company.newRun(1);
  await company.api.post(`/runs/${id}/cancel`);
  const attach = (contactId: string) => company.api.post(`/runs/${id}/contacts`, { contactIds: [contactId] });
  const stranger = await runningCompany(service);
  expect((await attach(UNKNOWN)).status).toBe(404);
  expect((await attach(await stranger.newContact())).status).toBe(403);
  expect((await attach(await company.newContact())).status).toBe(409);
});

test('a launch that a deadlock rolled back is retried', async () => {
  const id = await company.newRun(1);
  let isUndone = false;
  const scope = new Proxy(company.scope, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (name !== 'transaction' || isUndone) return typeof value === 'function' ? value.bind(target) : value;
      return (work: (inside: Scope) => Promise<unknown>) =>
        target.transaction(async (inside) => {
          await work(inside);
          isUndone = true;
          throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        });
    },
  });
  expect(await launchRun(scope, id, {}, false)).toMatchObject({ status: 'RUNNING', affectedCalls: 1 });
  expect(isUndone).toBe(true);
});
