import type { Role } from '@parley/contract/user.ts';
import { idSigned, signedId } from '@parley/kernel/id.ts';
import { task } from '@parley/kernel/task.ts';

/** A person's way into the console. The link is derived from the id, so that no token is ever stored. */
export interface Invitation {
  readonly id: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly email: string;
  readonly expiresAt: Date;
  readonly sentAt: Date | null;
  readonly role: Role;
  readonly acceptedAt: Date | null;
}

export const INVITATION_DAYS = 7;

export const sendInvitationTask = task<{ invitationId: string }>('send-invitation', {
  retries: INVITATION_DAYS * 24 + 12,
  expireSeconds: 60,
});

const PURPOSE = 'invitation';

export const invitationToken = (secret: string, id: string): string => signedId(secret, PURPOSE, id);

/** The invitation a token names, if the token is ours. */
export const invitationIdOf = (secret: string, token: string): string | undefined =>
  idSigned(secret, PURPOSE, token);

export function invitationMail(
  invitation: Invitation,
  link: string,
): { to: string; subject: string; text: string } {
  return {
    to: invitation.email,
    subject: `You are invited to ${invitation.companyName} on Parley`,
    text: `Hello,

you are invited to ${invitation.companyName} on Parley, the service that conducts its calls.

Open this link to choose a password and sign in:
${link}

The link works once, until ${invitation.expiresAt.toISOString().slice(0, 10)}. If you did not expect this, you can ignore it.
`,
  };
}
