import type { OnlineLinks } from '../domains/conversations/conversation.model.ts';
import { openOnlineInvitation } from '../domains/conversations/online-invitation.actions.ts';
import { onlineInvitationMail } from '../domains/conversations/online-invitation.model.ts';
import type { SendMail } from '../storage/mail.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CompanyId } from '../storage/sql.ts';

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
