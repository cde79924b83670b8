import { join } from 'node:path';
import { ManualClock } from '@parley/kernel/clock.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReceiptSigner } from '../domains/personal-data/receipt.model.ts';
import { openDiskObjects } from '../storage/objects/disk-objects.ts';
import { sql } from '../storage/sql.ts';
import { sweepDocuments } from './cleanup.ts';

const HOUR_MS = 3_600_000;
const clock = new ManualClock('2031-05-15T12:00:00Z');

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  // Without a worker, so that nothing happens but what the test does.
  service = await startTestService({ clock, roles: ['api'] });
  company = await service.newCompany();
});
afterAll(() => service.stop());

async function sweep(): Promise<void> {
  const objects = await openDiskObjects({
    root: join(service.dataDir, 'objects'),
    publicUrl: service.url,
    linkSecret: service.services.secrets.link,
    clock,
    newId: service.services.database.newId,
  });
  await sweepDocuments(
    service.services.database,
    { objects, receipts: makeReceiptSigner(['a secret'], { kind: 'disk', bucket: null }) },
    new AbortController().signal,
  );
}

/** A contact with one upload under way; answers the way to its documents. */
async function underWay(): Promise<{ path: string; id: string }> {
  const contact = {
    firstName: 'Maria',
    lastName: 'Keller',
    email: 'm@example.org',
    gdprExpiryDate: '2031-06-30',
  };
  const path = `/contacts/${(await company.api.post('/contacts', contact)).body.id}/documents`;
  const file = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
  return { path, id: (await company.api.post(path, file)).body.document.id };
}

const listed = async (path: string) => (await company.api.get(path)).body.data;

test('an upload that was never completed is deleted after a day', async () => {
  const { path } = await underWay();
  clock.advance(24 * HOUR_MS);
  await sweep();
  expect(await listed(path)).toHaveLength(1);
  clock.advance(HOUR_MS);
  await sweep();
  expect(await listed(path)).toEqual([]);
});

test('a document whose processing task was given up is marked as failed', async () => {
  const { path, id } = await underWay();
  await service.services.database.run(
    sql`update documents set status = 'PROCESSING', updated_at = ${clock.now()} where id = ${id}`,
  );
  clock.advance(5 * HOUR_MS);
  await sweep();
  expect((await listed(path))[0].status).toBe('PROCESSING');
  clock.advance(2 * HOUR_MS);
  await sweep();
  expect((await listed(path))[0]).toMatchObject({
    status: 'FAILED',
    failureReason: expect.stringContaining('Upload it again'),
  });
});
