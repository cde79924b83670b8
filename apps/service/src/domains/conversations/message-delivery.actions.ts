import type { MessageChannel, MessageStatus } from '@parley/contract/message.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import type { Language } from '@parley/language/language.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { SmsReport } from '../../storage/sms.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { findAgentVersion } from '../agents/agent.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { countryBlockOf } from '../companies/company.model.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import { timeZoneOfContact } from '../contacts/contact.model.ts';
import { noteChange } from '../events/event.actions.ts';
import type { OnlineLinks } from './conversation.model.ts';
import { findConversation } from './conversation.store.ts';
import { isDialQueueStopped } from './dial-queue.store.ts';
import { queueMessage } from './message.actions.ts';
import { LOST_AFTER_MS, type Message, nextTry, PER_ADDRESS, writeMessage } from './message.model.ts';
import {
  claimDue,
  claimLost,
  companiesDue,
  companiesTexting,
  companyOfMail,
  type DueMessages,
  dueReminders,
  findMessage,
  insertOptOut,
  putOffReminder,
  readOptOut,
  type StatusChange,
  saveContent,
  saveStatus,
  takeReminder,
} from './message.store.ts';
import { countSend } from './message-limit.actions.ts';
import { linkOf } from './online-link.model.ts';

/**
 * How a message is sent at most once. It is marked SENDING, committed, before it leaves. A process that dies after that leaves
 * it so; it is found ten minutes later and becomes UNKNOWN. It may or may not have reached the contact, so nobody sends it
 * again by itself: of the two mistakes, the silent one can be repaired by a person who sees it.
 */

const actor = { kind: 'system', id: 'messages' } as const;

export interface MessageLinks extends OnlineLinks {
  /** The page where a contact says that they want no more messages. */
  stopUrl(of: { companyId: string; channel: MessageChannel; hash: string; language: Language }): string;
  /** Where the SMS vendor reports what became of a message. */
  reportUrl(of: { companyId: string; id: string }): string;
}

/** What decides whether a message leaves, and what it says. */
export interface DeliveryRules {
  readonly links: MessageLinks;
  /** Why the operator's rules close a number; undefined: they do not. */
  readonly blocked: (number: string) => string | undefined;
  /** Of each company; 0: any number. */
  readonly smsPerDay: number;
}

/** A message that is to leave now. */
export interface Outbound {
  readonly scope: Scope;
  readonly message: Message;
  readonly subject: string;
  readonly text: string;
  readonly stopUrl: string;
  readonly stopHash: string;
  /** Of a test, or to a number of the simulated network: it is only shown. */
  readonly isSimulated: boolean;
}

/** What came of sending a message. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly vendorId?: string }
  /** Nobody is configured to send it. */
  | { readonly kind: 'shown' }
  /** The address was refused: for good. */
  | { readonly kind: 'bounced'; readonly detail: string; readonly isUnsubscribed?: boolean }
  /** It surely was not sent, and may be tried again. */
  | { readonly kind: 'later'; readonly detail: string; readonly isAboutRecipient?: boolean }
  /** It cannot be sent as it is. */
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** The companies' turns to send a message each. */
export const nextTurns = (everywhere: Everywhere, channel: MessageChannel): Promise<DueMessages[]> =>
  companiesDue(everywhere, channel);

/** Takes the next due message, if there is one; `undefined` inside when it is not to be sent any more. */
export async function takeDue(
  everywhere: Everywhere,
  rules: DeliveryRules,
  channel: MessageChannel,
  turn: DueMessages,
): Promise<{ outbound: Outbound | undefined } | undefined> {
  const claimed = await claimDue(everywhere, channel, turn);
  if (!claimed) return undefined;
  const scope = everywhere.within(claimed.companyId, actor);
  return { outbound: await prepare(everywhere, scope, claimed.id, rules) };
}

/** Whoever is paused between the claim and this. Later a paused run's messages are not claimed. */
const PAUSED_MS = 60_000;

