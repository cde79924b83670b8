import { header } from './sip-message.ts';
import type { IncomingRequest } from './sip-stack.ts';
import type { SipTime } from './sip-time.ts';
import type { Reply } from './sip-user-agent.ts';

/**
 * A call that is being passed on by REFER (RFC 3515): they say whether they will try, and then how far they are, as
 * a piece of the response that the other number gave.
 */
export class Transfer {
  /** Whether the other number took it. */
  readonly result: Promise<boolean>;
  readonly #settle: (isTaken: boolean) => void;
  #isAccepted = false;
  #hasRung = false;

  constructor(time: SipTime, limitMs: number) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const callOff = time.after(limitMs, () => resolve(false));
    this.result = promise.finally(callOff);
    this.#settle = resolve;
  }

  onReply(reply: Reply): void {
    if (reply.kind === 'silence' || reply.response.status >= 300) {
      this.#settle(false);
      return;
    }
    this.#isAccepted = true;
    // They will not tell how it goes (RFC 4488): that they took it is all that there is to know.
    if (header(reply.response, 'refer-sub')?.toLowerCase() === 'false') this.#settle(true);
  }

  onNotify({ request, respond }: IncomingRequest): void {
    respond(200, 'OK');
    const status = Number(/^\s*SIP\/2\.0\s+(\d{3})/i.exec(request.body)?.[1] ?? 0);
    const isOver = /^\s*terminated/i.test(header(request, 'subscription-state') ?? '');
    if (status >= 300) this.#settle(false);
    else if (status >= 200) this.#settle(true);
    else if (status >= 180) this.#hasRung = true;
    if (isOver && status < 200) this.#settle(false);
  }

  /**
   * They hung up. Some networks do so as soon as they have taken the call over, without a word; one that has told
   * us of the ringing would have told of the answer too, so that then the contact has left.
   */
  onLeft(): void {
    this.#settle(this.#isAccepted && !this.#hasRung);
  }
}
