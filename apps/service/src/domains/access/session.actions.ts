import type { SignInMethod } from '@parley/contract/user.ts';
import { conflict, Failure, notFound } from '@parley/kernel/failure.ts';
import { networkOf } from '@parley/kernel/ip-address.ts';
import type { Seal } from '@parley/kernel/seal.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import type { Client, ConsoleUser } from '../../http/principal.ts';
import { enforce, forgetOldHits, type RateLimiter } from '../../http/rate-limit.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { auditPerson } from './audit.actions.ts';
import type { OidcClient } from './oidc-client.actions.ts';
import type { PasskeySite } from './passkey.model.ts';
import { hashPassword, isPassword } from './password.model.ts';
import { checkCode, limitCodes, requireFreshSession, wrongCode } from './second-factor.actions.ts';
import {
  DAY_MS,
  FIRST_LINK_MINUTES,
  HOUR_MS,
  hashesOfToken,
  hashToken,
  IDLE_DAYS,
  LINK_MINUTES,
  LONGEST_DAYS,
  linkIdOf,
  newToken,
  SEEN_EVERY_MS,
  sendSignInLinkTask,
  YOUNG_LINK_MS,
} from './session.model.ts';
import * as sessions from './session.store.ts';
import { deleteTotp } from './totp.store.ts';
import { permissionsOf, type User } from './user.model.ts';
import * as users from './user.store.ts';
import { addMember, ensureUser } from './user.store.ts';

/** What signing in needs besides the database. */
export interface SignInServices {
  readonly pepper: Secret;
  readonly linkSecret: Secret;
  readonly limiter: RateLimiter;
  /** Closes what must be read again: attempts to sign in, tokens of the identity provider. */
  readonly seal: Seal;
  /** The identity provider, if there is one. */
  readonly oidc: OidcClient | undefined;
  /** Whether passwords and mailed links sign in. */
  readonly isLocal: boolean;
  /** Where passkeys count; undefined: nowhere, because browsers make none for this address. */
  readonly passkeys: PasskeySite | undefined;
}

