import type { MessageChannel } from '@parley/contract/message.ts';
import {
  type DeliveryRules,
  nextTurns,
  noteInterrupted,
  type Outbound,
  queueReminders,
  recordOutcome,
  type SendOutcome,
  takeDue,
} from '../domains/conversations/message-delivery.actions.ts';
import type { MailServer } from '../storage/mail.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { SendSms } from '../storage/sms.ts';

export interface MessageServices extends DeliveryRules {
  /** Undefined: mails are only shown. */
  readonly mail: MailServer | undefined;
  /** Undefined: short messages are only shown. */
  readonly sms: SendSms | undefined;
}

type Send = (outbound: Outbound) => Promise<SendOutcome>;

/** The channels on which a process is sending. Every queued message asks for it, and whoever is at it finds that one too. */
const drains = new WeakMap<MessageServices, Set<MessageChannel>>();

/**
 * Sends what is due, one after the other: SMTP servers and SMS vendors limit how much they take at once, and whoever is faster
 * is taken for a spammer. Several processes share the work.
 */
export async function sendMessages(
  everywhere: Everywhere,
  services: MessageServices,
  signal?: AbortSignal,
): Promise<void> {
  await noteInterrupted(everywhere);
  await queueReminders(everywhere, signal);
  const { links, mail, sms } = services;
  // Both to their end: what one channel fails with is nothing to the other.
  const ended = await Promise.allSettled([
    drain('EMAIL', async ({ message, subject, text, stopUrl, isSimulated }) =>
      mail === undefined || isSimulated
        ? { kind: 'shown' }
        : mail.send({ id: message.id, to: message.address, subject, text, stopUrl }),
    ),
    drain('SMS', async ({ scope: { companyId }, message: { id, address }, text, isSimulated }) =>
      sms === undefined || isSimulated
        ? { kind: 'shown' }
        : sms({ to: address, text, statusUrl: links.reportUrl({ companyId, id }) }),
    ),
  ]);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;

  async function drain(channel: MessageChannel, send: Send): Promise<void> {
    const running = drains.get(services) ?? new Set();
    drains.set(services, running);
    if (running.has(channel)) return;
    running.add(channel);
    await sendDue(channel, send).finally(() => running.delete(channel));
  }

  async function sendDue(channel: MessageChannel, send: Send): Promise<void> {
    // Asked before anything is claimed: while the server is away messages wait, and none becomes uncertain.
    if (channel === 'EMAIL' && (await nextTurns(everywhere, channel)).length > 0) await mail?.check();
    // One message of each company, then the next of each. Without any, another process is at it, or nothing is due.
    for (let isTaken = true; isTaken; ) {
      isTaken = false;
      for (const turn of await nextTurns(everywhere, channel)) {
        if (signal?.aborted) return;
        const taken = await takeDue(everywhere, services, channel, turn);
        if (!taken) continue;
        isTaken = true;
        if (!taken.outbound) continue;
        const outcome = await send(taken.outbound);
        await recordOutcome(taken.outbound, outcome);
        // The server has a bad moment: the others wait for the next minute rather than share its fate.
        if (outcome.kind === 'unknown' || (outcome.kind === 'later' && !outcome.isAboutRecipient)) return;
      }
    }
  }
}
