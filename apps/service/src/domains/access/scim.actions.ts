import type { Role } from '@parley/contract/user.ts';
import { conflict, notFound, unauthenticated } from '@parley/kernel/failure.ts';
import { networkOf } from '@parley/kernel/ip-address.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import type { Client, ConsoleUser } from '../../http/principal.ts';
import { enforce, type RateLimiter } from '../../http/rate-limit.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { withdrawInvitationsTo } from '../companies/invitation.actions.ts';
import { auditPerson } from './audit.actions.ts';
import {
  hashesOfScimToken,
  hashScimToken,
  looksLikeScimToken,
  newScimToken,
  readFilter,
  readPaging,
  readPatch,
  readUser,
  type ScimFields,
  type ScimUser,
  scimFailure,
} from './scim.model.ts';
import * as scim from './scim.store.ts';
import { announceSessions, deleteSessionsIn } from './session.store.ts';
import * as users from './user.store.ts';

export interface ScimServices {
  readonly everywhere: Everywhere;
  readonly pepper: Secret;
  readonly limiter: RateLimiter;
  readonly publicUrl: string;
}

const REFUSALS = { max: 100, perSeconds: 60 };
/** A provider that provisions a whole company at once sends ten in a second. */
const REQUESTS = { max: 1200, perSeconds: 60 };

/** A request that a company's identity provider may make. */
export interface Provisioning {
  readonly inside: Everywhere;
  readonly token: scim.ScimToken;
  readonly client: Client;
}

/** Whose token it is. Everything else is the one refusal. */
export async function admitProvisioner(
  { everywhere, pepper, limiter }: ScimServices,
  authorization: string | undefined,
  client: Client,
): Promise<scim.ScimToken> {
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
  const token = looksLikeScimToken(bearer)
    ? await scim.takeScimToken(everywhere, hashesOfScimToken(pepper, bearer))
    : undefined;
  if (token === undefined) {
    await enforce(limiter, `scim-refused:${networkOf(client.ipAddress)}`, REFUSALS);
    throw unauthenticated();
  }
  await enforce(limiter, `scim:${token.companyId}`, REQUESTS);
  return token;
}

const scopeOf = (everywhere: Everywhere, { companyId, id }: scim.ScimToken): Scope =>
  everywhere.within(companyId, { kind: 'system', id: `scim ${id}` });

export async function listProvisioned(
  everywhere: Everywhere,
  token: scim.ScimToken,
  query: Readonly<Record<string, unknown>>,
) {
  const scope = scopeOf(everywhere, token);
  const filter = readFilter(query.filter === undefined ? undefined : String(query.filter));
  const page = readPaging(query.startIndex, query.count);
  const [total, rows] = await Promise.all([
    scim.countScimUsers(scope, filter),
    scim.listScimUsers(scope, filter, page),
  ]);
  return { total, rows, startIndex: page.offset + 1 };
}

export async function readProvisioned(everywhere: Everywhere, token: scim.ScimToken, userId: string) {
  const user = await scim.findScimUser(scopeOf(everywhere, token), userId);
  if (!user) throw notFound('User');
  return user;
}

/** Somebody who is in the company already is managed by SCIM from now on. */
export function provision(
  everywhere: Everywhere,
  token: scim.ScimToken,
  body: unknown,
  client: Client,
): Promise<ScimUser> {
  const { email, active = true, ...read } = readUser(body);
  const given = { ...read, active };
  return everywhere.transaction(async (inside) => {
    const scope = scopeOf(inside, token);
    const name = given.displayName ?? ([given.givenName, given.familyName].filter(Boolean).join(' ') || null);
    // Of an account that is there already nothing changes: it may belong to other companies too.
    const { user } = await users.ensureUser(inside, { email, name, isStaff: false });
    if (!user.isProven && !(await users.findMember(scope, user.id))) throw unproven();
    const now = inside.now();
    const made = { ...given, userId: user.id, role: token.role, createdAt: now, updatedAt: now };
    if (!(await scim.insertScimUser(scope, made)))
      throw scimFailure('conflict', 'uniqueness', 'There is a user with this userName already');
    return settle({ inside, token, client }, scope, made);
  });
}

/** Whoever made the account may not be who has the address, and would be let into this company. */
const unproven = () =>
  scimFailure(
    'conflict',
    'uniqueness',
    'There is an account with this address that nobody has proven to have: its person must sign in once by single sign-on or a mailed link',
  );

export const replaceProvisioned = (
  everywhere: Everywhere,
  token: scim.ScimToken,
  userId: string,
  body: unknown,
  client: Client,
): Promise<ScimUser> =>
  change(everywhere, token, userId, client, (before) => {
    const { active = before.active, ...given } = readUser(body);
    return { ...given, active };
  });

export const patchProvisioned = (
  everywhere: Everywhere,
  token: scim.ScimToken,
  userId: string,
  body: unknown,
  client: Client,
): Promise<ScimUser> => change(everywhere, token, userId, client, (before) => readPatch(body, before));

