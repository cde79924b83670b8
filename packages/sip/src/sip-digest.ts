import { createHash } from 'node:crypto';
import { unquoted } from './sip-address.ts';
import { apart, type SipHeader, type SipRequest, type SipResponse } from './sip-message.ts';
import type { SipRandom } from './sip-random.ts';

/** Digest authentication (RFC 3261, section 22; RFC 7616; RFC 8760). */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

export const isChallenge = (status: number): boolean => status === 401 || status === 407;

/** Of a trunk that sends a challenge although it got a digest: the end of a sentence that begins with it. */
export const loginRefusal = ({ status, reason }: Pick<SipResponse, 'status' | 'reason'>): string =>
  `rejects the configured user and password (${`${status} ${reason}`.trim()})`;

interface Challenge {
  /** The header that answers it. */
  readonly header: 'authorization' | 'proxy-authorization';
  readonly realm: string;
  readonly nonce: string;
  readonly algorithm: string;
  readonly hash: string;
  readonly isSession: boolean;
  readonly opaque: string | undefined;
  readonly qop: 'auth' | undefined;
  /** Only the nonce had expired: the password may still be right. */
  readonly isStale: boolean;
}

/** Best first. */
const hashes: readonly (readonly [algorithm: string, hash: string])[] = [
  ['sha-256', 'sha256'],
  ['sha-512-256', 'sha512-256'],
  ['md5', 'md5'],
];

/** The strongest challenge of a 401 or 407 that we support. */
export function challengeOf(response: SipResponse): Challenge | undefined {
  const isProxy = response.status === 407;
  const asked = response.headers.flatMap(([name, value]) =>
    name === (isProxy ? 'proxy-authenticate' : 'www-authenticate') ? [value] : [],
  );
  const possible = asked.flatMap((value) => readChallenge(value, isProxy) ?? []);
  const strength = ({ hash }: Challenge) => hashes.findIndex(([, own]) => own === hash);
  return possible.sort((a, b) => strength(a) - strength(b))[0];
}

function readChallenge(value: string, isProxy: boolean): Challenge | undefined {
  const [, rest] = /^Digest\s+(.*)$/is.exec(value.trim()) ?? [];
  if (rest === undefined) return undefined;
  const parts = new Map(
    apart(rest, ',').map((part) => {
      const equals = part.indexOf('=');
      return [part.slice(0, equals).trim().toLowerCase(), unquoted(part.slice(equals + 1).trim())];
    }),
  );
  const algorithm = parts.get('algorithm') ?? 'MD5';
  const plain = algorithm.toLowerCase().replace(/-sess$/, '');
  const hash = hashes.find(([name]) => name === plain)?.[1];
  const [realm, nonce, qops] = [parts.get('realm'), parts.get('nonce'), parts.get('qop')];
  const offered = qops?.split(',').map((one) => one.trim().toLowerCase());
  if (hash === undefined || realm === undefined || nonce === undefined) return undefined;
  if (offered !== undefined && !offered.includes('auth')) return undefined;
  return {
    header: isProxy ? 'proxy-authorization' : 'authorization',
    realm,
    nonce,
    algorithm,
    hash,
    isSession: /-sess$/i.test(algorithm),
    opaque: parts.get('opaque'),
    qop: offered === undefined ? undefined : 'auth',
    isStale: parts.get('stale')?.toLowerCase() === 'true',
  };
}

export interface DigestedRequest {
  readonly method: string;
  readonly uri: string;
  /** Ours, new for each request. */
  readonly clientNonce: string;
  /** How often this nonce has been used, from 1. */
  readonly count: number;
}

export function authorization(
  challenge: Challenge,
  { user, password }: Credentials,
  of: DigestedRequest,
): SipHeader {
  const { realm, nonce, hash, isSession, qop, algorithm, opaque } = challenge;
  const digest = (text: string) => createHash(hash).update(text).digest('hex');
  const count = of.count.toString(16).padStart(8, '0');
  const secret = digest(`${user}:${realm}:${password}`);
  const key = isSession ? digest(`${secret}:${nonce}:${of.clientNonce}`) : secret;
  const what = digest(`${of.method}:${of.uri}`);
  const response =
    qop === undefined
      ? digest(`${key}:${nonce}:${what}`)
      : digest(`${key}:${nonce}:${count}:${of.clientNonce}:${qop}:${what}`);
  const parts = [
    `username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(of.uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(qop === undefined ? [] : [`cnonce="${of.clientNonce}"`, `qop=${qop}`, `nc=${count}`]),
    ...(isSession && qop === undefined ? [`cnonce="${of.clientNonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ];
  return [challenge.header, `Digest ${parts.join(', ')}`];
}

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** Answers the challenges of one server in the course of a call or a registration, and remembers the last ones. */
export class SipLogin {
  readonly #credentials: Credentials | null;
  readonly #random: SipRandom;
  readonly #challenges = new Map<Challenge['header'], { challenge: Challenge; uses: number }>();

  constructor(credentials: Credentials | null, random: SipRandom) {
    this.#credentials = credentials;
    this.#random = random;
  }

  /** Adds an answer to each challenge received so far. */
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

  /** Whether to send the request again: not when the same challenge was already answered in vain. */
  accepts(response: SipResponse): boolean {
    const challenge = challengeOf(response);
    if (this.#credentials === null || challenge === undefined) return false;
    const before = this.#challenges.get(challenge.header)?.challenge;
    if (before !== undefined && before.realm === challenge.realm && !this.#isNewQuestion(before, challenge))
      return false;
    this.#challenges.set(challenge.header, { challenge, uses: 0 });
    return true;
  }

  /** A server says when a nonce is stale. Some only send a new nonce: that is accepted once. */
  #isNewQuestion(before: Challenge, challenge: Challenge): boolean {
    const uses = this.#challenges.get(challenge.header)?.uses ?? 0;
    return challenge.nonce !== before.nonce && (challenge.isStale || uses > 1);
  }
}
