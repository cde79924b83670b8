import { addresseeOf } from '../domains/access/session.actions.ts';
import { signInMail, signInUrl } from '../domains/access/session.model.ts';
import { openInvitation, recordSent } from '../domains/companies/invitation.actions.ts';
import { invitationMail, invitationToken } from '../domains/companies/invitation.model.ts';
import type { OnlineLinks } from '../domains/conversations/conversation.model.ts';
import { openOnlineInvitation } from '../domains/conversations/online-invitation.actions.ts';
import { onlineInvitationMail } from '../domains/conversations/online-invitation.model.ts';
import { noteReported, openCircuits } from '../domains/webhooks/webhook.actions.ts';
import { circuitMail } from '../domains/webhooks/webhook.model.ts';
import type { SendMail } from '../storage/mail.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';

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

/** Mails a link that signs in; one that was used or has expired meanwhile is not sent. */
export async function sendSignInLink(
  everywhere: Everywhere,
  services: { sendMail: SendMail; linkSecret: string; publicUrl: string },
  linkId: string,
): Promise<void> {
  const addressee = await addresseeOf(everywhere, linkId);
  if (!addressee) return;
  const url = signInUrl(services.publicUrl, services.linkSecret, linkId);
  await services.sendMail({ id: linkId, ...signInMail(addressee.email, url) });
}

/** Mails a contact the link and the time from which it works. The same id on a second try lets the double be dropped. */
export async function sendOnlineInvitation(
  everywhere: Everywhere,
  services: { readonly sendMail: SendMail; readonly links: OnlineLinks },
  order: { readonly companyId: string; readonly conversationId: string; readonly attemptId: string },
): Promise<void> {
  const scope = everywhere.within(order.companyId as CompanyId, { kind: 'system', id: 'invitation' });
  const invited = await openOnlineInvitation(scope, order.conversationId, order.attemptId);
  if (!invited) return;
  const link = services.links.urlOf(order.conversationId);
  await services.sendMail(onlineInvitationMail(invited, link));
}

/**
 * Mails the owners of webhooks whose circuit is open. It is noted after the mails: a crash in between can mail twice,
 * never not at all, and the id of the mail lets the double be dropped. An address that is refused keeps the mail from
 * nobody else; only if none could be sent it is tried again.
 */
export async function reportOpenCircuits(
  everywhere: Everywhere,
  services: { readonly sendMail: SendMail; readonly publicUrl: string },
  signal: AbortSignal,
): Promise<void> {
  for (const circuit of await openCircuits(everywhere)) {
    if (signal.aborted) return;
    const link = `${services.publicUrl}/console/webhooks/${circuit.webhookId}`;
    const mails = circuit.owners.map((owner, place) => ({
      id: `${circuit.webhookId}-${circuit.openedAt.getTime()}-${circuit.notices}-${place}`,
      ...circuitMail(owner, circuit, link),
    }));
    const sent = await Promise.allSettled(mails.map((mail) => services.sendMail(mail)));
    const isVain = mails.length > 0 && sent.every(({ status }) => status === 'rejected');
    if (!isVain) await noteReported(everywhere, circuit);
  }
}
