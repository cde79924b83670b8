import { type MediaSession, withinRules } from './media-session.ts';
import { bracketed, tagOf } from './sip-address.ts';
import { SipCall } from './sip-call.ts';
import { Dialog } from './sip-dialog.ts';
import type { SipLogin } from './sip-digest.ts';
import {
  cseqOf,
  header,
  headerList,
  lists,
  type Refusal,
  type SipHeader,
  type SipRequest,
  type SipResponse,
} from './sip-message.ts';
import { causeOf } from './sip-reason.ts';
import { agreeOn, describe, type Origin } from './sip-sdp.ts';
import { leastSecondsOf, sessionHeaders } from './sip-session-timer.ts';
import type { IncomingRequest } from './sip-stack.ts';
import type { TransferMode } from './sip-transfer.ts';
import type { Hop, LocalAddress } from './sip-transport.ts';
import type { DialogOwner, SipUserAgent } from './sip-user-agent.ts';

export interface InvitationOrder extends InviteOrder {
  readonly login: SipLogin;
  readonly session: MediaSession;
  readonly sessionSeconds: number;
  readonly transfer?: TransferMode | undefined;
  /** At each provisional response from 180 on. */
  readonly onRinging: (status: number) => void;
  /** Receives the Call-ID before anything is sent. */
  readonly onCallId?: ((callId: string) => void) | undefined;
}

export type InvitationEnd =
  | { readonly kind: 'answered'; readonly call: SipCall }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly retryAfterMs: number | null;
      /** Where a 3xx sends the call. */
      readonly contacts: readonly string[];
    }
  /** There was no response at all: another hop may be tried. */
  | { readonly kind: 'silent'; readonly why: 'timeout' | 'unreachable' }
  /** Cancelled by us; `code` is the response to the cancellation. `mayHaveRung`: it reached a telephone, perhaps too late. */
  | { readonly kind: 'cancelled'; readonly code: string; readonly mayHaveRung: boolean }
  /** The call was answered without a common codec. */
  | { readonly kind: 'unusable'; readonly why: string };

/** Whom to call, and as whom. */
interface InviteOrder {
  readonly hop: Hop;
  readonly local: LocalAddress;
  /** The SIP URI of a number. */
  readonly uriOf: (number: string) => string;
  readonly to: string;
  /** Where the call is sent, if not to the address of the number: after a 3xx. */
  readonly uri?: string;
  /** The caller's address that the contact sees, without a tag. */
  readonly from: string;
  /** The user of Contact; absent: that of `from`. */
  readonly contactUser?: string;
  readonly headers: readonly SipHeader[];
}

/**
 * A working server responds within 200 ms. After four requests without a response it counts as down; the half minute
 * of RFC 3261 would be longer than a telephone rings.
 */
const FIRST_WORD_MS = 6000;

/** How long the response to a CANCEL may take. */
const CANCEL_MS = 4000;

const MOST_TRIES = 6;

/** Telephones that one call makes ring at once. */
const MOST_DIALOGS = 20;

const LINGER_MS = 32_000;

/** One call that is being placed at one hop, from INVITE to its end. */
export class Invitation implements DialogOwner {
  readonly end: Promise<InvitationEnd>;
  readonly #agent: SipUserAgent;
  readonly #order: InvitationOrder;
  readonly #callId: string;
  readonly #from: string;
  readonly #origin: Origin;
  readonly #disown: () => void;
  readonly #resolve: (end: InvitationEnd) => void;
  #callOffWaiting = () => {};
  #sent: SipRequest | undefined;
  #cseq = 0;
  #tries = 0;
  #sessionSeconds: number;
  #hasWord = false;
  #isCancelled = false;
  #isCancelSent = false;
  #isOver = false;
  #mayHaveRung = false;
  #hasEarlySound = false;
  /** As agreed on last. */
  #isHeld = false;
  #lastRseq = 0;
  readonly #dialogs = new Map<string | undefined, Dialog>();
  readonly #unwanted = new Set<string | undefined>();
  #call: { readonly tag: string | undefined; readonly call: SipCall } | undefined;

  constructor(agent: SipUserAgent, order: InvitationOrder) {
    this.#agent = agent;
    this.#order = order;
    this.#sessionSeconds = order.sessionSeconds;
    const tag = agent.random.token();
    this.#callId = `${agent.random.token()}${agent.random.token()}`;
    this.#from = `${order.from};tag=${tag}`;
    this.#origin = {
      host: order.local.host,
      sessionId: Number.parseInt(agent.random.token().slice(0, 8), 16),
      version: 1,
    };
    const { promise, resolve } = Promise.withResolvers<InvitationEnd>();
    this.end = promise;
    this.#resolve = resolve;
    this.#disown = agent.adopt(this.#callId, tag, this);
    order.onCallId?.(this.#callId);
    this.#invite();
  }

