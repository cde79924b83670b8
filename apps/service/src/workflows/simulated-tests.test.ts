import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { ModelEndpoint } from '@parley/call-engine/llm/endpoint.ts';
import type { NewAgent } from '@parley/contract/agent.ts';
import { MAX_TEST_CASES, MAX_TURNS } from '@parley/contract/test-case.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { callingCompany } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { largeAgent } from '@parley/testing/large-agent.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCase } from '../domains/agents/test-case.actions.ts';
import { type CompanyId, sql } from '../storage/sql.ts';
import { type Evaluation, evaluateAgent, evaluateTestCases } from './evaluate-agent.ts';
import { SimulatedTests, type SimulationServices } from './simulated-tests.ts';
import { ThreadFailure } from './thread-pool.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

/** In this thread; `before` may hold it up. */
function testsWith(before: (companyId: CompanyId) => Promise<void>, more: Partial<SimulationServices> = {}) {
  return new SimulatedTests({
    evaluate: async (companyId, order) => {
      await before(companyId);
      const evaluation = await evaluateAgent({
        ...order,
        dialogueModel: rulesDialogueModel(),
        stopwatch: () => 0,
      });
      return { evaluation, requests: [] };
    },
    playTestCases: async (companyId, order) => {
      await before(companyId);
      const run = await evaluateTestCases({
        ...order,
        testCases: order.testCases ?? [],
        dialogueModel: rulesDialogueModel(),
        stopwatch: () => 0,
      });
      return { ...run, requests: [] };
    },
    dialogueEndpointsOf: async () => ({ endpoints: [], deadlineMs: 1000 }),
    meaning: undefined,
    onRequest: () => {},
    countTurns: async () => {},
    stopwatch: () => 0,
    ...more,
  });
}

test('a company runs one agent test at a time, independently of other companies', async () => {
  const [own, other] = [await callingCompany(store.database), await callingCompany(store.database)];
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { run: runSimulatedTest } = testsWith(async (companyId) => {
    if (companyId === other.scope.companyId) return;
    begun.resolve();
    await mayEnd.promise;
  });
  const first = runSimulatedTest(own.scope, own.agentId);
  await begun.promise;
  await expect(runSimulatedTest(own.scope, own.agentId)).rejects.toMatchObject({ kind: 'conflict' });
  expect((await runSimulatedTest(other.scope, other.agentId)).people).toHaveLength(18);
  mayEnd.resolve();
  expect((await first).people).toHaveLength(18);
  expect((await runSimulatedTest(own.scope, own.agentId)).people).toHaveLength(18);
});

test('a failed agent test does not block the next agent test', async () => {
  const { scope, agentId } = await callingCompany(store.database);
  const failures = [new Error('no model answers')];
  const { run: runSimulatedTest } = testsWith(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
  });
  await expect(runSimulatedTest(scope, agentId)).rejects.toThrow('no model answers');
  expect((await runSimulatedTest(scope, agentId)).people).toHaveLength(18);
});

test('an agent test that takes too long is ended with the reason', async () => {
  const { scope, agentId } = await callingCompany(store.database);
  const { run } = testsWith(() => Promise.reject(new ThreadFailure('timeout', 'no answer')));
  await expect(run(scope, agentId)).rejects.toMatchObject({
    kind: 'unprocessable',
    message: expect.stringContaining('took too long'),
  });
});

test('a company whose agent tests took half of the last minute must wait; other companies need not', async () => {
  const [own, other] = [await callingCompany(store.database), await callingCompany(store.database)];
  let nowMs = 0;
  const { run: runSimulatedTest } = testsWith(
    async () => {
      nowMs += 31_000;
    },
    { stopwatch: () => nowMs },
  );
  await runSimulatedTest(own.scope, own.agentId);
  nowMs += 20_000;
  await expect(runSimulatedTest(own.scope, own.agentId)).rejects.toMatchObject({
    kind: 'too_many_requests',
    details: { retryAfterSeconds: 40 },
  });
  expect((await runSimulatedTest(other.scope, other.agentId)).people).toHaveLength(18);
  nowMs += 10_000;
  expect((await runSimulatedTest(own.scope, own.agentId)).people).toHaveLength(18);
});

const long = { agent: { ...largeAgent(), focus: undefined } as unknown as Partial<NewAgent> };

