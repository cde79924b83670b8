import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type SettingName, settings } from '../settings/settings.ts';
import type { Finding } from './finding.ts';

const OTHERS_READ = 0o004;

/** Files that systemd reads and gives to the units: deploy/systemd. That of a role is beside those of the others. */
const FOR_ALL_ROLES = '/etc/parley.env';
const FOR_ROLES = '/etc/parley';

export async function settingsFiles(): Promise<string[]> {
  const names = await readdir(FOR_ROLES).catch(() => []);
  return [
    FOR_ALL_ROLES,
    ...names.filter((name) => name.endsWith('.env')).map((name) => join(FOR_ROLES, name)),
  ];
}

/**
 * Files of settings that every user of the machine can read although there are secrets in them. A group may: it can be that of the
 * service.
 */
export async function settingsFileFindings(paths: readonly string[]): Promise<Finding[]> {
  const findings = await Promise.all(paths.map(settingsFileFinding));
  return findings.filter((finding) => finding !== undefined);
}

async function settingsFileFinding(path: string): Promise<Finding | undefined> {
  const about = await stat(path).catch(() => undefined);
  if (about === undefined) return undefined;
  if ((about.mode & OTHERS_READ) === 0)
    return { state: 'ok', words: `${path} cannot be read by every user of this machine.` };
  const secrets = secretsIn(await readFile(path, 'utf8').catch(() => ''));
  if (secrets.length === 0) return undefined;
  return {
    state: 'problem',
    words: `${path} can be read by every user of this machine, and has secrets: ${secrets.join(', ')}.`,
    remedy: `Run chmod 600 ${path}. If others use this machine, change the secrets, too: docs/security.md#rotate-secrets.`,
  };
}

function secretsIn(text: string): SettingName[] {
  const given = parseEnv(text);
  return (Object.keys(settings) as SettingName[]).filter((name) => 'secret' in settings[name] && given[name]);
}
