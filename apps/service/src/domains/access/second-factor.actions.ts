import { conflict, Failure, forbidden, notFound } from '@parley/kernel/failure.ts';
import type { Seal } from '@parley/kernel/seal.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import type { Client, ConsoleUser } from '../../http/principal.ts';
import { enforce, type RateLimiter } from '../../http/rate-limit.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { auditPerson } from './audit.actions.ts';
import { announceSessions, deleteOtherSessions, hasSessionSince } from './session.store.ts';
import {
  base32,
  hashesOfRecoveryCode,
  hashRecoveryCode,
  looksLikeRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  stepOfCode,
  totpUri,
} from './totp.model.ts';
import * as totp from './totp.store.ts';
import { findMember, findUser } from './user.store.ts';

export interface SecondFactorServices {
  readonly pepper: Secret;
  readonly limiter: RateLimiter;
  readonly seal: Seal;
}

/** Whoever gets here knows the password already. */
const CODES = { max: 10, perSeconds: 900 };

/** Where a secret belongs: in another user's row it does not open. */
const place = (userId: string): string => `totp of ${userId}`;

export const wrongCode = () =>
  new Failure('unauthenticated', 'The code is wrong or was used already: wait for the next one');

export type Verdict = 'passed' | 'needed' | 'wrong';

/** Counts a guess, outside the transaction that a wrong one undoes. */
export const limitCodes = ({ limiter }: SecondFactorServices, userId: string): Promise<void> =>
  enforce(limiter, `second-factor:${userId}`, CODES);

/** Whether a user may go on with a code, or without one. A code that passes is used up. */
export async function checkCode(
  inside: Everywhere,
  services: SecondFactorServices,
  userId: string,
  code: string | undefined,
  client: Client,
): Promise<Verdict> {
  const stored = await totp.lockTotp(inside, userId);
  if (!stored?.isConfirmed) return 'passed';
  if (code === undefined) return 'needed';
  return (await takeCode(inside, services, userId, stored, code, client)) ? 'passed' : 'wrong';
}

async function takeCode(
  inside: Everywhere,
  { seal, pepper }: SecondFactorServices,
  userId: string,
  stored: totp.Totp,
  code: string,
  client: Client,
): Promise<boolean> {
  const secret = Buffer.from(seal.open(stored.secret, place(userId)), 'base64');
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ''), inside.now(), stored.lastStep);
  if (step !== undefined) {
    await totp.saveStep(inside, userId, step);
    return true;
  }
  if (!stored.isConfirmed || !looksLikeRecoveryCode(code)) return false;
  const isTaken = await totp.takeRecoveryCode(inside, userId, hashesOfRecoveryCode(pepper, userId, code));
  if (isTaken) await auditPerson(inside, 'RECOVERY_CODE_USED', { userId, companyId: null }, client);
  return isTaken;
}

/** So long after signing in a person may change how they sign in. */
const FRESH_MS = 600_000;

export async function requireFreshSession(
  everywhere: Everywhere,
  sessionId: string,
  purpose: string,
): Promise<void> {
  const since = new Date(everywhere.now().getTime() - FRESH_MS);
  if (!(await hasSessionSince(everywhere, sessionId, since)))
    throw conflict(`Sign out and sign in again, then ${purpose} within ten minutes`);
}

/**
 * A secret for the app. It counts once its person has shown a code of it. Whoever found an open window must not be able to
 * set up an app of their own, so it takes a sign-in that has just happened.
 */
export async function proposeSecondFactor(
  everywhere: Everywhere,
  { seal }: SecondFactorServices,
  { userId, sessionId }: ConsoleUser,
): Promise<{ secret: string; uri: string }> {
  const user = await findUser(everywhere, userId);
  if (!user) throw notFound('User');
  await requireFreshSession(everywhere, sessionId, 'set up the app');
  const secret = newTotpSecret();
  const isProposed = await totp.proposeTotp(
    everywhere,
    userId,
    seal.close(secret.toString('base64'), place(userId)),
  );
  if (!isProposed) throw conflict('You have a second factor already: remove it first');
  return { secret: base32(secret), uri: totpUri(secret, user.email) };
}

