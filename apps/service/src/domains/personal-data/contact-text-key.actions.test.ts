import { ManualClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Database } from '../../storage/database.ts';
import { localMasterKey, type MasterKey, MasterKeys } from '../../storage/keys/master-key.ts';
import { sql } from '../../storage/sql.ts';
import { appendJournals, readJournal } from '../conversations/call-journal.actions.ts';
import { sealPlainTexts } from '../conversations/sealing.actions.ts';
import { ContactTextKeys } from './contact-text-key.actions.ts';

const clock = new ManualClock('2026-06-01T12:00:00.000Z');
const going = new AbortController().signal;
let store: Awaited<ReturnType<typeof testDatabase>>;
/** A process whose master key is in a KMS. */
let database: Database;
let kms: { isDown: boolean; requests: number };

beforeAll(async () => {
  store = await testDatabase({ clock });
});
beforeEach(() => {
  kms = { isDown: false, requests: 0 };
  database = new Database({
    url: store.url,
    clock,
    newId: uuid7(clock),
    send: async () => {},
    maxConnections: 4,
    textKeys: new ContactTextKeys(new MasterKeys([inKms(localMasterKey('a', 'the KMS'))]), () =>
      clock.now().getTime(),
    ),
  });
});
afterAll(() => store.close());

function inKms(master: MasterKey): MasterKey {
  const ask = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    kms.requests += 1;
    return kms.isDown ? Promise.reject(new Error('The KMS is down')) : answer;
  };
  return {
    ...master,
    wrap: (key, context) => ask(master.wrap(key, context)),
    unwrap: (key, context) => ask(master.unwrap(key, context)),
  };
}

const plainParts = async () =>
  (await store.database.all(sql`select from call_journals where sealed is null`)).length;

test('the key of a call is made once, however often its journal is written', async () => {
  const place = await callingCompany(store.database);
  const { attemptId } = await waitingCall(place);
  const part = { attemptId, companyId: place.scope.companyId, entries: ['words'] };
  for (let number = 0; number < 5; number += 1) await appendJournals(database, [{ ...part, part: number }]);
  expect(kms.requests).toBe(1);
  const scope = database.within(place.scope.companyId, { kind: 'system', id: 'test' });
  expect(await readJournal(scope, attemptId)).toHaveLength(5);
  expect(kms.requests).toBe(1);
  expect(await plainParts()).toBe(0);
  await database.close();
});

test('while the KMS is down nothing that was said is lost: it is stored plain, and sealed once the KMS answers', async () => {
  const place = await callingCompany(store.database);
  const { attemptId } = await waitingCall(place);
  const part = { attemptId, companyId: place.scope.companyId, entries: ['words'] };
  kms.isDown = true;
  for (let number = 0; number < 5; number += 1) await appendJournals(database, [{ ...part, part: number }]);
  // Journals of all calls wait for it, so it is not asked each time.
  expect(kms.requests).toBe(1);
  expect(await plainParts()).toBe(5);

  kms.isDown = false;
  clock.advance(10_000);
  await sealPlainTexts(database, going);
  expect(await plainParts()).toBe(0);
  const scope = database.within(place.scope.companyId, { kind: 'system', id: 'test' });
  expect(await readJournal(scope, attemptId)).toEqual(Array(5).fill('words'));
  await database.close();
});
