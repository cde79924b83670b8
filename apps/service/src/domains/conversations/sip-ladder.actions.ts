import { MOST_SIP_MESSAGES, type SipLadder, type SipMessageView } from '@parley/contract/sip-ladder.ts';
import { notFound } from '@parley/kernel/failure.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { missing } from './conversation.actions.ts';
import { findConversation } from './conversation.store.ts';
import { pcapOf } from './pcap.model.ts';
import {
  appendSipMessages,
  callsWithSipMessages,
  deleteOldSipMessages,
  isAttemptOf,
  type KeptSipMessage,
  type NewSipMessage,
  sipMessagesOf,
} from './sip-ladder.store.ts';

export type { NewSipMessage };

/** Staff look after the operator's trunks; companies see nothing of those but what happened to their calls. */
export interface SipReader {
  readonly isStaff: boolean;
}

/** Of many calls at once, as they go on. */
export async function keepSipMessages(
  everywhere: Everywhere,
  messages: readonly NewSipMessage[],
): Promise<void> {
  if (messages.length > 0) await appendSipMessages(everywhere, messages);
}

/** What a telephone call said to its trunk and heard from it; empty for other calls. */
export async function readSipLadder(
  scope: Scope,
  conversationId: string,
  attemptId: string,
  { isStaff }: SipReader,
): Promise<SipLadder> {
  const messages = await messagesOf(scope, conversationId, attemptId);
  const shown = messages.map((kept) => (isStaff || kept.isOwnTrunk ? view(kept) : outline(kept)));
  return { messages: shown, isComplete: messages.length < MOST_SIP_MESSAGES };
}

/** Those of these calls whose ladder is not empty. */
export async function callsWithLadder(scope: Scope, attemptIds: readonly string[]): Promise<Set<string>> {
  return new Set((await callsWithSipMessages(scope, attemptIds)).map(({ id }) => id));
}

/** Not found where a message of it is not shown whole. */
export async function readPcap(
  scope: Scope,
  conversationId: string,
  attemptId: string,
  { isStaff }: SipReader,
): Promise<Buffer> {
  const messages = await messagesOf(scope, conversationId, attemptId);
  if (!isStaff && messages.some(({ isOwnTrunk }) => !isOwnTrunk)) throw notFound('Capture');
  return pcapOf(messages.map(view));
}

async function messagesOf(scope: Scope, conversationId: string, attemptId: string) {
  if (!(await findConversation(scope, conversationId))) throw await missing(scope, conversationId);
  if (!(await isAttemptOf(scope, conversationId, attemptId))) throw notFound('Call attempt');
  return sipMessagesOf(scope, conversationId, attemptId);
}

/** Of a call over a trunk of the operator. Its Call-ID may be one with the address of a server. */
const outline = ({ at, isSent, method, status, ...kept }: KeptSipMessage): SipMessageView => ({
  at: at.toISOString(),
  direction: isSent ? 'SENT' : 'RECEIVED',
  transport: null,
  local: null,
  remote: null,
  callId: null,
  method,
  status,
  text: null,
  attestation: attestationOf(kept),
});

const attestationOf = ({
  attestation: level,
  verification,
}: Pick<KeptSipMessage, 'attestation' | 'verification'>): SipMessageView['attestation'] =>
  level === null && verification === null ? null : { level, verification };

const view = (kept: KeptSipMessage) => ({
  at: kept.at.toISOString(),
  direction: kept.isSent ? ('SENT' as const) : ('RECEIVED' as const),
  transport: kept.transport.toUpperCase() as SipMessageView['transport'],
  local:
    kept.localHost === null || kept.localPort === null
      ? null
      : { host: kept.localHost, port: kept.localPort },
  remote: { host: kept.remoteHost, port: kept.remotePort },
  callId: kept.callId,
  method: kept.method,
  status: kept.status,
  text: kept.text,
  attestation: attestationOf(kept),
});

const KEPT_MS = 30 * 86_400_000;
const AT_ONCE = 10_000;

export async function forgetOldSipMessages(everywhere: Everywhere): Promise<void> {
  const before = new Date(everywhere.now().getTime() - KEPT_MS);
  while ((await deleteOldSipMessages(everywhere, before, AT_ONCE)) === AT_ONCE);
}
