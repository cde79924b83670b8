import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Clock } from '@parley/kernel/clock.ts';
import { accepted } from '@parley/kernel/secret.ts';
import {
  agreeOnNewestKey,
  ContactKeys,
  countOlderKeys,
  hasAgreedKey,
  missingMasterKeys,
  tryMasterKey,
  wrappingKey,
} from '../domains/personal-data/contact-key.actions.ts';
import { ContactTextKeys } from '../domains/personal-data/contact-text-key.actions.ts';
import type { Database } from '../storage/database.ts';
import { localMasterKey, type MasterKey, MasterKeys } from '../storage/keys/master-key.ts';
import { transitKey } from '../storage/keys/transit-key.ts';
import { type Config, ConfigError } from './config.ts';
import type { Secrets } from './secrets.ts';

/**
 * In the order in which `parley rewrap-keys` takes the first: a KMS, then the master key of the settings or of the data folder. The pepper comes last: where nothing else
 * is set, an installation with its secrets in the environment has no other that survives a new data folder; elsewhere it unwraps
 * what it wrapped before a master key was set.
 */
export function makeMasterKeys(config: Config, secrets: Secrets): MasterKeys {
  return new MasterKeys([
    ...kmsKey(config),
    ...localKeys(secrets).map(({ value, source }) => localMasterKey(value, source)),
  ]);
}

const localKeys = ({ masterKeys, keyPepper }: Secrets) => [
  ...masterKeys,
  ...accepted(keyPepper).map((pepper) => ({ value: derived(pepper), source: 'PARLEY_KEY_PEPPER' })),
];

/** Another secret than the pepper itself, which has other uses. */
const derived = (pepper: string): string =>
  createHmac('sha256', pepper).update('parley master key of the pepper').digest('base64url');

function kmsKey(config: Config): MasterKey[] {
  const { PARLEY_KMS_URL: url, PARLEY_KMS_KEY: keyName, PARLEY_KMS_TOKEN: given } = config;
  if (url === undefined || keyName === undefined) return [];
  const file = config.PARLEY_KMS_TOKEN_FILE;
  const token = async () => (file === undefined ? (given ?? '') : (await readFile(file, 'utf8')).trim());
  return [transitKey({ url, keyName, token })];
}

export const makeContactKeys = (database: Database, config: Config, secrets: Secrets): ContactKeys =>
  new ContactKeys(database, makeMasterKeys(config, secrets));

/** For what was said in calls. */
export const makeTextKeys = (config: Config, secrets: Secrets, clock: Clock): ContactTextKeys =>
  new ContactTextKeys(makeMasterKeys(config, secrets), () => clock.now().getTime());

/**
 * Fails where this process could not read what others wrote, or they not what it writes. Changes nothing: commands that only look
 * call it as well.
 */
export async function checkMasterKey(database: Database, config: Config, secrets: Secrets): Promise<void> {
  const masters = makeMasterKeys(config, secrets);
  const missing = await missingMasterKeys(database, masters);
  if (missing.length > 0) {
    const keys = missing.reduce((sum, one) => sum + one.keys, 0);
    throw new ConfigError(
      `The files of ${keys} contacts cannot be read: their keys are wrapped with a master key that is not configured (${missing.map(({ id }) => id).join(', ')}). Add it to PARLEY_MASTER_KEY after the newest one; it may be in another data folder's secrets, or in the KMS. Run parley rewrap-keys before you remove it.`,
    );
  }
  if (!(await hasAgreedKey(database, masters)))
    throw new ConfigError(
      'PARLEY_MASTER_KEY differs from the one that this database was set up with; where it was not set, PARLEY_KEY_PEPPER or the KMS does. Set it to that value, or list that value after the new one and run parley rewrap-keys.',
    );
}

/**
 * Another master key than the first is used only after `parley rewrap-keys`: processes that were not restarted with it could not
 * read what it wraps. Answers whether the newest is in use.
 */
export const agreeOnMasterKey = (database: Database, config: Config, secrets: Secrets): Promise<boolean> =>
  agreeOnNewestKey(database, makeMasterKeys(config, secrets));

/** What an operator wants to know of the master key. */
export interface MasterKeyFacts {
  readonly source: string;
  /** Keys of contacts that are still wrapped with another one. */
  readonly olderKeys?: number;
  /** One that is configured and not used yet. */
  readonly unused?: string;
  readonly trouble?: string;
}

/** Tries the master key, as storing a file does. */
export async function readMasterKeyFacts(
  database: Database,
  config: Config,
  secrets: Secrets,
): Promise<MasterKeyFacts> {
  const masters = makeMasterKeys(config, secrets);
  const master = await wrappingKey(database, masters);
  const { source, id } = master;
  try {
    await tryMasterKey(master);
    return {
      source,
      olderKeys: await countOlderKeys(database, masters),
      ...(id === masters.newest.id ? {} : { unused: masters.newest.source }),
    };
  } catch (error) {
    return { source, trouble: (error as Error).message };
  }
}

/** Why files of contacts can be neither stored nor read; undefined: they can. */
export const masterKeyTrouble = (database: Database, config: Config, secrets: Secrets) => {
  const masters = makeMasterKeys(config, secrets);
  return (): Promise<string | undefined> =>
    wrappingKey(database, masters)
      .then(tryMasterKey)
      .then(
        () => undefined,
        (error: Error) => error.message.replace(/\.$/, ''),
      );
};
