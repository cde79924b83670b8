import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newPerson } from '@parley/testing/console-browser.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { patience } from '@parley/testing/patience.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { expect, onTestFinished, test } from 'vitest';

const readiness = (service: TestService) => service.api(undefined).get('/readyz');

/** Answers once it is as wanted: what was seen before holds for a second. */
async function becomes(service: TestService, status: number) {
  await expect.poll(async () => (await readiness(service)).status, patience).toBe(status);
  return readiness(service);
}

/** Somebody who looks at the overview of the console. */
async function newViewer(service: TestService) {
  const company = await service.newCompany();
  const person = await newPerson(service, company.id, 'viewer', 'viewer@example.com');
  return {
    async storage() {
      const { body } = await person.get('/console/api/overview');
      return body.health.find(({ part }: { part: string }) => part === 'Storage');
    },
  };
}

test('a service that cannot write its data folder is not ready and says why', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  expect((await readiness(service)).body).toEqual({ status: 'ready' });
  const viewer = await newViewer(service);
  expect(await viewer.storage()).toMatchObject({ state: 'ok' });

  const incoming = join(service.dataDir, 'objects/incoming');
  await rename(incoming, `${incoming}.away`);
  await writeFile(incoming, '');
  const unready = await becomes(service, 503);
  expectErrorBody(unready, 503);
  expect(unready.body.message).toBe('Files cannot be written: ENOTDIR: not a directory');
  expect(await viewer.storage()).toEqual({
    part: 'Storage',
    state: 'degraded',
    words: `${unready.body.message}. Recordings and uploads fail until they can.`,
  });

  await rm(incoming);
  await rename(`${incoming}.away`, incoming);
  await becomes(service, 200);
});

/** A disk of its own, which only root can make. */
async function smallDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-small-disk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  // Hooks run in reverse: before the folder is removed.
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}

test('a service with a full disk is not ready until space is free again', async ({ skip }) => {
  const disk = await smallDisk();
  if (disk === undefined) return skip('Skipped: only root can mount a small disk to fill.');
  const service = await startTestService({ environment: { PARLEY_DATA_DIR: disk } });
  onTestFinished(() => service.stop());
  await becomes(service, 200);

  const zeros = function* () {
    for (;;) yield Buffer.alloc(1024 ** 2);
  };
  await expect(
    pipeline(Readable.from(zeros()), createWriteStream(join(disk, 'filler'))),
  ).rejects.toMatchObject({ code: 'ENOSPC' });
  const full = await becomes(service, 503);
  expectErrorBody(full, 503);
  expect(full.body.message).toBe('The disk of the data folder is full: 0 MiB are left');

  await rm(join(disk, 'filler'));
  await becomes(service, 200);
});
