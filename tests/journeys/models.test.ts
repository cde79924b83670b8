import { sql } from '@parley/service/storage/sql.ts';
import { replayCall } from '@parley/service/workflows/replay-call.ts';
import { type ModelRequest, type ModelServer, startModelServer } from '@parley/testing/model-server.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { ShiftedClock } from '@parley/testing/shifted-clock.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Calls held with a language model: the installation's, and a company's own. */
let model: ModelServer;
let own: ModelServer;
let service: TestService;
const clock = new ShiftedClock();
let company: TestCompany;

const said = JSON.stringify({
  signs: [],
  answers: [{ id: 'open', value: 'Basel', quote: 'Basel' }],
  asks: null,
  next: 'acknowledge',
  say: 'What a lovely town.',
});

beforeAll(async () => {
  model = await startModelServer();
  own = await startModelServer();
  model.answers([said]);
  own.answers([said]);
  service = await startTestService({
    clock,
    environment: {
      PARLEY_SIM_SPEED: '1000000',
      PARLEY_MODEL_URL: model.url,
      PARLEY_MODEL: 'house-model',
      PARLEY_MODEL_PRICE: '1/0.5/2',
    },
  });
  company = await service.newCompany();
});
afterAll(async () => {
  await service.stop();
  await model.stop();
  await own.stop();
});

async function called() {
  const agent = await company.api.post('/agents', {
    name: 'Grace',
    callingWindow: null,
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, this is Grace, the AI of Acme.' },
      sections: [{ type: 'looping', questions: [{ question: 'Which town do you live in?', key: 'town' }] }],
      lastMessage: { type: 'last_message', text: 'Goodbye!' },
    },
  });
  const contact = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    phoneNumber: '+15005550000',
    gdprExpiryDate: '2099-12-31',
  };
  const { body } = await company.api.post('/conversations', { agentId: agent.body.id, contact });
  for (;;) {
    const conversation = (await company.api.get(`/conversations/${body.id}`)).body;
    if (conversation.finishedDate !== null) return conversation;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const isReading = ({ body }: ModelRequest): boolean => JSON.stringify(body).includes('The transcript:');
/** What was asked during calls, and not afterwards by who reads them. */
const turns = (server: ModelServer): number => server.requests.filter((each) => !isReading(each)).length;

const thinkingOf = async (attemptId: string) =>
  (
    await service.services.database.first<{ thinking: unknown }>(
      sql`select thinking from call_attempts where id = ${attemptId}`,
    )
  )?.thinking;

test('a call uses the configured model, keeps tokens and cost, and replays without the model', async () => {
  const { callAttempts, status } = await called();
  const [attempt] = callAttempts;
  expect(status).toBe('COMPLETED');
  expect(attempt.transcript.at(-1).text).toBe('What a lovely town. Goodbye!');
  expect(await thinkingOf(attempt.id)).toEqual([
    expect.objectContaining({
      model: `${new URL(model.url).host} house-model`,
      requests: turns(model),
      failures: 0,
      cost: expect.any(Number),
    }),
  ]);
  const asked = turns(model);
  const { replay } = await replayCall(service.services.database, attempt.id, 'its plan');
  expect([replay, turns(model)]).toEqual([{ kind: 'same' }, asked]);
});

test('an administrator sets a model for one company, whose key is stored encrypted', async () => {
  const other = await service.newCompany();
  const path = `/companies/${other.id}/model`;
  expect((await service.admin.get(path)).status).toBe(404);
  const set = { provider: 'anthropic', url: own.url, model: 'claude-sonnet-4-5', key: 'a-very-secret-key' };
  const shown = { provider: 'anthropic', url: own.url, model: 'claude-sonnet-4-5', hasKey: true };
  expect(await service.admin.put(path, set)).toMatchObject({ status: 200, body: shown });
  expect((await service.admin.get(path)).body).toEqual(shown);
  expect((await other.api.put(path, set)).status).toBe(403);

  const stored = await service.services.database.first<{ key: Buffer }>(
    sql`select key from company_models where company_id = ${other.id}`,
  );
  expect(stored?.key.includes('a-very-secret-key')).toBe(false);

  company = other;
  const asked = turns(model);
  const { callAttempts } = await called();
  expect(await thinkingOf(callAttempts[0].id)).toMatchObject([
    { model: `${new URL(own.url).host} claude-sonnet-4-5` },
  ]);
  expect([turns(own) > 0, turns(model)]).toEqual([true, asked]);
  await waitFor(() => expect(own.requests.some(isReading)).toBe(true));
  expect(own.requests[0]?.headers['x-api-key']).toBe('a-very-secret-key');

  expect((await service.admin.delete(path)).body).toEqual({ id: other.id, deleted: true });
  expect((await service.admin.get(path)).status).toBe(404);
});

test('a call that the model fails to analyse is analysed by the rules, and log and metrics say so', async () => {
  company = await service.newCompany();
  model.answers((request) => (isReading(request) ? { status: 500, message: 'Oh no' } : said));
  const { id, callAttempts } = await called();
  // After the second try, five seconds after the first.
  await waitFor(
    async () => {
      clock.advance(2000);
      expect((await company.api.get(`/conversations/${id}`)).body.analytics).toBeDefined();
    },
    { interval: 200 },
  );
  const reported = service.logged.filter(
    (line) => line.includes(callAttempts[0].id) && line.includes('"level":40'),
  );
  expect(reported).toEqual([
    expect.stringContaining(
      'the language model failed to analyse a call; the built-in rules analysed it instead',
    ),
  ]);
  // The model's circuit opens after three failures in a row: whether the last try still reached the model or was
  // spared, "resting", depends on how many requests had failed by then.
  expect(reported[0]).toMatch(/"why":"(unavailable|resting)"/);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/parley_model_requests_total\{kind="analysis",result="handed_to_rules"\} [1-9]/);
});

test('model requests and their results are counted without personal data', async () => {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const counted = (name: string) =>
    metrics.split('\n').flatMap((line) => (line.startsWith(`${name}{`) ? [line] : []));
  expect(counted('parley_model_requests_total')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^parley_model_requests_total\{kind="dialogue",result="ok"\} [1-9]/),
      expect.stringMatching(/\{kind="analysis",result="\w+"\} [1-9]/),
    ]),
  );
  expect(counted('parley_model_tokens_total')).toContainEqual(
    expect.stringMatching(/\{kind="dialogue",direction="in"\} [1-9]/),
  );
  expect(counted('parley_model_request_seconds_count')).toContainEqual(
    expect.stringMatching(/\{kind="dialogue"\} [1-9]/),
  );
  expect(metrics).not.toContain(company.id);
});
