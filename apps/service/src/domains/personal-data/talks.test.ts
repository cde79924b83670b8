import { readFile } from 'node:fs/promises';
import { callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEALING } from '../../storage/installation.ts';
import { sql } from '../../storage/sql.ts';
import { keysOfOwners, ownerOfCall } from './contact-key.store.ts';

const migration = new URL('../../storage/migrations/0036_talks_as_contact.sql', import.meta.url);
let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

/** As the version before wrote a talk. */
async function oldTalk(
  place: Awaited<ReturnType<typeof callingCompany>>,
  more: { metadata: object; status: string },
) {
  const { conversation } = await waitingCall(place);
  await store.database.run(sql`
    update conversations set metadata = ${JSON.stringify(more.metadata)}, status = ${more.status}, open_agent_id = null
    where id = ${conversation.id}`);
  return conversation;
}

test('talks of before are known by their metadata when they are over, or their contact stands for somebody of the company', async () => {
  const [place, elsewhere] = [await callingCompany(store.database), await callingCompany(store.database)];
  const about = (await waitingCall(place)).conversation.contactId;
  const foreign = (await waitingCall(elsewhere)).conversation.contactId;
  const as = (talkAsContactId: unknown, status: string) =>
    oldTalk(place, { metadata: { talkAsContactId }, status });
  const over = await as(about.toUpperCase(), 'COMPLETED');
  await as(about, 'SCHEDULED');
  const marked = await as(about, 'SCHEDULED');
  await store.database.run(
    sql`update contacts set metadata = '{"consoleUserId": "somebody"}' where id = ${marked.contactId}`,
  );
  for (const other of [foreign, 'nobody', 7]) await as(other, 'COMPLETED');
  const [, insert = ''] =
    /(insert into talks_as_contact[^;]+);/.exec(await readFile(migration, 'utf8')) ?? [];
  await store.database.run(sql([insert] as unknown as TemplateStringsArray));
  const found = await store.database.all<{ id: string; contactId: string }>(
    sql`select conversation_id as id, contact_id as "contactId" from talks_as_contact order by 1`,
  );
  expect(found).toEqual([over, marked].map(({ id }) => ({ id, contactId: about })));
});

test('what is said and recorded in a talk as a contact belongs to that contact', async () => {
  const place = await callingCompany(store.database);
  const [talk, about] = [await waitingCall(place), (await waitingCall(place)).conversation.contactId];
  const { database } = store;
  const owners = async () => [
    (await keysOfOwners(database, [talk.attemptId]))[0]?.contactId,
    (await ownerOfCall(database, talk.attemptId))?.contactId,
  ];
  await database.run(
    sql`insert into installation_facts (name, value) values (${SEALING}, 'yes') on conflict do nothing`,
  );
  const { contactId } = talk.conversation;
  expect(await owners()).toEqual([contactId, contactId]);
  await database.run(sql`
    insert into talks_as_contact (conversation_id, company_id, contact_id)
    values (${talk.conversation.id}, ${place.scope.companyId}, ${about})`);
  expect(await owners()).toEqual([about, about]);
});
