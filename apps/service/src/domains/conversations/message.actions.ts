import type {
  MessageChannel,
  MessageKind,
  NewMessage,
  NewRunMessages,
  QueuedMessages,
} from '@parley/contract/message.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, Failure } from '@parley/kernel/failure.ts';
import type { Language } from '@parley/language/language.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Scope } from '../../storage/scope.ts';
import { agentVersion, findAgentVersion } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import { noteChange } from '../events/event.actions.ts';
import { missing } from './conversation.actions.ts';
import type { Conversation, OnlineLinks } from './conversation.model.ts';
import { findConversation, lockConversation } from './conversation.store.ts';
import {
  DEFAULT_REMIND_HOURS,
  languageFor,
  type Message,
  PER_ADDRESS,
  sendMessagesTask,
  viewMessage,
} from './message.model.ts';
import {
  type Addressee,
  addresseeOf,
  cancelQueued,
  countMessages,
  findMessage,
  hasUnopened,
  insertMessages,
  isSending,
  listMessages,
  type MessageFilter,
  markOpened,
  type NewRow,
  writtenConversations,
} from './message.store.ts';
import { expiryBefore } from './online-link.model.ts';

export type Skip = keyof QueuedMessages['skipped'];

const refusals: Readonly<Record<Skip, string>> = {
  sentBefore: 'The contact got this message before: send it with "again": true if you want to repeat it',
  withoutAddress: 'The contact has no address for this channel',
  unsubscribed: 'The contact wants no more messages on this channel',
  doNotCall: 'The contact asked never to be called again',
  closed: 'The link of this conversation does not work any more, or the contact is in the call',
  limited: `This address or conversation got ${PER_ADDRESS.max} messages within an hour`,
};

export const asking = (scope: Scope, kind: MessageKind, channel: MessageChannel) => ({
  kind,
  channel,
  since: new Date(scope.now().getTime() - PER_ADDRESS.perMs),
  expiredBefore: expiryBefore(scope.now()),
});

/** Why a contact gets no message; undefined: they do. Whoever is over the limit has no other reason. */
export function skipOf(one: Addressee, isRepeat: boolean): Skip | undefined {
  if (!one.isOpen) return 'closed';
  if (one.isSentBefore && !isRepeat) return 'sentBefore';
  if (one.address === null) return 'withoutAddress';
  if (one.isUnsubscribed) return 'unsubscribed';
  if (one.doNotCall) return 'doNotCall';
  return one.recently >= PER_ADDRESS.max ? 'limited' : undefined;
}

interface Invited {
  /** Of a reminder: the invitation's language, which goes before the contact's. */
  readonly invitedIn?: Language;
}

export const rowOf = (
  scope: Scope,
  one: Addressee,
  agent: Agent,
  wanted: NewRunMessages & Invited & { kind: MessageKind; channel: MessageChannel },
  isRepeat: boolean,
): NewRow => ({
  id: scope.newId(),
  conversationId: one.conversationId,
  runId: one.runId,
  kind: wanted.kind,
  channel: wanted.channel,
  language: wanted.language ?? languageFor(wanted.invitedIn ?? one.preferredLanguage, agent, wanted),
  address: one.address ?? '',
  isRepeat,
  remindHours:
    wanted.kind === 'INVITATION'
      ? (wanted.remindAfterHours ?? agent.settings.messages?.remindAfterHours ?? DEFAULT_REMIND_HOURS)
      : null,
  dueAt: scope.now(),
});

/** Queues one message. Locked, so that two requests at once count as two. */
export function queueMessage(
  scope: Scope,
  conversationId: string,
  wanted: NewMessage & Invited = {},
): Promise<Message> {
  return scope.transaction(async (inside) => {
    const conversation = await lockConversation(inside, conversationId);
    if (!conversation) throw await missing(inside, conversationId);
    if (conversation.type !== 'ONLINE')
      throw conflict('Only conversations of ONLINE agents have a link to send');
    const agent = await agentVersion(inside, conversation.agentVersionId);
    const kind = wanted.kind ?? 'INVITATION';
    const channel = wanted.channel ?? agent.settings.messages?.channel ?? 'EMAIL';
    const one = await addresseeOf(inside, conversationId, asking(inside, kind, channel));
    const skip = one === undefined ? 'closed' : skipOf(one, wanted.again ?? false);
    if (skip === 'limited')
      throw new Failure('too_many_requests', refusals.limited, {
        retryAfterSeconds: PER_ADDRESS.perMs / 1000,
      });
    if (skip === 'sentBefore') throw new Failure('conflict', refusals.sentBefore, { code: 'sent_before' });
    if (one === undefined || skip !== undefined) throw conflict(refusals[skip ?? 'closed']);
    if (one.isSentBefore) await replaceQueued(inside, conversationId, kind, channel);
    const row = rowOf(inside, one, agent, { ...wanted, kind, channel }, one.isSentBefore);
    await insertMessages(inside, [row]);
    await sendSoon(inside, conversationId);
    return (await findMessage(inside, row.id)) as Message;
  });
}

