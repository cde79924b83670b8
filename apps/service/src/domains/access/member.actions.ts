import type { Paging } from '@parley/contract/schema.ts';
import type { Role } from '@parley/contract/user.ts';
import { conflict, invalid, notFound } from '@parley/kernel/failure.ts';
import type { ListOrder } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Client, ConsoleUser } from '../../http/principal.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import {
  acceptInvitation,
  invite,
  openInvitations,
  withdrawInvitation,
  withdrawInvitationsTo,
} from '../companies/invitation.actions.ts';
import { copiedInvitationIdOf, invitationIdOf } from '../companies/invitation.model.ts';
import { auditPerson } from './audit.actions.ts';
import { hashPassword } from './password.model.ts';
import { type Begun, begin, mailLink, type SignInServices } from './session.actions.ts';
import { announceSessions, deleteSessionsIn, lookAt } from './session.store.ts';
import { viewMember } from './user.model.ts';
import * as users from './user.store.ts';

/** Who changes the people of a company. */
export interface Manager {
  readonly user: ConsoleUser;
  readonly client: Client;
}

const byJoining: ListOrder<{ readonly createdAt: Date; readonly userId: string }> = {
  name: 'members',
  kinds: ['time', 'id'],
  placeOf: ({ createdAt, userId }) => [createdAt.toISOString(), userId],
};

export async function readMembers(scope: Scope, paging: Paging) {
  const [total, rows] = await Promise.all([
    users.countMembers(scope),
    users.listMembers(scope, cut(paging, byJoining)),
  ]);
  return pagedBy(byJoining, paging, total, rows, viewMember);
}

/** Whom to mail about what the company must decide. */
export const ownersOf = (scope: Scope) => users.ownersOf(scope);

/** The people who administer the installation. */
export const staffOf = (everywhere: Everywhere) => users.staffOf(everywhere);

export async function readInvitations(scope: Scope) {
  const rows = await openInvitations(scope);
  return rows.map(({ expiresAt, createdAt, ...rest }) => ({
    ...rest,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }));
}

/** Who may invite is said where the route is: only owners (`atLeast` in member.routes.ts). */
export async function inviteMember(
  everywhere: Everywhere,
  companyId: CompanyId,
  wanted: { email: string; role: Role },
  { user, client }: Manager,
) {
  return everywhere.transaction(async (inside) => {
    const id = await invite(inside, companyId, wanted);
    await auditPerson(inside, 'USER_INVITED', { ...user, companyId }, client, { role: wanted.role });
    return { id };
  });
}

export async function withdraw(scope: Scope, id: string): Promise<void> {
  await withdrawInvitation(scope, id);
}

/** The last owner stays one: a company that nobody can look after would be lost. */
export async function changeRole(
  everywhere: Everywhere,
  userId: string,
  role: Role,
  by: Manager & InCompany,
) {
  return everywhere.transaction(async (inside) => {
    const scope = inside.within(by.companyId, { kind: 'user', id: by.user.userId });
    await forgetOffers(inside, userId, by.companyId);
    await requireOwnerLeft(scope, userId, role);
    await users.saveRole(scope, userId, role);
    await announceSessions(inside);
    await auditPerson(inside, 'USER_ROLE_CHANGED', { ...by.user, companyId: by.companyId }, by.client, {
      member: userId,
      role,
    });
    const member = await users.findMember(scope, userId);
    if (!member) throw notFound('User');
    return viewMember(member);
  });
}

export interface InCompany {
  readonly companyId: CompanyId;
}

/** They are out at once: their sessions in this company end with it, and no older invitation brings them back. */
export async function removeMember(
  everywhere: Everywhere,
  userId: string,
  by: Manager & InCompany,
): Promise<void> {
  await everywhere.transaction(async (inside) => {
    const scope = inside.within(by.companyId, { kind: 'user', id: by.user.userId });
    await forgetOffers(inside, userId, by.companyId);
    await requireOwnerLeft(scope, userId, undefined);
    await users.removeMember(scope, userId);
    await deleteSessionsIn(inside, userId, by.companyId);
    await announceSessions(inside);
    await auditPerson(inside, 'USER_REMOVED', { ...by.user, companyId: by.companyId }, by.client, {
      member: userId,
    });
  });
}

