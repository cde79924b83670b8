import { isIP } from 'node:net';
import { readUri, tagOf } from './sip-address.ts';
import type { Dialog } from './sip-dialog.ts';
import type { SipLogin } from './sip-digest.ts';
import { header, headerList, type SipHeader, type SipRequest, type SipResponse } from './sip-message.ts';
import type { SipRandom } from './sip-random.ts';
import { type Dns, resolve, transportOf } from './sip-resolver.ts';
import type { IncomingRequest, SipStack } from './sip-stack.ts';
import type { SipTime } from './sip-time.ts';
import type { Hop } from './sip-transport.ts';

export interface UserAgentParts {
  readonly stack: SipStack;
  readonly dns: Dns;
  readonly time: SipTime;
  readonly random: SipRandom;
  /** Our User-Agent header. */
  readonly name: string;
}

/** The owner of a dialog receives the requests of the far end in it. */
export interface DialogOwner {
  onRequest(incoming: IncomingRequest): void;
  onAck(ack: SipRequest): void;
}

/** What is asked in a dialog. */
export interface Question {
  readonly method: string;
  readonly headers?: readonly SipHeader[];
  readonly body?: string;
  /** The 2xx to an INVITE arrived again, because our ACK was lost. */
  readonly onAgain?: () => void;
}

export type Reply =
  | { readonly kind: 'response'; readonly response: SipResponse }
  | { readonly kind: 'silence'; readonly why: 'timeout' | 'unreachable' };

export const methods = 'INVITE, ACK, CANCEL, BYE, OPTIONS, UPDATE, PRACK, INFO, NOTIFY';
const extensions = ['100rel', 'timer'];
/** Two challenges, of a proxy and of the server behind it, each once more when the nonce was old. */
const MOST_TRIES = 5;

/** One user agent for all calls of a process. */
export class SipUserAgent {
  readonly time: SipTime;
  readonly random: SipRandom;
  readonly stack: SipStack;
  readonly #dns: Dns;
  readonly #name: string;
  readonly #owners = new Map<string, DialogOwner>();
  #onInvite: ((incoming: IncomingRequest) => void) | undefined;

