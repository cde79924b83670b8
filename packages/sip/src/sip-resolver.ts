import { promises as systemDns } from 'node:dns';
import { isIP } from 'node:net';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import type { SipUri } from './sip-address.ts';
import type { SipRandom } from './sip-random.ts';
import { DEFAULT_PORTS, type Hop, type TransportKind } from './sip-transport.ts';

/** The questions we ask. Each rejects when there is no answer. */
export interface Dns {
  naptr(name: string): Promise<readonly Naptr[]>;
  srv(name: string): Promise<readonly Srv[]>;
  addresses(name: string): Promise<readonly string[]>;
}

interface Naptr {
  readonly service: string;
  readonly replacement: string;
  readonly order: number;
  readonly preference: number;
}

interface Srv {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/** A name server of somebody else that is slow keeps nobody waiting for long. */
const ASK = { timeout: 2000, tries: 2 };
/** The system's own lookup blocks a thread of the process, of which there are four. */
const lookupInTurn = limitConcurrency(2);

/** As the system is configured. Names that only the system knows (hosts file, search domains) are looked up by it. */
export function dnsOf(family: 4 | 6): Dns {
  const resolver = new systemDns.Resolver(ASK);
  const lookedUp = (name: string) =>
    lookupInTurn(() => systemDns.lookup(name, { all: true, family })).then((found) =>
      found.map(({ address }) => address),
    );
  return {
    naptr: (name) => resolver.resolveNaptr(name),
    srv: (name) => resolver.resolveSrv(name),
    addresses: (name) =>
      (family === 6 ? resolver.resolve6(name) : resolver.resolve4(name)).catch(() => lookedUp(name)),
  };
}

/** Whoever publishes more servers for one name does not make us ask, and call, all of them. */
const MOST_SERVERS = 8;

const services: Readonly<Record<string, TransportKind>> = {
  'SIP+D2U': 'udp',
  'SIP+D2T': 'tcp',
  'SIPS+D2T': 'tls',
};
const prefixes: Readonly<Record<TransportKind, string>> = {
  udp: '_sip._udp',
  tcp: '_sip._tcp',
  tls: '_sips._tcp',
};

/**
 * Where an address leads, best first (RFC 3263): a number is taken as it is, a name with a port is looked up, one
 * without has its servers found by SRV, and where no transport is named NAPTR says which. Empty: nowhere.
 */
export async function resolve(uri: SipUri, dns: Dns, random: SipRandom): Promise<Hop[]> {
  const named = transportOf(uri);
  const name = uri.params.get('maddr') ?? uri.host;
  if (isIP(name)) {
    const transport = named ?? 'udp';
    return [{ transport, host: name, port: uri.port ?? DEFAULT_PORTS[transport], name: uri.host }];
  }
  if (uri.port !== null) return hosts(dns, named ?? 'udp', name, uri.port, uri.host);
  const ways: readonly Way[] = named
    ? [{ transport: named, srv: `${prefixes[named]}.${name}` }]
    : await waysOf(dns, name);
  for (const { transport, srv } of ways) {
    const targets = inTurn(await dns.srv(srv).catch(() => []), random).slice(0, MOST_SERVERS);
    const found = await Promise.all(
      targets.map((target) => hosts(dns, transport, target.name, target.port, uri.host)),
    );
    if (found.flat().length > 0) return found.flat().slice(0, MOST_SERVERS);
  }
  const transport = named ?? 'udp';
  return hosts(dns, transport, name, DEFAULT_PORTS[transport], uri.host);
}

interface Way {
  readonly transport: TransportKind;
  readonly srv: string;
}

/** One for each transport, and as many in reserve. */
const MOST_WAYS = 6;

/** As NAPTR says; without it, what there may be. */
async function waysOf(dns: Dns, name: string): Promise<Way[]> {
  const records = [...(await dns.naptr(name).catch(() => []))];
  records.sort((a, b) => a.order - b.order || a.preference - b.preference);
  const published = records.flatMap(({ service, replacement }) => {
    const transport = services[service.toUpperCase()];
    return transport === undefined || replacement === '' ? [] : [{ transport, srv: replacement }];
  });
  if (published.length > 0) return published.slice(0, MOST_WAYS);
  return (['udp', 'tcp', 'tls'] as const).map((transport) => ({
    transport,
    srv: `${prefixes[transport]}.${name}`,
  }));
}

/** Null: not said. */
export function transportOf({ scheme, params }: SipUri): TransportKind | null {
  const named = params.get('transport')?.toLowerCase();
  if (scheme === 'sips' || named === 'tls') return 'tls';
  return named === 'udp' || named === 'tcp' ? named : null;
}

async function hosts(
  dns: Dns,
  transport: TransportKind,
  target: string,
  port: number,
  name: string,
): Promise<Hop[]> {
  const addresses = isIP(target) ? [target] : await dns.addresses(target).catch(() => []);
  return addresses.slice(0, MOST_SERVERS).map((host) => ({ transport, host, port, name }));
}

/** By priority; within one, each is drawn with the chance of its weight (RFC 2782). */
function inTurn(records: readonly Srv[], random: SipRandom): Srv[] {
  const groups = Map.groupBy(records, ({ priority }) => priority);
  const priorities = [...groups.keys()].sort((a, b) => a - b);
  return priorities.flatMap((priority) => drawn(groups.get(priority) ?? [], random));
}

function drawn(records: readonly Srv[], random: SipRandom): Srv[] {
  const left = [...records].sort((a, b) => a.weight - b.weight);
  const turns: Srv[] = [];
  while (left.length > 0) {
    const total = left.reduce((sum, { weight }) => sum + weight, 0);
    let mark = random.fraction() * total;
    let at = left.findIndex(({ weight }) => {
      mark -= weight;
      return mark < 0;
    });
    if (at < 0) at = left.length - 1;
    turns.push(...left.splice(at, 1));
  }
  return turns;
}
