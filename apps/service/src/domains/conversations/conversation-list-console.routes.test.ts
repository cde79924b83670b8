import { type Browser, newPerson } from '@parley/testing/console-browser.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

let service: TestService;
let company: RunningCompany;
let viewer: Browser;
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_SIM_SPEED: '1000000' } });
  company = await runningCompany(service, {
    agent: {
      focus: undefined,
      flow: {
        firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
        sections: [
          {
            type: 'looping',
            questions: [{ question: 'How many years?', key: 'years', idealAnswer: 'Two', weight: 1 }],
          },
        ],
      },
    },
  });
  viewer = await newPerson(service, company.id, 'viewer', 'viewer@example.com');
});
afterAll(() => service.stop());

const list = async (query = '') => (await viewer.get(`/console/api/conversations${query}`)).body;
const create = async (more: object = {}) =>
  (await company.api.post('/conversations', { agentId: company.agentId, ...more })).body.id as string;

test('a row of the conversation list has the names of contact and agent, the last outcome, duration and score', async () => {
  const contactId = await company.newContact({ firstName: 'Grete', lastName: 'Hermann' });
  const id = await create({ contactId });
  await waitFor(
    async () => {
      const { data } = await list(`?contactId=${contactId}`);
      expect(data).toMatchObject([
        {
          id,
          contactId,
          contactName: 'Grete Hermann',
          agentName: 'Grace',
          runId: null,
          status: 'COMPLETED',
          isOnLine: false,
          calls: 1,
          reasonCode: null,
          score: expect.any(Number),
        },
      ]);
      expect(data[0].durationSeconds).toBeGreaterThan(0);
    },
    { interval: 50 },
  );
  const { analytics } = (await company.api.get(`/conversations/${id}`)).body;
  expect((await list(`?contactId=${contactId}`)).data[0].score).toBe(analytics.matchScore);
});

test('the console lists conversations newest first, in pages, with the same filters as the API', async () => {
  const contactId = await company.newContact();
  const scheduleTime = new Date(Date.now() + 86_400_000).toISOString();
  const ids = [await create({ contactId, scheduleTime }), await create({ contactId, scheduleTime })];
  const first = await list(`?contactId=${contactId}&status=SCHEDULED&limit=1`);
  const second = await list(`?contactId=${contactId}&status=SCHEDULED&limit=1&page=2`);
  expect([first.data[0].id, second.data[0].id]).toEqual(ids.toReversed());
  expect(first).toMatchObject({ total: 2, page: 1, limit: 1, totalPages: 2 });
  expect(first.data[0]).toMatchObject({
    calls: 0,
    durationSeconds: null,
    score: null,
    scheduledAt: scheduleTime,
  });
  expect((await list(`?contactId=${contactId}&status=FAILED`)).data).toEqual([]);
  expect((await viewer.get('/console/api/conversations?status=LOUD')).status).toBe(400);
});

test("the conversation of a deleted agent is listed without the agent's name", async () => {
  const agentId = (await company.api.post('/agents', { name: 'Brief', focus: 'GENERIC' })).body.id;
  const id = await create({ agentId, contactId: await company.newContact(), isTest: true });
  expect((await company.api.delete(`/agents/${agentId}`)).status).toBe(200);
  expect((await list(`?agentId=${agentId}`)).data).toMatchObject([{ id, agentName: null, isTest: true }]);
});

test('a call that is being placed is listed as live although its conversation is still scheduled', async () => {
  const scheduleTime = new Date(Date.now() + 86_400_000).toISOString();
  const contactId = await company.newContact();
  const id = await create({ contactId, scheduleTime });
  await company.scope.run(sql`
    update call_attempts set status = 'IN_PROGRESS', called_at = now()
    where company_id = ${company.scope.companyId} and conversation_id = ${id}`);
  expect((await list(`?contactId=${contactId}`)).data).toMatchObject([
    { status: 'SCHEDULED', isOnLine: true },
  ]);
});
