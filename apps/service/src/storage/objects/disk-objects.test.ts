import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ManualClock } from '@parley/kernel/clock.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openDiskObjects } from './disk-objects.ts';

async function openRoot() {
  const parent = await mkdtemp(join(tmpdir(), 'disk-objects-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const root = join(parent, 'deep', 'root');
  const open = (linkSecret = 'x'.repeat(32)) =>
    openDiskObjects({
      root,
      publicUrl: 'https://x.test',
      linkSecret,
      clock: new ManualClock(new Date()),
      newId: randomUUID,
    });
  return { root, open, store: await open() };
}

test('only the user of the process can read stored files and folders', async () => {
  const { root, store } = await openRoot();
  await store.put('a/b', Buffer.from('x'), { contentType: 'text/plain' });
  const modes: Record<string, string> = {};
  for (const name of ['.', 'incoming', 'objects', 'objects/a', 'objects/a/b@object']) {
    modes[name] = ((await stat(join(root, name))).mode & 0o777).toString(8);
  }
  expect(modes).toEqual({
    '.': '700',
    incoming: '700',
    objects: '700',
    'objects/a': '700',
    'objects/a/b@object': '600',
  });
});

test('an object file on disk starts with its content, so that it can be read without this program', async () => {
  const { root, store } = await openRoot();
  await store.put('a', Buffer.from('the bytes'), { contentType: 'text/plain' });
  expect(
    (await readFile(join(root, 'objects', 'a@object'), 'latin1')).startsWith('the bytestext/plain'),
  ).toBe(true);
});

test('an object can be read only once its content is completely stored', async () => {
  const { root, store } = await openRoot();
  const body = new Readable({ read() {} });
  body.push('half');
  const putting = store.put('a', body, { contentType: 'text/plain' });
  await expect.poll(() => readdir(join(root, 'incoming'))).toHaveLength(1);
  expect(await store.head('a')).toBeUndefined();
  body.push(' whole');
  body.push(null);
  await putting;
  expect(await store.head('a')).toMatchObject({ sizeBytes: 10 });
  expect(await readdir(join(root, 'incoming'))).toEqual([]);
});

test('opening the object store deletes files that a crash left more than a day ago, and no newer ones', async () => {
  const { root, open } = await openRoot();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const [name, hours] of [
    ['old', 25],
    ['young', 23],
  ] as const) {
    const path = join(root, 'incoming', name);
    await writeFile(path, 'half');
    await utimes(path, hoursAgo(hours), hoursAgo(hours));
  }
  await open();
  expect(await readdir(join(root, 'incoming'))).toEqual(['young']);
});

test('stored objects can be read after the store is reopened', async () => {
  const { store, open } = await openRoot();
  await store.put('a', Buffer.from('x'), { contentType: 'text/plain' });
  expect(await (await open()).head('a')).toEqual({ sizeBytes: 1, contentType: 'text/plain' });
});

test('an object that is replaced or deleted while being read can be read to its end', async () => {
  const { store } = await openRoot();
  await store.put('a', Buffer.alloc(300_000, 'o'), { contentType: 'text/plain' });
  const reading = await store.get('a');
  await store.put('a', Buffer.from('new'), { contentType: 'text/plain' });
  await store.delete(['a']);
  let text = '';
  for await (const chunk of reading?.body ?? []) text += String(chunk);
  expect(text).toBe('o'.repeat(300_000));
});

test.each([0, 3, 20])(
  'an object file cut to %i bytes is reported as damaged and not served',
  async (bytes) => {
    const { root, store } = await openRoot();
    await store.put('a', Buffer.from('some bytes'), { contentType: 'text/plain' });
    await truncate(join(root, 'objects', 'a@object'), bytes);
    await expect(store.get('a')).rejects.toThrow('damaged');
    await expect(store.head('a')).rejects.toThrow('damaged');
  },
);

test('a short secret for object links is refused', async () => {
  const { open } = await openRoot();
  await expect(open('short')).rejects.toThrow('32 bytes');
});
