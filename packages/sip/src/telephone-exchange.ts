import { watchTrunk } from './sip-options.ts';
import type { SipRandom } from './sip-random.ts';
import { SipRegistration } from './sip-register.ts';
import { type Dns, dnsOf, transportOf } from './sip-resolver.ts';
import { SipStack } from './sip-stack.ts';
import type { SipTime } from './sip-time.ts';
import type { LocalAddress, SipTransport } from './sip-transport.ts';
import { tcpTransport, tlsTransport } from './sip-transport-stream.ts';
import { udpTransport } from './sip-transport-udp.ts';
import { SipTrunk, type TrunkSettings } from './sip-trunk.ts';
import { SipUserAgent } from './sip-user-agent.ts';

export interface TelephoneExchangeSettings {
  readonly trunks: readonly TrunkSettings[];
  readonly bind: LocalAddress;
  readonly publicHost: string | undefined;
  /** PEM; undefined: those of the system. */
  readonly authorities: string | undefined;
  readonly isRegistering: boolean;
  readonly name: string;
  readonly time: SipTime;
  readonly random: SipRandom;
  readonly dns?: Dns;
  /** What an operator should know, in words. */
  readonly onTrouble?: (words: string) => void;
}

/** Everything of the telephone network that a process holds open. */
export interface TelephoneExchange {
  readonly agent: SipUserAgent;
  readonly trunks: readonly SipTrunk[];
  /** Registers and looks after the trunks from now on. */
  start(): void;
  close(): Promise<void>;
}

const WATCH_MS = 30_000;

export async function openExchange(settings: TelephoneExchangeSettings): Promise<TelephoneExchange> {
  const { bind, time, random, name } = settings;
  const stack = new SipStack({
    transports: await openTransports(settings),
    time,
    random,
    publicHost: settings.publicHost,
  });
  const dns = settings.dns ?? dnsOf(bind.host.includes(':') ? 6 : 4);
  const agent = new SipUserAgent({ stack, dns, time, random, name });
  const trunks = settings.trunks.map((trunk) => new SipTrunk(trunk, time));
  const registrations = settings.isRegistering
    ? trunks.map((trunk) => new SipRegistration(agent, trunk, settings.onTrouble))
    : [];
  let watching: readonly (() => void)[] = [];
  return {
    agent,
    trunks,
    start() {
      for (const registration of registrations) registration.start();
      watching = trunks.map((trunk) => watchTrunk(agent, trunk, WATCH_MS, settings.onTrouble));
    },
    async close() {
      for (const stop of watching) stop();
      await Promise.all(registrations.map((registration) => registration.stop()));
      await stack.close();
    },
  };
}

/** Those that a trunk needs. Without a word of it, DNS may choose any. */
async function openTransports({
  trunks,
  bind,
  authorities,
  time,
}: TelephoneExchangeSettings): Promise<SipTransport[]> {
  const kinds = trunks.map(({ uri }) => transportOf(uri));
  const needs = (kind: 'udp' | 'tcp' | 'tls') => kinds.includes(kind) || kinds.includes(null);
  const opened: SipTransport[] = [];
  try {
    if (needs('udp')) opened.push(await udpTransport(bind, time));
    if (needs('tcp')) opened.push(await tcpTransport(bind, time));
    if (needs('tls')) opened.push(tlsTransport(authorities, time));
    return opened;
  } catch (error) {
    await Promise.all(opened.map((transport) => transport.close()));
    throw error;
  }
}
