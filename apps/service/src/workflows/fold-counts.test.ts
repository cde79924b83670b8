import { callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCompanyContacts } from '../domains/contacts/contact-list.actions.ts';
import { removeConversation } from '../domains/conversations/conversation.actions.ts';
import { countConversations } from '../domains/conversations/conversation.store.ts';
import { sql } from '../storage/sql.ts';
import { foldAllCounts } from './cleanup.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

test('sharded counters are combined into one row, and stay exact while they are being changed', async () => {
  const company = await callingCompany(store.database);
  const made = await Promise.all(Array.from({ length: 30 }, () => waitingCall(company)));
  await Promise.all([
    foldAllCounts(store.database),
    ...made.slice(0, 10).map(({ conversation }) => removeConversation(company.scope, conversation.id)),
    foldAllCounts(store.database),
  ]);
  await foldAllCounts(store.database);
  expect((await countConversations(company.scope, {}, { limit: 1, offset: 0 })).total).toBe(20);
  expect((await listCompanyContacts(company.scope, { page: 1, limit: 1 })).total).toBe(30);
  const rows = await store.database.all(sql`select shard from conversation_counts`);
  expect(rows).toEqual([{ shard: 0 }]);
});
