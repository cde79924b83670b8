import type { Everywhere } from '../../storage/scope.ts';
import type { Invitation } from './invitation.model.ts';
import { findInvitation, markSent } from './invitation.store.ts';

/** An invitation that still waits to be mailed: not sent, not expired, its company still there. */
export async function openInvitation(everywhere: Everywhere, id: string): Promise<Invitation | undefined> {
  const invitation = await findInvitation(everywhere, id);
  return invitation && invitation.sentAt === null && invitation.expiresAt > everywhere.now()
    ? invitation
    : undefined;
}

export const recordSent = (everywhere: Everywhere, id: string): Promise<void> => markSent(everywhere, id);
