import { expect, test } from 'vitest';
import { makePostingReader } from './read-posting.ts';

const limits = { atOnce: 1, mostWaiting: 10, mostWaitingEach: 10, timeoutMs: 25_000, heapMegabytes: 512 };
const page = (text: string | Buffer, contentType = 'text/html') => ({
  url: 'https://jobs.example.com/1',
  contentType,
  body: Buffer.from(text as string),
});
const posting =
  '<meta charset="windows-1250"><script type="application/ld+json">{"@type":"JobPosting","title":"Včelař","description":"Včely"}</script>';

test('a job posting page is read in the charset that it declares', async () => {
  // In windows-1250 č is E8 and ř is F8, which are è and ø to most of the West.
  const bytes = Buffer.from(posting.replaceAll('č', 'è').replaceAll('ř', 'ø'), 'latin1');
  const read = await makePostingReader(limits, () => {})('a company', page(bytes));
  expect(read?.posting).toMatchObject({ title: 'Včelař', description: 'Včely' });
});

test('reading a job posting page that takes too long is given up, and the next page is read', async () => {
  const hasty = makePostingReader({ ...limits, timeoutMs: 1 }, () => {});
  expect(await hasty('a company', page(posting))).toBeUndefined();
  expect((await makePostingReader(limits, () => {})('a company', page(posting)))?.posting.title).toBe(
    'Včelař',
  );
});

test('a job posting page that nobody waits for any more is given up, and leaves its thread to the next page', async () => {
  const leaving = new AbortController();
  const gone = new Error('The client has gone');
  const read = makePostingReader(limits, () => {});
  const [reading, waiting] = [1, 2].map(() => read('a company', page(posting), leaving.signal));
  const ended = Promise.all([expect(reading).rejects.toBe(gone), expect(waiting).rejects.toBe(gone)]);
  leaving.abort(gone);

  await ended;
  expect((await read('a company', page(posting)))?.posting.title).toBe('Včelař');
});
