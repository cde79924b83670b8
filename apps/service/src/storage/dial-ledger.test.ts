import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManualClock, systemClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { ledgerFolder } from '@parley/testing/dial-fence.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DialLedger, type DialLedgerOptions, type DialLine } from './dial-ledger.ts';

let place: Awaited<ReturnType<typeof ledgerFolder>>;
const clock = new ManualClock('2026-11-16T12:00:00.000Z');
beforeEach(async () => {
  place = await ledgerFolder();
});
afterEach(() => place.remove());

/** The ledger of one machine; all share the object store. */
const ledgerAt = (host: string, more: Partial<DialLedgerOptions['objects']> = {}): DialLedger =>
  new DialLedger({
    objects: { ...place.objects, ...more },
    folder: join(place.root, host),
    newId: uuid7(systemClock),
    now: () => clock.now(),
  });

const line = (claim: number, conversation = claim): DialLine => ({
  conversationId: `conversation-${conversation}`,
  attemptNumber: 1,
  companyId: 'company',
  numberHash: 'ab',
  at: clock.now().toISOString(),
  workerId: 'worker',
  claim,
  database: '1:1:1',
});
const claimsOf = (lines: readonly DialLine[] | undefined) => lines?.map(({ claim }) => claim).sort();

test('another machine can read from a dial ledger what was dialled after a claim', async () => {
  const ledger = ledgerAt('a');
  for (const claim of [1, 2, 3]) await ledger.append([line(claim)]);
  expect(await ledgerAt('b').heads()).toEqual([{ ledgerId: ledger.id, claims: 3 }]);
  expect(claimsOf(await ledgerAt('b').linesAfter(ledger.id, 1))).toEqual([2, 3]);
});

test('a machine knows from its local dial ledger what it dialled, even if the object store lost the copy', async () => {
  const ledger = ledgerAt('a');
  await ledger.append([line(1), line(1, 2)]);
  await place.objects.delete(await place.objects.list('dial-ledger'));
  expect(await ledgerAt('a').heads()).toEqual([{ ledgerId: ledger.id, claims: 1 }]);
  expect(await ledgerAt('a').linesAfter(ledger.id, 0)).toHaveLength(2);
});

test('dial-ledger entries are found in all parts, even if the newest parts only withdraw older entries', async () => {
  const ledger = ledgerAt('a');
  const many = Array.from({ length: 250 }, (_, i) => line(1, i));
  await ledger.append(many);
  await ledger.append([line(2, 1000)]);
  await ledger.append(many.map((one) => ({ ...one, placed: false as const })));
  await ledger.append(many.slice(0, 1).map((one) => ({ ...one, placed: false as const })));
  expect(await ledgerAt('b').heads()).toEqual([{ ledgerId: ledger.id, claims: 2 }]);
  expect(claimsOf(await ledgerAt('b').linesAfter(ledger.id, 1))).toEqual([2]);
  expect(claimsOf(await ledgerAt('b').linesAfter(ledger.id, 0))).toEqual([2]);
});

test('a dial-ledger entry that a crash cut off counts as not dialled', async () => {
  const ledger = ledgerAt('a');
  await ledger.append([line(1)]);
  await appendFile(join(place.root, 'a', `${ledger.id}.000000.jsonl`), '{"conversationId":"x"');
  expect(claimsOf(await ledgerAt('a').linesAfter(ledger.id, 0))).toEqual([1]);
});

test('an empty dial ledger proves that nothing was dialled, and a missing one proves nothing', async () => {
  const ledger = ledgerAt('a');
  expect(await ledgerAt('b').linesAfter(ledger.id, 0)).toBeUndefined();
  await ledger.renew();
  expect(await ledgerAt('b').linesAfter(ledger.id, 0)).toEqual([]);
});

test('the latest claim of a long dial ledger is read from its newest part only', async () => {
  const ledger = ledgerAt('a');
  for (let claim = 1; claim <= 4; claim++)
    await ledger.append(Array.from({ length: 200 }, (_, i) => line(claim, i)));
  const files = (await readdir(join(place.root, 'a'))).sort();
  expect(files).toHaveLength(4);
  // Whoever reads the older ones takes what is in them for a head.
  for (const file of files.slice(0, -1))
    await writeFile(join(place.root, 'a', file), `${JSON.stringify({ ...line(99), head: 99 })}\n`);
  expect(await readFile(join(place.root, 'a', files.at(-1) as string), 'utf8')).not.toContain('"claim":3,');
  const got: string[] = [];
  const reader = ledgerAt('a', {
    get: (key) => {
      got.push(key);
      return place.objects.get(key);
    },
  });
  expect(await reader.heads()).toEqual([{ ledgerId: ledger.id, claims: 4 }]);
  expect(got).toHaveLength(1);
});

test('finding the dial-ledger entries after a claim reads only the days since that claim', async () => {
  const ledger = ledgerAt('a');
  await ledger.append([line(1)]);
  clock.advance(5 * 86_400_000);
  const since = clock.now();
  await ledger.append([line(2)]);
  const listed: string[] = [];
  const reader = ledgerAt('b', {
    list: (folder) => {
      listed.push(folder);
      return place.objects.list(folder);
    },
  });
  expect(claimsOf(await reader.linesAfter(ledger.id, 1, since))).toEqual([2]);
  expect(listed).not.toContain('dial-ledger');
  expect(listed.length).toBeLessThan(5);
});

/** Writes wait until they are let through; answers how many there were. */
function gatedObjects() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let puts = 0;
  return {
    put: async (...args: Parameters<DialLedgerOptions['objects']['put']>) => {
      puts += 1;
      await promise;
      return place.objects.put(...args);
    },
    open: resolve,
    count: () => puts,
  };
}

test('dial-ledger entries that arrive during a write are written together in the next write', async () => {
  const gate = gatedObjects();
  const ledger = ledgerAt('a', { put: gate.put });
  const first = ledger.append([line(1)]);
  const others = Array.from({ length: 50 }, (_, i) => ledger.append([{ ...line(1, i), placed: false }]));
  gate.open();
  await Promise.all([first, ...others]);
  expect(gate.count()).toBe(2);
});

test('entries of the previous dial ledger are not written into a new one', async () => {
  const gate = gatedObjects();
  const ledger = ledgerAt('a', { put: gate.put });
  const formerId = ledger.id;
  const appended = [ledger.append([line(6)]), ledger.append([line(7)])];
  const renewed = ledger.renew();
  gate.open();
  await Promise.all([...appended, renewed]);
  const heads = new Map((await ledgerAt('b').heads()).map(({ ledgerId, claims }) => [ledgerId, claims]));
  expect([heads.get(formerId), heads.get(ledger.id)]).toEqual([7, 0]);
});

test('dial-ledger entries are deleted after 90 days, both locally and in the object store', async () => {
  const ledger = ledgerAt('a');
  await ledger.append([line(1)]);
  clock.advance(89 * 86_400_000);
  await ledger.forgetOld();
  expect(await ledger.heads()).toHaveLength(1);
  clock.advance(2 * 86_400_000);
  await ledger.forgetOld();
  expect(await ledger.heads()).toEqual([]);
});
