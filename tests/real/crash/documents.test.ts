import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permissions } from '@parley/contract/api-key.ts';
import { systemClock } from '@parley/kernel/clock.ts';
import { AdminTokens } from '@parley/service/domains/access/admin-token.actions.ts';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { SECRET } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spawnService } from './killable-service.ts';

let clone: ClonedDatabase;
let dataDir: string;
let port: number;
const started: ChildProcess[] = [];
beforeAll(async () => {
  clone = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-crash-'));
  port = await freePort();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await clone.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(role: string): Promise<ChildProcess> {
  const child = spawnService({ port, databaseUrl: clone.url, dataDir }, ['--role', role]);
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  await vi.waitFor(() => expect(output).toContain('Parley runs at'), { interval: 20, timeout: 90_000 });
  return child;
}

async function call(method: string, path: string, bearer: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

test('a document whose process was killed after the upload is read by the next process', async () => {
  // Without the role of a worker nothing can be read before the kill.
  const first = await start('api');
  const admin = await new AdminTokens({ secret: SECRET, clock: systemClock }).mint('tester', 1);
  const ats = (await call('POST', '/api-keys', admin, { type: 'ATS', name: 'ATS', scopes: permissions })).data
    .key;
  const company = await call('POST', '/companies', ats, { name: 'Acme' });
  const { key } = (
    await call('POST', '/api-keys', admin, { companyId: company.id, name: 'Key', scopes: permissions })
  ).data;
  const contact = await call('POST', '/contacts', key, {
    firstName: 'Maria',
    lastName: 'Keller',
    email: 'm@example.org',
    gdprExpiryDate: '2099-01-01',
  });
  const path = `/contacts/${contact.id}/documents`;
  const text = 'Knowledge that outlives a crash.';
  const { document, upload } = await call('POST', path, key, {
    fileName: 'a.txt',
    contentType: 'text/plain',
    sizeBytes: text.length,
  });
  const address = upload.url.replace(/^https?:\/\/[^/]+/, `http://127.0.0.1:${port}`);
  expect((await fetch(address, { method: 'PUT', headers: upload.headers, body: text })).status).toBe(200);
  expect((await call('POST', `${path}/${document.id}/complete`, key)).status).toBe('PROCESSING');
  first.kill('SIGKILL');
  await new Promise((resolve) => first.once('exit', resolve));

  await start('all');
  await vi.waitFor(
    async () =>
      expect((await call('GET', path, key)).data[0]).toMatchObject({ id: document.id, status: 'READY' }),
    { interval: 100, timeout: 20_000 },
  );
}, 180_000);
