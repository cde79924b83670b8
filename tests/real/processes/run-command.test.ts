import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../../apps/service/bin/parley.js');
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

test('parley run calls every contact in a file and shows progress to the end', async () => {
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

/** What there is of a company, to see whether anything was added. */
const held = async () => ({
  contacts: (await company.api.get('/contacts')).body.total,
  runs: (await company.api.get('/runs')).body.total,
});

const twoBadRows = `firstName,lastName,phoneNumber,timezone,gdprExpiryDate
Ada,Novak,+15005550000,Europe/Zurich,
Bo,Lind,nonsense,,2020-01-01

,Marsh,+15005550007,Europe/London,
`;

test('parley run lists all invalid rows at once and creates nothing', async () => {
  const before = await held();
  const file = await csv(twoBadRows);
  const failed = await parleyRun('--agent', 'grace', '--contacts', file, '--json').catch((error) => error);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toBe(
    `parley: 2 rows of ${file} cannot be used; nothing was created.
  Line 3: phoneNumber "nonsense" is not a telephone number: write it with + and its country code; gdprExpiryDate 2020-01-01 is over: it must be today or later
  Line 5: firstName is required
Fix these rows, or leave them out with --skip-bad-rows.
`,
  );
  expect(await held()).toEqual(before);
});

test('parley run --skip-bad-rows calls the valid rows, and --json prints only the run to standard output', async () => {
  const file = await csv(twoBadRows);
  const { stdout, stderr } = await parleyRun(
    ...['--agent', 'grace', '--contacts', file, '--skip-bad-rows', '--json'],
  );
  const run = JSON.parse(stdout);
  expect(run).toEqual((await company.api.get(`/runs/${run.id}`)).body);
  expect(run).toMatchObject({
    name: 'contacts.csv',
    status: 'COMPLETED',
    progress: { total: 1, completed: 1 },
  });
  expect(stderr).toMatch(/^2 rows were left out\.\n {2}Line 3: .*\n {2}Line 5: firstName is required$/m);
  expect(stderr).toContain(`Run ${run.id}`);
});

test('parley run refuses a file with missing or unknown columns', async () => {
  const before = await held();
  const file = await csv('name,shoes\nAda,43\n');
  const failed = await parleyRun('--agent', 'grace', '--contacts', file).catch((error) => error);
  expect(failed.code).toBe(1);
  for (const words of [
    'There is no column firstName',
    'There is no column lastName',
    'There is no column phoneNumber or email',
    'The column name is not a contact field of the company',
    'The column shoes is not a contact field of the company',
  ])
    expect(failed.stderr).toContain(words);
  expect(await held()).toEqual(before);
});

test('parley run removes what it created when the service refuses a row midway', async () => {
  const before = await held();
  // With a key that may not read the catalog, only the service knows that there is no such field.
  const scopes = [
    'write:contacts',
    'delete:contacts',
    'read:agents',
    'read:runs',
    'write:runs',
    'delete:runs',
  ];
  const blind = (await service.newKey({ companyId: company.id, scopes })).key;
  const rows = Array.from({ length: 12 }, (_, i) => `Ada,Novak,+15005550000,${i === 10 ? '43' : ''}`);
  const file = await csv(`firstName,lastName,phoneNumber,shoes\n${rows.join('\n')}\n`);
  const failed = await parleyRun('--agent', 'grace', '--contacts', file, '--key', blind).catch(
    (error) => error,
  );
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('  Line 12: fields.shoes is not in the catalog');
  expect(failed.stderr).toContain('Nothing was kept: the draft and its contacts were removed again.');
  expect(await held()).toEqual(before);
});

test('parley run removes what it created when the service refuses the launch', async () => {
  const before = await held();
  await company.setPlan({ included: 0 });
  const file = await csv('firstName,lastName,phoneNumber\nAda,Novak,+15005550000\n');
  const failed = await parleyRun('--agent', 'grace', '--contacts', file).catch((error) => error);
  await company.setPlan({});
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('Nothing was kept');
  expect(await held()).toEqual(before);
});

test('Ctrl-C before the launch removes what parley run created and exits with 130', async () => {
  const before = await held();
  const rows = Array.from({ length: 20 }, () => 'Ada,Novak,+15005550000');
  const file = await csv(`firstName,lastName,phoneNumber\n${rows.join('\n')}\n`);
  const slow = await startHoldingProxy(service.url, 'POST /contacts');
  const args = ['run', '--url', slow.url, '--key', key, '--agent', 'grace', '--contacts', file];
  const child = spawn(process.execPath, [program, ...args], { cwd: service.dataDir });
  const gone = once(child, 'exit');
  await slow.held;
  child.kill('SIGINT');
  let stderr = '';
  for await (const chunk of child.stderr) {
    stderr += chunk;
    if (stderr.includes('Interrupted. Removing what was created')) slow.release();
  }
  expect(await gone).toEqual([130, null]);
  expect(stderr).toContain('Nothing was kept: the draft and its contacts were removed again.');
  expect(await held()).toEqual(before);
  await slow.stop();
});

test('Ctrl-C after the launch exits with 130, and the run continues', async () => {
  const file = await csv('firstName,lastName,phoneNumber\nAda,Novak,+15005550000\n');
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const args = ['--url', service.url, '--key', key, '--agent', 'grace', '--contacts', file, '--at', at];
  const child = spawn(process.execPath, [program, 'run', ...args], { cwd: service.dataDir });
  const gone = once(child, 'exit');
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  for await (const chunk of child.stdout) {
    stdout += chunk;
    if (stdout.includes('SCHEDULED')) child.kill('SIGINT');
  }
  expect(await gone).toEqual([130, null]);
  expect(stderr).toContain('The run continues');
  const id = /^Run (\S+)/.exec(stdout)?.[1];
  expect((await company.api.get(`/runs/${id}`)).body.status).toBe('SCHEDULED');
  await company.api.post(`/runs/${id}/cancel`);
});

/** Passes requests on to the service, and holds those of one kind back until it is told not to. */
async function startHoldingProxy(target: string, kind: string) {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const proxy = createServer(async (request, response) => {
    if (`${request.method} ${request.url}` === kind) {
      held.resolve();
      await released.promise;
    }
    const { method, headers } = request;
    const onward = httpRequest(`${target}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    held: held.promise,
    release: released.resolve,
    stop: () => new Promise((resolve) => proxy.close(resolve)),
  };
}
test('parley run warns about rows with the same phone number before anybody is called', async () => {
  const file = await csv(
    'firstName,lastName,phoneNumber\nAda,Novak,+41443643532\nBo,Lind,+15005550000\nCy,Marsh,+41 44 364 35 32\nDi,Orr,+15005550000\n',
  );
  const { stdout, stderr } = await parleyRun('--agent', 'grace', '--contacts', file);
  expect(stderr).toContain(
    'Warning: lines 2, 4 have the same phone number. They are called one after the other.',
  );
  expect(stderr).not.toContain('lines 3');
  expect(stdout).toContain('4 completed');
});
