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
 * What the network says of itself, not of the other number: Asterisk accepts a REFER of a call that it cannot transfer,
 * because nobody else is in it yet, and then reports 400. A 503 may be of the other number's network.
 */
const OF_THE_NETWORK: ReadonlySet<number> = new Set([400, 403, 405, 501]);
/** A failure (500) so soon after the REFER was accepted is the network's, too: it has called nobody yet. */
const FAILS_WITHIN_MS = 2000;

/**
 * A transfer by REFER (RFC 3515): the network accepts or refuses it, and then reports the progress as the response of
 * the other number.
 */
export class Transfer {
  readonly result: Promise<TransferEnd>;
  /** When the network reported that the other number did not take the call, which it had accepted to transfer. */
  failedAtMs: number | undefined;
  readonly #settle: (end: TransferEnd) => void;
  readonly #time: SipTime;
  #acceptedAtMs: number | undefined;
  #hasRung = false;

  constructor(time: SipTime, limitMs: number) {
    this.#time = time;
    const { promise, resolve } = Promise.withResolvers<TransferEnd>();
    const callOff = time.after(limitMs, () => resolve('not taken'));
    this.result = promise.finally(callOff);
    this.#settle = resolve;
  }

  onReply(reply: Reply): void {
    if (reply.kind === 'silence' || reply.response.status === 408) {
      // Only their answer was lost, perhaps: somebody may be talking with the other number by now, and whoever calls
      // it as well makes it ring twice. Where they reported progress, they report the end too.
      if (this.#acceptedAtMs === undefined) this.#settle('not taken');
      return;
    }
    if (reply.response.status >= 300) {
      this.#settle('refused');
      return;
    }
    this.#acceptedAtMs ??= this.#time.nowMs();
    // They will not report progress (RFC 4488): that they took it is all that there is to know.
    if (header(reply.response, 'refer-sub')?.toLowerCase() === 'false') this.#settle('taken');
  }

  onNotify({ request, respond }: IncomingRequest): void {
    respond(200, 'OK');
    // It may overtake their answer.
    this.#acceptedAtMs ??= this.#time.nowMs();
    const status = Number(/^\s*SIP\/2\.0\s+(\d{3})/i.exec(request.body)?.[1] ?? 0);
    const isOver = /^\s*terminated/i.test(header(request, 'subscription-state') ?? '');
    if (status >= 300) {
      const isRefused = this.#isRefused(status);
      if (!isRefused) this.failedAtMs ??= this.#time.nowMs();
      this.#settle(isRefused ? 'refused' : 'not taken');
    } else if (status >= 200) this.#settle('taken');
    else if (status >= 180) this.#hasRung = true;
    if (isOver && status < 200) this.#settle('not taken');
  }

  #isRefused(status: number): boolean {
    const isEarly = this.#time.nowMs() - (this.#acceptedAtMs ?? 0) <= FAILS_WITHIN_MS;
    return !this.#hasRung && (OF_THE_NETWORK.has(status) || (status === 500 && isEarly));
  }

  /**
   * The far end hung up. Some networks do so as soon as they have taken over the call, without a report. A network
   * that reported the ringing would also report the answer, so in that case the contact has left. Whoever was cut off was
   * taken over by nobody, as far as is known.
   */
  onLeft(isCutOff: boolean): void {
    const isTaken = this.#acceptedAtMs !== undefined && !this.#hasRung && !isCutOff;
    this.#settle(isTaken ? 'taken' : 'not taken');
  }
}
