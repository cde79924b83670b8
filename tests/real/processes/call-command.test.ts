import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startModelServer } from '@parley/testing/model-server.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { SECRET, startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = join(import.meta.dirname, '../../../apps/service/bin/parley.js');
let service: TestService;
let company: RunningCompany;
let key: string;
beforeAll(async () => {
  service = await startTestService({
    // A busy machine must not make a model late: it would be left alone, and not asked to read the call.
    environment: { PARLEY_SIM_SPEED: '1000', PARLEY_MODEL_DEADLINE_MS: '60000' },
  });
  company = await runningCompany(service);
  key = (await service.newKey({ companyId: company.id })).key;
});
afterAll(() => service.stop());

const parley = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], {
    cwd: service.dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: service.databaseUrl,
      PARLEY_DATA_DIR: service.dataDir,
      PARLEY_ADMIN_JWT_SECRET: SECRET,
      PARLEY_KEY_PEPPER: 'a-pepper-for-tests-of-at-least-32-characters',
      PARLEY_LINK_SECRET: 'a-link-secret-for-tests-of-at-least-32-chars',
    },
  });
/** What it prints, whatever it ends with. */
const ended = (...args: string[]) =>
  parley(...args).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
const to = (phone: string) => ['--url', service.url, '--key', key, '--agent', 'grace', '--phone', phone];
const call = async (phone: string, ...more: string[]) =>
  (await parley('call', ...to(phone), ...more)).stdout.trim().split('\n');

test('parley call shows a call to its end, and parley replay makes the same decisions', {
  timeout: 180_000,
}, async () => {
  const lines = await call('+15005550000');
  expect(lines).toContain('        COMPLETED, call COMPLETED');
  expect(lines.some((line) => /^ +0:00 {2}Agent {4}\S/.test(line))).toBe(true);
  expect(lines.some((line) => /^ +\d:\d\d {2}Contact {2}\S/.test(line))).toBe(true);

  const id = lines[0]?.replace('Conversation ', '');
  const [attempt] = (await company.api.get(`/conversations/${id}`)).body.callAttempts;
  expect(lines.at(-1)).toBe(`To see each decision: npx parley replay ${attempt.id}`);
  expect((await parley('replay', attempt.id)).stdout).toMatch(
    /^Identical: all \d+ decisions were reproduced\.\n$/,
  );
});

test('parley analyse analyses a call again and prints the results', {
  timeout: 180_000,
}, async () => {
  const { body: agent } = await company.api.post('/agents', {
    name: 'Iris',
    callingWindow: null,
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, I am an AI assistant.' },
      sections: [{ type: 'looping', questions: [{ question: 'Are you well?' }] }],
    },
  });
  const phone = '+15005550000';
  const { stdout } = await parley(
    ...['call', '--url', service.url, '--key', key, '--agent', agent.id, '--phone', phone],
  );
  const id = /Conversation (\S+)/.exec(stdout)?.[1] ?? '';
  const { callAttempts, analytics } = (await company.api.get(`/conversations/${id}`)).body;
  expect(stdout).toContain(`Summary       ${analytics.summary}`);
  const again = (await parley('analyse', id)).stdout;
  expect(again).toMatch(new RegExp(`^Call ${callAttempts[0].id}$`, 'm'));
  expect(again).toContain(`Summary       ${analytics.summary}`);
  const after = (await company.api.get(`/conversations/${id}`)).body.analytics;
  expect(after).toEqual({ ...analytics, updatedAt: after.updatedAt });
  expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(analytics.updatedAt));
});

test('parley call does not wait for a call scheduled for tomorrow, and prints when it is due', {
  timeout: 180_000,
}, async () => {
  const lines = await call('+15005550005');
  expect(lines.at(-2)).toMatch(
    /^Result +SCHEDULED: the contact asked to be called at another time\. The next call is due at \d{4}-\d\d-\d\dT/,
  );
});

// What it says of every other outcome is in call.test.ts.
test.each([
  ['+15005550001', 1, /^Result +SCHEDULED: the line was busy \(.+\)\. The next call is due at \d{4}-/],
  ['+15005550004', 0, /^Result +CANCELLED: the contact is not interested\. No other call follows\.$/],
])(
  'parley call prints the outcome of a call to %s and exits with %i',
  { timeout: 180_000 },
  async (phone, code, result) => {
    const { stdout, ...rest } = await ended('call', ...to(phone));
    expect(stdout.trim().split('\n').at(-2)).toMatch(result);
    expect(rest.code).toBe(code);
  },
);

