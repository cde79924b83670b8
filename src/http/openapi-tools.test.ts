import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../tests/service.ts';

const root = join(import.meta.dirname, '../..');
const bin = join(root, 'node_modules/.bin');
/** It needs the API of TypeScript 5, so it lives in the workspace of the SDK with a TypeScript of its own. */
const generator = [join(root, 'sdk/node_modules/.bin'), bin]
  .map((folder) => join(folder, 'openapi-typescript'))
  .find((path) => existsSync(path));

let service: TestService;
let folder: string;
let file: string;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  folder = await mkdtemp(join(tmpdir(), 'parley-openapi-'));
  file = join(folder, 'openapi.json');
  await writeFile(file, (await service.admin.get('/openapi.json')).text);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What a tool says and whether it is content; the tool's words are the message when it is not. */
async function run(tool: string, ...args: string[]): Promise<{ ok: boolean; words: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    const { stdout, stderr } = await promisify(execFile)(tool, args, { cwd: root, env, maxBuffer: 2 ** 26 });
    return { ok: true, words: stdout + stderr };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return { ok: false, words: stdout + stderr || message };
  }
}

test('the document is one that an OpenAPI linter has nothing against', async () => {
  const { ok, words } = await run(join(bin, 'redocly'), 'lint', file, '--format', 'json');
  const { problems, totals } = JSON.parse(words.slice(words.indexOf('{'), words.lastIndexOf('}') + 1));
  const lines = problems.map(
    (problem: { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }) =>
      `${problem.severity} ${problem.ruleId}: ${problem.message} at ${problem.location[0]?.pointer}`,
  );
  expect(lines).toEqual([]);
  expect(totals.errors).toBe(0);
  expect(ok).toBe(true);
});

test.skipIf(generator === undefined)('the document becomes types that compile', async () => {
  const types = join(folder, 'api.ts');
  expect(await run(generator as string, file, '--output', types)).toMatchObject({ ok: true });
  const user = join(folder, 'user.ts');
  await writeFile(
    user,
    `import type { components, operations, paths } from './api.ts';
     type Company = components['schemas']['Company'];
     const company: Company['name'] = 'Acme';
     const page: NonNullable<operations['listCompanies']['parameters']['query']>['page'] = 1;
     const created: keyof paths['/companies']['post']['responses'] = 201;
     // @ts-expect-error a company's name is no number
     const wrong: Company['name'] = 7;
     export const used = [company, page, created, wrong];`,
  );
  const strict = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--types',
    '',
  ];
  const compiled = await run(join(bin, 'tsc'), ...strict, '--module', 'nodenext', '--target', 'esnext', user);
  expect(compiled).toEqual({ ok: true, words: '' });
});
