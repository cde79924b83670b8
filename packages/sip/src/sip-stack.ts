import { bracketed, readVia } from './sip-address.ts';
import type { SipHeader, SipMessage, SipRequest, SipResponse } from './sip-message.ts';
import { cseqOf, header, headerList, isRequest, readMessage, writeMessage } from './sip-message.ts';
import type { SipRandom } from './sip-random.ts';
import type { SipTime } from './sip-time.ts';
import { type TraceListener, traceOf } from './sip-trace.ts';
import { Transaction, type TransactionDeed, type TransactionEvent } from './sip-transaction.ts';
import {
  type Hop,
  isReliable,
  type LocalAddress,
  type SipTransport,
  type TransportKind,
} from './sip-transport.ts';

export interface StackParts {
  /** More may be added later. */
  readonly transports: readonly SipTransport[];
  readonly time: SipTime;
  readonly random: SipRandom;
  /** The address where the far end reaches us, if it is not the address of this machine. */
  readonly publicHost?: string | undefined;
  /** Receives every message that is sent or arrives. */
  readonly onMessage?: TraceListener | undefined;
}

/** The sender of a request receives its result. */
export interface Asker {
  onResponse(response: SipResponse): void;
  /** `timeout`: nobody answered. `unreachable`: it could not be sent. */
  onSilence(why: 'timeout' | 'unreachable'): void;
}

export interface Asked {
  /** As it went out. */
  readonly request: SipRequest;
}

/** A request from the far end that wants an answer. */
export interface IncomingRequest {
  readonly request: SipRequest;
  readonly from: Hop;
  respond(status: number, reason: string, more?: Answer): void;
  /** Called when they cancel before it was answered. There is one listener. */
  onCancel(listener: () => void): void;
}

export interface Answer {
  readonly headers?: readonly SipHeader[];
  readonly body?: string;
  /** Ours in this dialog; put into To where there is none. */
  readonly tag?: string;
}

/** An ACK wants none. */
export type RequestListener = (incoming: IncomingRequest) => void;
export type AckListener = (ack: SipRequest) => void;

/** Beyond this, new requests get no response, so that a flood does not disturb existing calls. */
const MOST_TRANSACTIONS = 20_000;
const MOST_LOCALS = 1000;

/** Joins transports and transactions: sends requests, receives responses, and passes on incoming requests. */
export class SipStack {
  readonly #parts: StackParts;
  readonly #transports: SipTransport[] = [];
  readonly #asked = new Map<string, { transaction: Transaction; hear: (response: SipResponse) => void }>();
  readonly #answering = new Map<string, { transaction: Transaction; cancel: () => void }>();
  /** Where a host reached us last. */
  readonly #locals = new Map<string, LocalAddress>();
  readonly #acknowledged = new WeakMap<SipRequest, string>();
  #onRequest: RequestListener = ({ respond }) => respond(503, 'Service Unavailable');
  #onAck: AckListener = () => undefined;

  constructor(parts: StackParts) {
    this.#parts = parts;
    for (const transport of parts.transports) this.add(transport);
  }

