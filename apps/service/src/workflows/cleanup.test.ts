import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '@parley/kernel/clock.ts';
import { type Api, startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireContact } from '../domains/personal-data/erasure.actions.ts';
import { makeReceiptSigner } from '../domains/personal-data/receipt.model.ts';
import { openDiskObjects } from '../storage/objects/disk-objects.ts';
import { type CompanyId, sql } from '../storage/sql.ts';
import { expirePersonalData } from './cleanup.ts';

const HOUR_MS = 3_600_000;
const CV = 'Maria Keller\n\nForklift driver, 2015 to 2021.\n';
const never = new AbortController().signal;
// Midday in UTC: the 15th in the west, already the 16th at the other end of the world.
const clock = new ManualClock('2031-05-15T12:00:00Z');

let service: TestService;
let [east, west]: TestCompany[] = [];
beforeAll(async () => {
  service = await startTestService({ clock });
  [east, west] = [
    await service.newCompany({ timezone: 'Pacific/Kiritimati' }),
    await service.newCompany({ timezone: 'Pacific/Niue' }),
  ];
});
afterAll(() => service.stop());

const objects = () =>
  openDiskObjects({
    root: join(service.dataDir, 'objects'),
    publicUrl: service.url,
    linkSecret: service.services.secrets.link,
    clock,
    newId: service.services.database.newId,
  });
const expire = async () =>
  expirePersonalData(
    service.services.database,
    { objects: await objects(), receipts: makeReceiptSigner(['a secret'], { kind: 'disk', bucket: null }) },
    never,
  );

async function newContact(api: Api, gdprExpiryDate: string): Promise<string> {
  const body = { firstName: 'Maria', lastName: 'Keller', email: 'm@example.org', gdprExpiryDate };
  return `/contacts/${(await api.post('/contacts', body)).body.id}`;
}

const announced = { fileName: 'cv.txt', contentType: 'text/plain', sizeBytes: Buffer.byteLength(CV) };
const listed = async (api: Api, path: string) => (await api.get(`${path}/documents`)).body.data;

/** A CV that has been read; answers where its bytes lie. */
async function withCv({ api, id }: TestCompany, path: string): Promise<string> {
  const { document, upload } = (await api.post(`${path}/cv`, announced)).body;
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: CV });
  await api.post(`${path}/cv/complete`);
  await waitFor(async () => expect((await listed(api, path))[0]?.status).toBe('READY'), {
    interval: 30,
  });
  return join(service.dataDir, 'objects', 'objects', 'documents', id, `${document.id}@object`);
}

test("on the deletion date, in the company's time zone, a contact's documents and CV text are deleted", async () => {
  const people = await Promise.all(
    [east, west].map(async (company) => {
      const { api } = company as TestCompany;
      const path = await newContact(api, '2031-05-17');
      return {
        api,
        path,
        file: await withCv(company as TestCompany, path),
        other: await newContact(api, '2031-06-30'),
      };
    }),
  );
  const [inEast, inWest] = people as [(typeof people)[0], (typeof people)[0]];
  await withCv(east as TestCompany, inEast.other);
  await expire();
  expect(await listed(inEast.api, inEast.path)).toHaveLength(1);

  // 02:00 on the 17th in the east, still the 15th in the west.
  clock.advance(24 * HOUR_MS);
  await expire();
  expect(await listed(inEast.api, inEast.path)).toEqual([]);
  const contact = await inEast.api.get(inEast.path);
  expect(contact.status).toBe(200);
  expect(contact.body).not.toHaveProperty('anonymizedCvText');
  expect(existsSync(inEast.file)).toBe(false);
  expect(await listed(inEast.api, inEast.other)).toHaveLength(1);
  expect(await listed(inWest.api, inWest.path)).toHaveLength(1);
  expect(existsSync(inWest.file)).toBe(true);

  clock.advance(24 * HOUR_MS);
  await expire();
  expect(await listed(inWest.api, inWest.path)).toEqual([]);
  expect(existsSync(inWest.file)).toBe(false);
});

test('a date that is corrected before the deletion begins keeps the documents', async () => {
  const company = east as TestCompany;
  const path = await newContact(company.api, '2099-12-31');
  await withCv(company, path);
  const { id } = (await company.api.get(path)).body;
  const { database } = service.services;
  const scope = database.within(company.id as CompanyId, { kind: 'system', id: 'retention' });
  await expireContact(scope, makeReceiptSigner(['a secret'], { kind: 'disk', bucket: null }), id);
  expect(await listed(company.api, path)).toHaveLength(1);
});

test('a date that is changed to one that has come starts the deletion for that contact alone', async () => {
  const company = east as TestCompany;
  const path = await newContact(company.api, '2099-12-31');
  await withCv(company, path);
  const { database } = service.services;
  const swept = async () =>
    (await database.all(sql`select 1 from tasks.job where name = 'expire-personal-data'`)).length;
  const before = await swept();
  const gdprExpiryDate = clock.now().toISOString().slice(0, 10);
  expect((await company.api.patch(path, { gdprExpiryDate })).status).toBe(200);
  await waitFor(async () => expect(await listed(company.api, path)).toEqual([]), {
    interval: 30,
  });
  expect(await swept()).toBe(before);
});

test("a contact's values from before an import are deleted after 30 days, and the import cannot be undone then", async () => {
  const { api } = east as TestCompany;
  const email = 'imported@example.org';
  const values = { firstName: 'Maria', lastName: 'Keller', email, gdprExpiryDate: '2099-12-31' };
  const contactId = (await api.post('/contacts', values)).body.id;
  const { id } = (await api.post('/contact-imports', { name: 'list.csv', duplicates: 'update' })).body;
  const rows = [{ line: 2, values: { ...values, lastName: 'Novak' } }];
  expect((await api.post(`/contact-imports/${id}/rows`, { rows })).body.rows[0].result).toBe('updated');
  const before = async () =>
    (
      await service.services.database.all<{ lastName: string | null }>(
        sql`select before->>'lastName' as "lastName" from contact_import_rows where contact_id = ${contactId}`,
      )
    ).map(({ lastName }) => lastName);
  clock.advance(30 * 24 * HOUR_MS);
  await expire();
  expect(await before()).toEqual(['Keller']);
  clock.advance(HOUR_MS);
  await expire();
  expect(await before()).toEqual([null]);
  const undone = await api.post(`/contact-imports/${id}/undo`);
  expect([undone.status, undone.body.message]).toEqual([
    409,
    'An import can be undone for 30 days: what its contacts were before is no longer stored',
  ]);
});
