import { ManualClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { Database } from './database.ts';
import type { Everywhere, Scope } from './scope.ts';
import { type CompanyId, plannedAnew, rowsAs, type Sql, sql } from './sql.ts';

const clock = new ManualClock('2026-01-31T12:00:00Z');
const actor = { kind: 'system', id: 'test' } as const;
const companyId = '01957a2e-7c00-7000-8000-000000000000' as CompanyId;

let store: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
beforeAll(async () => {
  store = await testDatabase({ clock, maxConnections: 3 });
  database = store.database;
  await database.run(
    sql`create table notes (name text primary key, company_id uuid, size numeric, parts bigint)`,
  );
});
afterAll(() => store.close());

const note = (everywhere: Everywhere, name: string) =>
  everywhere.run(sql`insert into notes (name) values (${name})`);

const notes = async (prefix: string) =>
  (
    await database.all<{ name: string }>(
      sql`select name from notes where name like ${`${prefix}%`} order by name`,
    )
  ).map(({ name }) => name);

/** As many as the pool may open, at once: it has lost none. */
const allConnectionsWork = () =>
  Promise.all(
    [1, 2, 3].map((number) => database.first(sql`select ${number}::int as number, pg_sleep(0.02)`)),
  );

const ended = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

test('a transaction commits everything together and returns the result of its callback', async () => {
  const answer = await database.transaction(async (inside) => {
    await note(inside, 'together 1');
    await note(inside, 'together 2');
    expect(await notes('together')).toEqual([]);
    return 42;
  });
  expect([answer, await notes('together')]).toEqual([42, ['together 1', 'together 2']]);
});

test('a transaction whose callback fails is rolled back with the same error', async () => {
  const cause = new Error('second thoughts');
  const work = database.transaction(async (inside) => {
    await note(inside, 'undone');
    throw cause;
  });
  await expect(work).rejects.toBe(cause);
  expect(await notes('undone')).toEqual([]);
});

test('a nested transaction joins the outer one, and is rolled back with it', async () => {
  const work = database.transaction(async (outer) => {
    await outer.transaction((inner) => note(inner, 'joined 1'));
    const scope = outer.within(companyId, actor);
    await scope.transaction((inner) =>
      inner.run(sql`insert into notes (name, company_id) values ('joined 2', ${inner.companyId})`),
    );
    throw new Error('the outer one');
  });
  await expect(work).rejects.toThrow('the outer one');
  expect(await notes('joined')).toEqual([]);
});

test('a snapshot transaction sees no concurrent changes and cannot write', async () => {
  await note(database, 'seen 1');
  const scope = database.within(companyId, actor);
  const count = (inside: Scope) =>
    inside.first<{ count: number }>(
      sql`select count(*)::int as count from notes where name like 'seen%' or company_id = ${companyId}`,
    );
  const [before, after] = await scope.snapshot(async (inside) => {
    const first = await count(inside);
    await note(database, 'seen 2');
    return [first, await count(inside)];
  });
  expect(after).toEqual(before);
  const writing = scope.snapshot((inside) =>
    inside.run(sql`insert into notes (name, company_id) values ('seen 3', ${companyId})`),
  );
  expect(await ended(writing)).toContain('read-only transaction');
  expect(await notes('seen')).toEqual(['seen 1', 'seen 2']);
});

test('a transaction fails when its callback ignored a failed query, instead of losing the work silently', async () => {
  const work = database.transaction(async (inside) => {
    await note(inside, 'spoilt');
    await note(inside, 'spoilt').catch(() => {});
    return 'fine';
  });
  expect(await ended(work)).toBe(
    'The transaction was rolled back: an earlier query failed and its error was ignored',
  );
  expect(await notes('spoilt')).toEqual([]);
  await allConnectionsWork();
});

test('a connection that breaks between the queries of a transaction fails only that transaction', async () => {
  const work = database.transaction(async (inside) => {
    await note(inside, 'broken');
    const row = await inside.first<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await database.all(sql`select pg_terminate_backend(${row?.pid}::int)`);
    await waitFor(async () => {
      expect(await database.all(sql`select from pg_stat_activity where pid = ${row?.pid}::int`)).toEqual([]);
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await note(inside, 'broken again');
  });
  expect(await ended(work)).toMatch(/connection|terminat/i);
  expect(await notes('broken')).toEqual([]);
  await allConnectionsWork();
});

test('a connection that breaks during a query is not used again', async () => {
  const work = database.transaction((inside) =>
    inside.all(sql`select pg_terminate_backend(pg_backend_pid())`),
  );
  expect(await ended(work)).toMatch(/terminat/i);
  await allConnectionsWork();
});

test('an idle connection that breaks is reported and replaced', async () => {
  const lost: Error[] = [];
  const other = new Database({
    url: store.url,
    clock,
    newId: uuid7(clock),
    send: async () => {},
    maxConnections: 1,
    onLostConnection: (error) => lost.push(error),
  });
  const pid = async () => (await other.first<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid;
  const before = await pid();
  await database.all(sql`select pg_terminate_backend(${before}::int)`);
  await waitFor(() => expect(lost).toHaveLength(1));
  expect(await pid()).not.toBe(before);
  await other.close();
});

test('a failed query leaves its connection usable and its transaction rolled back', async () => {
  const work = database.transaction(async (inside) => {
    await note(inside, 'failed');
    await inside.all(sql`select 1 / 0`);
  });
  expect(await ended(work)).toBe('division by zero');
  await allConnectionsWork();
  expect(await notes('failed')).toEqual([]);
});

test('transactions beyond the number of connections wait for their turn', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, turn) =>
      database.transaction((inside) => note(inside, `turn ${String(turn).padStart(2, '0')}`)),
    ),
  );
  expect(await notes('turn')).toHaveLength(30);
});

