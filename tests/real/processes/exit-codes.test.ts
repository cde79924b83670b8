import { runCommandLine } from '@parley/service/main/cli.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let said: string[];
let exitCode: typeof process.exitCode;
beforeEach(() => {
  said = [];
  exitCode = process.exitCode;
  vi.stubEnv('PARLEY_KEY', '');
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((line) => void said.push(`${line}`));
});
afterEach(() => {
  process.exitCode = exitCode;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** What the process would end with, and what it said. */
async function parley(...args: string[]): Promise<{ code: number | string; text: string }> {
  process.exitCode = undefined;
  await runCommandLine(args);
  return { code: process.exitCode ?? 0, text: said.join('\n') };
}

const KEY = `sk_test_${'k'.repeat(43)}`;
const ID = '01957a2e-7c00-7000-8000-000000000000';
const CALL = ['call', '--key', KEY, '--agent', ID, '--phone', '+15005550000'];
const RUN = ['run', '--key', KEY, '--agent', ID, '--contacts', import.meta.filename];

const commands = [
  ...['start', 'migrate', 'resume', 'init', 'doctor', 'backup', 'restore', 'rewrap-keys'],
  ...['config', 'admin-token'],
  ...[
    'sign-in-link',
    'call',
    'run',
    'replay',
    'analyse',
    'model',
    'speech',
    'trunk',
    'eval',
    'demo',
    'listen',
  ],
];

test('the test of exit codes covers every command of parley --help', async () => {
  const { code, text } = await parley('--help');
  expect(code).toBe(0);
  expect([...text.matchAll(/^ {2}([a-z][a-z-]*) {2,}\S/gm)].map(([, name]) => name)).toEqual(commands);
});

test('parley --help explains the exit codes', async () => {
  const { text } = await parley('--help');
  for (const code of ['0', '1', '2', '130']) expect(text).toMatch(new RegExp(`^ {2}${code} +[A-Z]`, 'm'));
});

test.each(commands)('parley %s --help prints its usage', async (name) => {
  const { code, text } = await parley(name, '--help');
  expect([code, text]).toEqual([0, expect.stringMatching(new RegExp(`^Usage: parley ${name}`))]);
});

test.each(commands)('parley %s with an unknown option exits with the code for wrong usage', async (name) => {
  const { code, text } = await parley(name, '--no-such-option');
  expect([code, text]).toEqual([2, expect.stringMatching(/^parley: .*--no-such-option/)]);
});

test.each(commands)('parley %s with an extra argument exits with the code for wrong usage', async (name) => {
  const { code, text } = await parley(name, ID, 'one', 'too', 'many');
  expect([code, text]).toEqual([2, expect.stringMatching(/^parley: \S/)]);
});

test.each<[string[], string]>([
  [['dance'], 'there is no command dance'],
  [['start', '--role', 'cook'], '--role must be all, api, worker or media'],
  [['resume', '--days', 'many'], '--days must be a whole number'],
  [['backup'], 'Name the folder for backups'],
  [['backup', '--keep', '0', '/tmp/backups'], '--keep must be a whole number'],
  [['restore'], 'Name the folder with the backups'],
  [['restore', '--at', 'noon', '/tmp/backups'], '--at is a time such as'],
  [['admin-token', '--hours', '0'], '--hours must be a whole number'],
  [['admin-token', '--hours', 'two'], '--hours must be a whole number'],
  [['sign-in-link', '--email', 'anna'], '--email must be an e-mail address'],
  [['call'], '--agent must name an agent'],
  [['call', '--agent', ID], '--phone must be a telephone number'],
  [['call', '--agent', ID, '--phone', '+15005550000'], '--key must be an API key'],
  [[...CALL, '--key', 'sk_test_…'], 'is not an API key'],
  [[...CALL, '--phone', 'mother'], '--phone "mother" is not a telephone number'],
  [[...CALL, '--phone', '+1'], '--phone "+1" is not a telephone number'],
  [[...CALL, '--url', 'localhost'], '--url must be an address'],
  [['run'], '--agent must name an agent'],
  [['run', '--agent', ID], '--contacts must name a file'],
  [['run', '--agent', ID, '--contacts', 'x.csv'], '--key must be an API key'],
  [[...RUN, '--contacts', '/no/such/file.csv'], 'cannot be read'],
  [[...RUN, '--at', 'tomorrow'], '--at must be a time with its offset'],
  [[...RUN, '--at', '2026-13-40T09:00:00Z'], '--at must be a time with its offset'],
  [[...RUN, '--url', 'ftp://localhost'], '--url must be an address'],
  [['replay'], 'Give the id of one call attempt'],
  [['replay', 'nonsense'], 'nonsense is not an attempt id (a UUID)'],
  [['analyse'], 'Give the id of one call attempt or conversation'],
  [['analyse', 'nonsense'], 'nonsense is not the id of a call attempt or conversation (a UUID)'],
  [['model'], 'parley model has one action: parley model check'],
  [['model', 'dance'], 'parley model has one action'],
  [['speech'], 'parley speech has one action'],
  [['trunk', 'call'], 'parley trunk has one action'],
  [['trunk', 'check', '--call', 'mother'], '--call must be a telephone number'],
  [['eval'], 'Name one agent'],
  [['eval', 'nothing.json'], 'nothing.json cannot be read'],
  [['eval', 'Reminder', '--seeds', 'many'], '--seeds must be a whole number'],
  [['eval', 'Reminder', '--personas', '51'], '--personas must be a whole number'],
  [['eval', 'Reminder', '--min-coverage', '101'], '--min-coverage must be a whole number'],
  [['eval', 'Reminder', '--model', 'clever'], '--model can only be rules'],
  [['eval', 'Reminder', '--job', 'clerk'], '--job must be the id of a job'],
  [['listen'], '--key must be an API key'],
  [['listen', '--key', KEY, '--secret', 'whsec_x'], 'Use either --key'],
  [['listen', '--secret', 'x'], 'it begins with whsec_'],
  [['listen', '--key', KEY, '--port', 'x'], '--port must be a whole number'],
  [['listen', '--key', KEY, '--vocabulary', 'LOUD'], '--vocabulary must be NEUTRAL or LEGACY'],
  [['listen', '--key', KEY, '--events', 'PING,DANCE'], '--events has no DANCE'],
])('parley %j exits with the code for wrong usage and names the problem', async (args, words) => {
  const { code, text } = await parley(...args);
  expect([code, text]).toEqual([2, expect.stringContaining(words)]);
  expect(text.split('\n')).toHaveLength(1);
});

test.each([[CALL], [[...RUN]], [['listen', '--key', KEY]]])(
  'parley %j fails when no service answers',
  async (args) => {
    const { code, text } = await parley(...args, '--url', 'http://127.0.0.1:1');
    expect([code, text]).toEqual([1, expect.stringContaining('No service answers at http://127.0.0.1:1')]);
  },
);