test.each([
  ['+15005550000', 0, 'COMPLETED'],
  ['+15005550010', 1, 'FAILED'],
])(
  'parley call --json to %s prints only the conversation to standard output',
  async (phone, code, status) => {
    const { stdout, stderr, ...rest } = await ended('call', '--json', ...to(phone));
    expect(rest.code).toBe(code);
    const conversation = JSON.parse(stdout);
    const { body } = await company.api.get(`/conversations/${conversation.id}`);
    // Links to recordings are signed anew at each read.
    for (const attempt of [...conversation.callAttempts, ...body.callAttempts])
      if (attempt.recordingUrl) attempt.recordingUrl = new URL(attempt.recordingUrl).pathname.split('/')[1];
    expect(conversation).toEqual(body);
    expect(conversation.status).toBe(status);
    expect(stderr).toContain(`Conversation ${conversation.id}`);
    if (code === 0) expect(conversation.callAttempts[0].transcript[0]).toMatchObject({ speaker: 'AI' });
  },
);

test('parley replay and parley analyse of an unknown call fail with a clear message', async () => {
  const id = '01957a2e-7c00-7000-8000-000000000000';
  expect(await ended('replay', id)).toMatchObject({
    code: 1,
    stderr: `parley: There is no call attempt ${id} in this installation.\n`,
  });
  expect(await ended('analyse', id)).toMatchObject({
    code: 1,
    stderr: `parley: There is no call attempt or conversation ${id} in this installation.\n`,
  });
});

test('Ctrl-C ends parley call with 130, and the call continues', async () => {
  const slow = await startTestService({ environment: { PARLEY_SIM_SPEED: '1' } });
  const { api } = await runningCompany(slow);
  const own = await slow.newKey({ companyId: (await api.get('/companies')).body.data[0].id });
  const args = ['call', '--url', slow.url, '--key', own.key, '--agent', 'grace', '--phone', '+15005550000'];
  const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env.PATH } });
  const gone = once(child, 'exit');
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect(await gone).toEqual([130, null]);
  expect(stderr).toContain('The call continues: GET /conversations/');
  await slow.stop();
});

test('parley call says when an analysis takes long, and when the rules take over from the model', {
  timeout: 120_000,
}, async () => {
  const model = await startModelServer();
  const heard = { signs: [], answers: [], asks: null, next: 'none', say: '' };
  model.answers(({ turn }) => (turn.startsWith('The transcript:') ? 'silence' : JSON.stringify(heard)));
  const other = await runningCompany(service);
  await service.admin.put(`/companies/${other.id}/model`, {
    provider: 'openai-compatible',
    url: model.url,
    model: 'm',
  });
  const own = (await service.newKey({ companyId: other.id })).key;
  const lines = await call('+15005550000', '--key', own);
  const id = lines[0]?.replace('Conversation ', '');
  const { finishedDate } = (await other.api.get(`/conversations/${id}`)).body;
  const by = new Date(Date.parse(finishedDate) + 120_000).toISOString();
  expect(lines.at(-3)?.trim()).toBe(
    `The analysis is still running. If the model does not answer, the built-in rules analyse the call by ${by}`,
  );
  await model.stop();
});

test('parley replay with a changed flow shows where the call would have gone differently', {
  timeout: 180_000,
}, async () => {
  const lines = await call('+15005550000');
  const conversation = (await company.api.get(`/conversations/${lines[0]?.replace('Conversation ', '')}`))
    .body;
  await company.api.patch(`/agents/${conversation.agentId}`, {
    flow: {
      firstMessage: { type: 'first_message', text: 'Good day, I am an AI assistant and new here.' },
      sections: [{ type: 'looping', questions: [{ question: 'Do you like tea?' }] }],
    },
  });
  const attemptId = conversation.callAttempts[0].id;
  await expect(parley('replay', attemptId, '--now')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /The replay diverges at entry \d+\..*Now: {3}.*Good day, I am an AI assistant/s,
    ),
  });
  expect((await parley('replay', attemptId)).stdout).toMatch(/^Identical/);
});

test('parley call accepts a job by title or id, and lists the jobs when it is unknown', {
  timeout: 180_000,
}, async () => {
  const { body } = await company.api.post('/jobs', { title: 'Night clerk' });
  await company.api.post('/agents', { name: 'Hiring', focus: 'SCREENING', callingWindow: null });
  for (const job of ['night clerk', body.id]) {
    const [first] = await call('+15005550000', '--agent', 'hiring', '--job', job);
    const { jobId } = (await company.api.get(`/conversations/${first?.replace('Conversation ', '')}`)).body;
    expect(jobId).toBe(body.id);
  }
  await expect(call('+15005550000', '--agent', 'hiring', '--job', 'clerk')).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no job clerk. There are: Night clerk.'),
  });
});
