import type { Scope } from '../../storage/scope.ts';
import { agentVersion } from '../agents/agent.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import { timeZoneOfContact } from '../contacts/contact.model.ts';
import type { Attempt } from './call-attempt.model.ts';
import { attemptsOf } from './call-attempt.store.ts';
import type { Conversation } from './conversation.model.ts';
import { findConversation } from './conversation.store.ts';
import { type InvitedContact, sendOnlineInvitationTask } from './online-invitation.model.ts';

/** Sends the contact their link for the time of this attempt, once the transaction is through. */
export const invite = (scope: Scope, { id }: Conversation, attempt: Attempt): Promise<void> =>
  scope.enqueue(sendOnlineInvitationTask, {
    companyId: scope.companyId,
    conversationId: id,
    attemptId: attempt.id,
  });

/** Who is to be sent what; undefined when the invitation no longer holds, or there is no address to send it to. */
export async function openOnlineInvitation(
  scope: Scope,
  conversationId: string,
  attemptId: string,
): Promise<InvitedContact | undefined> {
  const conversation = await findConversation(scope, conversationId);
  if (conversation?.status !== 'SCHEDULED') return undefined;
  const attempt = (await attemptsOf(scope, [conversationId])).find(({ id }) => id === attemptId);
  if (attempt?.status !== 'SCHEDULED') return undefined;
  const [[contact], company, agent] = await Promise.all([
    getContacts(scope, [conversation.contactId]),
    ownCompany(scope),
    agentVersion(scope, conversation.agentVersionId),
  ]);
  if (!contact?.email) return undefined;
  return {
    // An invitation that was moved is another mail. Several orders for the same time are one.
    id: `${attemptId}-${attempt.updatedAt.getTime()}`,
    email: contact.email,
    firstName: contact.firstName,
    companyName: company.name,
    language: agent.language,
    at: attempt.scheduledAt,
    timeZone: timeZoneOfContact(contact, company.timezone),
  };
}
