import { randomBytes } from 'node:crypto';
import { makeSeal, type Seal } from '@parley/kernel/seal.ts';
import { accepted, type Secret } from '@parley/kernel/secret.ts';
import type { Database } from '../storage/database.ts';
import { readFact } from '../storage/installation.ts';
import type { Everywhere } from '../storage/scope.ts';
import { sql } from '../storage/sql.ts';
import type { Secrets } from './secrets.ts';

/** What the links in messages are signed with. */
export interface LinkSecrets {
  /** Links to web calls, which expire. */
  readonly calls: Secret;
  /** Links that stop messages, which work for as long as somebody may click them. */
  readonly stop: Secret;
}

/** Encrypted; a JSON list, of which the first signs and all are accepted. */
const STOP_KEYS = 'STOP_LINK_KEYS';
const KEY_BYTES = 32;

/**
 * Stop links have a key of their own, in the database: the link secret is rotated, and they must outlive that. Versions before
 * signed them with the link secret, so those in use when the key is made are kept with it.
 */
export async function loadLinkSecrets(database: Database, secrets: Secrets): Promise<LinkSecrets> {
  const seal = sealOf(secrets);
  const own = randomBytes(KEY_BYTES).toString('base64url');
  // Without a company nothing was ever sent.
  const isNew = (await database.first(sql`select 1 from companies limit 1`)) === undefined;
  const made = closed(seal, [own, ...(isNew ? [] : accepted(secrets.link))]);
  await database.run(
    sql`insert into installation_facts (name, value) values (${STOP_KEYS}, ${made}) on conflict (name) do nothing`,
  );
  const kept = opened(seal, (await readFact(database, STOP_KEYS)) ?? made);
  // A process of such a version may still sign with a newer link secret.
  return { calls: secrets.link, stop: [...new Set([...kept, ...accepted(secrets.link)])] };
}

/** While the pepper is rotated. */
export const resealStopKeys = (everywhere: Everywhere, secrets: Secrets): Promise<void> =>
  everywhere.transaction(async (inside) => {
    const row = await inside.first<{ value: string }>(
      sql`select value from installation_facts where name = ${STOP_KEYS} for update`,
    );
    if (row === undefined) return;
    const seal = sealOf(secrets);
    const value = closed(seal, opened(seal, row.value));
    await inside.run(sql`update installation_facts set value = ${value} where name = ${STOP_KEYS}`);
  });

const sealOf = (secrets: Secrets): Seal => makeSeal(secrets.keyPepper, 'parley stop links');
const closed = (seal: Seal, keys: readonly string[]): string =>
  seal.close(JSON.stringify(keys), STOP_KEYS).toString('base64');
const opened = (seal: Seal, value: string): string[] =>
  JSON.parse(seal.open(Buffer.from(value, 'base64'), STOP_KEYS)) as string[];
