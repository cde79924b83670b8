import type { NewAgent } from '@parley/contract/agent.ts';
import { MAX_NAME } from '@parley/contract/flow.ts';
import { MAX_TEST_CASES, type NewTestCase } from '@parley/contract/test-case.ts';
import type { Scope } from '../../storage/scope.ts';
import { createAgent } from './agent.actions.ts';
import { type Agent, viewAgent } from './agent.model.ts';
import { agentOrDraft } from './agent-version.actions.ts';
import { idsOf } from './flow.model.ts';
import { insertTestCase, testCasesOf } from './test-case.store.ts';

/**
 * A new agent with the same contents and test cases. A test case that was made from a conversation has its contact's
 * words, so its copy is erased with that conversation as well.
 */
export function copyAgent(scope: Scope, agentId: string, isDraft: boolean): Promise<Agent> {
  return scope.transaction(async (inside) => {
    const source = await agentOrDraft(inside, agentId, isDraft);
    const cases = await testCasesOf(inside, agentId, { limit: MAX_TEST_CASES, offset: 0 });
    const copy = await createAgent(inside, contentOf(source));
    const idNow = newIds(source, copy);
    const now = inside.now();
    await Promise.all(
      cases.map((one) =>
        insertTestCase(inside, {
          ...one,
          id: inside.newId(),
          agentId: copy.id,
          expect: renamed(one.expect, idNow),
          createdAt: now,
          updatedAt: now,
        }),
      ),
    );
    return copy;
  });
}

function contentOf(source: Agent): NewAgent {
  const {
    id: _id,
    schemaVersion: _version,
    custom: _custom,
    createdAt: _created,
    updatedAt: _changed,
    ...content
  } = viewAgent(source);
  return { ...content, name: `${content.name} (copy)`.slice(-MAX_NAME) } as NewAgent;
}

/** The blocks of the copy have ids of their own, in the same order. */
function newIds(source: Agent, copy: Agent): (name: string) => string {
  const before = source.flow ? [...idsOf(source.flow)] : [];
  const after = copy.flow ? [...idsOf(copy.flow)] : [];
  const ids = new Map(before.map((id, place) => [id, after[place] ?? id]));
  return (name) => ids.get(name) ?? name;
}

/** Test cases may name blocks by their ids. */
function renamed(
  { visited, branch, values, ...others }: NewTestCase['expect'],
  idNow: (name: string) => string,
): NewTestCase['expect'] {
  return {
    ...others,
    ...(visited && { visited: visited.map(idNow) }),
    ...(branch !== undefined && { branch: idNow(branch) }),
    ...(values && {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [idNow(name), value])),
    }),
  };
}
