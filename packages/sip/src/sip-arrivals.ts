import { e164AsDialled } from '@parley/kernel/phone-number.ts';
import type { Media, MediaSession } from './media-session.ts';
import { readAddress, readUri, tagOf } from './sip-address.ts';
import { SipCall } from './sip-call.ts';
import { Dialog } from './sip-dialog.ts';
import { SipLogin } from './sip-digest.ts';
import { contactAt } from './sip-invitation.ts';
import { header, headerList, type SipRequest } from './sip-message.ts';
import { answerTo } from './sip-sdp.ts';
import type { IncomingRequest } from './sip-stack.ts';
import type { LocalAddress } from './sip-transport.ts';
import type { SipTrunk } from './sip-trunk.ts';
import type { SipUserAgent } from './sip-user-agent.ts';

/** A call to us that has not been answered yet. */
export interface Arrival {
  readonly caller: Caller;
  readonly callId: string;
  /** Answers the call and waits for the ACK. Undefined if the caller has given up, or there is no common codec. */
  answer(): Promise<SipCall | undefined>;
  /** Refuses the call as busy. Does nothing after it was answered. */
  refuse(): void;
}

export interface ArrivalsParts {
  readonly agent: SipUserAgent;
  /** May change while calls come. */
  readonly trunks: readonly SipTrunk[];
  readonly media: Media;
  /** Further addresses that a trunk may call from. */
  readonly isAllowed: (host: string) => boolean;
  /** The number of ours that others may be written near to. */
  readonly own: string | null;
  readonly sessionSeconds: number;
  readonly onArrival: (arrival: Arrival) => void;
}

/** How long resolved addresses of the trunks are cached. */
const KNOWN_MS = 60_000;

/** Incoming calls. Only trunks may call; anybody else is refused before resources are used. */
export class SipArrivals {
  readonly #parts: ArrivalsParts;
  /** By Call-ID and caller: an INVITE that arrives over two paths is one call (RFC 3261, section 8.2.2.2). */
  readonly #open = new Set<string>();
  #known: Promise<ReadonlyMap<string, SipTrunk>> = Promise.resolve(new Map());
  #knownAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ArrivalsParts) {
    this.#parts = parts;
    parts.agent.onInvite((incoming) => void this.#take(incoming));
  }

  /** Refuses new calls; answered calls continue. */
  close(): void {
    this.#parts.agent.onInvite(undefined);
  }

  async #take(incoming: IncomingRequest): Promise<void> {
    const { agent, own, onArrival } = this.#parts;
    const { request, from, respond } = incoming;
    const tag = agent.random.token();
    const refuse = (status: number, reason: string) => respond(status, reason, { tag });
    let isCancelled = false;
    incoming.onCancel(() => {
      isCancelled = true;
    });
    const trunk = await this.#trunkAt(from.host);
    if (trunk === undefined) return refuse(403, 'Forbidden');
    if (isCancelled) return refuse(487, 'Request Terminated');
    const name = `${header(request, 'call-id')} ${tagOf(header(request, 'from'))}`;
    if (this.#open.has(name)) return refuse(482, 'Loop Detected');
    const giveBack = trunk.admit();
    if (giveBack === undefined) return refuse(486, 'Busy Here');
    this.#open.add(name);
    respond(100, 'Trying');
    const release = () => {
      this.#open.delete(name);
      giveBack();
    };
    const order = { ...this.#parts, incoming, trunk, tag, release };
    onArrival(new WaitingArrival(order, callerOf(request, own)));
  }

  async #trunkAt(host: string): Promise<SipTrunk | undefined> {
    const { agent, trunks, isAllowed } = this.#parts;
    const nowMs = agent.time.nowMs();
    if (nowMs - this.#knownAtMs > KNOWN_MS) {
      this.#knownAtMs = nowMs;
      this.#known = this.#lookUp(this.#known);
    }
    return (await this.#known).get(host) ?? (isAllowed(host) ? trunks[0] : undefined);
  }

  /** If DNS fails, the last known addresses of a trunk stay valid. */
  async #lookUp(known: Promise<ReadonlyMap<string, SipTrunk>>): Promise<ReadonlyMap<string, SipTrunk>> {
    const { agent, trunks } = this.#parts;
    const before = [...(await known)];
    const found = new Map<string, SipTrunk>();
    for (const trunk of trunks) {
      const now = (await trunk.hops(agent)).map(({ host }) => host);
      const hosts = now.length > 0 ? now : before.flatMap(([host, of]) => (of === trunk ? [host] : []));
      // Where two trunks share an address, the first is it.
      for (const host of hosts) if (!found.has(host)) found.set(host, trunk);
    }
    return found;
  }
}

