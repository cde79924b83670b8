import type { Role } from '@parley/contract/user.ts';
import { idSigned, signedId } from '@parley/kernel/id.ts';
import type { Secret } from '@parley/kernel/secret.ts';
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
/** Of links that an owner was shown. Another purpose, so that a version which does not know it refuses such a link. */
const COPIED = 'copied invitation';

export const invitationToken = (secret: Secret, id: string): string => signedId(secret, PURPOSE, id);

/** The invitation a token names, if the token is ours. */
export const invitationIdOf = (secret: Secret, token: string): string | undefined =>
  idSigned(secret, PURPOSE, token);

/** The same for a link that an owner was shown: whoever opens it has not shown that the address is theirs. */
export const copiedInvitationIdOf = (secret: Secret, token: string): string | undefined =>
  idSigned(secret, COPIED, token);

/** Behind the hash, so that no server and no log on the way sees the token. */
const urlOf = (publicUrl: string, token: string): string => `${publicUrl}/console/invitations#${token}`;

export const invitationUrl = (publicUrl: string, secret: Secret, id: string): string =>
  urlOf(publicUrl, invitationToken(secret, id));

export const copiedInvitationUrl = (publicUrl: string, secret: Secret, id: string): string =>
  urlOf(publicUrl, signedId(secret, COPIED, id));

/** So many mails about invitations reach one address in an hour, whichever companies invite it. */
export const MAILS_PER_ADDRESS = { max: 5, perSeconds: 3600 } as const;
/** And so many a company sends in a day, to whomever. */
export const MAILS_PER_COMPANY = { max: 200, perSeconds: 86_400 } as const;

/** `Ada+news@example.com` and `ada@example.com` are read by the same person. */
export const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, '');

const LONGEST_NAME = 80;

/** Whoever creates a company chooses its name, and strangers get it by mail: it is one line, and no link in it works. */
export const nameInMail = (name: string): string =>
  name
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[./:@](?=\S)/g, '$& ')
    .slice(0, LONGEST_NAME);

/** The subject is always the same: nobody writes to strangers in the name of this service. */
export function invitationMail(
  invitation: Invitation,
  link: string,
): { to: string; subject: string; text: string } {
  return {
    to: invitation.email,
    subject: 'You are invited to Parley',
    text: `Hello,

you are invited to "${nameInMail(invitation.companyName)}" on Parley, the service that conducts its calls.

Open this link to choose a password and sign in:
${link}

The link works once, until ${invitation.expiresAt.toISOString().slice(0, 10)}. If you did not expect this, you can ignore it.
`,
  };
}
