import { afterEach, expect, test, vi } from 'vitest';
import { searchRuns } from './runs.ts';

afterEach(() => vi.unstubAllGlobals());

const run = { id: '01957a2e-7c00-7000-8000-0000000000c1', name: 'Spring renewals' };

async function search(text: string) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({ data: [run], runs: [run] });
  });
  return { asked, found: await searchRuns(text, new AbortController().signal) };
}

test('a run is searched by its name among all runs, however many are newer', async () => {
  const { asked, found } = await search('spring');
  expect(asked).toEqual([expect.stringMatching(/\/search\?text=spring$/)]);
  expect(found).toEqual([{ id: run.id, words: 'Spring renewals' }]);
});

test.each(['', 's'])(
  'the newest runs are offered while "%s" is typed, which is too short to search',
  async (text) => {
    const { asked, found } = await search(text);
    expect(asked).toEqual([expect.stringMatching(/\/runs\?limit=10$/)]);
    expect(found).toEqual([{ id: run.id, words: 'Spring renewals' }]);
  },
);
