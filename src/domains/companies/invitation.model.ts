import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../kernel/id.ts';
import { task } from '../../kernel/task.ts';

/** An owner's way into the console. The link is derived from the id, so that no token is ever stored. */
export interface Invitation {
  readonly id: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly email: string;
  readonly expiresAt: Date;
  readonly sentAt: Date | null;
}

export const INVITATION_DAYS = 7;

export const sendInvitationTask = task<{ invitationId: string }>('send-invitation', {
  retries: INVITATION_DAYS * 24 + 12,
  expireSeconds: 60,
});

const signature = (secret: string, id: string): Buffer =>
  createHmac('sha256', secret).update(`invitation:${id}`).digest();

export const invitationToken = (secret: string, id: string): string =>
  `${id}.${signature(secret, id).toString('base64url')}`;

/** The invitation a token names, if the token is ours. */
export function invitationIdOf(secret: string, token: string): string | undefined {
  const [id = '', given = ''] = token.split('.');
  if (!isUuid(id)) return undefined;
  const expected = signature(secret, id);
  const bytes = Buffer.from(given, 'base64url');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? id : undefined;
}

export function invitationMail(
  invitation: Invitation,
  link: string,
): { to: string; subject: string; text: string } {
  return {
    to: invitation.email,
    subject: `You are invited to ${invitation.companyName} on Parley`,
    text: `Hello,

you are invited to look after ${invitation.companyName} on Parley, the service that conducts its calls.

Open this link to set your password and sign in:
${link}

The link works once, until ${invitation.expiresAt.toISOString().slice(0, 10)}. If you did not expect this, you can ignore it.
`,
  };
}
