import { openInvitation, recordSent } from '../domains/companies/invitation.actions.ts';
import { invitationMail, invitationToken } from '../domains/companies/invitation.model.ts';
import type { SendMail } from '../storage/mail.ts';
import type { Everywhere } from '../storage/scope.ts';

/** Mails an owner's invitation once; a crash between the mail and its record can mail it twice, never not at all. */
export async function sendInvitation(
  everywhere: Everywhere,
  services: { sendMail: SendMail; linkSecret: string; publicUrl: string },
  invitationId: string,
): Promise<void> {
  const invitation = await openInvitation(everywhere, invitationId);
  if (!invitation) return;
  const link = `${services.publicUrl}/console/invitations/${invitationToken(services.linkSecret, invitation.id)}`;
  await services.sendMail({ id: invitation.id, ...invitationMail(invitation, link) });
  await recordSent(everywhere, invitation.id);
}
