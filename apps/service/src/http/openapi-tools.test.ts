import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const bin = join(root, 'node_modules/.bin');

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  folder = await mkdtemp(join(tmpdir(), 'parley-openapi-'));
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

const documentOf = async (query: string) => (await service.api(undefined).get(`/openapi.json${query}`)).body;

test.each(['', '?aliases=false'])('/openapi.json%s passes an OpenAPI linter', async (query) => {
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(await documentOf(query)));
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

test('the OpenAPI document can omit the aliases', async () => {
  const whole = await documentOf('?aliases=true');
  expect(whole).toEqual(await documentOf(''));
  const without = await documentOf('?aliases=false&other=x');
  const isAlias = (path: string) => /^\/(interviews|candidates)\b/.test(path);
  expect(Object.keys(whole.paths).filter(isAlias).length).toBeGreaterThan(5);
  expect(Object.keys(without.paths)).toEqual(Object.keys(whole.paths).filter((path) => !isAlias(path)));
  expect(Object.keys(without.components.schemas.NewConversation.properties)).not.toContain('candidateId');
});

test.each(['?aliases=no', '?aliases=', '?aliases', '?aliases=1', '?aliases=true&aliases=false'])(
  '/openapi.json%s gets 400 with the name of the parameter',
  async (query) => {
    const answer = await service.api(undefined).get(`/openapi.json${query}`);
    expectErrorBody(answer, 400);
    expect(answer.body.errors).toEqual(['aliases must be boolean']);
  },
);

test('every request body in the OpenAPI document is a named schema, and every alias is deprecated', async () => {
  const { paths } = await documentOf('');
  const operations = Object.values(paths).flatMap((path) => Object.values(path as object));
  const bodies = operations.filter(({ requestBody }) => requestBody);
  expect(bodies.length).toBeGreaterThan(30);
  for (const { requestBody } of bodies)
    expect(requestBody.content['application/json'].schema.$ref).toMatch(/^#\/components\/schemas\/\w+$/);
  for (const operation of operations) expect(operation.deprecated === true).toBe('x-alias-of' in operation);
});

test('every response and event in the OpenAPI document allows additional properties', async () => {
  const { paths, webhooks, components } = await documentOf('');
  const received = Object.values(paths)
    .flatMap((path) => Object.values(path as object))
    .map(({ responses }) => responses);
  const seen = new Set<string>();
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    expect(part).not.toHaveProperty('additionalProperties', false);
    const { $ref } = part as { $ref?: string };
    const name = $ref?.match(/^#\/components\/schemas\/(\w+)$/)?.[1];
    if (name !== undefined && !seen.has(name)) {
      seen.add(name);
      look(components.schemas[name]);
    }
    for (const inner of Object.values(part)) look(inner);
  };
  look([received, webhooks]);
  expect(seen).toContain('FlowBranch');
  expect(components.schemas.FlowBranchInput.additionalProperties).toBe(false);
});
