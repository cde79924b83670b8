import { authorization, type Challenge, type Credentials, challengeOf } from './sip-digest.ts';
import type { SipRequest, SipResponse } from './sip-message.ts';
import type { SipRandom } from './sip-random.ts';

/** Answers the challenges of one server in the course of a call or a registration, and remembers the last ones. */
export class SipLogin {
  readonly #credentials: Credentials | null;
  readonly #random: SipRandom;
  readonly #challenges = new Map<Challenge['header'], { challenge: Challenge; uses: number }>();

  constructor(credentials: Credentials | null, random: SipRandom) {
    this.#credentials = credentials;
    this.#random = random;
  }

  /** With what the challenges so far want to see. */
  sign(request: SipRequest): SipRequest {
    const { method, uri } = request;
    const credentials = this.#credentials;
    if (credentials === null) return request;
    const signatures = [...this.#challenges.values()].map((held) => {
      held.uses += 1;
      const clientNonce = this.#random.token();
      return authorization(held.challenge, credentials, { method, uri, clientNonce, count: held.uses });
    });
    return { ...request, headers: [...request.headers, ...signatures] };
  }

  /** Whether it is worth asking again: not when the same question was answered already, and wrongly. */
  accepts(response: SipResponse): boolean {
    const challenge = challengeOf(response);
    if (this.#credentials === null || challenge === undefined) return false;
    const before = this.#challenges.get(challenge.header)?.challenge;
    if (before !== undefined && before.realm === challenge.realm && !this.#isNewQuestion(before, challenge))
      return false;
    this.#challenges.set(challenge.header, { challenge, uses: 0 });
    return true;
  }

  /** A server that takes the nonce for old says so. Some only send another one: that is believed once. */
  #isNewQuestion(before: Challenge, challenge: Challenge): boolean {
    const uses = this.#challenges.get(challenge.header)?.uses ?? 0;
    return challenge.nonce !== before.nonce && (challenge.isStale || uses > 1);
  }
}
