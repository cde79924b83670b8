import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningCompany, runningCompany } from '../running-company.ts';
import { startTestService, type TestService } from '../service.ts';

const program = join(import.meta.dirname, '../../bin/parley.js');
let service: TestService;
let company: RunningCompany;
let key: string;
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_SIM_SPEED: '1000' } });
  company = await runningCompany(service);
  key = (await service.newKey({ companyId: company.id })).key;
});
afterAll(() => service.stop());

const parleyRun = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, 'run', '--url', service.url, '--key', key, ...args], {
    cwd: service.dataDir,
  });

async function csv(text: string): Promise<string> {
  const file = join(service.dataDir, 'contacts.csv');
  await writeFile(file, text);
  return file;
}

test('parley run calls everybody in a file and shows the progress to its end', async () => {
  const file = await csv(
    'firstName,lastName,phoneNumber,timezone\nAda,Novak,+15005550000,Europe/Zurich\nBo,Lind,+15005550004,\n',
  );
  const { stdout } = await parleyRun('--agent', 'grace', '--contacts', file, '--name', 'From a file');
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toMatch(/^Run [0-9a-f-]{36}$/);
  expect(lines.at(-1)).toBe('COMPLETED [####################] 100 %  1 completed, 1 cancelled');
  const run = (await company.api.get(`/runs/${lines[0]?.slice(4)}`)).body;
  expect([run.name, run.status]).toEqual(['From a file', 'COMPLETED']);
});

test('a line of the file that cannot be used is named', async () => {
  const file = await csv('firstName,lastName,phoneNumber\nAda,Novak,+15005550000\nBo,Lind,nonsense\n');
  await expect(parleyRun('--agent', 'grace', '--contacts', file)).rejects.toMatchObject({
    stderr: expect.stringContaining('Line 3 of the file: Validation failed; phoneNumber must be'),
  });
});