  /** Cancels the call; `end` has the outcome. */
  cancel(): void {
    if (this.#isOver || this.#isCancelled) return;
    this.#isCancelled = true;
    this.#callOffWaiting();
    this.#callOffWaiting = this.#agent.time.after(CANCEL_MS, () =>
      this.#finishCancelled('no response to the cancellation'),
    );
    this.#sendCancel();
  }

  onRequest({ request, respond }: IncomingRequest): void {
    if (request.method === 'BYE') {
      // Before the answer: the INVITE is still answered, with a failure.
      respond(200, 'OK');
      this.#mayHaveRung = true;
      this.cancel();
    } else if (request.method === 'UPDATE' || request.method === 'INVITE') respond(491, 'Request Pending');
    else respond(200, 'OK');
  }

  onAck(): void {}

  #invite(): void {
    const { hop, local, login, session } = this.#order;
    this.#cseq += 1;
    this.#tries += 1;
    // What was said to the one before counts no more.
    this.#hasWord = false;
    this.#lastRseq = 0;
    this.#dialogs.clear();
    this.#callOffWaiting();
    // If it is there after all, and makes a telephone ring, that is called off.
    this.#callOffWaiting = this.#agent.time.after(FIRST_WORD_MS, () =>
      this.#finish({ kind: 'silent', why: 'timeout' }),
    );
    const request = inviteRequest({
      order: this.#order,
      from: this.#from,
      callId: this.#callId,
      cseq: this.#cseq,
      about: [...sessionHeaders(this.#sessionSeconds, 'uac'), ...this.#agent.about],
      body: describe(session.local, this.#origin),
    });
    const asker = {
      onResponse: (response: SipResponse) => this.#hear(response),
      onSilence: (why: 'timeout' | 'unreachable') => this.#finish({ kind: 'silent', why }),
    };
    this.#sent = this.#agent.stack.ask(login.sign(request), hop, local, asker).request;
  }

  #hear(response: SipResponse): void {
    const isCurrent = cseqOf(response).number === this.#cseq;
    if (!this.#isCancelled && !this.#isOver) this.#callOffWaiting();
    this.#hasWord = true;
    if (response.status >= 200 && response.status < 300) this.#takeAnswer(response);
    else if (isCurrent && response.status < 200) this.#takeProvisional(response);
    else if (isCurrent) this.#takeFailure(response);
  }

  #takeProvisional(response: SipResponse): void {
    this.#mayHaveRung ||= response.status >= 180;
    if (this.#isOver || this.#isCancelled) {
      this.#sendCancel();
      return;
    }
    if (response.status > 100 && lists(response, 'require', '100rel')) this.#confirm(response);
    if (response.body !== '') this.#acceptSound(response.body);
    if (response.status >= 180) this.#order.onRinging(response.status);
  }

  /** Says that a provisional response has come (RFC 3262). */
  #confirm(response: SipResponse): void {
    const rseq = Number(/^\d{1,10}$/.exec(header(response, 'rseq') ?? '')?.[0] ?? 0);
    if (rseq <= this.#lastRseq || this.#sent === undefined) return;
    this.#lastRseq = rseq;
    const dialog = this.#dialogOf(response);
    const headers: SipHeader[] = [['rack', `${rseq} ${this.#cseq} INVITE`]];
    void this.#agent.askIn(dialog, this.#order.hop, this.#order.login, { method: 'PRACK', headers });
  }

  #takeAnswer(response: SipResponse): void {
    const tag = tagOf(header(response, 'to'));
    if (this.#call && this.#call.tag === tag) {
      this.#call.call.acknowledge();
      return;
    }
    if (this.#unwanted.has(tag)) {
      this.#acknowledge(response);
      return;
    }
    const isWanted = !this.#isOver && !this.#isCancelled;
    const isHeard = response.body === '' ? this.#hasEarlySound : isWanted && this.#acceptSound(response.body);
    if (isWanted && isHeard) {
      const call = this.#makeCall(response);
      this.#call = { tag, call };
      this.#finish({ kind: 'answered', call });
      return;
    }
    // Answered too late, by a second telephone, or without a sound that we understand.
    this.#hangUp(response);
    this.#mayHaveRung = true;
    if (this.#isCancelled) this.#finishCancelled('answered too late');
    else this.#finish({ kind: 'unusable', why: 'they answered without a codec that we support' });
  }

  #takeFailure(response: SipResponse): void {
    const { status, reason } = response;
    const code = `${status} ${reason}`.trim();
    if (this.#isCancelled) this.#finishCancelled(code);
    else if (this.#isWorthAnotherTry(response)) this.#invite();
    else {
      const seconds = /^\s*(\d{1,6})/.exec(header(response, 'retry-after') ?? '')?.[1];
      this.#finish({
        kind: 'refused',
        refusal: { status, reason, cause: causeOf(response) },
        retryAfterMs: seconds === undefined ? null : Number(seconds) * 1000,
        contacts: headerList(response, 'contact'),
      });
    }
  }

  #isWorthAnotherTry(response: SipResponse): boolean {
    if (this.#isOver || this.#tries >= MOST_TRIES) return false;
    if (response.status === 401 || response.status === 407) return this.#order.login.accepts(response);
    const least = response.status === 422 ? leastSecondsOf(response) : undefined;
    if (least === undefined || least <= this.#sessionSeconds) return false;
    this.#sessionSeconds = least;
    return true;
  }

  #acceptSound(description: string): boolean {
    const { session, hop } = this.#order;
    const agreement = agreeOn(description, session.local);
    if (agreement.kind === 'refused') return false;
    session.accept(withinRules(agreement.agreed, hop));
    this.#hasEarlySound = true;
    this.#isHeld = !agreement.agreed.mayWeSend;
    return true;
  }

  #makeCall(response: SipResponse): SipCall {
    const { hop, login, session, uriOf, transfer } = this.#order;
    const dialog = this.#dialogOf(response);
    const [origin, sessionSeconds] = [this.#origin, this.#sessionSeconds];
    const call = new SipCall({
      agent: this.#agent,
      dialog,
      hop,
      login,
      session,
      origin,
      uriOf,
      sessionSeconds,
      transfer,
      isHeld: this.#isHeld,
    });
    call.begin(response);
    return call;
  }

  /** Each telephone that rings has a dialog of its own, from its first word on: what is asked in it is counted. */
  #dialogOf(response: SipResponse): Dialog {
    const tag = tagOf(header(response, 'to'));
    const known = this.#dialogs.get(tag);
    known?.follow(response);
    const dialog = known ?? Dialog.placed(this.#sent as SipRequest, response);
    if (this.#dialogs.size < MOST_DIALOGS) this.#dialogs.set(tag, dialog);
    return dialog;
  }

  #hangUp(response: SipResponse): void {
    const { hop, login } = this.#order;
    if (this.#unwanted.size < MOST_DIALOGS) this.#unwanted.add(tagOf(header(response, 'to')));
    this.#acknowledge(response);
    void this.#agent.askIn(this.#dialogOf(response), hop, login, { method: 'BYE' });
  }

  #acknowledge(response: SipResponse): void {
    const dialog = this.#dialogOf(response);
    const ack = dialog.ack(cseqOf(response).number);
    this.#agent.acknowledge(dialog, this.#order.hop, ack).catch(() => undefined);
  }

  /** Only once they have said something: before, they may not know what is called off (section 9.1). */
  #sendCancel(): void {
    if (!this.#hasWord || this.#isCancelSent || this.#sent === undefined) return;
    this.#isCancelSent = true;
    const { hop, local } = this.#order;
    const { cancel, branch } = cancelOf(this.#sent);
    const asker = { onResponse: () => undefined, onSilence: () => undefined };
    this.#agent.stack.ask(cancel, hop, local, asker, branch);
  }

  #finishCancelled(code: string): void {
    this.#finish({ kind: 'cancelled', code, mayHaveRung: this.#mayHaveRung });
  }

  #finish(end: InvitationEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#callOffWaiting();
    if (end.kind !== 'answered') this.#agent.time.after(LINGER_MS, this.#disown);
    this.#resolve(end);
  }
}

