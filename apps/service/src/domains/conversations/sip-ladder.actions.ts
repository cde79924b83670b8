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
  numbersKnownIn,
  sipMessagesOf,
} from './sip-ladder.store.ts';
import { withoutOperator } from './sip-mask.model.ts';

export type { NewSipMessage };

/** Staff look after the operator's trunks; companies see of those what happened to their calls, and nothing of the trunk. */
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
  const { messages, mask } = await messagesOf(scope, conversationId, attemptId);
  const shown = messages.map((kept) => (isStaff || kept.isOwnTrunk ? view(kept) : mask(kept)));
  return { messages: shown, isComplete: messages.length < MOST_SIP_MESSAGES };
}

/** Those of these calls whose ladder is not empty. */
export async function callsWithLadder(scope: Scope, attemptIds: readonly string[]): Promise<Set<string>> {
  return new Set((await callsWithSipMessages(scope, attemptIds)).map(({ id }) => id));
}

/** Of the operator's trunk and of us there as in examples (RFC 5737): a packet has to have addresses. */
const PLACES = {
  local: { host: '192.0.2.1', port: 5060 },
  remote: { host: '198.51.100.1', port: 5060 },
};

export async function readPcap(
  scope: Scope,
  conversationId: string,
  attemptId: string,
  { isStaff }: SipReader,
): Promise<Buffer> {
  const { messages, mask } = await messagesOf(scope, conversationId, attemptId);
  return pcapOf(
    messages.map((kept) => (isStaff || kept.isOwnTrunk ? view(kept) : { ...mask(kept), ...PLACES })),
  );
}

async function messagesOf(scope: Scope, conversationId: string, attemptId: string) {
  if (!(await findConversation(scope, conversationId))) throw await missing(scope, conversationId);
  if (!(await isAttemptOf(scope, conversationId, attemptId))) throw notFound('Call attempt');
  const messages = await sipMessagesOf(scope, conversationId, attemptId);
  const hasOperators = messages.some(({ isOwnTrunk }) => !isOwnTrunk);
  const numbers = hasOperators ? await numbersKnownIn(scope, conversationId) : [];
  return { messages, mask: maskOf(messages, numbers) };
}

/** What the company sees of a message over a trunk of the operator. */
function maskOf(messages: readonly KeptSipMessage[], numbers: readonly string[]) {
  // A Call-ID may be one with the address of a server.
  const callIds = [...new Set(messages.map(({ callId }) => callId))];
  return ({ at, isSent, transport, method, status, text, ...kept }: KeptSipMessage) => {
    const callId = `call-${callIds.indexOf(kept.callId) + 1}`;
    return {
      at: at.toISOString(),
      direction: isSent ? ('SENT' as const) : ('RECEIVED' as const),
      transport: transport.toUpperCase() as SipMessageView['transport'],
      local: null,
      remote: null,
      callId,
      method,
      status,
      text: withoutOperator(text, callId, numbers),
      attestation: attestationOf(kept),
    };
  };
}

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
