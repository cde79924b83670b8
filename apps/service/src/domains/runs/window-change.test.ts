import { ManualClock } from '@parley/kernel/clock.ts';
import { endedCall, workerId } from '@parley/testing/calling-company.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { claimDue, type DueAttempt } from '../conversations/dispatch.actions.ts';
import { settle } from '../conversations/settlement.actions.ts';
import { moveIntoWindow } from '../conversations/window-change.actions.ts';

const START = '2026-11-16T12:00:00.000Z';
const clock = new ManualClock(START);
const at = (time: string) => `2026-11-16T${time}:00.000Z`;
const hours = (start: string, end: string) => ({ callingWindow: { start, end } });

/** Without a worker: the calls that wait are moved and claimed here. */
let service: TestService;
let database: TestService['services']['database'];
let company: RunningCompany;
beforeAll(async () => {
  service = await startTestService({ clock, roles: ['api'] });
  database = service.services.database;
});
afterAll(() => service.stop());
beforeEach(async () => {
  clock.advance(Date.parse(START) - clock.now().getTime());
  await database.run(sql`delete from live_calls`);
  await database.run(sql`delete from conversations`);
  company = await runningCompany(service, { agent: hours('14:00', '18:00') });
});

async function newConversation(more: object = {}): Promise<string> {
  const [contactId, { api, agentId }] = [await company.newContact(), company];
  const { body } = await api.post('/conversations', { contactId, agentId, ...more });
  return body.id;
}
async function launched(contacts: number): Promise<string> {
  const id = await company.newRun(contacts);
  await company.api.post(`/runs/${id}/launch`);
  return id;
}
const change = (body: object, { api, agentId } = company) => api.patch(`/agents/${agentId}`, body);
const moveAll = () => moveIntoWindow(database, { companyId: company.id, agentId: company.agentId });
const claim = () => claimDue(database, workerId, 10);

/** When the conversation and its waiting call are scheduled for, which must be the same. */
async function scheduled(id: string, { api } = company): Promise<string> {
  const { scheduledAt, callAttempts } = (await api.get(`/conversations/${id}`)).body;
  expect(callAttempts.at(-1).scheduledAt).toBe(scheduledAt);
  return scheduledAt;
}
const ofRun = async (id: string, { api } = company): Promise<string[]> => {
  const { data } = (await api.get(`/runs/${id}/contacts`)).body;
  return data.map(({ nextCallAt }: { nextCallAt: string }) => nextCallAt);
};

test('a changed calling window moves waiting calls, of runs and of single conversations, earlier or later', async () => {
  const whole = await startTestService({ clock });
  try {
    company = await runningCompany(whole, { agent: hours('14:00', '18:00') });
    const [alone, running] = [await newConversation(), await launched(2)];
    const paused = await launched(1);
    await company.api.post(`/runs/${paused}/pause`);
    expect([await scheduled(alone), ...(await ofRun(running))]).toEqual(Array(3).fill(at('14:00')));
    const all = async () => [await scheduled(alone), ...(await ofRun(running)), ...(await ofRun(paused))];
    await change(hours('13:00', '15:00'));
    await expect.poll(all).toEqual(Array(4).fill(at('13:00')));
    await change(hours('16:00', '20:00'));
    await expect.poll(all).toEqual(Array(4).fill(at('16:00')));
  } finally {
    await whole.stop();
  }
});

test('a changed calling window does not move a call with an explicit time', async () => {
  const [created, moved] = [await newConversation({ scheduleTime: at('22:00') }), await newConversation()];
  const { callAttempts } = (await company.api.get(`/conversations/${moved}`)).body;
  const path = `/conversations/${moved}/call-attempts/${callAttempts[0].id}`;
  await company.api.patch(path, { scheduledAt: at('23:00') });
  await change(hours('13:00', '15:00'));
  await moveAll();
  expect([await scheduled(created), await scheduled(moved)]).toEqual([at('22:00'), at('23:00')]);
});

test('a changed calling window moves a waiting retry, but never to before the end of its delay', async () => {
  await change({ ...hours('08:00', '14:00'), retryPolicy: { maxAttempts: 3, delaySeconds: 3 * 3600 } });
  const id = await newConversation();
  const [call] = (await claim()) as [DueAttempt];
  const held = { conversation: { id }, attemptId: call.attemptId };
  await settle(database, endedCall(company, held, { kind: 'busy' }));
  expect(await scheduled(id)).toBe('2026-11-17T08:00:00.000Z');
  await change(hours('08:00', '20:00'));
  await moveAll();
  expect(await scheduled(id)).toBe(at('15:00'));
});

test('a retry after a change of the calling window is scheduled in the new window', async () => {
  await change({ ...hours('08:00', '14:00'), retryPolicy: { maxAttempts: 3, delaySeconds: 3600 } });
  const [alone, run] = [await newConversation(), await launched(1)];
  const calls = await claim();
  await change(hours('16:00', '20:00'));
  for (const { conversationId: id, attemptId } of calls)
    await settle(database, endedCall(company, { conversation: { id }, attemptId }, { kind: 'busy' }));
  expect([await scheduled(alone), ...(await ofRun(run))]).toEqual([at('16:00'), at('16:00')]);
});

test('after a change of the calling window no call is placed outside it, even before waiting calls are moved', async () => {
  await change(hours('08:00', '14:00'));
  const [alone, run] = [await newConversation(), await launched(2)];
  await change(hours('16:00', '20:00'));
  expect(await claim()).toEqual([]);
  expect([await scheduled(alone), ...(await ofRun(run))]).toEqual(Array(3).fill(at('16:00')));
});

test('an agent that gets a calling window calls only within it from then on', async () => {
  await change({ callingWindow: null });
  const id = await newConversation();
  expect(await scheduled(id)).toBe(START);
  await change(hours('16:00', '20:00'));
  expect(await claim()).toEqual([]);
  expect(await scheduled(id)).toBe(at('16:00'));
});

test('a due call keeps its time if the changed calling window still contains it', async () => {
  await change(hours('08:00', '20:00'));
  const id = await newConversation();
  clock.advance(60_000);
  await change(hours('07:00', '21:00'));
  await moveAll();
  expect(await scheduled(id)).toBe(START);
});

test('thousands of waiting calls are moved into a changed calling window, in batches', async () => {
  const [contactId, { scope, agentId }] = [await company.newContact(), company];
  await scope.run(sql`
    with made as (
      insert into conversations (id, company_id, contact_id, agent_id, agent_version_id, open_agent_id, type, status, scheduled_at,
                                 metadata, is_test, is_simulated, created_at, updated_at)
      select gen_random_uuid(), ${scope.companyId}, ${contactId}, ${agentId}, version_id, ${agentId}, 'PHONE', 'SCHEDULED',
             ${at('14:00')}, '{}', false, true, ${START}, ${START}
      from agents, generate_series(1, 2500) where agents.id = ${agentId} returning id
    )
    insert into call_attempts (id, company_id, conversation_id, dial_queue, direction, status, number, scheduled_at, is_admitted,
                               time_zone, created_at, updated_at)
    select gen_random_uuid(), ${scope.companyId}, id, ${scope.companyId}, 'OUTBOUND', 'SCHEDULED', 1, ${at('14:00')}, true, 'UTC',
           ${START}, ${START} from made`);
  await change(hours('13:00', '15:00'));
  await moveAll();
  const times = await scope.all<{ at: Date; calls: number }>(sql`
    select scheduled_at as at, count(*) as calls from call_attempts where company_id = ${scope.companyId} group by 1`);
  expect(times).toEqual([{ at: new Date(at('13:00')), calls: 2500 }]);
});
