import type { Paging } from '@parley/contract/schema.ts';
import {
  MAX_TEST_CASES,
  type NewTestCase,
  type NewTestRun,
  type TestCaseChanges,
  type TestCaseView,
  type TestRunView,
} from '@parley/contract/test-case.ts';
import { conflict, notFound } from '@parley/kernel/failure.ts';
import type { ListOrder } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Scope } from '../../storage/scope.ts';
import { noteChange } from '../events/event.actions.ts';
import { getAgent } from './agent.actions.ts';
import { lockAgent } from './agent.store.ts';
import {
  countTestCases,
  deleteTestCase,
  findTestCase,
  insertTestCase,
  type StoredTestCase,
  saveTestCase,
  testCasesFrom,
  testCasesOf,
} from './test-case.store.ts';

/** Plays test cases of an agent in memory. */
export type RunTestCases = (
  scope: Scope,
  agentId: string,
  wanted: NewTestRun,
  signal: AbortSignal,
) => Promise<TestRunView>;

const oldest: ListOrder<{ readonly id: string }> = {
  name: 'oldest',
  kinds: ['id'],
  placeOf: ({ id }) => [id],
};

/** Each of these fails as reading the agent would, where there is none. */

export async function listTestCases(scope: Scope, agentId: string, query: Paging) {
  await getAgent(scope, agentId);
  const [total, cases] = await Promise.all([
    countTestCases(scope, agentId),
    testCasesOf(scope, agentId, cut(query, oldest)),
  ]);
  return pagedBy(oldest, query, total, cases, viewTestCase);
}

/** Those to run: all of the agent, or the ones that are named. */
export async function testCasesToRun(
  scope: Scope,
  agentId: string,
  ids: readonly string[] | undefined,
): Promise<readonly StoredTestCase[]> {
  await getAgent(scope, agentId);
  const all = await testCasesOf(scope, agentId, { limit: MAX_TEST_CASES, offset: 0 });
  if (ids === undefined) return all;
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const found = all.filter(({ id }) => wanted.has(id));
  if (found.length < wanted.size) throw notFound('Test case');
  return found;
}

export async function createTestCase(
  scope: Scope,
  agentId: string,
  wanted: NewTestCase,
  conversationId: string | null = null,
): Promise<TestCaseView> {
  return scope.transaction(async (inside) => {
    await getAgent(inside, agentId);
    // Those who add at the same time wait for each other, so that the limit holds.
    await lockAgent(inside, agentId);
    if ((await countTestCases(inside, agentId)) >= MAX_TEST_CASES)
      throw conflict(`An agent has at most ${MAX_TEST_CASES} test cases: delete one first`);
    const now = inside.now();
    const testCase = {
      ...wanted,
      id: inside.newId(),
      agentId,
      conversationId,
      createdAt: now,
      updatedAt: now,
    };
    await insertTestCase(inside, testCase);
    await noteChange(inside, 'agent', agentId);
    return viewTestCase(testCase);
  });
}

export async function changeTestCase(
  scope: Scope,
  agentId: string,
  id: string,
  changes: TestCaseChanges,
): Promise<TestCaseView> {
  return scope.transaction(async (inside) => {
    await getAgent(inside, agentId);
    const testCase = await findTestCase(inside, agentId, id);
    if (!testCase) throw notFound('Test case');
    const changed = { ...testCase, ...changes, updatedAt: inside.now() };
    await saveTestCase(inside, changed);
    await noteChange(inside, 'agent', agentId);
    return viewTestCase(changed);
  });
}

export async function removeTestCase(scope: Scope, agentId: string, id: string) {
  await scope.transaction(async (inside) => {
    await getAgent(inside, agentId);
    if ((await deleteTestCase(inside, agentId, id)) === 0) throw notFound('Test case');
    await noteChange(inside, 'agent', agentId);
  });
  return { id, deleted: true as const };
}

/** Those that were made from these conversations, whose words they have. */
export async function testCasesOfConversations(scope: Scope, conversationIds: readonly string[]) {
  const found = await testCasesFrom(scope, conversationIds);
  return (id: string): TestCaseView[] =>
    found.filter(({ conversationId }) => conversationId === id).map(viewTestCase);
}

const viewTestCase = ({
  createdAt,
  updatedAt,
  conversationId,
  ...testCase
}: StoredTestCase): TestCaseView => ({
  ...testCase,
  ...(conversationId !== null && { conversationId }),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
