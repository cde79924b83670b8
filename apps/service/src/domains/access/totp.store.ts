import type { Everywhere } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

export interface Totp {
  readonly secret: Buffer;
  readonly isConfirmed: boolean;
  readonly lastStep: number;
}

/** Locked until the transaction ends: of two who bring the same code at once, one is refused. */
export const lockTotp = (everywhere: Everywhere, userId: string) =>
  everywhere.first<Totp>(sql`
    select secret, confirmed_at is not null as "isConfirmed", last_step as "lastStep"
    from totp_secrets where user_id = ${userId} for update`);

/** A new secret replaces one that was never confirmed. Says whether it could. */
export const proposeTotp = async (everywhere: Everywhere, userId: string, secret: Buffer): Promise<boolean> =>
  (await everywhere.run(sql`
    insert into totp_secrets (user_id, secret, created_at) values (${userId}, ${secret}, ${everywhere.now()})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = excluded.created_at
    where totp_secrets.confirmed_at is null`)) === 1;

export const confirmTotp = (everywhere: Everywhere, userId: string) =>
  everywhere.run(sql`update totp_secrets set confirmed_at = ${everywhere.now()} where user_id = ${userId}`);

export const saveStep = (everywhere: Everywhere, userId: string, step: number) =>
  everywhere.run(sql`update totp_secrets set last_step = ${step} where user_id = ${userId}`);

export const hasTotp = async (everywhere: Everywhere, userId: string): Promise<boolean> =>
  (await everywhere.first(
    sql`select 1 from totp_secrets where user_id = ${userId} and confirmed_at is not null`,
  )) !== undefined;

export async function deleteTotp(everywhere: Everywhere, userId: string): Promise<number> {
  await everywhere.run(sql`delete from recovery_codes where user_id = ${userId}`);
  return everywhere.run(sql`delete from totp_secrets where user_id = ${userId}`);
}

export async function replaceRecoveryCodes(
  everywhere: Everywhere,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await everywhere.run(sql`delete from recovery_codes where user_id = ${userId}`);
  await everywhere.run(sql`
    insert into recovery_codes (user_id, code_hash) select ${userId}::uuid, hash from unnest(${hashes}::bytea[]) as hash`);
}

/** Uses a code up. Says whether there was one. */
export const takeRecoveryCode = async (
  everywhere: Everywhere,
  userId: string,
  hashes: readonly Buffer[],
): Promise<boolean> =>
  (await everywhere.run(sql`
    update recovery_codes set used_at = ${everywhere.now()}
    where user_id = ${userId} and code_hash = any(${hashes}::bytea[]) and used_at is null`)) === 1;

export const countRecoveryCodes = async (everywhere: Everywhere, userId: string): Promise<number> => {
  const row = await everywhere.first<{ total: number }>(
    sql`select count(*) as total from recovery_codes where user_id = ${userId} and used_at is null`,
  );
  return row?.total ?? 0;
};

export const lockTotpSecrets = (everywhere: Everywhere) =>
  everywhere.all<{ userId: string; secret: Buffer }>(
    sql`select user_id as "userId", secret from totp_secrets order by user_id for no key update`,
  );

export const saveTotpSecret = (everywhere: Everywhere, userId: string, secret: Buffer) =>
  everywhere.run(sql`update totp_secrets set secret = ${secret} where user_id = ${userId}`);