async function prepare(
  everywhere: Everywhere,
  scope: Scope,
  id: string,
  { links, blocked, smsPerDay }: DeliveryRules,
): Promise<Outbound | undefined> {
  const queued = await findMessage(scope, id);
  if (!queued) return undefined;
  const cancel = (detail: string) => change(scope, queued, ['SENDING'], { status: 'CANCELLED', detail });
  const conversation = await findConversation(scope, queued.conversationId);
  if (!conversation) return undefined;
  const isHeld = await isDialQueueStopped(scope, conversation.runId ?? scope.companyId);
  const link = linkOf(conversation, isHeld, scope.now());
  if (link.state === 'finished' || link.state === 'expired' || link.state === 'in_call') {
    await cancel('The contact no longer needs the link');
    return undefined;
  }
  const opensLater = queued.kind === 'CALLBACK' ? undefined : link.opensAt;
  if (isHeld || opensLater) {
    const dueAt = opensLater ?? new Date(scope.now().getTime() + PAUSED_MS);
    await change(scope, queued, ['SENDING'], {
      status: 'QUEUED',
      detail: opensLater ? 'Waits until the link works' : 'The run is paused',
      dueAt,
    });
    return undefined;
  }
  const [[contact], company, agent] = await Promise.all([
    getContacts(scope, [conversation.contactId]),
    ownCompany(scope),
    findAgentVersion(scope, conversation.agentVersionId),
  ]);
  if (!contact || !agent) return undefined;
  if (contact.doNotCall) {
    await cancel('The contact asked never to be called again');
    return undefined;
  }
  // It may have waited for days: the address is the contact's of now.
  const address = queued.channel === 'EMAIL' ? contact.email : contact.phoneNumber;
  if (!address) {
    await cancel('The contact has no address for this channel any more');
    return undefined;
  }
  const isSimulated =
    conversation.isTest ||
    conversation.isSimulated ||
    (queued.channel === 'SMS' && SIMULATED_NUMBER.test(address));
  // Whoever has a key could otherwise send SMS to countries where each costs the operator dearly.
  if (queued.channel === 'SMS' && !isSimulated && countryBlockOf(company, address) !== undefined) {
    await cancel("The number's country is not among those that the company may call");
    return undefined;
  }
  const reason = queued.channel === 'SMS' && !isSimulated ? blocked(address) : undefined;
  if (reason !== undefined) {
    await cancel(`The number is closed on this installation: ${reason}`);
    return undefined;
  }
  const message = { ...queued, address };
  const optOut = await readOptOut(scope, message);
  if (!optOut) return undefined;
  if (optOut.isUnsubscribed) {
    await cancel('The contact wants no more messages on this channel');
    return undefined;
  }
  const { channel, language } = message;
  const { companyId } = scope;
  // One that the server put off was counted when it was tried first.
  const isCounted = !isSimulated && message.tries === 0;
  const wait = isCounted
    ? await countSend(everywhere, { companyId, channel, addressHash: optOut.hash }, smsPerDay)
    : undefined;
  if (wait !== undefined) {
    const dueAt = new Date(scope.now().getTime() + wait.waitMs);
    await change(scope, queued, ['SENDING'], { status: 'QUEUED', detail: wait.detail, dueAt });
    return undefined;
  }
  const stopUrl = links.stopUrl({ companyId, channel, hash: optOut.hash, language });
  const { subject, text } = writeMessage({
    ...message,
    agentLanguage: agent.language,
    templates: agent.settings.messages?.templates,
    firstName: contact.firstName,
    lastName: contact.lastName,
    companyName: company.name,
    agentName: agent.name,
    link: links.urlOf(conversation.id),
    opensAt: conversation.scheduledAt ?? conversation.createdAt,
    timeZone: timeZoneOfContact(contact, company.timezone),
    stopUrl,
  });
  await saveContent(scope, id, { address, subject, text });
  return { scope, message, subject: subject ?? '', text, stopUrl, stopHash: optOut.hash, isSimulated };
}

/** Records what came of it. Whatever arrives after the message counted as lost is better knowledge. */
export async function recordOutcome(
  { scope, message, stopHash }: Outbound,
  outcome: SendOutcome,
): Promise<void> {
  const now = scope.now();
  const from: readonly MessageStatus[] = ['SENDING', 'UNKNOWN'];
  const sent = sentNow(message, now);
  switch (outcome.kind) {
    case 'accepted':
      return change(scope, message, from, {
        status: 'SENT',
        detail: null,
        ...sent,
        vendorId: outcome.vendorId,
      });
    case 'shown':
      return change(scope, message, from, { status: 'OUTBOX', detail: null, ...sent });
    case 'bounced':
      return change(
        scope,
        message,
        from,
        { status: 'BOUNCED', detail: outcome.detail },
        outcome.isUnsubscribed ? stopHash : undefined,
      );
    case 'later': {
      const dueAt = nextTry(message.tries, now);
      return change(
        scope,
        message,
        from,
        dueAt
          ? { status: 'QUEUED', detail: outcome.detail, dueAt, tries: message.tries + 1 }
          : { status: 'FAILED', detail: outcome.detail },
      );
    }
    case 'failed':
      return change(scope, message, from, { status: 'FAILED', detail: outcome.detail });
    case 'unknown':
      return change(scope, message, from, { status: 'UNKNOWN', detail: outcome.detail });
  }
}

/** When it was sent, and when its reminder is due. */
const sentNow = ({ remindHours }: Message, now: Date) => ({
  sentAt: now,
  ...(remindHours ? { remindAt: new Date(now.getTime() + remindHours * 3_600_000) } : {}),
});