  constructor({ stack, dns, time, random, name }: UserAgentParts) {
    this.time = time;
    this.random = random;
    this.stack = stack;
    this.#dns = dns;
    this.#name = name;
    stack.onRequest((incoming) => this.#take(incoming));
    stack.onAck((ack) => this.#owners.get(ownKey(ack))?.onAck(ack));
  }

  get calls(): number {
    return this.#owners.size;
  }

  get about(): SipHeader[] {
    return [
      ['allow', methods],
      ['supported', extensions.join(', ')],
      ['user-agent', this.#name],
    ];
  }

  /** Called for each call to us; without a listener, or after undefined was given, nobody is there. */
  onInvite(listener: ((incoming: IncomingRequest) => void) | undefined): void {
    this.#onInvite = listener;
  }

  /** From now on the requests of that dialog are the owner's; answers how to end that. */
  adopt(callId: string, localTag: string, owner: DialogOwner): () => void {
    const key = `${callId} ${localTag}`;
    this.#owners.set(key, owner);
    return () => {
      if (this.#owners.get(key) === owner) this.#owners.delete(key);
    };
  }

  /** Where an address leads, best first; never rejects. */
  async hopsTo(uri: string): Promise<Hop[]> {
    const read = readUri(uri);
    if (read === undefined || read.host === '') return [];
    const hops = await resolve(read, this.#dns, this.random).catch(() => []);
    return hops.filter(({ transport }) => this.stack.carries(transport));
  }

  /** Where the requests of a dialog go: over the connection that is there, where it leads to the same host. */
  async hopsOf(dialog: Dialog, first: Hop): Promise<Hop[]> {
    const uri = readUri(dialog.nextHop);
    const isSilent = uri !== undefined && isIP(uri.host) !== 0 && transportOf(uri) === null;
    const { allows = () => true } = first;
    const hops = (await this.hopsTo(dialog.nextHop)).filter(({ host }) => allows(host));
    const likely = isSilent ? hops.map((hop): Hop => ({ ...hop, transport: first.transport })) : hops;
    // Where their address leads nowhere, whoever took the call may still know the way.
    if (likely.length === 0) return [first];
    return likely.map((hop) =>
      hop.transport === first.transport && hop.transport !== 'udp' && hop.host === first.host ? first : hop,
    );
  }

  /** Asks one hop, and shows who we are where that is wanted. `make` is called again for every try. */
  async ask(make: () => SipRequest, hop: Hop, login: SipLogin, onAgain?: () => void): Promise<Reply> {
    for (let tries = 1; ; tries++) {
      const reply = await this.#askOnce(login.sign(make()), hop, onAgain);
      const isChallenged =
        reply.kind === 'response' && (reply.response.status === 401 || reply.response.status === 407);
      if (!isChallenged || tries === MOST_TRIES || !login.accepts(reply.response)) return reply;
    }
  }

  /** Asks in a dialog, at the first hop that can be reached. */
  async askIn(dialog: Dialog, first: Hop, login: SipLogin, question: Question): Promise<Reply> {
    const { method, headers = [], body = '', onAgain } = question;
    let reply: Reply = { kind: 'silence', why: 'unreachable' };
    for (const hop of await this.hopsOf(dialog, first)) {
      reply = await this.ask(() => dialog.request(method, headers, body), hop, login, onAgain);
      if (reply.kind === 'response' || reply.why === 'timeout') return reply;
    }
    return reply;
  }

  /** Acknowledges a 2xx. */
  async acknowledge(dialog: Dialog, first: Hop, ack: SipRequest): Promise<void> {
    const [hop] = await this.hopsOf(dialog, first);
    if (hop) this.stack.acknowledge(ack, hop, await this.stack.localTo(hop));
  }

  async #askOnce(request: SipRequest, hop: Hop, onAgain: () => void = () => {}): Promise<Reply> {
    const local = await this.stack.localTo(hop).catch(() => undefined);
    if (local === undefined) return { kind: 'silence', why: 'unreachable' };
    return new Promise((answer) => {
      let isAnswered = false;
      this.stack.ask(request, hop, local, {
        onResponse: (response) => {
          if (response.status < 200) return;
          if (isAnswered) onAgain();
          isAnswered = true;
          answer({ kind: 'response', response });
        },
        onSilence: (why) => answer({ kind: 'silence', why }),
      });
    });
  }

  #take(incoming: IncomingRequest): void {
    const { request } = incoming;
    const unknown = headerList(request, 'require').filter((word) => !extensions.includes(word.toLowerCase()));
    if (unknown.length > 0) {
      incoming.respond(420, 'Bad Extension', { headers: [['unsupported', unknown.join(', ')]] });
      return;
    }
    const owner = this.#owners.get(ownKey(request));
    if (owner) owner.onRequest(incoming);
    else this.#takeStray(incoming);
  }

  #takeStray(incoming: IncomingRequest): void {
    const { request, respond } = incoming;
    const tag = this.random.token();
    if (request.method === 'OPTIONS')
      respond(200, 'OK', { tag, headers: [...this.about, ['accept', 'application/sdp']] });
    else if (tagOf(header(request, 'to')) !== undefined || inDialog.has(request.method))
      respond(481, 'Call/Transaction Does Not Exist', { tag });
    else if (request.method === 'INVITE' && this.#onInvite) this.#onInvite(incoming);
    else if (request.method === 'INVITE') respond(480, 'Temporarily Unavailable', { tag });
    else respond(405, 'Method Not Allowed', { tag, headers: [['allow', methods]] });
  }
}

/** Make sense only in a dialog. */
const inDialog: ReadonlySet<string> = new Set(['BYE', 'UPDATE', 'PRACK', 'INFO', 'NOTIFY']);

const ownKey = (request: SipRequest): string =>
  `${header(request, 'call-id')} ${tagOf(header(request, 'to')) ?? ''}`;