/**
 * Before the members are locked: who accepts an invitation holds it first and the membership second too, so that neither
 * waits for the other in a circle.
 */
async function forgetOffers(inside: Everywhere, userId: string, companyId: CompanyId): Promise<void> {
  const user = await users.findUser(inside, userId);
  if (!user) throw notFound('User');
  await withdrawInvitationsTo(inside, companyId, user.email);
}

async function requireOwnerLeft(scope: Scope, userId: string, role: Role | undefined): Promise<void> {
  const members = await users.lockMembers(scope);
  if (!members.some((member) => member.userId === userId)) throw notFound('User');
  const isOwnerLeft =
    role === 'owner' || members.some((member) => member.role === 'owner' && member.userId !== userId);
  if (!isOwnerLeft) throw conflict('A company needs an owner: make another member an owner first');
}

const SIGN_IN_FIRST =
  'There is an account with this address already: sign in with it in this browser, then open this link again';

const PASSWORD_NEEDED = {
  path: 'password',
  code: 'rule',
  problem: 'is needed: this service sends no e-mail, so no sign-in links either',
};

interface Admission {
  readonly isSignedIn: boolean;
  /** The session of somebody who is new here. */
  readonly begun?: Begun;
}

/**
 * Lets an invited person into the company. Only who is new here is signed in by it: an invitation lies
 * in a mailbox for days, and must not open an account that is there already, nor give it a password or a name. Such a
 * person joins, and is mailed a link like any other to sign in with. Where the link or the account may be in the hands of
 * another person than who has the address, they must be signed in with that account already.
 */
export function redeemInvitation(
  everywhere: Everywhere,
  services: SignInServices,
  given: { token: string; name?: string; password?: string },
  client: Client,
  visitor: ConsoleUser | undefined,
): Promise<Admission> {
  return everywhere.transaction(async (inside) => {
    const copiedId = copiedInvitationIdOf(services.linkSecret, given.token);
    const isCopied = copiedId !== undefined;
    const id = copiedId ?? invitationIdOf(services.linkSecret, given.token);
    if (id === undefined) throw notFound('Invitation');
    const invitation = await acceptInvitation(inside, id);
    const companyId = invitation.companyId as CompanyId;
    const { user, isNew } = await users.ensureUser(inside, {
      email: invitation.email,
      name: given.name ?? null,
      isStaff: false,
      isProven: !isCopied,
    });
    const isTheirs = user.id === visitor?.userId;
    if (!isNew && (isCopied || !user.isProven) && !isTheirs) throw conflict(SIGN_IN_FIRST);
    // No mail is sent where links are copied: without a password they would not get in a second time.
    if (isNew && isCopied && services.isLocal && given.password === undefined)
      throw invalid([PASSWORD_NEEDED]);
    await users.addMember(inside, companyId, user.id, invitation.role);
    await auditPerson(inside, 'USER_JOINED', { userId: user.id, companyId }, client, {
      role: invitation.role,
    });
    if (isTheirs) {
      await lookAt(inside, visitor.sessionId, companyId);
      await announceSessions(inside);
      return { isSignedIn: true };
    }
    if (!isNew) {
      if (services.isLocal) await mailLink(inside, user.id);
      return { isSignedIn: false };
    }
    // They sign in with their account at the identity provider, which has the same address.
    if (!services.isLocal) return { isSignedIn: false };
    if (given.password !== undefined)
      await users.savePassword(inside, user.id, await hashPassword(given.password));
    const begun = await begin(inside, services, user, client, { by: 'invitation', lookAt: companyId });
    return { isSignedIn: true, begun };
  });
}
