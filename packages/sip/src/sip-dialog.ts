import { readAddress, readUri, tagOf } from './sip-address.ts';
import {
  cseqOf,
  header,
  headerList,
  type SipHeader,
  type SipRequest,
  type SipResponse,
} from './sip-message.ts';

interface DialogEnds {
  readonly callId: string;
  /** The From and To of our requests. */
  readonly us: string;
  readonly them: string;
  readonly contact: string;
  readonly routes: readonly string[];
  readonly target: string;
  readonly cseq: number;
  readonly remoteCseq: number;
}

/** The dialog state that both ends of a call share (RFC 3261, section 12). */
export class Dialog {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string | undefined;
  readonly #from: string;
  readonly #to: string;
  readonly #contact: string;
  readonly #routes: readonly string[];
  #target: string;
  #cseq: number;
  #remoteCseq: number;

  private constructor(ends: DialogEnds) {
    this.callId = ends.callId;
    this.#from = ends.us;
    this.localTag = tagOf(ends.us) ?? '';
    this.#to = ends.them;
    this.remoteTag = tagOf(ends.them);
    this.#contact = ends.contact;
    this.#routes = ends.routes;
    this.#target = ends.target;
    this.#cseq = ends.cseq;
    this.#remoteCseq = ends.remoteCseq;
  }

  /** As the caller sees it. */
  static placed(invite: SipRequest, response: SipResponse): Dialog {
    return new Dialog({
      callId: header(invite, 'call-id') ?? '',
      us: header(invite, 'from') ?? '',
      them: header(response, 'to') ?? '',
      contact: header(invite, 'contact') ?? '',
      routes: headerList(response, 'record-route').reverse(),
      target: contactOf(response) ?? invite.uri,
      cseq: cseqOf(invite).number,
      remoteCseq: -1,
    });
  }

  /** As the called side sees it. */
  static arrived(invite: SipRequest, tag: string, contact: string): Dialog {
    const from = header(invite, 'from') ?? '';
    return new Dialog({
      callId: header(invite, 'call-id') ?? '',
      us: `${header(invite, 'to') ?? ''};tag=${tag}`,
      them: from,
      contact,
      routes: headerList(invite, 'record-route'),
      target: contactOf(invite) ?? readAddress(from)?.uri ?? '',
      cseq: 0,
      remoteCseq: cseqOf(invite).number,
    });
  }

  /** Where requests go first. */
  get nextHop(): string {
    return readAddress(this.#routes[0] ?? '')?.uri ?? this.#target;
  }

  /** The next request. An ACK has the number of what it acknowledges. */
  request(method: string, headers: readonly SipHeader[] = [], body = ''): SipRequest {
    this.#cseq += 1;
    return this.#request(method, this.#cseq, headers, body);
  }

  ack(cseq: number, body = ''): SipRequest {
    return this.#request('ACK', cseq, body === '' ? [] : [['content-type', 'application/sdp']], body);
  }

  /** False for a request that is older than an earlier one. */
  takes(request: SipRequest): boolean {
    const { number } = cseqOf(request);
    if (number < this.#remoteCseq) return false;
    this.#remoteCseq = number;
    return true;
  }

  /** Updates the address of the far end: re-INVITE, UPDATE and responses to ours carry it. */
  follow(message: SipRequest | SipResponse): void {
    this.#target = contactOf(message) ?? this.#target;
  }

  /** Names this dialog to whoever is to take our place in it (RFC 3891), and where they find the far end. */
  get replaced(): { readonly target: string; readonly replaces: string } {
    const replaces = `${this.callId};to-tag=${this.remoteTag ?? ''};from-tag=${this.localTag}`;
    return { target: this.#target, replaces };
  }

  get contact(): string {
    return this.#contact;
  }

  #request(method: string, cseq: number, headers: readonly SipHeader[], body: string): SipRequest {
    const [first] = this.#routes;
    // A router from before loose routing takes its own address as the target (section 12.2.1.1).
    const strict = first === undefined || isLoose(first) ? undefined : readAddress(first)?.uri;
    const routes = strict === undefined ? this.#routes : [...this.#routes.slice(1), `<${this.#target}>`];
    return {
      method,
      uri: strict ?? this.#target,
      headers: [
        ['max-forwards', '70'],
        ['from', this.#from],
        ['to', this.#to],
        ['call-id', this.callId],
        ['cseq', `${cseq} ${method}`],
        ...(method === 'ACK' || method === 'BYE' ? [] : [['contact', this.#contact] as const]),
        ...routes.map((route): SipHeader => ['route', route]),
        ...headers,
      ],
      body,
    };
  }
}

const isLoose = (route: string): boolean => readUri(readAddress(route)?.uri ?? '')?.params.has('lr') ?? true;

function contactOf(message: SipRequest | SipResponse): string | undefined {
  const uri = readAddress(headerList(message, 'contact')[0] ?? '')?.uri;
  return uri !== undefined && readUri(uri)?.host ? uri : undefined;
}
