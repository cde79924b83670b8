import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@parley/testing/free-port.ts';
import { expect, onTestFinished, test } from 'vitest';
import { versionFinding } from './version-finding.ts';

/** A registry with this answer, and what it was asked. */
async function registry(status: number, body: string) {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

test.each([
  ['0.2.0', '0.1.0', 'note', 'Parley 0.2.0 is available; this is 0.1.0.'],
  ['0.10.0', '0.9.3', 'note', 'Parley 0.10.0 is available; this is 0.9.3.'],
  ['1.0.0', '1.0.0-alpha.1', 'note', 'Parley 1.0.0 is available; this is 1.0.0-alpha.1.'],
  ['0.1.0', '0.1.0', 'ok', 'No newer version than Parley 0.1.0 is available.'],
  ['0.1.9', '0.2.0', 'ok', 'No newer version than Parley 0.2.0 is available.'],
  ['1.0.0-alpha.1', '1.0.0', 'ok', 'No newer version than Parley 1.0.0 is available.'],
])('parley doctor compares the newest version %s with %s', async (latest, version, state, words) => {
  const { url, asked } = await registry(200, JSON.stringify({ version: latest }));
  expect(await versionFinding(url, version)).toMatchObject([{ state, words }]);
  expect(asked).toEqual(['/@parley-calls%2fparley/latest']);
});

test('parley doctor asks no registry unless one is configured', async () => {
  expect(await versionFinding(undefined, '0.1.0')).toEqual([]);
});

test.each([
  [404, '{}', 'it answers 404 for @parley-calls/parley'],
  [200, '{"version":7}', 'it names no version of @parley-calls/parley'],
  [200, '<html>', 'it names no version of @parley-calls/parley'],
])('a registry that answers %i %s is a note, not a problem', async (status, body, words) => {
  const { url } = await registry(status, body);
  expect(await versionFinding(url, '0.1.0')).toMatchObject([
    {
      state: 'note',
      words: expect.stringContaining(words),
      remedy: expect.stringContaining('PARLEY_UPDATE'),
    },
  ]);
});

test('a registry that cannot be reached is a note, not a problem', async () => {
  const [finding] = await versionFinding(`http://127.0.0.1:${await freePort()}`, '0.1.0');
  expect(finding).toMatchObject({ state: 'note', words: expect.stringContaining('does not say whether') });
});