const LONGEST_DETAIL = 300;

const change = (
  scope: Scope,
  message: Pick<Message, 'id' | 'conversationId' | 'channel'>,
  from: readonly MessageStatus[],
  to: StatusChange,
  optOutHash?: string,
): Promise<void> =>
  scope.transaction(async (inside) => {
    const detail = to.detail?.slice(0, LONGEST_DETAIL) ?? null;
    if (!(await saveStatus(inside, message.id, from, { ...to, detail }))) return;
    if (optOutHash !== undefined) await insertOptOut(inside, message.channel, optOutHash);
    await noteChange(inside, 'conversation', message.conversationId);
  });

/** Says of messages whose process died that nobody knows whether they were sent. */
export async function noteInterrupted(everywhere: Everywhere): Promise<void> {
  const before = new Date(everywhere.now().getTime() - LOST_AFTER_MS);
  for (const { id, companyId } of await claimLost(everywhere, before)) {
    const scope = everywhere.within(companyId, actor);
    const message = await findMessage(scope, id);
    if (message)
      await change(scope, message, ['SENDING'], {
        status: 'UNKNOWN',
        detail: 'The process stopped while it was sending the message: the message may have arrived',
      });
  }
}

const REMINDERS_AT_ONCE = 500;

/** Queues the reminders that are due: each once, in one transaction with the note that it was. */
export async function queueReminders(everywhere: Everywhere, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await dueReminders(everywhere, REMINDERS_AT_ONCE);
    for (const { id, companyId, conversationId } of due) {
      if (signal?.aborted) return;
      await remind(everywhere.within(companyId, actor), id, conversationId);
    }
    if (due.length < REMINDERS_AT_ONCE) return;
  }
}

const remind = (scope: Scope, id: string, conversationId: string): Promise<void> =>
  scope.transaction(async (inside) => {
    const invitation = await findMessage(inside, id);
    if (!invitation || !(await takeReminder(inside, id))) return;
    try {
      const { channel, language: invitedIn } = invitation;
      await queueMessage(inside, conversationId, { kind: 'REMINDER', channel, invitedIn });
    } catch (error) {
      // Unsubscribed, finished or reminded meanwhile: nobody is to be reminded.
      if (!(error instanceof Failure)) throw error;
      // Too many messages within an hour: later there is room for it.
      if (error.kind === 'too_many_requests')
        await putOffReminder(inside, id, new Date(inside.now().getTime() + PER_ADDRESS.perMs));
    }
  });

/** The contact wants no more messages on this channel, whichever contact has the address. */
export const stopMessages = (
  everywhere: Everywhere,
  { companyId, channel, hash }: { companyId: string; channel: MessageChannel; hash: string },
): Promise<number> =>
  insertOptOut(
    everywhere.within(companyId as CompanyId, { kind: 'system', id: 'unsubscribe' }),
    channel,
    hash,
  );

/**
 * Somebody answered STOP. The sender belongs to the installation, so they mean every company whose SMS they got from it. Said
 * again, it changes nothing.
 */
export const stopTexting = (everywhere: Everywhere, number: string): Promise<void> =>
  everywhere.transaction(async (inside) => {
    for (const { companyId, hash } of await companiesTexting(inside, number))
      await stopMessages(inside, { companyId, channel: 'SMS', hash });
  });

/**
 * What the SMS vendor reports later, or even before its answer was recorded; it also settles what nobody knew. A report that
 * comes after a better one changes nothing.
 */
export async function recordReport(
  everywhere: Everywhere,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  { status, detail, isUnsubscribed }: SmsReport,
): Promise<void> {
  const scope = everywhere.within(companyId as CompanyId, actor);
  const message = await findMessage(scope, id);
  if (message?.channel !== 'SMS') return;
  const from: readonly MessageStatus[] =
    status === 'SENT' ? ['SENDING', 'UNKNOWN'] : ['SENDING', 'SENT', 'UNKNOWN'];
  const sent = status !== 'BOUNCED' && message.sentAt === null ? sentNow(message, scope.now()) : {};
  const hash = isUnsubscribed ? (await readOptOut(scope, message))?.hash : undefined;
  await change(scope, message, from, { status, detail, ...sent }, hash);
}

/** A mail that its server had accepted came back. Whoever is erased meanwhile has no messages any more. */
export async function recordBounce(everywhere: Everywhere, id: string, detail: string): Promise<void> {
  const found = await companyOfMail(everywhere, id);
  if (!found) return;
  const scope = everywhere.within(found.companyId, actor);
  const message = await findMessage(scope, id);
  if (message) await change(scope, message, ['SENDING', 'SENT', 'UNKNOWN'], { status: 'BOUNCED', detail });
}
