import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StreamEvent } from '../../http/event-stream.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { Sql } from '../../storage/sql.ts';
import { createCompany } from '../companies/company.actions.ts';
import { noteChange, noteChanges } from '../events/event.actions.ts';
import { ChangeFeed } from './change-feed.actions.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

async function newScope(): Promise<Scope> {
  const company = await createCompany(store.database, null, { name: 'Acme' });
  return store.database.within(company.id, { kind: 'system', id: 'test' });
}

const newFeed = (everywhere: Everywhere = store.database) =>
  new ChangeFeed({
    everywhere,
    onError: (error) => {
      throw error;
    },
  });

/** A page that follows; it leaves when the test says so. */
async function page(feed: ChangeFeed, scope: Scope, lastEventId?: string) {
  const leaving = new AbortController();
  const stream = await feed.follow(scope.companyId, lastEventId, leaving.signal);
  const events = stream[Symbol.asyncIterator]();
  let lastId = lastEventId;
  const next = async (): Promise<StreamEvent> => {
    const { value } = await events.next();
    lastId = value?.id ?? lastId;
    return value;
  };
  return {
    next,
    /** The ids that it is told of next, of so many changes. */
    async changed(count: number): Promise<string[]> {
      const ids: string[] = [];
      while (ids.length < count) {
        const { event, data } = await next();
        if (event === 'change') ids.push((data as { id: string }).id);
      }
      return ids;
    },
    lastId: () => lastId,
    async leave() {
      leaving.abort();
      while (!(await events.next()).done);
    },
  };
}

test('a change of a company notifies all open console pages of that company, and none of other companies', async () => {
  const [feed, acme, other] = [newFeed(), await newScope(), await newScope()];
  const pages = [await page(feed, acme), await page(feed, acme), await page(feed, other)] as const;
  for (const one of pages) expect((await one.next()).event).toBe('ready');
  await noteChange(acme, 'agent', 'of acme');
  await noteChange(other, 'agent', 'of the other');
  expect(await pages[0].changed(1)).toEqual(['of acme']);
  expect(await pages[1].changed(1)).toEqual(['of acme']);
  expect(await pages[2].changed(1)).toEqual(['of the other']);
  for (const one of pages) await one.leave();
});

test('a change whose transaction commits late still reaches open console pages, and no change is sent twice', async () => {
  const [feed, scope] = [newFeed(), await newScope()];
  const watching = await page(feed, scope);
  expect((await watching.next()).event).toBe('ready');
  const slow = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slowly = scope.transaction(async (inside) => {
    await noteChange(inside, 'run', 'slow');
    begun.resolve();
    await slow.promise;
  });
  await begun.promise;
  await noteChange(scope, 'run', 'fast');
  expect(await watching.changed(1)).toEqual(['fast']);
  slow.resolve();
  await slowly;
  await noteChange(scope, 'run', 'last');
  expect(await watching.changed(2)).toEqual(['slow', 'last']);
  await watching.leave();
});