function change(
  everywhere: Everywhere,
  token: scim.ScimToken,
  userId: string,
  client: Client,
  read: (before: ScimUser) => ScimFields & { readonly userName: string },
): Promise<ScimUser> {
  return everywhere.transaction(async (inside) => {
    const scope = scopeOf(inside, token);
    const before = await scim.lockScimUser(scope, userId);
    if (!before) throw notFound('User');
    const { userName, externalId, givenName, familyName, displayName, active } = read(before);
    // One company must not give another address to an account that others may know as well.
    if (userName.toLowerCase() !== before.userName.toLowerCase())
      throw scimFailure(
        'invalid',
        'mutability',
        'userName cannot change: delete the user and create another',
      );
    const fields = { externalId, givenName, familyName, displayName, active };
    const after: ScimUser = { ...before, ...fields, updatedAt: inside.now() };
    await scim.saveScimUser(scope, after);
    return settle({ inside, token, client }, scope, after);
  });
}

/** Every request brings the membership in step: people may have joined or left in other ways meanwhile. */
async function settle(by: Provisioning, scope: Scope, user: ScimUser): Promise<ScimUser> {
  if (user.active) await join(by, scope, user);
  else await leave(by, scope, user.userId);
  return (await scim.findScimUser(scope, user.userId)) ?? user;
}

export function deprovision(
  everywhere: Everywhere,
  token: scim.ScimToken,
  userId: string,
  client: Client,
): Promise<void> {
  return everywhere.transaction(async (inside) => {
    const scope = scopeOf(inside, token);
    if (!(await scim.lockScimUser(scope, userId))) throw notFound('User');
    await leave({ inside, token, client }, scope, userId);
    await scim.deleteScimUser(scope, userId);
  });
}

async function join({ inside, token, client }: Provisioning, scope: Scope, user: ScimUser): Promise<void> {
  if ((await scim.manageMembership(scope, user.userId, user.role)) === 0) return;
  await audit(inside, 'USER_JOINED', token, client, { member: user.userId, role: user.role });
}

/** They are out at once: their sessions in this company end, and no older invitation brings them back. */
async function leave({ inside, token, client }: Provisioning, scope: Scope, userId: string): Promise<void> {
  const user = await users.findUser(inside, userId);
  if (user) await withdrawInvitationsTo(inside, token.companyId, user.email);
  const members = await users.lockMembers(scope);
  if (!members.some((member) => member.userId === userId)) return;
  const isOwnerLeft = members.some((member) => member.userId !== userId && member.role === 'owner');
  const wasOwner = members.some((member) => member.userId === userId && member.role === 'owner');
  if (wasOwner && !isOwnerLeft)
    throw conflict('A company needs an owner: make another member an owner first');
  await scim.keepRole(scope, userId);
  await users.removeMember(scope, userId);
  await deleteSessionsIn(inside, userId, token.companyId);
  await announceSessions(inside);
  await audit(inside, 'USER_REMOVED', token, client, { member: userId });
}

const audit = (
  inside: Everywhere,
  type: 'USER_JOINED' | 'USER_REMOVED',
  { companyId, id }: scim.ScimToken,
  client: Client,
  metadata: Record<string, unknown>,
) =>
  auditPerson(inside, type, { userId: null, companyId }, client, { ...metadata, source: 'scim', token: id });

/** The token is shown once. */
export async function issueScimToken(
  everywhere: Everywhere,
  pepper: Secret,
  role: Role,
  by: { user: ConsoleUser; scope: Scope; client: Client },
): Promise<{ id: string; token: string }> {
  const token = newScimToken();
  const id = everywhere.newId();
  const { companyId } = by.scope;
  await everywhere.transaction(async (inside) => {
    const scope = inside.within(companyId, by.scope.actor);
    await scim.insertScimToken(scope, { id, hash: hashScimToken(pepper, token), role });
    await auditPerson(inside, 'SCIM_TOKEN_CREATED', { ...by.user, companyId }, by.client, {
      token: id,
      role,
    });
  });
  return { id, token };
}

export async function readScimTokens(scope: Scope) {
  const rows = await scim.listScimTokens(scope);
  return rows.map(({ createdAt, usedAt, ...rest }) => ({
    ...rest,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }));
}

export async function revokeScimToken(
  everywhere: Everywhere,
  id: string,
  by: { user: ConsoleUser; scope: Scope; client: Client },
): Promise<void> {
  const { companyId } = by.scope;
  await everywhere.transaction(async (inside) => {
    if ((await scim.deleteScimToken(inside.within(companyId, by.scope.actor), id)) === 0)
      throw notFound('SCIM token');
    await auditPerson(inside, 'SCIM_TOKEN_REVOKED', { ...by.user, companyId }, by.client, { token: id });
  });
}
