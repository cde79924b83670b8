import { bracketed } from './sip-address.ts';
import type { SipHeader } from './sip-message.ts';

/** A header that names the caller beside From. */
export type IdentityHeader = 'pai' | 'ppi' | 'rpid';

/** How a trunk wants to see who calls. Whatever is absent follows from the address of the trunk and the caller id. */
export interface TrunkIdentity {
  /** The user of From; absent: the caller id. For trunks that recognise us by From. */
  readonly fromUser?: string;
  readonly fromDomain?: string;
  /** The user of Contact; absent: that of From. */
  readonly contactUser?: string;
  /** Which headers carry the caller id; absent: P-Asserted-Identity. */
  readonly headers?: readonly IdentityHeader[];
}

export interface CallerLines {
  /** The address for From, without a tag. */
  readonly from: string;
  readonly contactUser: string;
  readonly headers: readonly SipHeader[];
}

const ownHeaders: Readonly<Record<IdentityHeader, (address: string) => SipHeader>> = {
  // RFC 3325: what a network that trusts us passes on, and what we would like to be shown.
  pai: (address) => ['p-asserted-identity', address],
  ppi: (address) => ['p-preferred-identity', address],
  // Never became an RFC, and is what older systems read.
  rpid: (address) => ['remote-party-id', `${address};party=calling;privacy=off;screen=no`],
};

/** Who calls, as a trunk wants to see it. `number`: the caller id; null: there is none. */
export function callerLines(
  identity: TrunkIdentity,
  number: string | null,
  account: string | null,
  host: string,
): CallerLines {
  const domain = bracketed(identity.fromDomain ?? host);
  const at = (user: string) => `<sip:${written(user)}@${domain}>`;
  const user = identity.fromUser ?? number ?? account ?? 'anonymous';
  const shown = number === null ? [] : (identity.headers ?? ['pai']);
  return {
    from: at(user),
    contactUser: written(identity.contactUser ?? user),
    headers: shown.map((name) => ownHeaders[name](at(number ?? user))),
  };
}

const written = (user: string): string => encodeURIComponent(user).replace('%2B', '+');
