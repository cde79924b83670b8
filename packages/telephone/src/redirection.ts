import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { readAddress, readUri, type SipUri } from '@parley/sip/sip-address.ts';
import type { Hop } from '@parley/sip/sip-transport.ts';
import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import type { SipUserAgent } from '@parley/sip/sip-user-agent.ts';

/** How often a call is sent elsewhere by a 3xx before it counts as failed. */
export const MOST_REDIRECTIONS = 3;

/** Where one INVITE goes. */
export interface Target {
  readonly uri: string;
  readonly hop: Hop;
  /** Only the trunk itself gets our password's digest. */
  readonly isTrunk: boolean;
}

export interface Redirecting {
  readonly agent: SipUserAgent;
  readonly trunk: SipTrunk;
  readonly hop: Hop;
  /** Who was called. */
  readonly to: string;
  /** Asked just before the call goes there. */
  readonly mayCall: (number: string) => Promise<boolean>;
}

/**
 * Where a 3xx sends a call (RFC 3261, 8.1.3.4): the best contact that we have not tried yet. Whoever answers with a
 * 3xx must not be able to make us call just anything: numbers must be telephone numbers that may be called, and a
 * trunk over TLS cannot send us to a server without.
 */
export async function redirected(
  parts: Redirecting,
  contacts: readonly string[],
  seen: Set<string>,
): Promise<Target | undefined> {
  for (const uri of byPreference(contacts)) {
    const read = readUri(uri);
    if (read === undefined || seen.has(uri)) continue;
    seen.add(uri);
    const target = (await mayBeCalled(read, parts)) ? await targetOf(read, parts) : undefined;
    if (target) return target;
  }
  return undefined;
}

function byPreference(contacts: readonly string[]): string[] {
  const read = contacts.flatMap((contact) => readAddress(contact) ?? []);
  const q = ({ params }: (typeof read)[number]) => Number(params.get('q') ?? 1) || 0;
  return read.sort((a, b) => q(b) - q(a)).map(({ uri }) => uri);
}

/** What is not known to be a number could be any: a short one of the trunk, or one that costs. */
async function mayBeCalled({ user }: SipUri, { trunk, to, mayCall }: Redirecting): Promise<boolean> {
  const number = trunk.numberOf(user?.split(';')[0] ?? '', to);
  return number !== undefined && !SIMULATED_NUMBER.test(number) && (await mayCall(number));
}

async function targetOf(uri: SipUri, { agent, trunk, hop }: Redirecting): Promise<Target | undefined> {
  const isTrunk = uri.scheme === 'tel' || isServer(uri, trunk, hop);
  if (isTrunk) return { uri: trunk.uriOfUser(uri.user ?? ''), hop, isTrunk };
  const server = addressOf(uri);
  const [other] = await trunk.allowed(agent.hopsTo(server));
  if (other === undefined || (hop.transport === 'tls' && other.transport !== 'tls')) return undefined;
  return {
    uri: server.replace(':', `:${encodeURIComponent(uri.user ?? '').replace('%2B', '+')}@`),
    hop: other,
    isTrunk,
  };
}

/**
 * Another port is another server, such as a telephone system beside its proxy. Not over TLS, where contacts often name
 * the port of UDP, and not behind an outbound proxy, which everything goes through.
 */
function isServer({ host, port }: SipUri, trunk: SipTrunk, hop: Hop): boolean {
  if (host !== trunk.host && host !== hop.host) return false;
  return port === null || port === hop.port || hop.transport === 'tls' || trunk.settings.proxy !== undefined;
}

function addressOf({ scheme, host, port, params }: SipUri): string {
  const transport = params.get('transport');
  const place = host.includes(':') ? `[${host}]` : host;
  return `${scheme}:${place}${port === null ? '' : `:${port}`}${transport ? `;transport=${transport}` : ''}`;
}
