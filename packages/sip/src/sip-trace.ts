import { type Attestation, attestationOf } from './attestation.ts';
import { header, isRequest, type SipMessage } from './sip-message.ts';
import type { Hop, LocalAddress, TransportKind } from './sip-transport.ts';

/** A message as it went over the network, for those who look for a fault. It has no secrets. */
export interface TracedMessage {
  readonly direction: 'SENT' | 'RECEIVED';
  readonly transport: TransportKind;
  /** Ours; null: not known. */
  readonly local: LocalAddress | null;
  readonly remote: LocalAddress;
  readonly callId: string;
  /** Null: it is a response. */
  readonly method: string | null;
  /** Null: it is a request. */
  readonly status: number | null;
  readonly text: string;
  /** What the other side says about the caller ID; null: nothing, or the message is ours. */
  readonly attestation: Attestation | null;
}

export type TraceListener = (message: TracedMessage) => void;

export function traceOf(
  direction: TracedMessage['direction'],
  message: SipMessage,
  text: string,
  { transport, host, port }: Hop,
  local: LocalAddress | null,
): TracedMessage {
  const isAsked = isRequest(message);
  return {
    direction,
    transport,
    local,
    remote: { host, port },
    callId: header(message, 'call-id') ?? '',
    method: isAsked ? message.method : null,
    status: isAsked ? null : message.status,
    text: withoutSecrets(text),
    attestation: direction === 'RECEIVED' ? (attestationOf(message) ?? null) : null,
  };
}

/** Digests, which a password can be guessed from, with lines that continue them. The name and the scheme stay. */
const CREDENTIALS =
  /^((?:proxy-)?(?:authorization|authentication-info)[ \t]*:[ \t]*\S*)([^\r\n]*(?:\r?\n[ \t]+[^\r\n]*)*)/gim;
/** Keys of SRTP (RFC 4568), and the older way to send a key (RFC 4566, section 5.12). */
const SOUND_KEYS = /(\binline:)([^\s|;]+)|^(k=)([^\r\n]*)/gim;

/** A password in an address. Few colons, which it may not have: any number takes seconds in a message of a stranger. */
const PASSWORDS = /(sips?:[^@:\s>]+:)([^@:\s>]+(?::[^@:\s>]*){0,3})(?=@)/gi;
/** Keys by MIKEY (RFC 4567), whose message is one long word. */
const KEY_MESSAGES = /(^a=key-mgmt:\S+[ \t]+)([^\r\n]+)/gim;
/** Headers that an address asks for, as in Refer-To. */
const ASKED_CREDENTIALS = /([?&](?:proxy-)?authorization=)([^&>\s;]+)/gi;

/** Secrets are covered by as many bytes, so that the length that the message states is right. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(CREDENTIALS, coverLast)
    .replace(PASSWORDS, coverLast)
    .replace(KEY_MESSAGES, coverLast)
    .replace(ASKED_CREDENTIALS, coverLast)
    .replace(
      SOUND_KEYS,
      (_, inline?: string, key?: string, old?: string, oldKey?: string) =>
        `${inline ?? old ?? ''}${covered(key ?? oldKey ?? '')}`,
    );

const coverLast = (_: string, kept: string, secret: string): string => `${kept}${covered(secret)}`;

const covered = (secret: string): string => {
  const [space = ''] = /^\s*/.exec(secret) ?? [];
  return `${space}${'x'.repeat(Buffer.byteLength(secret) - space.length)}`;
};
