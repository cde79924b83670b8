import type { Scope } from '../../storage/scope.ts';
import { agentVersion } from '../agents/agent.actions.ts';
import type { CallMaterial } from '../agents/call-plan.model.ts';
import { requirePhoneNumber } from '../agents/phone-number.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { readCatalog } from '../contact-fields/contact-field.actions.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import type { Contact } from '../contacts/contact.model.ts';
import { timeZoneOfContact } from '../contacts/contact-time-zone.model.ts';
import { getJob } from '../jobs/job.actions.ts';
import type { Conversation } from './conversation.model.ts';
import { findConversation } from './conversation.store.ts';

export interface CallOf {
  readonly conversation: Conversation;
  readonly material: CallMaterial;
  readonly contact: Contact;
  /** The caller id; null: the line's own. */
  readonly from: string | null;
}

/** All that a call of the conversation is made of; undefined when the conversation was deleted. */
export async function callOf(scope: Scope, conversationId: string): Promise<CallOf | undefined> {
  const conversation = await findConversation(scope, conversationId);
  if (!conversation) return undefined;
  const [agent, [contact], company, catalog, job] = await Promise.all([
    agentVersion(scope, conversation.agentVersionId),
    getContacts(scope, [conversation.contactId]) as Promise<[Contact]>,
    ownCompany(scope),
    readCatalog(scope),
    conversation.jobId === null ? null : getJob(scope, conversation.jobId),
  ]);
  const from =
    agent.companyPhoneNumberId === null ? null : await requirePhoneNumber(scope, agent.companyPhoneNumberId);
  const timeZone = timeZoneOfContact(contact, company.timezone);
  return { conversation, contact, from, material: { agent, company, contact, catalog, job, timeZone } };
}