/** A database at whose door the next query can be made to wait, until it is let in. */
function doorOfDatabase() {
  let nextQuery: { came: () => void; mayGo: Promise<void> } | undefined;
  const everywhere: Everywhere = Object.create(store.database, {
    now: { value: () => store.database.now() },
    first: { value: (query: Sql) => store.database.first(query) },
    all: {
      value: async (query: Sql) => {
        const held = nextQuery;
        nextQuery = undefined;
        held?.came();
        await held?.mayGo;
        return store.database.all(query);
      },
    },
  });
  return {
    everywhere,
    /** Answers once a query waits, with what lets it in. */
    async holdNext(): Promise<() => void> {
      const [came, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      nextQuery = { came: came.resolve, mayGo: mayGo.promise };
      await came.promise;
      return mayGo.resolve;
    },
  };
}

test('a console page that connects while changes are polled misses no change', async () => {
  const [door, scope] = [doorOfDatabase(), await newScope()];
  const feed = newFeed(door.everywhere);
  const first = await page(feed, scope);
  expect((await first.next()).event).toBe('ready');
  // The look knows whom it is for, and has not read yet.
  const goOn = await door.holdNext();
  const second = await page(feed, scope);
  await noteChange(scope, 'run', 'meanwhile');
  expect((await second.next()).event).toBe('ready');
  goOn();
  expect(await first.changed(1)).toEqual(['meanwhile']);
  await noteChange(scope, 'run', 'afterwards');
  expect(await first.changed(1)).toEqual(['afterwards']);
  expect(await second.changed(1)).toEqual(['meanwhile']);
  await first.leave();
  await second.leave();
});

test('too many changes in one company make only its own console pages reload, and delay no others', async () => {
  const [door, flooded, other] = [doorOfDatabase(), await newScope(), await newScope()];
  const feed = newFeed(door.everywhere);
  const [wet, dry] = [await page(feed, flooded), await page(feed, other)];
  for (const one of [wet, dry]) expect((await one.next()).event).toBe('ready');
  const lookAtFlood = await door.holdNext();
  await noteChanges(
    flooded,
    'contact',
    Array.from({ length: 2001 }, (_, nth) => ({ id: `drop ${nth}` })),
  );
  await noteChange(other, 'contact', 'of the other');
  lookAtFlood();
  expect((await wet.next()).event).toBe('resync');
  expect(await dry.next()).toMatchObject({ event: 'change', data: { id: 'of the other' } });
  // The flooded company is left in peace for a while, the other is not; and neither misses anything.
  const lookAfterwards = await door.holdNext();
  await noteChange(flooded, 'contact', 'after the flood');
  await noteChange(other, 'contact', 'a further one');
  lookAfterwards();
  const afterwards = wet.next();
  const first = await Promise.race([afterwards.then(() => 'the flooded one'), dry.changed(1)]);
  expect(first).toEqual(['a further one']);
  // Once more anew, if another transaction was open during the flood.
  expect((await afterwards).event).toMatch(/^(change|resync)$/);
  await wet.leave();
  await dry.leave();
});

test('a console page that reconnects, to any process, gets the changes it missed', async () => {
  const scope = await newScope();
  const first = await page(newFeed(), scope);
  await noteChange(scope, 'webhook', 'seen');
  expect(await first.changed(1)).toEqual(['seen']);
  await first.leave();
  await noteChange(scope, 'webhook', 'missed');
  const again = await page(newFeed(), scope, first.lastId());
  const { event, data } = await again.next();
  // What was told last may be told again while another transaction is open, and what was missed always is.
  const known =
    event === 'change' && (data as { id: string }).id === 'seen' ? await again.next() : { event, data };
  expect(known).toMatchObject({ event: 'change', data: { kind: 'webhook', id: 'missed' } });
  expect((await again.next()).event).toBe('ready');
  await again.leave();
});

test('a console page that was disconnected for too long is asked to reload, and then gets new changes', async () => {
  const [feed, scope] = [newFeed(), await newScope()];
  await noteChange(scope, 'agent', 'long ago');
  const watching = await page(feed, scope, '1-1000');
  expect((await watching.next()).event).toBe('resync');
  expect((await watching.next()).event).toBe('ready');
  await noteChange(scope, 'agent', 'now');
  // While another transaction is open, what came before may be told once more.
  let [id] = await watching.changed(1);
  if (id === 'long ago') [id] = await watching.changed(1);
  expect(id).toBe('now');
  await watching.leave();
});

test('a company can have a limited number of console pages connected', async () => {
  const [feed, scope] = [newFeed(), await newScope()];
  const pages = await Promise.all(Array.from({ length: 100 }, () => page(feed, scope)));
  for (const one of pages) expect((await one.next()).event).toBe('ready');
  await expect(page(feed, scope)).rejects.toMatchObject({ kind: 'too_many_requests' });
  await pages[0]?.leave();
  await (await page(feed, scope)).leave();
  for (const one of pages.slice(1)) await one.leave();
});
