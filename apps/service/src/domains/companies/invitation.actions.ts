import { createHash } from 'node:crypto';
import type { Role } from '@parley/contract/user.ts';
import { conflict, notFound } from '@parley/kernel/failure.ts';
import { enforce, limiterInDatabase } from '../../http/rate-limit.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import {
  INVITATION_DAYS,
  type Invitation,
  MAILS_PER_ADDRESS,
  MAILS_PER_COMPANY,
  mailboxOf,
  sendInvitationTask,
} from './invitation.model.ts';
import {
  deleteInvitation,
  deleteInvitationsTo,
  findInvitation,
  insertInvitation,
  listOpenInvitations,
  markSent,
  takeInvitation,
} from './invitation.store.ts';

const DAY_MS = 86_400_000;

/**
 * Creates an invitation and mails it; it replaces earlier ones to the same address. Only owners may invite
 * (access/member.routes.ts). An owner is also invited when a company is created (company.actions.ts).
 */
export async function invite(
  everywhere: Everywhere,
  companyId: CompanyId,
  { email, role }: { email: string; role: Role },
): Promise<string> {
  const address = createHash('sha256').update(mailboxOf(email)).digest('base64url');
  const limiter = limiterInDatabase(everywhere);
  await enforce(limiter, `invitation-mail:${address}`, MAILS_PER_ADDRESS);
  await enforce(limiter, `invitation-mails of ${companyId}`, MAILS_PER_COMPANY);
  const id = everywhere.newId();
  const createdAt = everywhere.now();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS);
  await withdrawInvitationsTo(everywhere, companyId, email);
  await insertInvitation(everywhere, { id, companyId, email, role, createdAt, expiresAt });
  await everywhere.enqueue(sendInvitationTask, { invitationId: id });
  return id;
}

export const openInvitations = (scope: Scope) => listOpenInvitations(scope);

export async function withdrawInvitation(scope: Scope, id: string): Promise<void> {
  if ((await deleteInvitation(scope, id)) === 0) throw notFound('Invitation');
}

/** Whatever a person was offered and has not taken. */
export async function withdrawInvitationsTo(
  everywhere: Everywhere,
  companyId: CompanyId,
  email: string,
): Promise<void> {
  await deleteInvitationsTo(everywhere, companyId, email);
}

/** Uses an invitation up, in the transaction that lets its person in. */
export async function acceptInvitation(everywhere: Everywhere, id: string): Promise<Invitation> {
  const invitation = await findInvitation(everywhere, id);
  if (!invitation) throw notFound('Invitation');
  if (invitation.expiresAt <= everywhere.now())
    throw conflict('This invitation has expired: ask for a new one');
  if (!(await takeInvitation(everywhere, id)))
    throw conflict('This invitation was used already: sign in instead');
  return invitation;
}

/** An invitation that still waits to be mailed: not sent, not expired, its company still there. */
export async function openInvitation(everywhere: Everywhere, id: string): Promise<Invitation | undefined> {
  const invitation = await findInvitation(everywhere, id);
  return invitation && invitation.sentAt === null && invitation.expiresAt > everywhere.now()
    ? invitation
    : undefined;
}

export const recordSent = (everywhere: Everywhere, id: string): Promise<void> => markSent(everywhere, id);
