import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { accepted, type Secret } from '@parley/kernel/secret.ts';
import { type Config, ConfigError } from './config.ts';

export interface Secrets {
  readonly adminJwt: string;
  readonly keyPepper: Secret;
  readonly link: Secret;
  /** The newest first. Empty: data keys are wrapped with a KMS, or with what is derived from the pepper. */
  readonly masterKeys: readonly KnownMasterKey[];
}

interface KnownMasterKey {
  readonly value: string;
  /** Where it comes from, for an operator. */
  readonly source: string;
}

/** The secrets that the configuration gives, and for the rest those of the data folder, made when missing. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const kept = (name: string) => keptSecret(join(config.PARLEY_DATA_DIR, 'secrets', name));
  // A file of several lines is a secret that is being rotated: the first line is used, all are accepted.
  const keptValues = async (name: string) => secretOf(await kept(name));
  return {
    adminJwt: config.PARLEY_ADMIN_JWT_SECRET ?? (await kept('admin-jwt-secret')),
    keyPepper: config.PARLEY_KEY_PEPPER ?? (await keptValues('key-pepper')),
    link: config.PARLEY_LINK_SECRET ?? (await keptValues('link-secret')),
    masterKeys: await loadMasterKeys(config),
  };
}

const SHORTEST_MASTER_KEY = 32;

/**
 * Those of the settings, then that of the data folder, which goes on to unwrap what it wrapped. One is made there only if
 * nothing else is configured: whoever has the pepper in the environment may start with a new data folder each time.
 */
async function loadMasterKeys(config: Config): Promise<KnownMasterKey[]> {
  const { PARLEY_MASTER_KEY_FILE: file } = config;
  const given = accepted(config.PARLEY_MASTER_KEY ?? []);
  const lines = file === undefined ? [] : linesOf(await readFile(file, 'utf8').catch(unreadable(file)));
  if (lines.some((line) => line.length < SHORTEST_MASTER_KEY) || (file !== undefined && lines.length === 0))
    throw new ConfigError(
      `PARLEY_MASTER_KEY_FILE must have a key of at least ${SHORTEST_MASTER_KEY} characters on each line of the file.`,
    );
  const path = join(config.PARLEY_DATA_DIR, 'secrets', 'master-key');
  const isAlone = [...given, ...lines].length === 0;
  const isNeeded = isAlone && config.PARLEY_KMS_URL === undefined && config.PARLEY_KEY_PEPPER === undefined;
  const kept = isNeeded ? await keptSecret(path) : await readFile(path, 'utf8').catch(ifMissing);
  return [
    ...given.map((value) => ({ value, source: 'PARLEY_MASTER_KEY' })),
    ...lines.map((value) => ({ value, source: `the file ${file}` })),
    ...linesOf(kept ?? '').map((value) => ({ value, source: `the file ${path}` })),
  ];
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const unreadable = (file: string) => (error: Error) => {
  throw new ConfigError(`PARLEY_MASTER_KEY_FILE ${file} cannot be read: ${error.message}`);
};

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const secretOf = (text: string): Secret => {
  const values = linesOf(text);
  return values.length === 1 ? (values[0] ?? '') : values;
};

/** Written whole before it gets its name, and only once: processes that start together read the same secret. */
async function keptSecret(path: string): Promise<string> {
  const read = () => readFile(path, 'utf8').then((text) => text.trim());
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dirname(dirname(path)), { recursive: true });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return read();
}
