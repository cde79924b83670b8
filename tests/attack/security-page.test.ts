import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFile(join(root, path), 'utf8').catch(() => '');

/** The rows of the attacks, with the tests that each names. */
async function attacks() {
  const page = await text('docs/security.md');
  return page.split('\n').flatMap((line) => {
    const tests = [...line.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path]) => path as string);
    return line.startsWith('|') && tests.length > 0 ? [{ attack: line, tests }] : [];
  });
}

test('every test that the page about security names exists', async () => {
  const named = (await attacks()).flatMap(({ tests }) => tests);
  expect(named.length).toBeGreaterThan(20);
  const missing = [];
  for (const path of new Set(named)) if (!/\btest\b/.test(await text(path))) missing.push(path);
  expect(missing).toEqual([]);
});

test.each([
  ['signed for another application', 'PARLEY_ADMIN_JWT_AUDIENCE'],
  ['for another issuer', 'PARLEY_ADMIN_JWT_ISSUER'],
  ['orders the model to give points', 'is scored by the rules alone'],
  ['of an erased contact', 'leaves nothing behind'],
])('the tests that the page names against "%s" have "%s" in them', async (words, inTest) => {
  const row = (await attacks()).find(({ attack }) => attack.includes(words));
  const texts = await Promise.all((row?.tests ?? []).map(text));
  expect(texts.join('\n')).toContain(inTest);
});
