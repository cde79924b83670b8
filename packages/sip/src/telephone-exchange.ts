import { watchTrunk } from './sip-options.ts';
import type { SipRandom } from './sip-random.ts';
import { SipRegistration } from './sip-register.ts';
import { type Dns, dnsOf, transportOf } from './sip-resolver.ts';
import { SipStack } from './sip-stack.ts';
import type { SipTime } from './sip-time.ts';
import type { TraceListener } from './sip-trace.ts';
import type { LocalAddress, SipTransport, TransportKind } from './sip-transport.ts';
import { tcpTransport, tlsTransport } from './sip-transport-stream.ts';
import { udpTransport } from './sip-transport-udp.ts';
import { SipTrunk, type TrunkListeners, type TrunkSettings } from './sip-trunk.ts';
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
  /** Receives every SIP message, without secrets. */
  readonly onMessage?: TraceListener | undefined;
  readonly listeners?: TrunkListeners;
}

/** Everything of the telephone network that a process holds open. */
export interface TelephoneExchange {
  readonly agent: SipUserAgent;
  /** Those of the settings. */
  readonly trunks: readonly SipTrunk[];
  /** Registers and looks after the trunks from now on. */
  start(): void;
  /** One more trunk, which is looked after at once. */
  add(settings: TrunkSettings, isRegistering: boolean): Promise<AddedTrunk>;
  close(): Promise<void>;
}

export interface AddedTrunk {
  readonly trunk: SipTrunk;
  /** Looks after it no longer; calls on the line go on. */
  remove(): Promise<void>;
}

const WATCH_MS = 30_000;

export async function openExchange(settings: TelephoneExchangeSettings): Promise<TelephoneExchange> {
  const { bind, time, random, name } = settings;
  const stack = new SipStack({
    transports: await openTransports(settings),
    time,
    random,
    publicHost: settings.publicHost,
    onMessage: settings.onMessage,
  });
  const dns = settings.dns ?? dnsOf(bind.host.includes(':') ? 6 : 4);
  const agent = new SipUserAgent({ stack, dns, time, random, name });
  const open = (trunk: TrunkSettings) => new SipTrunk(trunk, time, settings.listeners);
  const trunks = settings.trunks.map(open);
  const lookAfter = (trunk: SipTrunk, isRegistering: boolean): AddedTrunk => {
    const registration = isRegistering ? new SipRegistration(agent, trunk, settings.onTrouble) : undefined;
    registration?.start();
    const stopWatching = watchTrunk(agent, trunk, WATCH_MS);
    return {
      trunk,
      async remove() {
        stopWatching();
        await registration?.stop();
      },
    };
  };
  const lookedAfter = new Set<AddedTrunk>();
  // One after the other: two trunks that need the same transport open it once.
  let opening = Promise.resolve();
  return {
    agent,
    trunks,
    start() {
      for (const trunk of trunks) lookedAfter.add(lookAfter(trunk, settings.isRegistering));
    },
    async add(added, isRegistering) {
      opening = opening
        .catch(() => undefined)
        .then(async () => {
          for (const kind of kindsOf([added]))
            if (!stack.carries(kind)) stack.add(await openTransport(kind, settings));
        });
      await opening;
      const one = lookAfter(open(added), isRegistering);
      const held: AddedTrunk = {
        trunk: one.trunk,
        async remove() {
          lookedAfter.delete(held);
          await one.remove();
        },
      };
      lookedAfter.add(held);
      return held;
    },
    async close() {
      await Promise.all([...lookedAfter].map((one) => one.remove()));
      await stack.close();
    },
  };
}

const transportKinds = ['udp', 'tcp', 'tls'] as const;

/** Those that trunks need. Without a word of it, DNS may choose any. */
function kindsOf(trunks: readonly TrunkSettings[]): TransportKind[] {
  const kinds = trunks.map(({ uri }) => transportOf(uri));
  return transportKinds.filter((kind) => kinds.includes(kind) || kinds.includes(null));
}

async function openTransports(settings: TelephoneExchangeSettings): Promise<SipTransport[]> {
  const opened: SipTransport[] = [];
  try {
    for (const kind of kindsOf(settings.trunks)) opened.push(await openTransport(kind, settings));
    return opened;
  } catch (error) {
    await Promise.all(opened.map((transport) => transport.close()));
    throw error;
  }
}

async function openTransport(
  kind: TransportKind,
  { bind, authorities, time }: TelephoneExchangeSettings,
): Promise<SipTransport> {
  if (kind === 'tls') return tlsTransport(authorities, time);
  return kind === 'udp' ? udpTransport(bind, time) : tcpTransport(bind, time);
}
