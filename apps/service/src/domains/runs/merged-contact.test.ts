import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { queueConversations } from './launch.actions.ts';

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  // Without a worker nobody calls.
  service = await startTestService({ roles: ['api'] });
  company = await runningCompany(service);
});
afterAll(() => service.stop());

/** A launched run of two contacts whose conversations have these statuses. */
async function runOfTwo(ofKept: string, ofOther: string) {
  const contacts = await company.newContacts(2);
  const [kept = '', other = ''] = contacts;
  const id = await company.newRun(contacts);
  await company.api.post(`/runs/${id}/launch`);
  for (const [contactId, status] of [
    [kept, ofKept],
    [other, ofOther],
  ])
    await service.services.database.run(
      sql`update conversations set status = ${status} where run_id = ${id} and contact_id = ${contactId}`,
    );
  return { id, kept, other };
}
/** The launch has reached the other, and not yet the one whom they are merged with. */
async function merged(): Promise<{ id: string; kept: string }> {
  const { id, kept, other } = await runOfTwo('SCHEDULED', 'SCHEDULED');
  const { database } = service.services;
  await database.run(sql`delete from conversations where run_id = ${id} and contact_id = ${kept}`);
  expect((await merge(kept, other)).status).toBe(200);
  await database.run(sql`update runs set fanned_to = 0, pending = 1 where id = ${id}`);
  return { id, kept };
}

const merge = (kept: string, contactId: string) => company.api.post(`/contacts/${kept}/merge`, { contactId });
const listed = async (id: string, query: string) => {
  const { body } = await company.api.get(`/runs/${id}/contacts?${query}`);
  return [
    body.total,
    body.data.map((one: { contactId: string; status: string }) => [one.contactId, one.status]),
  ];
};

test('a contact who is merged while a launch is still queueing is queued once', async () => {
  const { id, kept } = await merged();
  const { database } = service.services;
  const scope = database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  await queueConversations(scope, id);
  expect(
    await database.all(sql`select contact_id as "contactId" from conversations where run_id = ${id}`),
  ).toEqual([{ contactId: kept }]);
});

test('a merged contact who completed one of two conversations of a run counts as completed and is not called again', async () => {
  for (const [ofKept, ofOther] of [
    ['COMPLETED', 'UNREACHABLE'],
    ['UNREACHABLE', 'COMPLETED'],
  ] as const) {
    const { id, kept, other } = await runOfTwo(ofKept, ofOther);
    expect((await merge(kept, other)).status).toBe(200);
    const filter = { status: 'UNREACHABLE' };
    expect((await company.api.post(`/runs/${id}/again`, { filter })).status).toBe(409);
    expect(await listed(id, 'status=UNREACHABLE')).toEqual([0, []]);
    const completed = [1, [[kept, 'COMPLETED']]];
    for (const query of ['', 'status=COMPLETED', 'step=COMPLETED', 'sort=NAME', 'sort=STATUS&order=DESC'])
      expect(await listed(id, query)).toEqual(completed);
  }
});

/** The call of the run that was cancelled ended with this. */
const endedWith = (id: string, reason: string) =>
  service.services.database.run(sql`
    update call_attempts a set status = 'FAILED', reason_code = ${reason} from conversations c
    where c.id = a.conversation_id and c.run_id = ${id} and c.status = 'CANCELLED'`);

test.each(['NOT_INTERESTED', 'OPT_OUT'])(
  'a merged contact whose call ended with %s is not called again because the other number was not reached',
  async (reason) => {
    for (const [ofKept, ofOther] of [
      ['CANCELLED', 'UNREACHABLE'],
      ['UNREACHABLE', 'CANCELLED'],
    ] as const) {
      const { id, kept, other } = await runOfTwo(ofKept, ofOther);
      await endedWith(id, reason);
      expect((await merge(kept, other)).status).toBe(200);
      const filter = { status: 'UNREACHABLE' };
      expect((await company.api.post(`/runs/${id}/again`, { filter })).status).toBe(409);
      expect(await listed(id, 'status=UNREACHABLE')).toEqual([0, []]);
      expect(await listed(id, '')).toEqual([1, [[kept, 'CANCELLED']]]);
    }
  },
);

test('a merged contact whose call somebody cancelled counts as not reached under the newer number', async () => {
  const { id, kept, other } = await runOfTwo('CANCELLED', 'UNREACHABLE');
  await merge(kept, other);
  expect(await listed(id, 'status=UNREACHABLE')).toEqual([1, [[kept, 'UNREACHABLE']]]);
});

test('a merged contact with two conversations in a run is listed once, in any order', async () => {
  const { id, kept, other } = await runOfTwo('COMPLETED', 'COMPLETED');
  await merge(kept, other);
  for (const query of ['', 'status=COMPLETED', 'status=COMPLETED&sort=NAME', 'sort=CALLS&order=DESC'])
    expect(await listed(id, query)).toEqual([1, [[kept, 'COMPLETED']]]);
  const again = await company.api.post(`/runs/${id}/again`, { filter: { status: 'COMPLETED' } });
  expect(await listed(again.body.id, '')).toEqual([1, [[kept, null]]]);
});

test('contacts are not merged while a run has completed its call to one and still calls the other', async () => {
  const { id, kept, other } = await runOfTwo('COMPLETED', 'SCHEDULED');
  for (const [one, two] of [
    [kept, other],
    [other, kept],
  ] as const) {
    const answer = await merge(one, two);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'The run "Spring" has completed its call to one of the two, and still has a call to the other: cancel that conversation first, so that nobody is called twice',
    ]);
  }
  await service.services.database.run(
    sql`update conversations set status = 'CANCELLED' where run_id = ${id} and contact_id = ${other}`,
  );
  expect((await merge(kept, other)).status).toBe(200);
});

test('contacts are not merged while one has declined the call of a run and it still calls the other', async () => {
  const { id, kept, other } = await runOfTwo('CANCELLED', 'SCHEDULED');
  await endedWith(id, 'NOT_INTERESTED');
  for (const [one, two] of [
    [kept, other],
    [other, kept],
  ] as const) {
    const answer = await merge(one, two);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'The run "Spring" was declined by one of the two, and still has a call to the other: cancel that conversation first, so that nobody is called twice',
    ]);
  }
  await endedWith(id, 'HUNG_UP');
  expect((await merge(kept, other)).status).toBe(200);
});