export interface Begun {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * From one network, at one person from one network, and at one person from everywhere. The last is far higher: else any
 * stranger who knows an address could keep its person out.
 */
const ATTEMPTS_OF_NETWORK = { max: 100, perSeconds: 900 };
const GUESSES = { max: 10, perSeconds: 900 };
const GUESSES_FROM_EVERYWHERE = { max: 200, perSeconds: 900 };
const LINKS = { max: 5, perSeconds: 900 };
const LINKS_FROM_EVERYWHERE = { max: 100, perSeconds: 900 };

/** One answer for a wrong password and for an address that nobody has. */
const wrong = () => new Failure('unauthenticated', 'The e-mail address or the password is wrong');

export async function signIn(
  everywhere: Everywhere,
  services: SignInServices,
  given: { email: string; password: string; code?: string },
  client: Client,
): Promise<Begun | undefined> {
  const { limiter } = services;
  requireLocal(services);
  const { email, network } = await knock(limiter, given.email, client);
  await enforce(limiter, `sign-in:${network}:${email}`, GUESSES);
  await enforce(limiter, `sign-in:${email}`, GUESSES_FROM_EVERYWHERE);
  const user = await users.findUserByEmail(everywhere, given.email);
  if (!(await isPassword(given.password, user?.password)) || !user) {
    await auditPerson(
      everywhere,
      'USER_SIGN_IN_FAILED',
      { userId: user?.id ?? null, companyId: null },
      client,
    );
    throw wrong();
  }
  return withSecondFactor(everywhere, services, user, client, given.code, 'password');
}

/** Undefined: a code is needed. */
async function withSecondFactor(
  everywhere: Everywhere,
  services: SignInServices,
  user: User,
  client: Client,
  code: string | undefined,
  by: SignInMethod,
  first: (inside: Everywhere) => Promise<void> = async () => {},
): Promise<Begun | undefined> {
  if (code !== undefined) await limitCodes(services, user.id);
  const answer = await everywhere.transaction(async (inside) => {
    const verdict = await checkCode(inside, services, user.id, code, client);
    if (verdict !== 'passed') return verdict;
    await first(inside);
    return begin(inside, services, user, client, { by });
  });
  if (answer === 'needed') return undefined;
  if (answer !== 'wrong') return answer;
  const who = { userId: user.id, companyId: null };
  await auditPerson(everywhere, 'USER_SIGN_IN_FAILED', who, client, { method: by, reason: 'code' });
  throw wrongCode();
}

/** Mails a link to who belongs here. Whoever asks cannot tell whether anybody does. */
export async function requestLink(
  everywhere: Everywhere,
  services: SignInServices,
  address: string,
  client: Client,
): Promise<void> {
  const { limiter } = services;
  requireLocal(services);
  const { email, network } = await knock(limiter, address, client);
  await enforce(limiter, `sign-in-link:${network}:${email}`, LINKS);
  await enforce(limiter, `sign-in-link:${email}`, LINKS_FROM_EVERYWHERE);
  const user = await users.findUserByEmail(everywhere, email);
  if (!user) return;
  await everywhere.transaction((inside) => mailLink(inside, user.id));
}

function requireLocal({ isLocal }: SignInServices): void {
  if (!isLocal)
    throw new Failure('forbidden', 'Passwords and links are switched off here: use single sign-on');
}

async function knock(limiter: RateLimiter, address: string, client: Client) {
  const network = networkOf(client.ipAddress);
  await enforce(limiter, `sign-in-network:${network}`, ATTEMPTS_OF_NETWORK);
  return { email: address.toLowerCase(), network };
}

/** One at a time: while the last one is young and unused, it is the one to use, whoever asked for it. */
export async function mailLink(inside: Everywhere, userId: string): Promise<void> {
  await users.lockUser(inside, userId);
  const nowMs = inside.now().getTime();
  const isOnItsWay = await sessions.hasOpenLink(inside, userId, {
    madeAfter: new Date(nowMs - YOUNG_LINK_MS),
    // One that was printed on a terminal lasts longer, and is in nobody's mailbox.
    endsBy: new Date(nowMs + LINK_MINUTES * 60_000),
  });
  if (isOnItsWay) return;
  const linkId = await newLink(inside, userId, LINK_MINUTES);
  await inside.enqueue(sendSignInLinkTask, { linkId });
}

/** A link that signs in once. */
export async function newLink(everywhere: Everywhere, userId: string, minutes: number): Promise<string> {
  const id = everywhere.newId();
  const expiresAt = new Date(everywhere.now().getTime() + minutes * 60_000);
  await sessions.insertLink(everywhere, { id, userId, expiresAt });
  return id;
}

/** Who a link that waits to be mailed is for. */
export const addresseeOf = (everywhere: Everywhere, linkId: string) => sessions.findLink(everywhere, linkId);

/** Undefined: a code is needed; the link is not used up by that. */
export async function redeemLink(
  everywhere: Everywhere,
  services: SignInServices,
  given: { token: string; code?: string },
  client: Client,
): Promise<Begun | undefined> {
  const id = linkIdOf(services.linkSecret, given.token);
  const link = id === undefined ? undefined : await sessions.findLink(everywhere, id);
  const user = link && (await users.findUser(everywhere, link.userId));
  const used = () => new Failure('unauthenticated', 'This link was used or has expired: ask for a new one');
  if (id === undefined || !user) throw used();
  return withSecondFactor(everywhere, services, user, client, given.code, 'link', async (inside) => {
    if (!(await sessions.takeLink(inside, id))) throw used();
    await proveAddress(inside, user.id);
  });
}

/**
 * Somebody has shown that the address of the account is theirs. If whoever made the account had not, everything that lets
 * them in ends: sessions first, because a request of theirs that adds a password or a passkey holds its session.
 */
export async function proveAddress(inside: Everywhere, userId: string): Promise<void> {
  const user = await users.findUser(inside, userId);
  if (!user || user.isProven) return;
  await sessions.deleteSessionsOf(inside, userId);
  if (await users.proveUser(inside, userId)) await sessions.announceSessions(inside);
}

export interface Beginning {
  readonly by: SignInMethod;
  readonly lookAt?: CompanyId;
  /** After so long they must sign in again, however often they use it. */
  readonly lastsHours?: number;
  readonly idToken?: string;
}

/** Where a token of the identity provider belongs: beside another session it does not open. */
const tokenOf = (sessionId: string): string => `id token of ${sessionId}`;

/** A session, in the transaction that found out who it is for. */
export async function begin(
  inside: Everywhere,
  { pepper, seal }: SignInServices,
  user: User,
  client: Client,
  { by, lookAt, lastsHours, idToken }: Beginning,
): Promise<Begun> {
  const token = newToken();
  const nowMs = inside.now().getTime();
  const id = inside.newId();
  const endsAt = lastsHours === undefined ? null : new Date(nowMs + lastsHours * HOUR_MS);
  const idle = new Date(nowMs + IDLE_DAYS * DAY_MS);
  const companyId =
    lookAt ?? (await users.membershipsOf(inside, user.id, by === 'oidc'))[0]?.companyId ?? null;
  await sessions.insertSession(inside, {
    id,
    userId: user.id,
    companyId,
    tokenHash: hashToken(pepper, token),
    expiresAt: endsAt !== null && endsAt < idle ? endsAt : idle,
    endsAt,
    signedInBy: by,
    idToken: idToken === undefined ? null : seal.close(idToken, tokenOf(id)),
    ipAddress: client.ipAddress,
    userAgent: client.userAgent?.slice(0, 500) ?? null,
  });
  await auditPerson(inside, 'USER_SIGNED_IN', { userId: user.id, companyId }, client, { method: by });
  return { token, expiresAt: endsAt ?? new Date(nowMs + LONGEST_DAYS * DAY_MS) };
}

/** Who the session belongs to; nothing when there is none, or its person has left the company. */
export async function visitor(
  everywhere: Everywhere,
  pepper: Secret,
  token: string,
): Promise<ConsoleUser | undefined> {
  const visit = await sessions.findVisit(everywhere, hashesOfToken(pepper, token));
  if (!visit) return undefined;
  if (everywhere.now().getTime() - visit.seenAt.getTime() > SEEN_EVERY_MS) {
    await sessions.noteVisit(everywhere, visit.id, { idleDays: IDLE_DAYS, longestDays: LONGEST_DAYS });
  }
  // Staff have an owner's hands in every company; who left a company sees nothing of it any more.
  const role = visit.isStaff ? 'owner' : (visit.role ?? 'viewer');
  const companyId = visit.isStaff || visit.role !== null ? visit.companyId : null;
  return {
    kind: 'user',
    userId: visit.userId,
    sessionId: visit.id,
    isByProvider: visit.isByProvider,
    companyId,
    role,
    isStaff: visit.isStaff,
    permissions: permissionsOf[role],
    environment: null,
  };
}

/** Answers where to sign out at the identity provider too, for who came from there. */
export async function signOut(
  everywhere: Everywhere,
  { oidc, seal }: SignInServices,
  user: ConsoleUser,
  client: Client,
): Promise<string | undefined> {
  const ended = await everywhere.transaction(async (inside) => {
    const session = await sessions.takeSession(inside, user.userId, user.sessionId);
    await sessions.announceSessions(inside);
    await auditPerson(inside, 'USER_SIGNED_OUT', user, client);
    return session;
  });
  if (ended?.signedInBy !== 'oidc') return undefined;
  return oidc?.logoutUrl(ended.idToken ? openedToken(seal, ended.idToken, user.sessionId) : undefined);
}

/** Without it the provider asks whether to sign out: better than not being able to because the pepper was rotated. */
function openedToken(seal: Seal, idToken: Buffer, sessionId: string): string | undefined {
  try {
    return seal.open(idToken, tokenOf(sessionId));
  } catch {
    return undefined;
  }
}

/** That it was not ended while the request was on its way; until the transaction ends, it stays. */
export async function requireSession(inside: Everywhere, sessionId: string): Promise<void> {
  if (!(await sessions.holdSession(inside, sessionId)))
    throw new Failure('unauthenticated', 'Your session has ended: sign in again');
}

/**
 * A new password ends every other session: whoever knew the old one is out. A first one takes a sign-in that has just
 * happened, as an app does: whoever found an open window must not be able to set one.
 */
export async function changePassword(
  everywhere: Everywhere,
  user: ConsoleUser,
  { current, password }: { current?: string; password: string },
  { limiter }: SignInServices,
  client: Client,
): Promise<void> {
  await enforce(limiter, `password:${user.userId}`, GUESSES);
  const found = await users.findUser(everywhere, user.userId);
  if (!found) throw notFound('User');
  if (found.password !== null && !(await isPassword(current ?? '', found.password)))
    throw conflict('The current password is wrong');
  if (found.password === null) await requireFreshSession(everywhere, user.sessionId, 'set a password');
  const hash = await hashPassword(password);
  await everywhere.transaction(async (inside) => {
    await requireSession(inside, user.sessionId);
    await users.savePassword(inside, user.userId, hash);
    await sessions.deleteOtherSessions(inside, user.userId, user.sessionId);
    await sessions.announceSessions(inside);
    await auditPerson(inside, 'PASSWORD_CHANGED', user, client);
  });
}

/** Takes away what no longer counts: sessions, links, and the attempts to get in. */
export async function purgeSessions(everywhere: Everywhere): Promise<void> {
  await sessions.deleteExpired(everywhere);
  await forgetOldHits(everywhere);
}

/** Who runs the installation, until they give themselves another address. */
const OPERATOR = 'operator@localhost';

/** A link that signs in as staff; with a company, they begin by looking at it. */
export async function operatorLink(
  everywhere: Everywhere,
  {
    email = OPERATOR,
    companyId,
    withoutSecondFactor = false,
  }: { email?: string; companyId?: CompanyId | undefined; withoutSecondFactor?: boolean },
): Promise<string> {
  return everywhere.transaction(async (inside) => {
    const { user } = await ensureUser(inside, { email, name: null, isStaff: true });
    // They are let into a company below, before the link is opened.
    await proveAddress(inside, user.id);
    if (withoutSecondFactor && (await deleteTotp(inside, user.id)) > 0) {
      const who = { userId: user.id, companyId: null };
      await auditPerson(inside, 'SECOND_FACTOR_REMOVED', who, undefined, { source: 'command line' });
    }
    if (companyId !== undefined) await addMember(inside, companyId, user.id, 'owner');
    return newLink(inside, user.id, FIRST_LINK_MINUTES);
  });
}
