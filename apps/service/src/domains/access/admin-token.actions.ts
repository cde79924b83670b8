import type { Clock } from '@parley/kernel/clock.ts';
import { createRemoteJWKSet, decodeProtectedHeader, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';

export interface AdminTokenOptions {
  /** For HS256. */
  readonly secret: string;
  /** For RS256 and ES256, when the operator has one. */
  readonly identityProvider?: IdentityProvider | undefined;
  /** Whether tokens signed with the secret are accepted; by default only without an identity provider. */
  readonly acceptsSecret?: boolean | undefined;
  readonly clock: Clock;
}

export interface IdentityProvider {
  readonly jwksUrl: string;
  /** Its tokens for other applications, and those of other issuers behind the same keys, are refused. */
  readonly audience: string;
  readonly issuer: string;
}

/** The tokens of the installation's administrators: checked here, and minted for the command line. */
export class AdminTokens {
  readonly #secret: Uint8Array;
  readonly #provider: (IdentityProvider & { readonly keys: JWTVerifyGetKey }) | undefined;
  readonly #acceptsSecret: boolean;
  readonly #clock: Clock;

  constructor(options: AdminTokenOptions) {
    this.#secret = new TextEncoder().encode(options.secret);
    const { identityProvider: provider } = options;
    this.#provider = provider && { ...provider, keys: createRemoteJWKSet(new URL(provider.jwksUrl)) };
    this.#acceptsSecret = options.acceptsSecret ?? provider === undefined;
    this.#clock = options.clock;
  }

  /** The subject of a valid administrator's token. Why another is not valid is nobody's business. */
  async subjectOf(token: string): Promise<string | undefined> {
    try {
      const { payload } = await this.#verify(token);
      // Nothing but its signature vouches for a token's claims: the library looks at none of their types here.
      const { role, sub } = payload as { role?: unknown; sub?: unknown };
      return role === 'admin' && typeof sub === 'string' && sub !== '' ? sub : undefined;
    } catch {
      return undefined;
    }
  }

  mint(subject: string, hours: number): Promise<string> {
    const nowSeconds = Math.floor(this.#clock.now().getTime() / 1000);
    return new SignJWT({ role: 'admin' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(subject)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + hours * 3600)
      .sign(this.#secret);
  }

  async #verify(token: string) {
    const common = { requiredClaims: ['sub', 'exp'], currentDate: this.#clock.now() };
    // The header only chooses between our own ways; each then accepts its own algorithms and no other.
    if (this.#provider && decodeProtectedHeader(token).alg !== 'HS256') {
      const { keys, audience, issuer } = this.#provider;
      return jwtVerify(token, keys, { ...common, audience, issuer, algorithms: ['RS256', 'ES256'] });
    }
    if (!this.#acceptsSecret) throw new Error('Tokens signed with the secret are not accepted here');
    return jwtVerify(token, this.#secret, { ...common, algorithms: ['HS256'] });
  }
}

/** Whether a bearer is a token rather than a key. */
export const looksLikeToken = (bearer: string): boolean => bearer.split('.').length === 3;