export interface InviteParts {
  readonly order: InviteOrder;
  /** The caller's address with our tag. */
  readonly from: string;
  readonly callId: string;
  readonly cseq: number;
  readonly about: readonly SipHeader[];
  readonly body: string;
}

function inviteRequest({ order, from, callId, cseq, about, body }: InviteParts): SipRequest {
  return {
    method: 'INVITE',
    uri: order.uri ?? order.uriOf(order.to),
    headers: [
      ['max-forwards', '70'],
      ['from', from],
      ['to', `<${order.uriOf(order.to)}>`],
      ['call-id', callId],
      ['cseq', `${cseq} INVITE`],
      [
        'contact',
        contactAt(order.contactUser ?? /^<sips?:([^@>]+)@/.exec(order.from)?.[1], order.hop, order.local),
      ],
      ...about,
      ...order.headers,
      ['content-type', 'application/sdp'],
    ],
    body,
  };
}

/** The Contact header: where we are reached for the rest of the call. */
export function contactAt(user: string | undefined, hop: Hop, local: LocalAddress): string {
  const transport = hop.transport === 'udp' ? '' : `;transport=${hop.transport}`;
  const place = `${bracketed(local.host)}:${local.port}${transport}`;
  return user === undefined ? `<sip:${place}>` : `<sip:${user}@${place}>`;
}

const kept: readonly string[] = ['max-forwards', 'from', 'to', 'call-id', 'route'];

/** The CANCEL of an INVITE, with the same headers and branch (RFC 3261, section 9.1). */
function cancelOf(invite: SipRequest): { cancel: SipRequest; branch: string | undefined } {
  const branch = /;branch=([^;]+)/.exec(header(invite, 'via') ?? '')?.[1];
  const headers: SipHeader[] = [
    ...invite.headers.filter(([name]) => kept.includes(name)),
    ['cseq', `${cseqOf(invite).number} CANCEL`],
  ];
  return { cancel: { method: 'CANCEL', uri: invite.uri, headers, body: '' }, branch };
}
