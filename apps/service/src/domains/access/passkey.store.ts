import type { Everywhere } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

export interface Passkey {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

const columns = sql`
  id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
  is_synced as "isSynced", name, created_at as "createdAt", used_at as "usedAt"`;

export const passkeysOf = (everywhere: Everywhere, userId: string) =>
  everywhere.all<Passkey>(
    sql`select ${columns} from passkeys where user_id = ${userId} order by created_at, id`,
  );

/** Locked until the transaction ends: its counter is read and written. */
export const lockPasskey = (everywhere: Everywhere, credentialId: string) =>
  everywhere.first<Passkey>(
    sql`select ${columns} from passkeys where credential_id = ${credentialId} for update`,
  );

/** False: somebody has it already. */
export const insertPasskey = async (
  everywhere: Everywhere,
  { id, userId, credentialId, publicKey, counter, transports, isSynced, name, createdAt }: Passkey,
): Promise<boolean> =>
  (await everywhere.run(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
    values (${id}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${isSynced}, ${name}, ${createdAt})
    on conflict (credential_id) do nothing`)) === 1;

export const saveUse = (everywhere: Everywhere, id: string, counter: number, isSynced: boolean) =>
  everywhere.run(sql`
    update passkeys set counter = ${counter}, is_synced = ${isSynced}, used_at = ${everywhere.now()} where id = ${id}`);

export const deletePasskey = (everywhere: Everywhere, userId: string, id: string) =>
  everywhere.run(sql`delete from passkeys where user_id = ${userId} and id = ${id}`);

/** False: it was answered before. */
export const answerChallenge = async (
  everywhere: Everywhere,
  challenge: string,
  expiresAt: Date,
): Promise<boolean> =>
  (await everywhere.run(sql`
    insert into answered_challenges (challenge, expires_at) values (${challenge}, ${expiresAt})
    on conflict (challenge) do nothing`)) === 1;
