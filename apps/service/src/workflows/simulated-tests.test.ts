import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { callingCompany } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyId } from '../storage/sql.ts';
import { evaluateAgent, evaluateTestCases } from './evaluate-agent.ts';
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
    stopwatch: () => 0,
    ...more,
  });
}

test('a company runs one agent test at a time, independent of other companies', async () => {
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

test('a failed test does not block the next', async () => {
  const { scope, agentId } = await callingCompany(store.database);
  const failures = [new Error('no model answers')];
  const { run: runSimulatedTest } = testsWith(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
  });
  await expect(runSimulatedTest(scope, agentId)).rejects.toThrow('no model answers');
  expect((await runSimulatedTest(scope, agentId)).people).toHaveLength(18);
});

test('a test whose thread was ended is refused with the reason', async () => {
  const { scope, agentId } = await callingCompany(store.database);
  const { run } = testsWith(() => Promise.reject(new ThreadFailure('timeout', 'no answer')));
  await expect(run(scope, agentId)).rejects.toMatchObject({
    kind: 'unprocessable',
    message: expect.stringContaining('took too long'),
  });
});

test('a company whose tests took half of the last minute waits, and others do not', async () => {
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
