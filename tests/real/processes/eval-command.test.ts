import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { demoAgents } from '@parley/service/workflows/seed-demo.ts';
import { type ModelServer, startModelServer } from '@parley/testing/model-server.ts';
import { askingAgent, personaModelScript } from '@parley/testing/persona-model-script.ts';
import { SECRET, startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../../apps/service/bin/parley.js');
let service: TestService;
let company: TestCompany;
let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
  model.answers(personaModelScript());
  service = await startTestService();
  company = await service.newCompany();
  for (const agent of demoAgents) await company.api.post('/agents', agent);
});
afterAll(async () => {
  await service.stop();
  await model.stop();
});

const parley = (...args: string[]) => parleyWith({}, ...args);
const parleyWith = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [program, 'eval', ...args], {
    cwd: service.dataDir,
    maxBuffer: 1e8,
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: service.databaseUrl,
      PARLEY_DATA_DIR: service.dataDir,
      PARLEY_ADMIN_JWT_SECRET: SECRET,
      PARLEY_KEY_PEPPER: 'a-pepper-for-tests-of-at-least-32-characters',
      PARLEY_LINK_SECRET: 'a-link-secret-for-tests-of-at-least-32-chars',
      ...environment,
    },
  });
const counts = async () =>
  Promise.all(
    ['/contacts', '/jobs', '/conversations', '/agents'].map(
      async (path) => (await company.api.get(path)).body.pagination?.total,
    ),
  );

/** With the report in the message of a failure: it says what went wrong. */
const passing = (...args: string[]) =>
  parley(...args).catch(({ code, stdout, stderr }) => {
    throw new Error(`parley eval ended with ${code}\n${stderr}\n${stdout}`);
  });

test('parley eval finds an agent by name and prints nothing but the report', async () => {
  const before = await counts();
  const { stdout } = await passing('customer survey', '--html', 'report.html', '--min-coverage', '100');
  expect(stdout).toMatch(/^Customer survey\n/);
  expect(stdout).toContain('72 of 72 conversations ended as they should');
  expect(stdout).not.toContain('\u001B');
  expect(await readFile(join(service.dataDir, 'report.html'), 'utf8')).toMatch(/^<!doctype html>/);
  expect(await counts()).toEqual(before);
});

test('parley eval runs an agent from a file and exits with 1 when it talks about a forbidden topic', async () => {
  const forbidden = { ...demoAgents[1], guardrails: { forbiddenTopics: ['satisfied'] } };
  await writeFile(join(service.dataDir, 'agent.json'), JSON.stringify(forbidden));
  const failed = await parley('agent.json', '--seeds', '1', '--json').catch((error) => error);
  expect(failed.code).toBe(1);
  const evaluation = JSON.parse(failed.stdout);
  expect(evaluation).toMatchObject({ isRight: false, seeds: 1, conversations: { right: 18, total: 18 } });
  expect(evaluation.people[0].conversations[0].calls[0].breaches[0].rule).toBe(
    'The agent talked about a forbidden topic',
  );
});

test.each([
  [
    'the old name --brain rules',
    ['--brain', 'rules'],
    0,
    '--brain was renamed to --model; the old name works for now. Please change it.\n',
  ],
  [
    'the old name --brain with another model',
    ['--brain', 'gpt'],
    2,
    '--brain was renamed to --model; the old name works for now. Please change it.\n' +
      'parley: --model can only be rules; without it the configured model is used.\n',
  ],
])('parley eval with %s warns that the option is now --model', async (_, args, code, stderr) => {
  const asked = model.requests.length;
  const environment = { PARLEY_MODEL_URL: model.url, PARLEY_MODEL: 'm' };
  const done = await parleyWith(environment, 'Customer survey', '--seeds', '1', ...args).then(
    (output) => ({ code: 0, stderr: output.stderr }),
    (error) => ({ code: error.code, stderr: error.stderr }),
  );
  expect(done).toEqual({ code, stderr });
  expect(model.requests.length).toBe(asked);
});

test.each(['openai-compatible', 'anthropic'])(
  'parley eval with a model over %s uses it for calls and personas, and reports tokens and cost',
  async (provider) => {
    await writeFile(join(service.dataDir, 'asking.json'), JSON.stringify(askingAgent));
    const environment = {
      PARLEY_MODEL_PROVIDER: provider,
      PARLEY_MODEL_URL: model.url,
      PARLEY_MODEL: 'm',
      PARLEY_MODEL_PRICE: '10/1/20',
      PARLEY_MODEL_DEADLINE_MS: '20000',
    };
    const tried = (...args: string[]) => parleyWith(environment, 'asking.json', '--seeds', '1', ...args);
    const { stdout } = await tried('--personas', '3', '--html', 'asking.html');
    const spent = /requests?, [\d,]+ tokens in \([\d,]+ cached\), [\d,]+ out, cost 0\.\d+/;
    expect(stdout).toContain('21 of 21 conversations ended as they should');
    expect(stdout).toMatch(/^ {2}Dialogue {3}127\.0\.0\.1:\d+ m, asked /m);
    expect(stdout).toMatch(new RegExp(`^ {2}Models {5}\\d+ ${spent.source}$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^ {2}Personas {3}3 played; \\d+ ${spent.source}$`, 'm'));
    expect(stdout).toMatch(
      /^ {6}seed 1, call 1, reached the last message: \d+ requests?, .* 95th percentile$/m,
    );
    expect(await readFile(join(service.dataDir, 'asking.html'), 'utf8')).toMatch(spent);

    const before = model.requests.length;
    expect((await tried('--model', 'rules')).stdout).toMatch(/^ {2}Dialogue {3}rules, asked /m);
    expect(model.requests.length).toBe(before);
  },
);

test('parley eval exits with 1 when flow coverage is too low, and says so', async () => {
  const failed = await parley('Customer survey', '--seeds', '1', '--min-coverage', '90').catch(
    (error) => error,
  );
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('below 90 %') });
});

// What is wrong usage is in exit-codes.test.ts.
test.each<[string, string[], number, string]>([
  ['an unknown agent', ['Nobody'], 1, 'There is no agent Nobody'],
  ['personas without a model', ['Reminder', '--personas', '2'], 1, '--personas needs a language model'],
])('parley eval refuses %s in one line', async (_, args, code, words) => {
  await expect(parley(...args)).rejects.toMatchObject({
    code,
    stderr: expect.stringMatching(new RegExp(`^parley: .*${words}.*\\n$`)),
  });
});

test('parley eval asks for an id when several agents have the same name', async () => {
  const other = await service.newCompany();
  const { body } = await other.api.post('/agents', { ...demoAgents[0], name: 'REMINDER' });
  await expect(parley('Reminder')).rejects.toMatchObject({
    stderr: expect.stringContaining(`name one of them by its id: ${body.id}, `),
  });
  expect((await parley(body.id, '--seeds', '1')).stdout).toMatch(/^REMINDER\n/);
});
