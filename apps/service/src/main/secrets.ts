import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';

export interface Secrets {
  readonly adminJwt: string;
  readonly keyPepper: string;
  readonly link: string;
}

/** The secrets that the configuration gives, and for the rest those of the data folder, made when missing. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const kept = (name: string) => keptSecret(join(config.PARLEY_DATA_DIR, 'secrets', name));
  return {
    adminJwt: config.PARLEY_ADMIN_JWT_SECRET ?? (await kept('admin-jwt-secret')),
    keyPepper: config.PARLEY_KEY_PEPPER ?? (await kept('key-pepper')),
    link: config.PARLEY_LINK_SECRET ?? (await kept('link-secret')),
  };
}

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
