import type { NewTestCase } from '@parley/contract/test-case.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { sql } from '../../storage/sql.ts';

/** A test case as it is stored beside its agent. */
export interface StoredTestCase extends NewTestCase {
  readonly id: string;
  readonly agentId: string;
  /** The conversation that it was made from: it has its contact's words, and is erased with it. */
  readonly conversationId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = sql`
  id, agent_id as "agentId", conversation_id as "conversationId", name, turns, expect, created_at as "createdAt", updated_at as "updatedAt"`;

export const insertTestCase = (scope: Scope, one: StoredTestCase): Promise<number> =>
  scope.run(sql`
    insert into agent_test_cases (id, company_id, agent_id, conversation_id, name, turns, expect, created_at,
                                  updated_at)
    values (${one.id}, ${scope.companyId}, ${one.agentId}, ${one.conversationId}, ${one.name}, ${JSON.stringify(one.turns)}::json,
            ${one.expect}, ${one.createdAt}, ${one.updatedAt})`);

export const saveTestCase = (scope: Scope, one: StoredTestCase): Promise<number> =>
  scope.run(sql`
    update agent_test_cases
    set name = ${one.name}, turns = ${JSON.stringify(one.turns)}::json, expect = ${one.expect},
        updated_at = ${one.updatedAt}
    where company_id = ${scope.companyId} and agent_id = ${one.agentId} and id = ${one.id}`);

export const findTestCase = (scope: Scope, agentId: string, id: string) =>
  scope.first<StoredTestCase>(sql`
    select ${columns} from agent_test_cases
    where company_id = ${scope.companyId} and agent_id = ${agentId} and id = ${id} for update`);

// Index: agent_test_cases_by_agent. The oldest first: the order in which they were written.
export const testCasesOf = (scope: Scope, agentId: string, page: Slice) =>
  scope.all<StoredTestCase>(sql`
    select ${columns} from agent_test_cases where company_id = ${scope.companyId} and agent_id = ${agentId}
      and ${page.after === undefined ? sql`true` : sql`id > ${page.after[0]}::uuid`}
    order by id limit ${page.limit} offset ${page.offset}`);

// Index: agent_test_cases_by_conversation.
export const testCasesFrom = (scope: Scope, conversationIds: readonly string[]) =>
  scope.all<StoredTestCase>(sql`
    select ${columns} from agent_test_cases
    where company_id = ${scope.companyId} and conversation_id = any(${conversationIds}::uuid[]) order by id`);

export async function countTestCases(scope: Scope, agentId: string): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from agent_test_cases
        where company_id = ${scope.companyId} and agent_id = ${agentId}`,
  );
  return row?.total ?? 0;
}

export const deleteTestCase = (scope: Scope, agentId: string, id: string): Promise<number> =>
  scope.run(sql`
    delete from agent_test_cases
    where company_id = ${scope.companyId} and agent_id = ${agentId} and id = ${id}`);
