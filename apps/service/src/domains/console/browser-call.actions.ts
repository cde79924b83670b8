import type { NewBrowserCall } from '@parley/contract/preflight.ts';
import { Failure } from '@parley/kernel/failure.ts';
import type { Static } from 'typebox';
import type { ConsoleUser } from '../../http/principal.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { me } from '../access/own-account.actions.ts';
import { getAgent } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { copyDraft, versionNumbers } from '../agents/agent-version.actions.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import { type Contact, dayIn } from '../contacts/contact.model.ts';
import { listCompanyContacts } from '../contacts/contact-list.actions.ts';
import { chooseJob, type OnlineLinks } from '../conversations/conversation.model.ts';
import {
  createConversation,
  type WantedConversation,
} from '../conversations/conversation-creation.actions.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 365;
const MOST_NAMESAKES = 100;

/**
 * A call of an agent to the person who asks for it, on a page of their own, whatever the agent calls by. Only here may a
 * draft talk: the contact is always the person themselves, also where they talk as another.
 */
export async function callInBrowser(
  scope: Scope,
  { everywhere, user, links }: { everywhere: Everywhere; user: ConsoleUser; links: OnlineLinks },
  agentId: string,
  { jobId, contactId, draft = false }: Static<typeof NewBrowserCall>,
): Promise<{ conversationId: string; url: string; version: number | null }> {
  const version = draft ? await copyDraft(scope, agentId) : { agent: await getAgent(scope, agentId) };
  const { talkedAs, ...about } =
    contactId === undefined ? {} : await talkingAs(scope, contactId, version.agent, jobId);
  const wanted = {
    agentId,
    ...(await contactOf(scope, await me(everywhere, user))),
    ...(jobId === undefined ? {} : { jobId }),
    ...about,
  };
  const { conversation } = await createConversation(scope, wanted, false, { ...version, talkedAs });
  const { versionId } = version.agent;
  const numbers = await versionNumbers(scope, agentId, [versionId]);
  return {
    conversationId: conversation.id,
    url: links.urlOf(conversation.id),
    version: numbers.get(versionId) ?? null,
  };
}

/**
 * The chosen contact is only read: what the call finds out belongs to the contact of the person. The call itself has the data of the
 * chosen one, and goes with it. Processes of the version before learn whom it is about from its metadata.
 */
async function talkingAs(
  scope: Scope,
  contactId: string,
  agent: Agent,
  jobId: string | undefined,
): Promise<Pick<WantedConversation, 'jobId' | 'metadata'> & { readonly talkedAs: string }> {
  const [contact] = (await getContacts(scope, [contactId])) as [Contact];
  const talk = { talkedAs: contact.id, metadata: { talkAsContactId: contact.id } };
  if (jobId !== undefined) return talk;
  const choice = chooseJob({}, agent, contact);
  if (choice.kind === 'refused') throw new Failure('invalid', choice.message);
  return choice.kind === 'existing' ? { ...talk, jobId: choice.jobId } : talk;
}

/** The contact that stands for the person; the first time it is created with the conversation, if that is. */
async function contactOf(
  scope: Scope,
  { id: userId, email, name }: { id: string; email: string; name: string | null },
): Promise<Pick<WantedConversation, 'contactId' | 'contact'>> {
  const { data } = await listCompanyContacts(scope, { page: 1, limit: MOST_NAMESAKES, search: email });
  const known = data.find(({ metadata }) => metadata.consoleUserId === userId);
  if (known) return { contactId: known.id };
  const [firstName = email, ...others] = (name ?? email.split('@')[0] ?? email).split(/\s+/);
  return {
    contact: {
      firstName,
      lastName: others.join(' ') || 'Console',
      email,
      gdprExpiryDate: dayIn('UTC', new Date(scope.now().getTime() + KEPT_DAYS * DAY_MS)),
      metadata: { consoleUserId: userId },
    },
  };
}
