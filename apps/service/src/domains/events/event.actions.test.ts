import { ManualClock } from '@parley/kernel/clock.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { createCompany } from '../companies/company.actions.ts';
import { emit, history, noteChange, noteChanges, readAlong, readFromNow } from './event.actions.ts';
import type { NewEvent } from './event.model.ts';

const clock = new ManualClock('2026-01-31T12:00:00.123Z');
const SUBJECT = '01957a2e-7c00-7000-8000-000000000001';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());

async function newScope(): Promise<Scope> {
  const company = await createCompany(store.database, null, { name: 'Acme' });
  return store.database.within(company.id, { kind: 'system', id: 'test' });
}

const ping = (message: string, subjectId = SUBJECT): NewEvent => ({
  type: 'ping',
  subjectId,
  data: { message },
});

const published = async (scope: Scope, subjectId = SUBJECT) =>
  (await history(scope, subjectId)).map(({ data }) => data.message);

test('an event is stored with its type, subject, data and time', async () => {
  const scope = await newScope();
  await emit(scope, { ...ping('Grüezi „NUL“-free \\u0000 🧀'), subjectId: 'req_1' });
  expect(await history(scope, 'req_1')).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'ping',
      subjectId: 'req_1',
      data: { message: 'Grüezi „NUL“-free \\u0000 🧀' },
      occurredAt: clock.now(),
    },
  ]);
});

test('a transaction that is rolled back emits no event', async () => {
  const scope = await newScope();
  const undone = scope.transaction(async (inside) => {
    await emit(inside, ping('undone'));
    expect(await published(inside)).toEqual(['undone']);
    expect(await published(scope)).toEqual([]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await published(scope)).toEqual([]);
});

test('events are committed together with the change they report', async () => {
  const scope = await newScope();
  await scope.transaction(async (inside) => {
    await inside.run(sql`update companies set name = 'Changed' where id = ${inside.companyId}`);
    await emit(inside, ping('changed'));
  });
  expect(await published(scope)).toEqual(['changed']);
});

test('events keep their order, even with equal timestamps and in one statement', async () => {
  const scope = await newScope();
  const messages = Array.from({ length: 200 }, (_, turn) => `event ${turn}`);
  await emit(scope, ...messages.slice(0, 150).map((message) => ping(message)));
  for (const message of messages.slice(150, 175)) await emit(scope, ping(message));
  await scope.transaction(async (inside) => {
    for (const message of messages.slice(175)) await emit(inside, ping(message));
  });
  expect(await published(scope)).toEqual(messages);
});

test('a clock that steps back does not change the order of events', async () => {
  const scope = await newScope();
  await emit(scope, ping('first'));
  clock.advance(-60_000);
  await emit(scope, ping('second'));
  clock.advance(60_000);
  expect(await published(scope)).toEqual(['first', 'second']);
});

test('the event history of a subject has no events of other companies', async () => {
  const [mine, theirs] = [await newScope(), await newScope()];
  await emit(mine, ping('mine'), ping('another subject', 'other'));
  await emit(theirs, ping('theirs'));
  expect(await published(mine)).toEqual(['mine']);
  expect(await published(theirs)).toEqual(['theirs']);
});

test('emitting an empty list of events writes nothing', async () => {
  const scope = await newScope();
  await emit(scope);
  expect(await published(scope)).toEqual([]);
});

test('wrong event data fails the type check', () => {
  // Never called: only its types matter.
  const refused = (scope: Scope) => [
    // @ts-expect-error a ping has a message
    emit(scope, { type: 'ping', subjectId: SUBJECT, data: {} }),
    // @ts-expect-error there is no such event
    emit(scope, { type: 'conversation.exploded', subjectId: SUBJECT, data: {} }),
  ];
  expect(refused).toBeTypeOf('function');
});

test('when a batch of changes is full, the companies with the most changes are left out', async () => {
  const [much, some, little] = [await newScope(), await newScope(), await newScope()];
  const since = await readFromNow(store.database);
  const notes = (count: number) => Array.from({ length: count }, (_, nth) => ({ id: `${nth}` }));
  await noteChanges(much, 'contact', notes(9));
  await noteChanges(some, 'contact', notes(3));
  await noteChanges(little, 'contact', notes(1));
  const asked = [much, some, little].map(({ companyId }) => ({ companyId, since }));
  const cut = async (ofCompany: number, inAll: number) =>
    (await readAlong(store.database, asked, { ofCompany, inAll })).cut;
  expect(await cut(9, 13)).toEqual(new Set());
  expect(await cut(8, 13)).toEqual(new Set([much.companyId]));
  expect(await cut(9, 12)).toEqual(new Set([much.companyId]));
  expect(await cut(9, 5)).toEqual(new Set([much.companyId, some.companyId]));
});

test('the changes of each company are read from its own position in the change feed', async () => {
  const [early, late] = [await newScope(), await newScope()];
  const before = await readFromNow(store.database);
  await noteChange(early, 'agent', 'early');
  await noteChange(late, 'agent', 'late');
  const { rows, next } = await readAlong(
    store.database,
    [
      { companyId: early.companyId, since: before },
      { companyId: late.companyId, since: `${10n ** 17n}` },
    ],
    { ofCompany: 10, inAll: 10 },
  );
  expect(rows.map(({ data }) => data.id)).toEqual(['early']);
  expect(BigInt(next)).toBeGreaterThanOrEqual(BigInt(before));
});