interface ArrivalOrder extends Pick<ArrivalsParts, 'agent' | 'media' | 'sessionSeconds'> {
  readonly incoming: IncomingRequest;
  readonly trunk: SipTrunk;
  readonly tag: string;
  readonly release: () => void;
}

class WaitingArrival implements Arrival {
  readonly caller: Caller;
  readonly callId: string;
  readonly #order: ArrivalOrder;
  #isOver = false;

  constructor(order: ArrivalOrder, caller: Caller) {
    this.caller = caller;
    this.callId = header(order.incoming.request, 'call-id') ?? '';
    this.#order = order;
    order.incoming.onCancel(() => this.#end(487, 'Request Terminated'));
  }

  refuse(): void {
    this.#end(486, 'Busy Here');
  }

  async answer(): Promise<SipCall | undefined> {
    const { agent, media, incoming, trunk, tag, release } = this.#order;
    const local = await agent.stack.localTo(incoming.from).catch(() => undefined);
    const session = await media.open({ isSecure: trunk.settings.isSoundSecure }).catch(() => undefined);
    if (local === undefined || session === undefined) this.#end(503, 'Service Unavailable');
    // They may have given up meanwhile.
    if (local === undefined || session === undefined || this.#isOver) {
      session?.close();
      return undefined;
    }
    const call = this.#makeCall(session, local);
    if (call === undefined) {
      session.close();
      this.#end(488, 'Not Acceptable Here');
      return undefined;
    }
    this.#isOver = true;
    call.ended.then(release);
    const { respond } = incoming;
    const isHeard = await call.answer({
      ...incoming,
      respond: (status, reason, more = {}) => respond(status, reason, { ...more, tag }),
    });
    return isHeard ? call : undefined;
  }

  #makeCall(session: MediaSession, local: LocalAddress): SipCall | undefined {
    const { agent, incoming, trunk, tag, sessionSeconds } = this.#order;
    const { request, from } = incoming;
    const sessionId = Number.parseInt(agent.random.token().slice(0, 8), 16);
    const origin = { host: local.host, sessionId, version: 0 };
    // Whoever offers nothing is made an offer, and says with the ACK what they take of it.
    if (request.body !== '') {
      const answered = answerTo(request.body, session.local, origin);
      if (answered.kind === 'refused') return undefined;
      session.accept({ ...answered.agreed, mayWeSend: false });
    }
    return new SipCall({
      agent,
      dialog: Dialog.arrived(request, tag, contactAt(undefined, from, local)),
      hop: from,
      transfer: trunk.settings.transfer,
      login: new SipLogin(trunk.settings.credentials, agent.random),
      session,
      origin,
      uriOf: trunk.uriOf,
      sessionSeconds,
    });
  }

  #end(status: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { incoming, tag, release } = this.#order;
    incoming.respond(status, reason, { tag });
    release();
  }
}

/** Who calls, and which number they called: E.164, or null where that cannot be read. */
interface Caller {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Of a call that a trunk brings us. `own` is the number that the trunk is known by: others may be written as they are
 * dialled near it. What the trunk vouches for (RFC 3325) comes before what the telephone says of itself.
 */
export function callerOf(invite: SipRequest, own: string | null): Caller {
  const number = (address: string, near: string | null): string | null => {
    const user = readUri(readAddress(address)?.uri ?? '')?.user ?? '';
    return e164AsDialled(user.split(';')[0] ?? '', near) ?? null;
  };
  const to = number(`<${invite.uri}>`, own) ?? number(header(invite, 'to') ?? '', own);
  if (isHidden(invite)) return { from: null, to };
  const names = [...headerList(invite, 'p-asserted-identity'), header(invite, 'from') ?? ''];
  const from = names.map((name) => number(name, to ?? own)).find((found) => found !== null) ?? null;
  return { from, to };
}

/** They do not want to be known, although the network knows them (RFC 3323). */
const isHidden = (invite: SipRequest): boolean =>
  headerList(invite, 'privacy').some((words) => /\b(id|user|header|full)\b/i.test(words));
