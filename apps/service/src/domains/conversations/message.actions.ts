import type {
  MessageChannel,
  MessageKind,
  NewMessage,
  NewRunMessages,
  QueuedMessages,
} from '@parley/contract/message.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, Failure } from '@parley/kernel/failure.ts';
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
  type Message,
  PER_ADDRESS,
  sendMessagesTask,
  viewMessage,
} from './message.model.ts';
import {
  type Addressee,
  addresseeOf,
  addresseesOfRun,
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
} from './message.store.ts';
import { expiryBefore } from './online-link.model.ts';

type Skip = keyof QueuedMessages['skipped'];

const refusals: Readonly<Record<Skip, string>> = {
  sentBefore: 'The contact got this message before: send it with "again": true if you want to repeat it',
  withoutAddress: 'The contact has no address for this channel',
  unsubscribed: 'The contact wants no more messages on this channel',
  doNotCall: 'The contact asked never to be called again',
  closed: 'The link of this conversation does not work any more, or the contact is in the call',
  limited: `This address got ${PER_ADDRESS.max} messages within an hour`,
};

const asking = (scope: Scope, kind: MessageKind, channel: MessageChannel) => ({
  kind,
  channel,
  since: new Date(scope.now().getTime() - PER_ADDRESS.perMs),
  expiredBefore: expiryBefore(scope.now()),
});

/** Why a contact gets no message; undefined: they do. */
function skipOf(one: Addressee, isRepeat: boolean): Skip | undefined {
  if (!one.isOpen) return 'closed';
  if (one.isSentBefore && !isRepeat) return 'sentBefore';
  if (one.address === null) return 'withoutAddress';
  if (one.isUnsubscribed) return 'unsubscribed';
  if (one.doNotCall) return 'doNotCall';
  return one.recently >= PER_ADDRESS.max ? 'limited' : undefined;
}

const rowOf = (
  scope: Scope,
  one: Addressee,
  { language, settings }: Agent,
  wanted: NewRunMessages & { kind: MessageKind; channel: MessageChannel },
  isRepeat: boolean,
): NewRow => ({
  id: scope.newId(),
  conversationId: one.conversationId,
  runId: one.runId,
  kind: wanted.kind,
  channel: wanted.channel,
  language: wanted.language ?? language,
  address: one.address ?? '',
  isRepeat,
  remindHours:
    wanted.kind === 'INVITATION'
      ? (wanted.remindAfterHours ?? settings.messages?.remindAfterHours ?? DEFAULT_REMIND_HOURS)
      : null,
  dueAt: scope.now(),
});

/** Queues one message. Locked, so that two requests at once count as two. */
export function queueMessage(
  scope: Scope,
  conversationId: string,
  wanted: NewMessage & { readonly kind?: MessageKind | undefined } = {},
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
  await cancelQueued(scope, conversationId, { kind, channel }, 'Another one was sent instead');
  // Asked afterwards: whatever was claimed meanwhile is under way now.
  if (await isSending(scope, conversationId, kind, channel))
    throw conflict('This message is just being sent: wait until it shows what became of it');
}

async function sendSoon(scope: Scope, conversationId: string): Promise<void> {
  await noteChange(scope, 'conversation', conversationId);
  await scope.enqueue(sendMessagesTask, {});
}

const AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Queues a message to every contact of a run who may get one and has not got it. Asked again, it goes on with the others. */
export async function queueRunMessages(
  scope: Scope,
  runId: string,
  wanted: NewRunMessages,
): Promise<QueuedMessages> {
  const kind = wanted.kind ?? 'INVITATION';
  const skipped: Record<Skip, number> = {
    sentBefore: 0,
    withoutAddress: 0,
    unsubscribed: 0,
    doNotCall: 0,
    closed: 0,
    limited: 0,
  };
  const agents = new Map<string, Agent>();
  let queued = 0;
  // The channel is each version's own, so that all of them are looked at for both.
  const channels: readonly MessageChannel[] = wanted.channel ? [wanted.channel] : ['EMAIL', 'SMS'];
  for (const channel of channels) {
    for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
      const from: string = after;
      after = await scope.transaction(async (inside) => {
        const found = await addresseesOfRun(inside, runId, {
          ...asking(inside, kind, channel),
          after: from,
          most: AT_ONCE,
        });
        const rows: NewRow[] = [];
        const perAddress = new Map<string, number>();
        for (const one of found) {
          const agent = agents.get(one.agentVersionId) ?? (await agentVersion(inside, one.agentVersionId));
          agents.set(one.agentVersionId, agent);
          if (!wanted.channel && (agent.settings.messages?.channel ?? 'EMAIL') !== channel) continue;
          const address = one.address ?? '';
          const recently = one.recently + (perAddress.get(address) ?? 0);
          const skip = skipOf({ ...one, recently }, false);
          if (skip !== undefined) skipped[skip] += 1;
          else {
            perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
            rows.push(rowOf(inside, one, agent, { ...wanted, kind, channel }, false));
          }
        }
        const written = (await insertMessages(inside, rows)).length;
        queued += written;
        skipped.sentBefore += rows.length - written;
        if (written > 0) {
          await noteChange(inside, 'run', runId);
          await inside.enqueue(sendMessagesTask, {});
        }
        return found.length === AT_ONCE ? found.at(-1)?.conversationId : undefined;
      });
    }
  }
  return { queued, skipped };
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
  await cancelQueued(scope, conversation.id, { kind: 'CALLBACK' }, 'A later message has another time');
  await insertMessages(scope, [
    {
      id: scope.newId(),
      conversationId: conversation.id,
      runId: conversation.runId,
      kind: 'CALLBACK',
      channel,
      language: agent.language,
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