test("with a language model, an agent's maximum number of test cases can be played in one run", async () => {
  const { scope, agentId } = await callingCompany(store.database, long);
  let played = 0;
  const { runTestCases } = testsWith(async () => {}, {
    playTestCases: async (_companyId, { testCases = [] }) => {
      played = testCases.length;
      return { results: [], unreached: [], requests: [] };
    },
    dialogueEndpointsOf: async () => ({ endpoints: [{} as ModelEndpoint], deadlineMs: 1000 }),
  });
  const turns = Array.from({ length: MAX_TURNS }, () => 'Yes.');
  for (let at = 0; at < MAX_TEST_CASES; at += 1)
    await createTestCase(scope, agentId, { name: `Case ${at}`, turns, expect: {} });
  await runTestCases(scope, agentId, {}, new AbortController().signal);
  expect(played).toBe(MAX_TEST_CASES);
});

test('an agent test that is estimated to take too long is refused before it starts', async () => {
  const { scope, agentId } = await callingCompany(store.database, long);
  // Stored before agents had a size limit.
  await store.database.run(sql`
    update agent_versions set flow = jsonb_set(flow::jsonb, '{lastMessage,text}', to_jsonb(repeat('Thank you. ', 100000)))
    where agent_id = ${agentId}`);
  let played = 0;
  const { run } = testsWith(async () => {
    played += 1;
  });
  await expect(run(scope, agentId)).rejects.toMatchObject({
    kind: 'unprocessable',
    message: expect.stringMatching(/estimated to take \d+ s, and the limit is 30 s/),
  });
  expect(played).toBe(0);
});

test('an agent test that needs more time than the company has left in this minute is refused with the numbers', async () => {
  const { scope, agentId } = await callingCompany(store.database, long);
  let nowMs = 0;
  const { run } = testsWith(async () => {}, {
    evaluate: async () => {
      nowMs += 28_000;
      const evaluation = { isRight: true, people: [], flowFaults: [] } as unknown as Evaluation;
      return { evaluation, requests: [] };
    },
    stopwatch: () => nowMs,
  });
  await run(scope, agentId);
  await expect(run(scope, agentId)).rejects.toMatchObject({
    kind: 'too_many_requests',
    details: { retryAfterSeconds: 60 },
    message: expect.stringMatching(
      /took 28 s of the last minute, and this one is estimated to take [4-9] s; the limit is 30 s a minute/,
    ),
  });
  nowMs += 60_000;
  expect((await run(scope, agentId)).isRight).toBe(true);
});

test('a refused agent test gets the time when it may run, and does not count toward the limit itself', async () => {
  const { scope, agentId } = await callingCompany(store.database, long);
  let nowMs = 0;
  const tookMs = [1000, 5000, 22_000];
  const { run } = testsWith(async () => {}, {
    evaluate: async () => {
      nowMs += tookMs.shift() ?? 0;
      const evaluation = { isRight: true, people: [], flowFaults: [] } as unknown as Evaluation;
      return { evaluation, requests: [] };
    },
    stopwatch: () => nowMs,
  });
  await run(scope, agentId);
  nowMs += 9000;
  await run(scope, agentId);
  nowMs += 5000;
  await run(scope, agentId);
  // They ended after 1, 15 and 42 s. Without the first there is still no room; the second one counts until 75 s.
  for (const retryAfterSeconds of [33, 13]) {
    await expect(run(scope, agentId)).rejects.toMatchObject({
      kind: 'too_many_requests',
      details: { retryAfterSeconds },
    });
    nowMs += 20_000;
  }
  nowMs = 75_000;
  expect((await run(scope, agentId)).isRight).toBe(true);
});

test('the turns of a test with a language model are counted before it begins, and those by rules are not', async () => {
  const { scope, agentId } = await callingCompany(store.database);
  const counted: number[] = [];
  let played = 0;
  const services: Partial<SimulationServices> = {
    playTestCases: async () => {
      played += 1;
      return { results: [], unreached: [], requests: [] };
    },
    countTurns: async (_companyId, turns) => {
      counted.push(turns);
      if (counted.length > 1) throw new Failure('too_many_requests', 'Too many turns', {});
    },
  };
  await createTestCase(scope, agentId, { name: 'Says yes', turns: ['Yes.', 'Yes.'], expect: {} });
  const run = (endpoints: ModelEndpoint[]) =>
    testsWith(async () => {}, {
      ...services,
      dialogueEndpointsOf: async () => ({ endpoints, deadlineMs: 1000 }),
    }).runTestCases(scope, agentId, {}, new AbortController().signal);
  await run([]);
  expect([counted, played]).toEqual([[], 1]);
  await run([{} as ModelEndpoint]);
  expect([counted, played]).toEqual([[4], 2]);
  await expect(run([{} as ModelEndpoint])).rejects.toMatchObject({ kind: 'too_many_requests' });
  expect(played).toBe(2);
});
