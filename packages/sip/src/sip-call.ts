import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { KeyReports } from './key-reports.ts';
import { type CallQuality, qualityOf } from './media/call-quality.ts';
import { type AgreedMedia, type AudioGap, type MediaSession, withinRules } from './media-session.ts';
import type { Dialog } from './sip-dialog.ts';
import type { SipLogin } from './sip-digest.ts';
import { cseqOf, header, lists, type SipHeader, type SipRequest, type SipResponse } from './sip-message.ts';
import { networkFailureIn } from './sip-reason.ts';
import { agreeOn, answerTo, describe, type Origin } from './sip-sdp.ts';
import {
  hasTimers,
  type SessionTerms,
  SessionTimer,
  sessionHeaders,
  sessionTermsOf,
} from './sip-session-timer.ts';
import type { IncomingRequest } from './sip-stack.ts';
import { inTime } from './sip-time.ts';
import { AnswerRepeater } from './sip-transaction.ts';
import { Transfer, type TransferEnd, type TransferMode } from './sip-transfer.ts';
import type { Hop } from './sip-transport.ts';
import { type DialogOwner, methods, type Question, type Reply, type SipUserAgent } from './sip-user-agent.ts';

export interface CallParts {
  readonly agent: SipUserAgent;
  readonly dialog: Dialog;
  readonly hop: Hop;
  readonly login: SipLogin;
  readonly session: MediaSession;
  readonly origin: Origin;
  /** The SIP URI of a number, for a transfer. */
  readonly uriOf: (number: string) => string;
  readonly sessionSeconds: number;
  readonly transfer?: TransferMode | undefined;
  /** Whoever answered put us on hold with the answer. */
  readonly isHeld?: boolean;
}

export interface EndedQuality extends CallQuality {
  /** The server that the call went over: whose reports they are. */
  readonly reportedBy: string;
  /** The network ended the call: nothing came any more, or see `cutOffBy`. */
  readonly isCutOff: boolean;
  /** What the BYE said that ended it, or that signalling timed out. */
  readonly cutOffBy?: string;
  /** A transfer failed, and the network had let go of them for it. */
  readonly wasLetGo: boolean;
}

export type CallEnd = 'we hung up' | 'they hung up' | 'handed over' | 'cut off' | 'timed out' | 'no sound';

/** A transfer may take as long as the other telephone rings, and a little more. */
const TRANSFER_MS = 60_000;
/** Nobody hears that a transfer has failed and hangs up so soon, or is silent from then on: the network has let go of them. */
const LET_GO_MS = 2000;
/** Silence that is long enough to say so. */
const GONE_MS = 4000;
const SDP: SipHeader = ['content-type', 'application/sdp'];

/** A call that was answered, until somebody hangs up. */
export class SipCall implements DialogOwner {
  /** Resolves when the call has ended and all resources are released. */
  readonly ended: Promise<CallEnd>;
  readonly #parts: CallParts;
  readonly #timer: SessionTimer;
  readonly #repeater: AnswerRepeater;
  readonly #disown: () => void;
  readonly #end: (end: CallEnd) => void;
  #leg: AudioLeg | undefined;
  #isHeld: boolean;
  #onHold: (isHeld: boolean) => void = () => {};
  #onDigit: (digit: string) => void = () => {};
  readonly #keyReports: KeyReports;
  #isOver = false;
  #version: number;
  #transfer: Transfer | undefined;
  #endedAtMs = 0;
  /** Why the network ended the call, as its BYE says. */
  #networkFailure: string | undefined;
  #failedAtMs: number | undefined;
  /** Somebody was asked before the transfer: it lets go of nobody until they have answered. */
  #isConsulted = false;
  #isRefreshing = false;
  #canUpdate = false;
  /** Our 200 is not acknowledged yet. */
  #onHeard: (() => void) | undefined;
  /** What applies once it is acknowledged. */
  #agreed: AgreedMedia | undefined;
  #ack: SipRequest | undefined;

