import { completeCall } from '@parley/testing/analysed-calls.ts';
import { callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { removeContact } from '../contacts/contact.actions.ts';
import { history } from '../events/event.actions.ts';
import { removeConversationsOfContact } from './conversation.actions.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

test('a conversation that changes while its contact is deleted goes with its events', async () => {
  const { scope, ...place } = await callingCompany(store.database);
  const { conversation } = await waitingCall({ scope, ...place });
  await completeCall(store.database, scope, conversation.id);
  expect(await history(scope, conversation.id)).not.toEqual([]);
  const [isChanged, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changing = scope.transaction(async (inside) => {
    await inside.run(
      sql`update conversations set status = 'SCHEDULED' where company_id = ${scope.companyId} and id = ${conversation.id}`,
    );
    isChanged.resolve();
    await mayCommit.promise;
  });
  await isChanged.promise;
  const removing = removeContact(scope, conversation.contactId, removeConversationsOfContact);
  await somebodyWaits(store.database, removing);
  mayCommit.resolve();
  await Promise.all([changing, removing]);
  expect(await history(scope, conversation.id)).toEqual([]);
});
