import type { ConsoleUser } from '../../http/principal.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { me } from '../access/own-account.actions.ts';
import { getAgent } from '../agents/agent.actions.ts';
import { keepDraft, versionNumbers } from '../agents/agent-version.actions.ts';
import { createContact } from '../contacts/contact.actions.ts';
import { dayIn } from '../contacts/contact.model.ts';
import { listCompanyContacts } from '../contacts/contact-list.actions.ts';
import type { OnlineLinks } from '../conversations/conversation.model.ts';
import { createConversation } from '../conversations/conversation-creation.actions.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 365;
const MOST_NAMESAKES = 100;

/**
 * A call of an agent to the person who asks for it, on a page of their own, whatever the agent calls by. Only here may a
 * draft talk: the contact is always the person themselves.
 */
export async function callInBrowser(
  scope: Scope,
  { everywhere, user, links }: { everywhere: Everywhere; user: ConsoleUser; links: OnlineLinks },
  agentId: string,
  { jobId, draft = false }: { readonly jobId?: string; readonly draft?: boolean },
): Promise<{ conversationId: string; url: string; version: number | null }> {
  const agent = await (draft ? keepDraft(scope, agentId) : getAgent(scope, agentId));
  const numbers = await versionNumbers(scope, agentId, [agent.versionId]);
  const contactId = await contactOf(scope, await me(everywhere, user));
  const wanted = { agentId, contactId, ...(jobId === undefined ? {} : { jobId }) };
  const { conversation } = await createConversation(scope, wanted, false, agent);
  return {
    conversationId: conversation.id,
    url: links.urlOf(conversation.id),
    version: numbers.get(agent.versionId) ?? null,
  };
}

/** The contact that stands for the person; made the first time. */
async function contactOf(
  scope: Scope,
  { id: userId, email, name }: { id: string; email: string; name: string | null },
): Promise<string> {
  const { data } = await listCompanyContacts(scope, { page: 1, limit: MOST_NAMESAKES, search: email });
  const known = data.find(({ metadata }) => metadata.consoleUserId === userId);
  if (known) return known.id;
  const [firstName = email, ...others] = (name ?? email.split('@')[0] ?? email).split(/\s+/);
  const made = await createContact(
    scope,
    {
      firstName,
      lastName: others.join(' ') || 'Console',
      email,
      gdprExpiryDate: dayIn('UTC', new Date(scope.now().getTime() + KEPT_DAYS * DAY_MS)),
      metadata: { consoleUserId: userId },
    },
    false,
  );
  return made.id;
}
