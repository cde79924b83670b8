import { callingCompany, endedCall, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isExact } from '../billing/ledger.actions.ts';
import { cancelConversation } from './cancellation.actions.ts';
import { findConversation } from './conversation.store.ts';
import { claimDue } from './dispatch.actions.ts';
import { settle } from './settlement.actions.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

test('a conversation cannot be cancelled while its call is being claimed, and the call can be settled', async () => {
  const place = await callingCompany(store.database);
  const call = await waitingCall(place);
  const { outcome } = await store.database.transaction(async (inside) => {
    expect(await claimDue(inside, workerId, 1)).toHaveLength(1);
    const cancelling = cancelConversation(place.scope, call.conversation.id);
    const failed = cancelling.then(
      () => undefined,
      (error: unknown) => error,
    );
    await somebodyWaits(store.database, cancelling);
    return { outcome: failed };
  });
  expect(await outcome).toMatchObject({ kind: 'conflict' });
  expect((await findConversation(place.scope, call.conversation.id))?.status).toBe('SCHEDULED');
  expect(await settle(store.database, endedCall(place, call, { kind: 'busy' }))).toMatchObject({
    kind: 'settled',
  });
  expect(await isExact(place.scope)).toBe(true);
});