  constructor(parts: CallParts) {
    const { agent, dialog, session, origin } = parts;
    this.#parts = parts;
    this.#version = origin.version;
    this.#isHeld = parts.isHeld ?? false;
    this.#keyReports = new KeyReports(() => agent.time.nowMs());
    const { promise, resolve } = Promise.withResolvers<CallEnd>();
    this.ended = promise;
    this.#end = resolve;
    this.#disown = agent.adopt(dialog.callId, dialog.localTag, this);
    this.#timer = new SessionTimer({
      time: agent.time,
      refresh: () => void this.#refresh(),
      expire: () => void this.#leave('timed out'),
    });
    this.#repeater = new AnswerRepeater(agent.time, () => void this.#leave('timed out'));
    session.answered?.();
    session.onStarved(() => void this.#leave('no sound'));
  }

  /** How it sounded, once it has ended; undefined: that is not known. */
  async quality(): Promise<EndedQuality | undefined> {
    const end = await this.ended;
    const counts = await this.#parts.session.counts;
    const cutOffBy = end === 'timed out' ? 'SIP signalling timed out' : this.#networkFailure;
    return counts
      ? {
          ...qualityOf(counts),
          reportedBy: this.#parts.hop.host,
          isCutOff: end === 'no sound' || cutOffBy !== undefined,
          ...(cutOffBy !== undefined && { cutOffBy }),
          wasLetGo: this.#wasLetGo(end, counts.noAudioMs ?? 0),
        }
      : undefined;
  }

  /** Asterisk keeps our side of the call, without anybody on the other. */
  #wasLetGo(end: CallEnd, silentMs: number): boolean {
    if (this.#failedAtMs === undefined) return false;
    const sinceMs = this.#endedAtMs - this.#failedAtMs;
    return (
      ((end === 'they hung up' || end === 'cut off') && sinceMs <= LET_GO_MS) ||
      (silentMs >= GONE_MS && silentMs >= sinceMs - LET_GO_MS)
    );
  }

  /** Called when audio has been missing for some seconds, and when it is there again. */
  onGap(listener: (gap: AudioGap, isOpen: boolean) => void): void {
    this.#parts.session.onGap?.(listener);
  }

  /** To be used once both ends have agreed on the sound. */
  get leg(): AudioLeg {
    this.#leg ??= this.#makeLeg();
    return this.#leg;
  }

  /** They answered our INVITE; that has not been acknowledged yet. */
  begin(answer: SipResponse): void {
    this.#canUpdate = lists(answer, 'allow', 'UPDATE');
    this.#ack = this.#parts.dialog.ack(cseqOf(answer).number);
    this.acknowledge();
    this.#timer.agree(sessionTermsOf(answer, 'uac'));
  }

  /**
   * We answer theirs. Nothing is sent to where they want the sound before they have heard that: anybody can write an
   * address on a packet, and only who is there knows our answer. False: it was over before. Should we die, whoever
   * keeps session timers hangs up.
   */
  async answer(incoming: IncomingRequest): Promise<boolean> {
    const { request } = incoming;
    this.#canUpdate = lists(request, 'allow', 'UPDATE');
    const ours = { seconds: this.#parts.sessionSeconds, isOurs: true };
    const { promise, resolve } = Promise.withResolvers<true>();
    this.#onHeard = () => resolve(true);
    this.#renegotiate(incoming, hasTimers(request) ? ours : undefined);
    return Promise.race([promise, this.ended.then(() => false)]);
  }

  /** Also when the 2xx comes again, because the first ACK was lost. */
  acknowledge(): void {
    const { agent, dialog, hop } = this.#parts;
    if (this.#ack) agent.acknowledge(dialog, hop, this.#ack).catch(() => undefined);
  }

  onRequest(incoming: IncomingRequest): void {
    const { request, respond } = incoming;
    if (!this.#parts.dialog.takes(request)) respond(500, 'Server Internal Error');
    else if (this.#isOver) respond(481, 'Call/Transaction Does Not Exist');
    else this.#answer(incoming);
  }

  onAck(ack: SipRequest): void {
    const waiting = this.#repeater.acknowledged(cseqOf(ack).number);
    if (waiting === undefined) return;
    const isUsable = !waiting.isOffer || this.#accept(ack.body);
    // A call that was never heard is given up; one that was goes on as before.
    if (this.#onHeard && !isUsable) {
      void this.#leave('no sound');
      return;
    }
    this.#onHeard?.();
    this.#onHeard = undefined;
    if (this.#agreed) this.#apply(this.#agreed);
    this.#agreed = undefined;
  }

  #answer(incoming: IncomingRequest): void {
    const { request, respond } = incoming;
    switch (request.method) {
      case 'BYE':
        respond(200, 'OK');
        this.#networkFailure = networkFailureIn(request);
        this.#finish(this.#networkFailure === undefined ? 'they hung up' : 'cut off');
        return;
      case 'INVITE':
      case 'UPDATE':
        this.#renegotiate(incoming);
        return;
      case 'NOTIFY':
        if (this.#transfer) this.#transfer.onNotify(incoming);
        else respond(481, 'Subscription Does Not Exist');
        return;
      case 'INFO': {
        respond(200, 'OK', { headers: this.#parts.agent.about });
        const digit = keyInInfo(request);
        if (digit !== undefined && this.#keyReports.isNew(digit, 'info')) this.#onDigit(digit);
        return;
      }
      case 'OPTIONS':
        respond(200, 'OK', { headers: this.#parts.agent.about });
        return;
      case 'REFER':
        // Whom the call is passed to is decided here.
        respond(603, 'Decline');
        return;
      default:
        respond(405, 'Method Not Allowed', { headers: [['allow', methods]] });
    }
  }

  /** A hold, another address, or only a sign of life. `otherwise` are the terms where they name none. */
  #renegotiate({ request, respond }: IncomingRequest, otherwise?: SessionTerms): void {
    const { dialog, hop, session, origin } = this.#parts;
    // Two that ask for something at the same time would both wait (RFC 3261, section 14.2).
    if (
      (this.#isRefreshing || this.#repeater.hasOffer) &&
      (request.method === 'INVITE' || request.body !== '')
    ) {
      respond(491, 'Request Pending');
      return;
    }
    const terms = sessionTermsOf(request, 'uas') ?? otherwise;
    const headers: SipHeader[] = [
      ['contact', dialog.contact],
      ...this.#parts.agent.about,
      ...(terms
        ? [
            ...sessionHeaders(terms.seconds, terms.isOurs ? 'uas' : 'uac').slice(0, 1),
            ...(hasTimers(request) || !terms.isOurs ? [['require', 'timer'] as const] : []),
          ]
        : []),
    ];
    let body = '';
    if (request.body !== '') {
      const answered = answerTo(request.body, session.local, { ...origin, version: this.#version + 1 });
      if (answered.kind === 'refused') {
        respond(488, 'Not Acceptable Here');
        return;
      }
      this.#version += 1;
      const agreed = withinRules(answered.agreed, hop);
      if (this.#onHeard) this.#agreed = agreed;
      else this.#apply(agreed);
      body = answered.answer;
    } else if (request.method === 'INVITE') {
      // They leave the offer to us, and answer it with their ACK.
      body = describe(session.local, { ...origin, version: ++this.#version });
    }
    dialog.follow(request);
    if (terms) this.#timer.agree(terms);
    const send = () => respond(200, 'OK', { headers: body === '' ? headers : [...headers, SDP], body });
    send();
    if (request.method === 'INVITE') this.#repeater.repeat(cseqOf(request).number, request.body === '', send);
  }

  /** While they hold us they want nothing from us (RFC 6337, 5.3). */
  #apply(agreed: AgreedMedia): void {
    this.#parts.session.accept(agreed);
    if (this.#isHeld === !agreed.mayWeSend) return;
    this.#isHeld = !agreed.mayWeSend;
    this.#onHold(this.#isHeld);
  }

  /** False: nothing in it can be used. */
  #accept(description: string): boolean {
    const { session, hop } = this.#parts;
    const agreement = agreeOn(description, session.local);
    if (agreement.kind !== 'agreed') return false;
    this.#apply(withinRules(agreement.agreed, hop));
    return true;
  }

  /** Refreshes the session, so that the far end knows we are still there. */
  async #refresh(): Promise<void> {
    const { session, origin, sessionSeconds } = this.#parts;
    const headers = sessionHeaders(sessionSeconds, 'uac');
    this.#isRefreshing = true;
    const reply = this.#canUpdate
      ? await this.#ask({ method: 'UPDATE', headers })
      : await this.#ask({
          method: 'INVITE',
          headers: [...headers, SDP],
          body: describe(session.local, { ...origin, version: this.#version }),
          onAgain: () => this.acknowledge(),
        });
    this.#isRefreshing = false;
    if (this.#isOver) return;
    if (reply.kind === 'silence' || reply.response.status === 481 || reply.response.status === 408) {
      await this.#leave('timed out');
      return;
    }
    const { response } = reply;
    if (!this.#canUpdate && response.status < 300) {
      this.#ack = this.#parts.dialog.ack(cseqOf(response).number);
      this.acknowledge();
      this.#accept(response.body);
    }
    if (response.status === 405 || response.status === 501) this.#canUpdate = false;
    this.#timer.agree(
      response.status < 300
        ? sessionTermsOf(response, 'uac')
        : // It was in the way of something else: once more, soon.
          { seconds: 20, isOurs: true },
    );
  }

  #ask(question: Question): Promise<Reply> {
    const { agent, dialog, hop, login } = this.#parts;
    const headers = [...(question.headers ?? []), ...agent.about];
    return agent.askIn(dialog, hop, login, { ...question, headers });
  }

  press(keys: string): void {
    this.#parts.session.press(keys);
  }

  get transferMode(): TransferMode {
    return this.#parts.transfer ?? 'refer';
  }

  /** Asks the network to transfer the call; to somebody whom we have on the line, to take our place there. */
  async pass(to: string, consulted?: SipCall): Promise<TransferEnd> {
    if (this.#isOver || this.#transfer) return 'not taken';
    const transfer = new Transfer(this.#parts.agent.time, TRANSFER_MS);
    this.#transfer = transfer;
    this.#isConsulted = consulted !== undefined;
    const headers: SipHeader[] = [
      ['refer-to', consulted?.referTo ?? `<${this.#parts.uriOf(to)}>`],
      ['referred-by', this.#parts.dialog.contact],
    ];
    this.#ask({ method: 'REFER', headers }).then((reply) => transfer.onReply(reply));
    const end = await transfer.result;
    this.#transfer = undefined;
    if (!this.#isConsulted) this.#failedAtMs = transfer.failedAtMs;
    if (end === 'taken') await this.#leave('handed over');
    return end;
  }

  /** Where somebody else takes our place in this call. */
  get referTo(): string {
    const { target, replaces } = this.#parts.dialog.replaced;
    return `<${target}?Replaces=${encodeURIComponent(replaces)}>`;
  }

  async #leave(end: CallEnd): Promise<void> {
    if (this.#isOver) return;
    this.#finish(end);
    // It is sent again for half a minute; whoever hung up need not wait for somebody who is gone.
    await inTime(this.#ask({ method: 'BYE' }), FAREWELL_MS, this.#parts.agent.time);
  }

  #finish(end: CallEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endedAtMs = this.#parts.agent.time.nowMs();
    if (!this.#isConsulted) this.#failedAtMs = this.#transfer?.failedAtMs ?? this.#failedAtMs;
    this.#timer.stop();
    this.#repeater.stop();
    this.#transfer?.onLeft(cutOff.has(end));
    this.#parts.session.close();
    this.#end(end);
    // A request of theirs may have crossed our BYE, and is still answered for a while.
    this.#parts.agent.time.after(LINGER_MS, this.#disown);
  }

  #makeLeg(): AudioLeg {
    const { sound } = this.#parts.session;
    return {
      rateHz: sound.rateHz,
      onSound: (listener) => sound.onSound(listener),
      onDigit: (listener) => {
        this.#onDigit = listener;
        sound.onDigit((digit) => {
          if (this.#keyReports.isNew(digit, 'media')) listener(digit);
        });
      },
      onHold: (listener) => {
        this.#onHold = listener;
        if (this.#isHeld) listener(true);
      },
      press: (keys) => this.press(keys),
      onLeft: (listener) => void this.ended.then((end) => (ours.has(end) ? undefined : listener())),
      play: (samples) => sound.play(samples),
      playedSamples: () => sound.playedSamples(),
      hush: () => sound.hush(),
      transfer: async (to) => (await this.pass(to)) === 'taken',
      hangUp: () => this.#leave('we hung up'),
    };
  }
}

/** A key that came by INFO, as older systems send it: `Signal=5` with a duration, or the key alone. */
function keyInInfo(request: SipRequest): string | undefined {
  const type = header(request, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  const key =
    type === 'application/dtmf-relay'
      ? /^\s*Signal\s*=\s*([0-9*#A-D]|1[0-5])\s*$/im.exec(request.body)?.[1]
      : type === 'application/dtmf'
        ? /^\s*([0-9*#A-D]|1[0-5])\s*$/i.exec(request.body)?.[1]
        : undefined;
  // Some number all keys: 10 is the star, 11 the hash.
  return key === undefined ? undefined : key.length === 2 ? '*#ABCD'[Number(key) - 10] : key.toUpperCase();
}

const LINGER_MS = 32_000;
const FAREWELL_MS = 2000;
/** Then nobody has left. */
const ours: ReadonlySet<CallEnd> = new Set(['we hung up', 'handed over']);
/** The network failed: nobody hung up. */
const cutOff: ReadonlySet<CallEnd> = new Set(['cut off', 'timed out', 'no sound']);