  add(transport: SipTransport): void {
    this.#transports.push(transport);
    transport.onPacket((bytes, from) => this.#take(transport, bytes, from));
  }

  get transactions(): number {
    return this.#asked.size + this.#answering.size;
  }

  onRequest(listener: RequestListener): void {
    this.#onRequest = listener;
  }

  onAck(listener: AckListener): void {
    this.#onAck = listener;
  }

  async close(): Promise<void> {
    for (const { transaction } of [...this.#asked.values()]) transaction.drop();
    for (const { transaction } of [...this.#answering.values()]) transaction.drop();
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }

  /** Where that hop reaches us. Rejects when there is no way to it. */
  async localTo(hop: Hop): Promise<LocalAddress> {
    const local = await this.#transport(hop.transport).localTo(hop);
    const own = this.#parts.publicHost === undefined ? local : { ...local, host: this.#parts.publicHost };
    if (this.#locals.size >= MOST_LOCALS) this.#locals.clear();
    this.#locals.set(`${hop.transport} ${hop.host}`, own);
    return own;
  }

  carries(kind: TransportKind): boolean {
    return this.#transports.some((transport) => transport.kind === kind);
  }

  /** Sends a request to a hop that `localTo` has found a way to; `branch` only to cancel or acknowledge another. */
  ask(request: SipRequest, hop: Hop, local: LocalAddress, asker: Asker, branch?: string): Asked {
    const sent = withVia(request, hop, local, branch ?? this.#branch());
    const key = clientKey(sent);
    let last: SipResponse | undefined;
    const transaction: Transaction = new Transaction(
      request.method === 'INVITE' ? 'INVITE client' : 'client',
      {
        time: this.#parts.time,
        isReliable: isReliable(hop.transport),
        perform: (deed) => perform(deed),
        onEnd: () => this.#asked.delete(key),
      },
    );
    const transmit = (message: SipMessage) =>
      this.#send(message, hop).catch(() => transaction.take('unsendable'));
    const deeds: Readonly<Record<TransactionDeed, () => void>> = {
      send: () => transmit(sent),
      ack: () => transmit(acknowledging(sent, last as SipResponse)),
      tell: () => asker.onResponse(last as SipResponse),
      'give up': () => asker.onSilence('timeout'),
      fail: () => asker.onSilence('unreachable'),
    };
    const perform = (deed: TransactionDeed) => deeds[deed]();
    const hear = (response: SipResponse) => {
      last = response;
      transaction.take(classOf(response.status));
    };
    this.#asked.set(key, { transaction, hear });
    transmit(sent);
    return { request: sent };
  }

  /** An ACK of a 2xx: nobody answers it. Sent again it is the same in every letter (RFC 3261, section 13.2.2.4). */
  acknowledge(ack: SipRequest, hop: Hop, local: LocalAddress): void {
    const branch = this.#acknowledged.get(ack) ?? this.#branch();
    this.#acknowledged.set(ack, branch);
    this.#send(withVia(ack, hop, local, branch), hop).catch(() => undefined);
  }

  #branch(): string {
    return `z9hG4bK${this.#parts.random.token()}`;
  }

  #transport(kind: TransportKind): SipTransport {
    const found = this.#transports.find((transport) => transport.kind === kind);
    if (!found) throw new Error(`There is no way to send over ${kind}`);
    return found;
  }

  async #send(message: SipMessage, hop: Hop): Promise<void> {
    await this.#sendOver(this.#transport(hop.transport), message, hop);
  }

  #sendOver(transport: SipTransport, message: SipMessage, hop: Hop): Promise<void> {
    const text = writeMessage(message);
    this.#trace('SENT', message, () => text, hop);
    return transport.send(text, hop);
  }

  #trace(direction: 'SENT' | 'RECEIVED', message: SipMessage, text: () => string, hop: Hop): void {
    const { onMessage } = this.#parts;
    if (onMessage === undefined) return;
    const local = this.#locals.get(`${hop.transport} ${hop.host}`) ?? null;
    onMessage(traceOf(direction, message, text(), hop, local));
  }

  #take(transport: SipTransport, bytes: Buffer, from: Hop): void {
    const reading = readMessage(bytes);
    if (reading.kind === 'garbage') return;
    const { message } = reading;
    this.#trace('RECEIVED', message, () => bytes.toString(), from);
    if (!isRequest(message)) this.#asked.get(clientKey(message))?.hear(message);
    else this.#takeRequest(transport, message, from);
  }

  #takeRequest(transport: SipTransport, request: SipRequest, from: Hop): void {
    const key = serverKey(request);
    const known = this.#answering.get(key)?.transaction;
    if (request.method === 'ACK') {
      // Of a failure it has the branch of the INVITE; of a 2xx its own, and belongs to the dialog.
      if (known) known.take('ACK');
      if (known?.state !== 'confirmed') this.#onAck(request);
      return;
    }
    if (known) known.take('request');
    else if (this.transactions < MOST_TRANSACTIONS) this.#answer(transport, request, from, key);
  }

