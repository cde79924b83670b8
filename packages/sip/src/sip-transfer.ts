import { header } from './sip-message.ts';
import type { IncomingRequest } from './sip-stack.ts';
import type { SipTime } from './sip-time.ts';
import type { Reply } from './sip-user-agent.ts';

/**
 * How calls of a trunk are transferred. `refer`: the network is asked to, and we call the other number ourselves if it
 * refuses. `bridge`: we call it ourselves and carry the audio. `attended`: as `bridge`, and once somebody has answered
 * the network is asked to connect both calls without us.
 */
export type TransferMode = 'refer' | 'attended' | 'bridge';

/** `refused`: the network said that it does not do that, and nobody was asked. */
export type TransferEnd = 'taken' | 'not taken' | 'refused';

/**
 * A transfer by REFER (RFC 3515): the network accepts or refuses it, and then reports the progress as the response of
 * the other number.
 */
export class Transfer {
  readonly result: Promise<TransferEnd>;
  readonly #settle: (end: TransferEnd) => void;
  #isAccepted = false;
  #hasRung = false;

  constructor(time: SipTime, limitMs: number) {
    const { promise, resolve } = Promise.withResolvers<TransferEnd>();
    const callOff = time.after(limitMs, () => resolve('not taken'));
    this.result = promise.finally(callOff);
    this.#settle = resolve;
  }

  onReply(reply: Reply): void {
    if (reply.kind === 'silence' || reply.response.status === 408) {
      // Only their answer was lost, perhaps: somebody may be talking with the other number by now, and whoever calls
      // it as well makes it ring twice. Where they reported progress, they report the end too.
      if (!this.#isAccepted) this.#settle('not taken');
      return;
    }
    if (reply.response.status >= 300) {
      this.#settle('refused');
      return;
    }
    this.#isAccepted = true;
    // They will not report progress (RFC 4488): that they took it is all that there is to know.
    if (header(reply.response, 'refer-sub')?.toLowerCase() === 'false') this.#settle('taken');
  }

  onNotify({ request, respond }: IncomingRequest): void {
    respond(200, 'OK');
    // It may overtake their answer.
    this.#isAccepted = true;
    const status = Number(/^\s*SIP\/2\.0\s+(\d{3})/i.exec(request.body)?.[1] ?? 0);
    const isOver = /^\s*terminated/i.test(header(request, 'subscription-state') ?? '');
    if (status >= 300) this.#settle('not taken');
    else if (status >= 200) this.#settle('taken');
    else if (status >= 180) this.#hasRung = true;
    if (isOver && status < 200) this.#settle('not taken');
  }

  /**
   * The far end hung up. Some networks do so as soon as they have taken over the call, without a report. A network
   * that reported the ringing would also report the answer, so in that case the contact has left.
   */
  onLeft(): void {
    this.#settle(this.#isAccepted && !this.#hasRung ? 'taken' : 'not taken');
  }
}