test('counts and amounts are read from the database as numbers, and undefined is written as null', async () => {
  await database.run(sql`insert into notes (name, size, parts) values ('numbers', ${0.1}, ${2 ** 40})`);
  expect(await database.first(sql`select size, parts, company_id from notes where name = 'numbers'`)).toEqual(
    {
      size: 0.1,
      parts: 2 ** 40,
      company_id: null,
    },
  );
  expect(
    await database.first(sql`select ${undefined}::text as nothing, count(*) as none from notes where false`),
  ).toEqual({
    nothing: null,
    none: 0,
  });
});

test('running a statement returns how many rows it changed', async () => {
  for (const name of ['touched 1', 'touched 2']) await note(database, name);
  expect(await database.run(sql`delete from notes where name like 'touched%'`)).toBe(2);
  expect(await database.run(sql`delete from notes where name like 'touched%'`)).toBe(0);
});

test('a statement is prepared once per connection, however often its values change', async () => {
  const prepared = await database.transaction(async (inside) => {
    for (const size of [1, 2, 3]) await inside.all(sql`select name from notes where size = ${size}`);
    await inside.all(sql`select name from notes where size > ${1}`);
    return inside.all<{ statement: string }>(
      sql`select statement from pg_prepared_statements where statement like 'select name from notes where size%' order by 1`,
    );
  });
  expect(prepared.map(({ statement }) => statement)).toEqual([
    'select name from notes where size = $1',
    'select name from notes where size > $1',
  ]);
});

test('when a connection has its maximum of prepared statements, further statements run unprepared', async () => {
  const other = new Database({
    url: store.url,
    clock,
    newId: uuid7(clock),
    send: async () => {},
    maxConnections: 1,
  });
  for (let turn = 1; turn <= 2003; turn++) {
    await other.all(sql(Object.assign([`select 1 as c${turn}`], { raw: [] })));
  }
  expect(await other.first(sql`select count(*) as kept from pg_prepared_statements`)).toEqual({ kept: 2000 });
  await other.close();
});

test('a statement whose text varies by filter keeps only a few of its variants prepared', async () => {
  const filtered = (turn: number) => {
    const filter = sql(Object.assign([`size > ${turn}`], { raw: [] }));
    return sql`select name from notes where ${filter}`;
  };
  const prepared = await database.transaction(async (inside) => {
    for (let turn = 0; turn < 40; turn++) await inside.all(filtered(turn));
    return inside.first<{ kept: number }>(
      sql`select count(*) as kept from pg_prepared_statements where statement like 'select name from notes where size > _%' and statement not like '%$1'`,
    );
  });
  expect(prepared).toEqual({ kept: 16 });
});

test('a company that uses all the database connections allowed to it leaves some for other companies', async () => {
  const shared = new Database({
    url: store.url,
    clock,
    newId: uuid7(clock),
    send: async () => {},
    maxConnections: 8,
  });
  const busy = shared.within(companyId, actor);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const begun: number[] = [];
  const all = Array.from({ length: 20 }, (_, turn) =>
    busy.transaction(async (inside) => {
      await inside.first(sql`select ${companyId}::uuid as id`);
      begun.push(turn);
      await over;
    }),
  );
  await waitFor(() => expect(begun).toHaveLength(6));
  const other = shared.within('01957a2e-7c00-7000-8000-000000000001' as CompanyId, actor);
  expect(await other.first(sql`select ${other.companyId}::uuid as id`)).toEqual({ id: other.companyId });
  expect(begun).toHaveLength(6);
  end();
  await Promise.all(all);
  expect(begun).toHaveLength(20);
  await shared.close();
});

test('values in a query are never run as SQL', async () => {
  const name = `values '); drop table notes; --`;
  await note(database, name);
  expect(await notes('values')).toEqual([name]);
});

test('database, transaction and scope use the injected clock and ids', async () => {
  await database.transaction(async (inside) => {
    const scope = inside.within(companyId, actor);
    const hex = clock.now().getTime().toString(16).padStart(12, '0');
    const time = new RegExp(`^${hex.slice(0, 8)}-${hex.slice(8)}-7`);
    for (const view of [database, inside, scope]) {
      expect(view.now()).toEqual(clock.now());
      expect(view.newId()).toMatch(time);
    }
  });
});

