import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CopiedObject, copyObjects, REREAD_BACKUPS } from './object-copy.ts';

let root: string;
let store: string;
let pool: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-objects-'));
  [store, pool] = [join(root, 'store'), join(root, 'pool')];
  await mkdir(store);
});
afterEach(() => rm(root, { recursive: true }));

const write = (name: string, text: string) => writeFile(join(store, `${name}@object`), text);
const pooled = ({ sha256 }: CopiedObject) => join(pool, sha256.slice(0, 2), sha256);
/** Flips one bit, as a disk does: the size stays. */
async function damage(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

test('each copy that backups share is read again in the course of the next backups, and made again if damaged', async () => {
  for (let at = 0; at < 100; at += 1) await write(`recording-${at}`, `what was said in call ${at}`);
  let { objects } = await copyObjects(store, pool, [], { reread: 0 });
  for (const object of objects) await damage(pooled(object));
  const found: string[] = [];
  for (let reread = 1; reread <= REREAD_BACKUPS; reread += 1) {
    const copies = await copyObjects(store, pool, objects, { reread });
    // A share of them: nobody waits for all to be read.
    expect(copies.damaged.length).toBeLessThan(20);
    found.push(...copies.damaged.map(({ path, isRepaired }) => `${path} ${isRepaired}`));
    objects = [...copies.objects];
  }
  expect(found.toSorted()).toEqual(objects.map(({ path }) => `${path} true`).toSorted());
  for (const object of objects) expect(await readFile(pooled(object), 'utf8')).toMatch(/^what was said/);
});

test('all copies are read again when that is asked for', async () => {
  await write('recording', 'what was said');
  await write('report', 'what came of it');
  const { objects } = await copyObjects(store, pool, [], { reread: 0 });
  await damage(pooled(objects[0] as CopiedObject));
  const again = await copyObjects(store, pool, objects, { reread: -1, verify: true });
  expect(again).toEqual({
    objects,
    copied: 1,
    damaged: [{ path: 'recording@object', isRepaired: true }],
  });
  expect(await copyObjects(store, pool, objects, { reread: -1, verify: true })).toMatchObject({
    copied: 0,
    damaged: [],
  });
});

test('a damaged copy of an object that the store has lost, too, is reported as such', async () => {
  await write('recording', 'what was said');
  const at = new Date('2026-05-04T12:00:00Z');
  await utimes(join(store, 'recording@object'), at, at);
  const { objects } = await copyObjects(store, pool, [], { reread: 0 });
  await damage(pooled(objects[0] as CopiedObject));
  // Of the same size and age, as after a fault of the disk.
  await damage(join(store, 'recording@object'));
  await utimes(join(store, 'recording@object'), at, at);
  const { damaged } = await copyObjects(store, pool, objects, { reread: 0, verify: true });
  expect(damaged).toEqual([{ path: 'recording@object', isRepaired: false }]);
  expect(await readdir(store)).toEqual(['recording@object']);
});
