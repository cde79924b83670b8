import { readAddress, readUri, tagOf } from './sip-address.ts';
import {
  cseqOf,
  header,
  headerList,
  type SipHeader,
  type SipRequest,
  type SipResponse,
} from './sip-message.ts';

/** What both ends of a call know of each other (RFC 3261, section 12), as the caller sees it. */
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
  #remoteCseq = -1;

  constructor(invite: SipRequest, response: SipResponse) {
    this.callId = header(invite, 'call-id') ?? '';
    this.#from = header(invite, 'from') ?? '';
    this.localTag = tagOf(this.#from) ?? '';
    this.#to = header(response, 'to') ?? '';
    this.remoteTag = tagOf(this.#to);
    this.#contact = header(invite, 'contact') ?? '';
    this.#routes = headerList(response, 'record-route').reverse();
    this.#target = contactOf(response) ?? invite.uri;
    this.#cseq = cseqOf(invite).number;
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

  /** False for one that is older than another before it. */
  takes(request: SipRequest): boolean {
    const { number } = cseqOf(request);
    if (number < this.#remoteCseq) return false;
    this.#remoteCseq = number;
    return true;
  }

  /** They may have moved: told by re-INVITE, UPDATE and the answers to ours. */
  follow(message: SipRequest | SipResponse): void {
    this.#target = contactOf(message) ?? this.#target;
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
