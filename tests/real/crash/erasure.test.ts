import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findPlanted, storedObjects } from '../../attack/erasure-walk.ts';
import { atClosedGate, closeGate, installGates } from './kill-point.ts';
import { type KillableService, killableService, newCompany } from './killable-service.ts';

const ERASURE = 32;
const waiting = { interval: 200, timeout: 60_000 };
let service: KillableService;
let client: pg.Client;
let key: string;

beforeAll(async () => {
  service = await killableService({});
  client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await service.start();
  await installGates(client);
  await client.query(`
    create constraint trigger gate_of_erasures after delete on contacts deferrable initially deferred
      for each row execute function pass_gate(${ERASURE})`);
  ({ key } = await newCompany(service));
});
afterAll(async () => {
  await client.end();
  await service.remove();
});

const send = <Body>(method: string, path: string, body?: unknown) =>
  service.send<Body>(method, path, body, key);

/** A contact with a document that has been read, with the word in both. */
async function plant(word: string): Promise<string> {
  const { id } = await send<{ id: string }>('POST', '/contacts', {
    firstName: word,
    lastName: 'Keller',
    email: `${word}@example.org`,
    gdprExpiryDate: '2099-01-01',
  });
  const path = `/contacts/${id}/documents`;
  const text = `About ${word}.`;
  const order = { fileName: `${word}.txt`, contentType: 'text/plain', sizeBytes: text.length };
  const { document, upload } = await send<{
    document: { id: string };
    upload: { url: string; headers: Record<string, string> };
  }>('POST', path, order);
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: text });
  await send('POST', `${path}/${document.id}/complete`);
  await vi.waitFor(
    async () => expect((await send<Documents>('GET', path)).data[0]?.status).toBe('READY'),
    waiting,
  );
  return id;
}

interface Documents {
  readonly data: readonly { readonly status: string }[];
}

const found = async (word: string) =>
  findPlanted({ databaseUrl: service.databaseUrl, dataDir: service.dataDir, logged: [service.said()] }, [
    word,
  ]);

/** Neither the word nor an object of the contact is left anywhere. */
const isGone = (word: string, objects: readonly string[]) =>
  vi.waitFor(async () => {
    expect(await found(word)).toEqual([]);
    const left = await storedObjects(service.dataDir);
    expect(objects.filter((key) => left.includes(key))).toEqual([]);
  }, waiting);

/** The contact's objects, which are all that there are. */
async function plantAlone(word: string): Promise<{ id: string; objects: readonly string[] }> {
  const before = await storedObjects(service.dataDir);
  const id = await plant(word);
  const objects = (await storedObjects(service.dataDir)).filter((one) => !before.includes(one));
  expect(objects.length).toBeGreaterThan(0);
  expect((await found(word)).length).toBeGreaterThan(1);
  return { id, objects };
}

test('an erasure whose process is killed before the commit changes nothing, and succeeds the next time', {
  timeout: 180_000,
}, async () => {
  const { id, objects } = await plantAlone('zeldaplanted');
  await closeGate(ERASURE, client);
  const erased = send('DELETE', `/contacts/${id}`).catch(() => 'no answer');
  await atClosedGate(ERASURE, client, service, 'undone');
  expect(await erased).toBe('no answer');
  await service.start();
  expect((await send<Documents>('GET', `/contacts/${id}/documents`)).data).toMatchObject([
    { status: 'READY' },
  ]);
  await send('DELETE', `/contacts/${id}`);
  await isGone('zeldaplanted', objects);
});

test('an erasure whose process is killed during the commit is finished by the next process, with files', {
  timeout: 180_000,
}, async () => {
  const { id, objects } = await plantAlone('wandaplanted');
  await closeGate(ERASURE, client);
  const erased = send('DELETE', `/contacts/${id}`).catch(() => 'no answer');
  await atClosedGate(ERASURE, client, service, 'done');
  expect(await erased).toBe('no answer');
  await service.start();
  await isGone('wandaplanted', objects);
});