/** From now on signing in takes a code. Sessions that began without one end. */
export async function confirmSecondFactor(
  everywhere: Everywhere,
  services: SecondFactorServices,
  user: ConsoleUser,
  code: string,
  client: Client,
): Promise<string[]> {
  const { userId } = user;
  await limitCodes(services, userId);
  return everywhere.transaction(async (inside) => {
    const stored = await totp.lockTotp(inside, userId);
    if (!stored || stored.isConfirmed) throw conflict('No second factor is being set up: begin again');
    if (!(await takeCode(inside, services, userId, stored, code, client)))
      throw conflict(
        "The code is wrong: check that the app's clock is right, and enter the code it shows now",
      );
    await totp.confirmTotp(inside, userId);
    await deleteOtherSessions(inside, userId, user.sessionId);
    await announceSessions(inside);
    await auditPerson(inside, 'SECOND_FACTOR_ENABLED', user, client);
    return newCodes(inside, services, userId);
  });
}

async function newCodes(inside: Everywhere, { pepper }: SecondFactorServices, userId: string) {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(pepper, userId, code));
  await totp.replaceRecoveryCodes(inside, userId, hashes);
  return codes;
}

export const replaceCodes = (
  everywhere: Everywhere,
  services: SecondFactorServices,
  user: ConsoleUser,
  code: string,
  client: Client,
): Promise<string[]> =>
  withCode(everywhere, services, user, code, client, async (inside) => {
    await auditPerson(inside, 'RECOVERY_CODES_REPLACED', user, client);
    return newCodes(inside, services, user.userId);
  });

export const removeSecondFactor = (
  everywhere: Everywhere,
  services: SecondFactorServices,
  user: ConsoleUser,
  code: string,
  client: Client,
): Promise<void> =>
  withCode(everywhere, services, user, code, client, async (inside) => {
    await totp.deleteTotp(inside, user.userId);
    await auditPerson(inside, 'SECOND_FACTOR_REMOVED', user, client);
  });

/** Whoever found an open window must not be able to change how its person signs in. */
async function withCode<Result>(
  everywhere: Everywhere,
  services: SecondFactorServices,
  user: ConsoleUser,
  code: string,
  client: Client,
  work: (inside: Everywhere) => Promise<Result>,
): Promise<Result> {
  await limitCodes(services, user.userId);
  return everywhere.transaction(async (inside) => {
    const stored = await totp.lockTotp(inside, user.userId);
    if (!stored?.isConfirmed) throw conflict('You have no second factor');
    if (!(await takeCode(inside, services, user.userId, stored, code, client)))
      throw conflict(wrongCode().message);
    return work(inside);
  });
}

/** For who lost both the app and the codes: staff take the factor away. */
export async function resetSecondFactor(
  everywhere: Everywhere,
  scope: Scope,
  by: ConsoleUser,
  userId: string,
  client: Client,
): Promise<void> {
  if (!by.isStaff) throw forbidden('Only staff of the installation may do this');
  if (by.userId === userId) throw conflict('Remove your own second factor under Your account');
  if (!(await findMember(scope, userId))) throw notFound('User');
  await everywhere.transaction(async (inside) => {
    if ((await totp.deleteTotp(inside, userId)) === 0) throw conflict('This user has no second factor');
    await auditPerson(inside, 'SECOND_FACTOR_REMOVED', { ...by, companyId: scope.companyId }, client, {
      member: userId,
    });
  });
}

/** Closes every secret again, so that none needs an older value of the pepper. */
export const resealSecondFactors = (everywhere: Everywhere, seal: Seal): Promise<void> =>
  everywhere.transaction(async (inside) => {
    for (const { userId, secret } of await totp.lockTotpSecrets(inside))
      await totp.saveTotpSecret(inside, userId, seal.close(seal.open(secret, place(userId)), place(userId)));
  });