  #answer(transport: SipTransport, request: SipRequest, from: Hop, key: string): void {
    const back = wayBack(request, from);
    let last: SipResponse | undefined;
    const perform = (deed: TransactionDeed) => {
      if (deed === 'send' && last) this.#sendOver(transport, last, back).catch(() => undefined);
    };
    const transaction = new Transaction(request.method === 'INVITE' ? 'INVITE server' : 'server', {
      time: this.#parts.time,
      isReliable: isReliable(transport.kind),
      perform,
      onEnd: () => this.#answering.delete(key),
    });
    const answering = { transaction, cancel: () => {} };
    this.#answering.set(key, answering);
    const respond = (status: number, reason: string, more: Answer = {}) => {
      last = responseTo(request, from, status, reason, more);
      transaction.take(classOf(status));
    };
    if (request.method === 'CANCEL') {
      const invited = this.#answering.get(serverKey({ ...request, method: 'INVITE' }));
      respond(invited ? 200 : 481, invited ? 'OK' : 'Call/Transaction Does Not Exist');
      invited?.cancel();
    } else {
      const onCancel = (listener: () => void) => {
        answering.cancel = listener;
      };
      this.#onRequest({ request, from, respond, onCancel });
    }
  }
}

const classOf = (status: number): TransactionEvent =>
  status < 200 ? '1xx' : status < 300 ? '2xx' : 'failure';

const branchOf = (message: SipMessage): string => {
  const top = headerList(message, 'via')[0] ?? '';
  return readVia(top)?.params.get('branch') || top;
};

const clientKey = (message: SipMessage): string => `${branchOf(message)} ${cseqOf(message).method}`;

const serverKey = (request: SipRequest): string => {
  const { host = '', port = null } = readVia(headerList(request, 'via')[0] ?? '') ?? {};
  const method = request.method === 'ACK' ? 'INVITE' : request.method;
  return [branchOf(request), host, port, method, header(request, 'call-id')].join(' ');
};

function withVia(request: SipRequest, hop: Hop, { host, port }: LocalAddress, branch: string): SipRequest {
  const via = `SIP/2.0/${hop.transport.toUpperCase()} ${bracketed(host)}:${port};rport;branch=${branch}`;
  return { ...request, headers: [['via', via], ...request.headers.filter(([name]) => name !== 'via')] };
}

/** Of a failure: with everything as in the INVITE, and To as in the response (RFC 3261, section 17.1.1.3). */
const acknowledging = (invite: SipRequest, response: SipResponse): SipRequest => ({
  method: 'ACK',
  uri: invite.uri,
  headers: [
    ...invite.headers.filter(([name]) => ['via', 'from', 'call-id', 'route', 'max-forwards'].includes(name)),
    ['to', header(response, 'to') ?? ''],
    ['cseq', `${cseqOf(invite).number} ACK`],
  ],
  body: '',
});

/** On UDP to where it came from, by the port that they ask for (RFC 3581). */
function wayBack(request: SipRequest, from: Hop): Hop {
  if (from.transport !== 'udp') return from;
  const via = readVia(headerList(request, 'via')[0] ?? '');
  return via === undefined || via.params.has('rport') ? from : { ...from, port: via.port ?? 5060 };
}

function responseTo(
  request: SipRequest,
  from: Hop,
  status: number,
  reason: string,
  { headers = [], body = '', tag }: Answer,
): SipResponse {
  const [top = '', ...vias] = headerList(request, 'via');
  const seen = `;received=${from.host}`;
  const via = /;\s*rport(?=\s*(;|$))/i.test(top)
    ? `${top.replace(/;\s*rport(?=\s*(;|$))/i, `;rport=${from.port}`)}${seen}`
    : `${top}${seen}`;
  const to = header(request, 'to') ?? '';
  const tagged =
    tag === undefined || /;\s*tag\s*=/i.test(to.slice(to.lastIndexOf('>') + 1)) ? to : `${to};tag=${tag}`;
  return {
    status,
    reason,
    headers: [
      ['via', via],
      ...vias.map((value): SipHeader => ['via', value]),
      ...request.headers.filter(([name]) => ['from', 'call-id', 'cseq', 'record-route'].includes(name)),
      ['to', tagged],
      ...headers,
    ],
    body,
  };
}
