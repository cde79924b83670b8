import { bracketed } from './sip-address.ts';
import { cseqOf, header, type SipHeader, type SipRequest } from './sip-message.ts';
import type { Hop, LocalAddress } from './sip-transport.ts';

/** Whom to call, and as whom. */
export interface InviteOrder {
  readonly hop: Hop;
  readonly local: LocalAddress;
  /** Where a number is reached. */
  readonly uriOf: (number: string) => string;
  readonly to: string;
  /** The address that they see, without a tag. */
  readonly from: string;
  readonly headers: readonly SipHeader[];
}

export interface InviteParts {
  readonly order: InviteOrder;
  /** With our tag. */
  readonly from: string;
  readonly callId: string;
  readonly cseq: number;
  readonly about: readonly SipHeader[];
  readonly body: string;
}

export function inviteRequest({ order, from, callId, cseq, about, body }: InviteParts): SipRequest {
  const uri = order.uriOf(order.to);
  return {
    method: 'INVITE',
    uri,
    headers: [
      ['max-forwards', '70'],
      ['from', from],
      ['to', `<${uri}>`],
      ['call-id', callId],
      ['cseq', `${cseq} INVITE`],
      ['contact', contactAt(/^<sips?:([^@>]+)@/.exec(order.from)?.[1], order.hop, order.local)],
      ...about,
      ...order.headers,
      ['content-type', 'application/sdp'],
    ],
    body,
  };
}

/** Where we are reached for the rest of the call. */
export function contactAt(user: string | undefined, hop: Hop, local: LocalAddress): string {
  const transport = hop.transport === 'udp' ? '' : `;transport=${hop.transport}`;
  const place = `${bracketed(local.host)}:${local.port}${transport}`;
  return user === undefined ? `<sip:${place}>` : `<sip:${user}@${place}>`;
}

const kept: readonly string[] = ['max-forwards', 'from', 'to', 'call-id', 'route'];

/** Calls an INVITE off that was sent: everything is as in it, the branch too (RFC 3261, section 9.1). */
export function cancelOf(invite: SipRequest): { cancel: SipRequest; branch: string | undefined } {
  const branch = /;branch=([^;]+)/.exec(header(invite, 'via') ?? '')?.[1];
  const headers: SipHeader[] = [
    ...invite.headers.filter(([name]) => kept.includes(name)),
    ['cseq', `${cseqOf(invite).number} CANCEL`],
  ];
  return { cancel: { method: 'CANCEL', uri: invite.uri, headers, body: '' }, branch };
}
