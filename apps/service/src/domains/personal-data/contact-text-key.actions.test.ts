import { ManualClock } from '@parley/kernel/clock.ts';
import { analyserOf } from '@parley/testing/analysed-calls.ts';
import { callingCompany, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { databaseWithMasterKey } from '@parley/testing/kms-process.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../storage/database.ts';
import { KmsUnavailable, localMasterKey, type MasterKey } from '../../storage/keys/master-key.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { claimAnalyses } from '../conversations/call-analysis.actions.ts';
import { attemptsOf } from '../conversations/call-attempt.store.ts';
import { appendJournals, readJournal } from '../conversations/call-journal.actions.ts';
import { claimDue } from '../conversations/dispatch.actions.ts';
import { lookAgain, passedOverRows, sealPlainTexts } from '../conversations/sealing.actions.ts';
import { settle } from '../conversations/settlement.actions.ts';
import { Remembered } from './contact-key.actions.ts';
import { deleteKeysOf, moveKeys } from './contact-key.store.ts';

const clock = new ManualClock('2026-06-01T12:00:00.000Z');
const going = new AbortController().signal;
let store: Awaited<ReturnType<typeof testDatabase>>;
/** A process whose master key is in a KMS. */
let database: Database;
let kms: { isDown: boolean; requests: number; refused: Set<string> };

beforeAll(async () => {
  store = await testDatabase({ clock });
});
beforeEach(() => {
  kms = { isDown: false, requests: 0, refused: new Set() };
  database = startedProcess();
});
afterEach(() => database.close());
afterAll(() => store.close());

const startedProcess = () => databaseWithMasterKey(store.url, clock, inKms(localMasterKey('a', 'the KMS')));

async function restart(): Promise<void> {
  await database.close();
  database = startedProcess();
}

function inKms(master: MasterKey): MasterKey {
  const ask = <Answer>(context: string, answer: Promise<Answer>): Promise<Answer> => {
    kms.requests += 1;
    if (kms.isDown) return Promise.reject(new KmsUnavailable('The KMS is down', 10));
    return [...kms.refused].some((id) => context.includes(id))
      ? Promise.reject(new Error('The KMS refuses this key'))
      : answer;
  };
  return {
    ...master,
    wrap: (key, context) => ask(context, master.wrap(key, context)),
    unwrap: (key, context) => ask(context, master.unwrap(key, context)),
  };
}

const scopeOf = (place: { readonly scope: { readonly companyId: CompanyId } }) =>
  database.within(place.scope.companyId, { kind: 'system', id: 'test' });

/** Parts of the journal of a new call. */
async function newJournal() {
  const place = await callingCompany(store.database);
  const { attemptId, conversation } = await waitingCall(place);
  const append = (part: number) =>
    appendJournals(database, [{ attemptId, companyId: place.scope.companyId, part, entries: ['words'] }]);
  return { place, attemptId, conversation, append, read: () => readJournal(scopeOf(place), attemptId) };
}

const keyOf = async (contactId: string) =>
  (await store.database.first<{ id: string }>(
    sql`select id from contact_keys where contact_id = ${contactId}`,
  )) as { id: string };

const plainParts = async () =>
  (await store.database.all(sql`select from call_journals where sealed is null`)).length;

test('the encryption key for the journal of a call is created once, however many parts are written', async () => {
  const place = await callingCompany(store.database);
  const { attemptId } = await waitingCall(place);
  const part = { attemptId, companyId: place.scope.companyId, entries: ['words'] };
  for (let number = 0; number < 5; number += 1) await appendJournals(database, [{ ...part, part: number }]);
  expect(kms.requests).toBe(1);
  const scope = scopeOf(place);
  expect(await readJournal(scope, attemptId)).toHaveLength(5);
  expect(kms.requests).toBe(1);
  expect(await plainParts()).toBe(0);
});

test('while the KMS is down journals are stored in plain text, and encrypted once the KMS answers', async () => {
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
  const scope = scopeOf(place);
  expect(await readJournal(scope, attemptId)).toEqual(Array(5).fill('words'));
});

test('while the KMS is down reads fail at once, and the KMS is asked again only after ten seconds', async () => {
  const { append, read } = await newJournal();
  await append(0);
  await restart();
  kms = { ...kms, isDown: true, requests: 0 };
  for (let times = 0; times < 3; times += 1) await expect(read()).rejects.toThrow('The KMS is down');
  expect(kms.requests).toBe(1);
  clock.advance(10_000);
  kms.isDown = false;
  expect(await read()).toEqual(['words']);
});

test('after a failover that lost the encryption key of a call, later parts of its journal use a new key', async () => {
  const { append, read, conversation } = await newJournal();
  await append(0);
  const { id } = await keyOf(conversation.contactId);
  await store.database.run(sql`delete from contact_keys where id = ${id}`);
  await append(1);
  await append(2);
  expect((await keyOf(conversation.contactId)).id).not.toBe(id);
  // What the replica has of part 0 nobody can read; nothing that was said since is lost.
  expect(await read()).toEqual(['words', 'words']);
  await sealPlainTexts(database, going);
  expect(await plainParts()).toBe(0);
});

test('a failover that loses the encryption key during a write of the journal stores no unreadable text', async () => {
  const { attemptId, append, read, conversation } = await newJournal();
  await append(0);
  const stale = await database.textKeys.find(database, [attemptId]);
  await store.database.run(sql`delete from contact_keys where contact_id = ${conversation.contactId}`);
  vi.spyOn(database.textKeys, 'find').mockResolvedValueOnce(stale);
  await expect(append(1)).rejects.toThrow('data keys of 1 live calls are missing');
  await append(1);
  expect(await read()).toEqual(['words']);
  await sealPlainTexts(database, going);
});

test('a locked contact does not delay writing the journal of its call, which is encrypted later', async () => {
  const { append, conversation } = await newJournal();
  await store.database.transaction(async (inside) => {
    await inside.run(sql`select from contacts where id = ${conversation.contactId} for update`);
    await append(0);
  });
  expect(await plainParts()).toBe(1);
  await sealPlainTexts(database, going);
  expect(await plainParts()).toBe(0);
});

test('an encryption key that the KMS refuses does not affect the data of other contacts', async () => {
  const [broken, fine] = [await newJournal(), await newJournal()];
  for (const { append } of [broken, fine]) await append(0);
  const { id } = await keyOf(broken.conversation.contactId);
  await restart();
  kms.refused.add(id);
  for (const { append } of [broken, fine]) await append(1);
  await store.database.run(
    sql`update call_journals set sealed = null, entries = '["words"]' where attempt_id = ${fine.attemptId}`,
  );
  await lookAgain(database);
  await sealPlainTexts(database, going);
  expect(await plainParts()).toBe(1);
  expect(await fine.read()).toEqual(['words', 'words']);
  expect(await broken.read()).toEqual(['words']);

  // It is asked for once a day, not each minute.
  kms.requests = 0;
  await sealPlainTexts(database, going);
  expect(kms.requests).toBe(0);
  kms.refused.clear();
  await lookAgain(database);
  await sealPlainTexts(database, going);
  expect(await plainParts()).toBe(0);
  expect(await broken.read()).toEqual(['words', 'words']);
});

test('failed encryption is retried the next night, then two nights later, then less and less often', async () => {
  const { append, conversation } = await newJournal();
  await append(0);
  kms.refused.add((await keyOf(conversation.contactId)).id);
  await restart();
  await append(1);
  const passedOver = passedOverRows(database);
  const tried: number[] = [];
  for (let night = 0; night < 22; night += 1) {
    kms.requests = 0;
    await lookAgain(database);
    await sealPlainTexts(database, going, passedOver);
    if (kms.requests > 0) tried.push(night);
    clock.advance(24 * 3_600_000);
  }
  expect(tried).toEqual([0, 1, 3, 7, 14, 21]);
  kms.refused.clear();
  await sealPlainTexts(database, going);
  await lookAgain(database);
  await sealPlainTexts(database, going);
  expect(await plainParts()).toBe(0);
});

async function endedCall() {
  const place = await callingCompany(store.database);
  const { attemptId, conversation } = await waitingCall(place);
  const claimed = (await claimDue(store.database, workerId, 50)).find((due) => due.attemptId === attemptId);
  await settle(database, {
    ...(claimed as NonNullable<typeof claimed>),
    workerId,
    ending: { kind: 'finished' },
    notes: null,
    durationSeconds: 20,
    transcript: [{ speaker: 'CONTACT', text: 'Hello', startTime: 0, endTime: 2, language: 'en' }],
    findings: { answers: [] },
    journal: { part: 0, entries: [{ kind: 'plan', plan: {} }] },
  });
  return { place, attemptId, conversation };
}

const capacity = { most: 10, perCompany: 10, exceptions: new Map() };
const claimedIds = async () =>
  (await claimAnalyses(database, capacity, 60_000)).map(({ attemptId }) => attemptId);
const triesOf = async (attemptId: string) =>
  (
    await store.database.first<{ tries: number }>(
      sql`select tries from call_analyses where attempt_id = ${attemptId}`,
    )
  )?.tries;

test('a call whose transcript cannot be decrypted waits for its analysis, and does not delay other calls', async () => {
  const [broken, fine] = [await endedCall(), await endedCall()];
  kms.refused.add((await keyOf(broken.conversation.contactId)).id);
  await restart();
  expect(await claimedIds()).toEqual([fine.attemptId]);
  expect(await triesOf(broken.attemptId)).toBe(0);
  kms.refused.clear();
  expect(await claimedIds()).toEqual([]);
  clock.advance(10_000);
  expect(await claimedIds()).toEqual([broken.attemptId]);
  expect(await triesOf(broken.attemptId)).toBe(1);
});

const DAY_MS = 24 * 3_600_000;

test('the analysis of a call fails with the reason after the KMS refused its key for three days', async () => {
  const { attemptId, conversation, place } = await endedCall();
  kms.refused.add((await keyOf(conversation.contactId)).id);
  await restart();
  const unreadable: string[] = [];
  const analyser = analyserOf(database, { onUnreadable: (id) => unreadable.push(id) });
  const reported = () =>
    store.database.all(sql`
      select type, data->>'errorMessage' as error from events
      where company_id = ${place.scope.companyId} and type in ('conversation.completed', 'analysis.failed') order by position`);
  await analyser.analyseDue();
  clock.advance(3 * DAY_MS - 1);
  await analyser.analyseDue();
  expect(await reported()).toEqual([]);
  expect(await triesOf(attemptId)).toBe(0);
  clock.advance(3_600_000);
  await analyser.analyseDue();
  expect(unreadable).toEqual([attemptId]);
  expect(await reported()).toEqual([
    { type: 'conversation.completed', error: null },
    {
      type: 'analysis.failed',
      error:
        "The transcript of the call cannot be decrypted: the key service refused the contact's key for 3 days",
    },
  ]);
});

test('the three days until an analysis fails begin with the first refusal of its key by the KMS, not with the call', async () => {
  const { attemptId, conversation } = await endedCall();
  kms.refused.add((await keyOf(conversation.contactId)).id);
  await restart();
  clock.advance(10 * DAY_MS);
  const unreadable: string[] = [];
  const analyser = analyserOf(database, { onUnreadable: (id) => unreadable.push(id) });
  await analyser.analyseDue();
  clock.advance(3 * DAY_MS - 1);
  await analyser.analyseDue();
  expect(unreadable).toEqual([]);
  clock.advance(3_600_000);
  await analyser.analyseDue();
  expect(unreadable).toEqual([attemptId]);
});

test('the three days until an analysis fails begin again after its refused key could be read once', async () => {
  const { attemptId, conversation } = await endedCall();
  const { id } = await keyOf(conversation.contactId);
  const refusedSince = async () =>
    (
      await store.database.first<{ at: Date | null }>(
        sql`select refused_since as at from call_analyses where attempt_id = ${attemptId}`,
      )
    )?.at;
  kms.refused.add(id);
  await restart();
  await claimedIds();
  const firstRefusal = clock.now();
  clock.advance(DAY_MS);
  await claimedIds();
  expect(await refusedSince()).toEqual(firstRefusal);
  kms.refused.clear();
  clock.advance(DAY_MS);
  expect(await claimedIds()).toContain(attemptId);
  expect(await refusedSince()).toBeNull();
});

test('an analysis waits as long as the KMS is down, and is retried less often when the KMS refuses its key', async () => {
  const { attemptId, conversation } = await endedCall();
  await restart();
  kms.isDown = true;
  clock.advance(5 * DAY_MS);
  expect(await claimedIds()).toEqual([]);
  const dueInMs = async () => {
    const row = await store.database.first<{ dueAt: Date }>(
      sql`select due_at as "dueAt" from call_analyses where attempt_id = ${attemptId}`,
    );
    return (row?.dueAt.getTime() ?? 0) - clock.now().getTime();
  };
  expect(await dueInMs()).toBe(10_000);
  kms.isDown = false;
  clock.advance(10_000);
  expect(await claimedIds()).toContain(attemptId);

  const young = await endedCall();
  kms.refused.add((await keyOf(young.conversation.contactId)).id);
  kms.refused.add((await keyOf(conversation.contactId)).id);
  await restart();
  await claimedIds();
  clock.advance(240_000);
  expect(await claimedIds()).not.toContain(young.attemptId);
  const row = await store.database.first<{ dueAt: Date }>(
    sql`select due_at as "dueAt" from call_analyses where attempt_id = ${young.attemptId}`,
  );
  expect(row?.dueAt.getTime()).toBe(clock.now().getTime() + 60_000);
});

test('an encryption key that the KMS refuses hides only the transcript of its own contact', async () => {
  const [broken, fine] = [await endedCall(), await endedCall()];
  kms.refused.add((await keyOf(broken.conversation.contactId)).id);
  await restart();
  const textsOf = async ({ place, conversation }: typeof broken) =>
    (await attemptsOf(scopeOf(place), [conversation.id]))[0]?.transcript?.map(({ text }) => text);
  expect(await textsOf(broken)).toBeUndefined();
  expect(await textsOf(fine)).toEqual(['Hello']);
});

test("after a merge that was rolled back, texts of the kept contact are not encrypted with the other's key", async () => {
  const place = await callingCompany(store.database);
  const [other, kept] = [await waitingCall(place), await waitingCall(place)].map(
    ({ conversation }) => conversation.contactId,
  ) as [string, string];
  await store.database.run(
    sql`insert into installation_facts (name, value) values ('SEALED_DOCUMENTS', 'now') on conflict do nothing`,
  );
  // The key of the other is the older one: it would be that of both.
  for (const contactId of [other, kept]) await database.texts.prepare([contactId]);
  await restart();
  const text = { ownerId: kept, context: 'cv', value: 'words' };
  const undone = scopeOf(place).transaction(async (inside) => {
    await moveKeys(inside, other, kept);
    await inside.texts.seal([text]);
    throw new Error('The other contact is in a call');
  });
  await expect(undone).rejects.toThrow('in a call');
  const [sealed = null] = await database.texts.seal([text]);
  await deleteKeysOf(scopeOf(place), other);
  expect(await database.texts.open([{ ...text, sealed }])).toEqual([{ kind: 'opened', value: 'words' }]);
});

test('the cached encryption key of a live call is kept for an hour, despite thousands of other lookups', () => {
  const remembered = new Remembered<string>(() => clock.now().getTime());
  remembered.set('live', 'key');
  for (let other = 0; other < 3000; other += 1) {
    remembered.set(`other ${other}`, 'key');
    remembered.get('live');
  }
  expect([remembered.get('live'), remembered.get('other 0')]).toEqual(['key', undefined]);
  clock.advance(3_600_000);
  expect(remembered.get('live')).toBeUndefined();
});
