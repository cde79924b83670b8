import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { s3Objects } from '@parley/service/storage/objects/s3-objects.ts';
import { type CephServer, startCeph } from '@parley/testing/ceph-server.ts';
import { programs } from '@parley/testing/programs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeWith } from '../../deploy/compose.ts';

const missing = [programs.rclone, programs.ceph].find(({ isMissing }) => isMissing);
const LEDGER = 'dial-ledger/2026-11-16/01990000-0000-7000-8000-000000000001.000000.jsonl';
const KEPT = { 'recordings/0199/a.wav': 'audio/wav', 'documents/0199/b': 'application/pdf' };

describe.skipIf(missing !== undefined)(
  missing === undefined
    ? 'the copy of the bucket'
    : `the copy of the bucket (skipped: needs ${missing.name}: ${missing.install})`,
  () => {
    let ceph: CephServer;
    let folder: string;
    beforeAll(async () => {
      [ceph, folder] = [await startCeph(), await mkdtemp(join(tmpdir(), 'parley-bucket-'))];
      // rclone signs with the time of this machine.
      ceph.clock.advance(Date.now() - ceph.clock.now().getTime());
    }, 120_000);
    afterAll(async () => {
      await ceph.close();
      await rm(folder, { recursive: true });
    });

    const openBucket = async (bucket: string) => {
      await ceph.makeBucket(bucket);
      const { endpoint, account, clock } = ceph;
      const options = { bucket, forcePathStyle: true, spoolFolder: folder, newId: () => crypto.randomUUID() };
      return s3Objects({ endpoint, ...account, clock, ...options });
    };
    const put = (
      store: Awaited<ReturnType<typeof openBucket>>,
      key: string,
      text: string,
      contentType: string,
    ) => store.put(key, Buffer.from(text), { contentType });

    /** What `docker compose run --rm` does with a service of compose.yaml, with the volume in a folder of this machine. */
    async function runService(name: 'backup-objects' | 'restore-objects', bucket: string): Promise<void> {
      const { region, accessKeyId, secretAccessKey } = ceph.account;
      const service = composeWith({
        PARLEY_S3_ENDPOINT: ceph.endpoint,
        PARLEY_S3_BUCKET: bucket,
        PARLEY_S3_REGION: region,
        PARLEY_S3_ACCESS_KEY_ID: accessKeyId,
        PARLEY_S3_SECRET_ACCESS_KEY: secretAccessKey,
      })[name];
      const command = (service?.command ?? []).map((part) =>
        part.replace(/^\/backups/, join(folder, 'backups')),
      );
      await promisify(execFile)('rclone', command, {
        env: { PATH: process.env.PATH, ...service?.environment },
      });
    }

    test('what backup-objects of compose.yaml copies, restore-objects puts back, but no dial ledger either way', async () => {
      const before = await openBucket('before');
      for (const [key, type] of Object.entries(KEPT)) await put(before, key, `contents of ${key}`, type);
      await put(before, LEDGER, 'calls', 'application/jsonl');
      await put(before, 'dial-fence/database', '{}', 'application/json');
      await runService('backup-objects', 'before');
      const copied = await readdir(join(folder, 'backups/bucket'), { recursive: true, withFileTypes: true });
      expect(copied.flatMap((file) => (file.isFile() ? [file.name] : [])).sort()).toEqual(['a.wav', 'b']);

      // An earlier version of compose.yaml copied it.
      const old = join(folder, 'backups/bucket', LEDGER);
      await mkdir(dirname(old), { recursive: true });
      await writeFile(old, 'fewer calls');
      const after = await openBucket('after');
      await put(after, LEDGER, 'more calls', 'application/jsonl');
      await runService('restore-objects', 'after');
      const textOf = async (key: string) =>
        String(await buffer((await after.get(key))?.body ?? Readable.from([])));
      for (const key of Object.keys(KEPT)) expect(await textOf(key)).toBe(`contents of ${key}`);
      expect(await textOf(LEDGER)).toBe('more calls');
      expect((await ceph.keys('after')).sort()).toEqual([...Object.keys(KEPT), LEDGER].sort());
    });

    test('a restored object still says what kind of file it is', async () => {
      const restored = await openBucket('again');
      await runService('restore-objects', 'again');
      const types = await Promise.all(
        Object.keys(KEPT).map(async (key) => [key, (await restored.head(key))?.contentType]),
      );
      expect(Object.fromEntries(types)).toEqual(KEPT);
    });
  },
);
