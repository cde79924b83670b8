import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@parley/testing/free-port.ts';
import { type Reply, startModelServer } from '@parley/testing/model-server.ts';
import { patience } from '@parley/testing/patience.ts';
import { startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { endAll, KEY, newDatabase, newDataDir, program, start, stop } from './running-process.ts';

afterEach(endAll);

/** As docs/models.md has it for OpenAI. */
const documented = { PARLEY_MODEL: 'gpt-4.1-mini', PARLEY_MODEL_KEY: 'sk-nobody-may-see-this' };
const loopbackNames = join(import.meta.dirname, '../../../testing/src/loopback-names.mjs');

async function serverThat(reply: Reply): Promise<Record<string, string>> {
  const server = await startModelServer();
  onTestFinished(() => server.stop());
  server.answers([reply]);
  return { PARLEY_MODEL_URL: server.url };
}

/** How a model fails: its settings, what the start says of it, and what model check says. */
const failures: readonly (readonly [string, () => Promise<Record<string, string>>, RegExp, RegExp])[] = [
  [
    'refuses',
    () => serverThat({ status: 401, message: 'Incorrect API key provided: sk-nobody-may-see-this' }),
    /^Model: gpt-4\.1-mini at http:\/\/127\.0\.0\.1:\d+\/v1: refuses \(401 Incorrect API key provided: \*\*\*\): calls use the built-in rules until it answers$/m,
    /^PARLEY_MODEL: 127\.0\.0\.1:\d+ gpt-4\.1-mini refuses: 401 Incorrect API key provided: \*\*\*$/m,
  ],
  [
    'hangs',
    () => serverThat('silence'),
    /^Model: gpt-4\.1-mini at .*: does not answer in time \(.*\): calls use the built-in rules until it answers$/m,
    /^PARLEY_MODEL: .* gpt-4\.1-mini does not answer in time: Nothing more within 20000 ms$/m,
  ],
  [
    'cannot be reached at the address of its vendor',
    async () => ({ NODE_OPTIONS: `--import ${loopbackNames}` }),
    /^Model: gpt-4\.1-mini at https:\/\/api\.openai\.com\/v1: cannot be reached \(.*\): calls use the built-in rules until it answers$/m,
    /^PARLEY_MODEL: api\.openai\.com gpt-4\.1-mini cannot be reached: /m,
  ],
];

test.each(failures)(
  'with a model that %s, start and model check report it, and calls complete with analysis and events',
  async (_, settings, startWords, checkWords) => {
    const environment = {
      ...documented,
      ...(await settings()),
      // Shorter than in earnest: a hang is waited for at every turn, and twice by the analysis.
      PARLEY_MODEL_DEADLINE_MS: '100',
      PARLEY_ANALYSIS_DEADLINE_MS: '100',
      PARLEY_SIM_SPEED: '1000000',
      PARLEY_ALLOW_PRIVATE_URLS: 'true',
    };
    const checking = modelCheck(environment);
    const running = await start(await newDataDir(), { ...environment, ...(await newDatabase()) });
    const key = await running.said(KEY);
    const receiver = await startReceiver();
    onTestFinished(() => receiver.stop());
    const post = (path: string, body: string) =>
      fetch(running.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      });
    const events = ['CONVERSATION_COMPLETED', 'ANALYSIS_COMPLETED'];
    const made = await post(
      '/webhooks',
      JSON.stringify({ name: 'Hook', url: receiver.url, events, vocabulary: 'NEUTRAL' }),
    );
    expect(made.status).toBe(201);
    const [, first = ''] = /-d '(.*)'$/m.exec(running.output()) ?? [];
    expect((await post('/conversations', first)).status).toBe(201);

    await expect.poll(() => receiver.seen('status'), patience).toEqual(['COMPLETED', 'COMPLETED']);
    expect(receiver.received.map(({ body }) => body.event)).toEqual([
      'conversation.completed',
      'analysis.completed',
    ]);
    await running.said(startWords);
    const { code, stdout } = await checking;
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(checkWords) });
    expect(running.output() + stdout).not.toContain(documented.PARLEY_MODEL_KEY);
    expect(await stop(running, 'SIGTERM')).toBe(0);
  },
);

const modelCheck = (environment: Record<string, string>): Promise<{ code?: number; stdout: string }> =>
  promisify(execFile)(process.execPath, [program, 'model', 'check'], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '', ...environment },
  }).catch((error) => error);

test('parley model check reports a model whose address refuses connections', async () => {
  const absent = { PARLEY_MODEL_URL: `http://127.0.0.1:${await freePort()}/v1` };
  const { code, stdout } = await modelCheck({ ...documented, ...absent });
  const words = /^PARLEY_MODEL: .* gpt-4\.1-mini cannot be reached: connect ECONNREFUSED/m;
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(words) });
  expect(stdout).not.toContain(documented.PARLEY_MODEL_KEY);
});

test('start and parley model check report a vendor key without a model, with the settings to add', async () => {
  const environment = { OPENAI_API_KEY: 'sk-nobody-may-see-this' };
  const running = await start(await newDataDir(), { ...environment, ...(await newDatabase()) });
  await running.said(/^Model: none, calls use the built-in rules/m);
  await running.said(
    /^OPENAI_API_KEY is set, .*: PARLEY_MODEL=gpt-4\.1-mini PARLEY_MODEL_KEY=\$OPENAI_API_KEY/m,
  );
  expect(running.output()).not.toContain(environment.OPENAI_API_KEY);
  await stop(running, 'SIGTERM');
  const failed = (await modelCheck(environment)) as { code?: number; stderr?: string };
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^parley: No model is configured: .* OPENAI_API_KEY is set/);
});
