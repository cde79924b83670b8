import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settingsFileFindings } from './settings-file-findings.ts';

async function settingsFile(text: string, mode: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'parley.env');
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

const SECRETS =
  'PORT=3000\nDATABASE_URL=postgresql://parley:hidden@localhost/parley\nPARLEY_TURN_SECRET=hidden\n';

test('parley doctor reports a settings file with secrets that everybody can read, and the command for it', async () => {
  const path = await settingsFile(SECRETS, 0o644);
  const findings = await settingsFileFindings([path]);
  expect(findings).toMatchObject([
    {
      state: 'problem',
      words: `${path} can be read by every user of this machine, and has secrets: DATABASE_URL, PARLEY_TURN_SECRET.`,
      remedy: expect.stringContaining(`chmod 600 ${path}`),
    },
  ]);
  expect(JSON.stringify(findings)).not.toContain('hidden');
});

test('parley doctor accepts a settings file that only its owner or the group of the service can read', async () => {
  const paths = [await settingsFile(SECRETS, 0o600), await settingsFile(SECRETS, 0o640)];
  expect((await settingsFileFindings(paths)).map(({ state }) => state)).toEqual(['ok', 'ok']);
});

test('parley doctor says nothing of a settings file without secrets, and of one that is not there', async () => {
  expect(await settingsFileFindings([await settingsFile('PORT=3001\n', 0o644), '/nowhere.env'])).toEqual([]);
});