test('a company scope keeps its company and actor inside a transaction', async () => {
  await database.within(companyId, actor).transaction(async (scope) => {
    expect([scope.companyId, scope.actor]).toEqual([companyId, actor]);
  });
});

test('a task is enqueued through the connection of its transaction, or through the pool outside of one', async () => {
  const pids: (number | undefined)[] = [];
  const other = new Database({
    url: store.url,
    clock,
    newId: uuid7(clock),
    maxConnections: 2,
    send: async (connection) => {
      pids.push((await connection.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid);
    },
  });
  const errand = { name: 'errand', retries: 0, expireSeconds: 1 };
  await other.transaction(async (inside) => {
    const own = await inside.first<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await inside.enqueue(errand, {});
    await inside.within(companyId, actor).enqueue(errand, {});
    await other.enqueue(errand, {});
    expect(pids.map((pid) => pid === own?.pid)).toEqual([true, true, false]);
  });
  await other.close();
});

test('in a company scope, a query that does not name the company fails the type check', () => {
  expectTypeOf<Scope['all']>().parameter(0).toEqualTypeOf<Sql<true>>();
  expectTypeOf<Everywhere['all']>().parameter(0).toEqualTypeOf<Sql<boolean>>();
  // Never called: the compiler is what is tested here.
  const refused = (scope: Scope, text: string) => {
    // @ts-expect-error nothing names the company
    scope.all(sql`select * from notes`);
    // @ts-expect-error a plain string is not a CompanyId
    scope.first(sql`select * from notes where company_id = ${text}`);
    // @ts-expect-error a piece that names no company does not help
    scope.run(sql`delete from notes where ${sql`name = ${text}`}`);
    scope.run(sql`delete from notes where ${sql`company_id = ${scope.companyId}`} and name = ${text}`);
  };
  expectTypeOf(refused).toBeFunction();
});

async function addNotes(scope: Scope, names: readonly string[]) {
  await scope.run(
    sql`insert into notes (name, company_id) select name, ${scope.companyId} from unnest(${names}::text[]) as name`,
  );
  return names;
}

test('rows written as one batch are stored, except a row that is refused', async () => {
  const scope = database.within(companyId, actor);
  const names = ['shared-1', 'shared-2', 'shared-3', 'shared-2', 'shared-4'];
  const outcomes = await Promise.allSettled(names.map((name) => scope.together(addNotes, name)));
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true]);
  expect(await notes('shared-')).toEqual(['shared-1', 'shared-2', 'shared-3', 'shared-4']);
});

test('a row written in a batch inside a transaction is rolled back with it', async () => {
  const undone = database.within(companyId, actor).transaction(async (inside) => {
    await inside.together(addNotes, 'undone');
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(await notes('undone')).toEqual([]);
});

test('a query marked to be planned each time is not kept as a prepared statement', async () => {
  const kept = await database.transaction(async (inside) => {
    for (let i = 0; i < 3; i++) {
      await inside.all(sql`select 'kept' as word where ${i}::int >= 0`);
      await inside.all(plannedAnew(sql`select 'anew' as word where ${i}::int >= 0`));
    }
    return inside.all<{ statement: string }>(
      sql`select statement from pg_prepared_statements where statement like 'select ''%'' as word%'`,
    );
  });
  expect(kept.map(({ statement }) => statement)).toEqual([expect.stringContaining("'kept'")]);
});

test('a statement attached to the commit of a transaction runs last, in the same transaction', async () => {
  await database.within(companyId, actor).transaction(async (inside) => {
    await inside.atCommit(
      sql`insert into notes (name, company_id) select 'along-' || count(*), ${companyId} from notes where name = 'first' and company_id = ${companyId}`,
    );
    await inside.run(sql`insert into notes (name, company_id) values ('first', ${companyId})`);
  });
  expect(await notes('along-')).toEqual(['along-1']);
});

test('a statement attached to the commit that fails rolls back the transaction with its error', async () => {
  const undone = database.within(companyId, actor).transaction(async (inside) => {
    await inside.run(sql`insert into notes (name, company_id) values ('spoilt', ${companyId})`);
    await inside.atCommit(
      sql`select 1 / count(*) from notes where company_id = ${companyId} and name = 'nobody'`,
    );
  });
  await expect(undone).rejects.toMatchObject({ code: '22012' });
  expect(await notes('spoilt')).toEqual([]);
});

test('rows of any content can be passed to an SQL statement as a table', async () => {
  const at = new Date('2026-01-31T12:00:00.000Z');
  const rows = [
    { word: 'a "quoted" {word}, \\', at, data: { list: ['"', null], text: "it's" }, unasked: 1 },
    { word: null, at: null, data: null, unasked: 2 },
  ];
  const read = await database.all(
    sql`select r.* from ${rowsAs('r', rows, { word: 'text', at: 'timestamptz', data: 'json' })}`,
  );
  expect(read).toEqual(rows.map(({ unasked: _unasked, ...row }) => row));
});