/** The contact gets the new message instead of one that still waits. One that is just being sent cannot be called back. */
async function replaceQueued(
  scope: Scope,
  conversationId: string,
  kind: MessageKind,
  channel: MessageChannel,
): Promise<void> {
  await cancelQueued(scope, conversationId, { kind, channel }, 'Another message was sent instead');
  // Asked afterwards: whatever was claimed meanwhile is under way now.
  if (await isSending(scope, conversationId, kind, channel))
    throw conflict('This message is being sent: wait for its result');
}

async function sendSoon(scope: Scope, conversationId: string): Promise<void> {
  await noteChange(scope, 'conversation', conversationId);
  await scope.enqueue(sendMessagesTask, {});
}

/**
 * Sends the contact their link for the time of a callback, once the transaction is through: by mail, or by SMS to whoever
 * has no address. An earlier one that still waits says another time, and is not sent; one too many within an hour waits.
 */
export async function inviteBack(scope: Scope, conversation: Conversation): Promise<void> {
  const [[contact], agent] = await Promise.all([
    getContacts(scope, [conversation.contactId]),
    findAgentVersion(scope, conversation.agentVersionId),
  ]);
  const channel = contact?.email ? 'EMAIL' : 'SMS';
  const address = contact?.email || contact?.phoneNumber;
  if (!address || !agent) return;
  const one = await addresseeOf(scope, conversation.id, asking(scope, 'CALLBACK', channel));
  const waitMs = one && one.recently >= PER_ADDRESS.max ? PER_ADDRESS.perMs : 0;
  await cancelQueued(scope, conversation.id, { kind: 'CALLBACK' }, 'A later message announces another time');
  await insertMessages(scope, [
    {
      id: scope.newId(),
      conversationId: conversation.id,
      runId: conversation.runId,
      kind: 'CALLBACK',
      channel,
      language: languageFor(one?.preferredLanguage ?? null, agent, { kind: 'CALLBACK', channel }),
      address,
      isRepeat: false,
      remindHours: null,
      dueAt: new Date(scope.now().getTime() + waitMs),
    },
  ]);
  await sendSoon(scope, conversation.id);
}

/** What a version before this one had enqueued. */
export async function inviteBackLater(scope: Scope, conversationId: string): Promise<void> {
  const conversation = await findConversation(scope, conversationId);
  if (conversation?.status === 'SCHEDULED')
    await scope.transaction((inside) => inviteBack(inside, conversation));
}

/** Those of these conversations that have any. */
export async function conversationsWithMessages(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await writtenConversations(scope, ids)).map(({ id }) => id));
}

export async function listConversationMessages(
  scope: Scope,
  conversationId: string,
  paging: Paging,
  links: OnlineLinks,
) {
  if (!(await findConversation(scope, conversationId))) throw await missing(scope, conversationId);
  return listCompanyMessages(scope, { ...paging, conversationId }, links);
}

export async function listCompanyMessages(scope: Scope, query: Paging & MessageFilter, links: OnlineLinks) {
  const slice = cut(query);
  const [rows, total] = await Promise.all([
    listMessages(scope, query, slice),
    countMessages(scope, query, slice),
  ]);
  return paged(
    query,
    total,
    rows.map((row) => viewMessage(row, links)),
  );
}

/** The contact's page was opened: no reminder is needed. */
export async function noteOpened(scope: Scope, conversationId: string): Promise<void> {
  // Pages ask often, and mostly nothing is new.
  if (!(await hasUnopened(scope, conversationId))) return;
  await scope.transaction(async (inside) => {
    if ((await markOpened(inside, conversationId)) > 0)
      await noteChange(inside, 'conversation', conversationId);
  });
}
