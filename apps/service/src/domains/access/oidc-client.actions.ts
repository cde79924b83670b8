import type { Clock } from '@parley/kernel/clock.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type * as OpenidClient from 'openid-client';
import { type ConfirmedPerson, type GroupGrant, joinClaims, readClaims } from './oidc.model.ts';

export interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** What its button says. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
  readonly grants: readonly GroupGrant[];
  readonly trustsEmail: boolean;
  readonly sessionHours: number;
  readonly publicUrl: string;
  readonly clock: Clock;
  /** For the operator: what the provider answered, or why its answer was refused. */
  readonly onRefusal: (error: unknown) => void;
}

/** What is remembered from the start of a sign-in to its end. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Provider {
  /** Loaded with the first sign-in: many installations have no identity provider. */
  readonly oidc: typeof OpenidClient;
  readonly config: OpenidClient.Configuration;
  readonly keys: JWTVerifyGetKey;
  readonly readAtMs: number;
}

/** Only keys that the provider alone has: with HS256 everybody who knows the client's secret could sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const METADATA_MS = 3_600_000;
const KEYS_MS = 600_000;
const TIMEOUT_SECONDS = 10;
const SKEW_SECONDS = 30;

/** Talks to the identity provider: openid-client speaks the protocol, jose checks signatures. */
export class OidcClient {
  readonly options: OidcOptions;
  #provider: Promise<Provider> | undefined;

  constructor(options: OidcOptions) {
    this.options = options;
  }

  get redirectUri(): string {
    return `${this.options.publicUrl}/console/sign-in`;
  }

  /** Where the browser goes to sign in, and what its return is checked against. */
  async start(): Promise<{ url: string; checks: Checks }> {
    const { oidc, config } = await this.#known();
    const checks = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.redirectUri,
      scope: this.options.scopes.join(' '),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, checks };
  }

  /** Exchanges the code, and believes the answer only if state, nonce, issuer, audience, times and signature are right. */
  async finish(returned: Readonly<Record<string, string>>, checks: Checks): Promise<ConfirmedPerson> {
    const { oidc, config, keys } = await this.#known();
    const { clientId, groupsClaim, clock } = this.options;
    try {
      const address = new URL(this.redirectUri);
      for (const [name, value] of Object.entries(returned)) address.searchParams.set(name, value);
      const tokens = await oidc.authorizationCodeGrant(config, address, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      });
      const idToken = tokens.id_token ?? '';
      const { issuer } = config.serverMetadata();
      // openid-client trusts the connection to the provider and does not look at the signature; a proxy may be in between.
      const { payload } = await jwtVerify(idToken, keys, {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: SKEW_SECONDS,
        currentDate: clock.now(),
      });
      const subject = payload.sub ?? '';
      const more =
        config.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(config, tokens.access_token, subject);
      return { issuer, subject, idToken, ...readClaims(joinClaims(payload, more), groupsClaim) };
    } catch (error) {
      this.options.onRefusal(error);
      throw new Failure('unauthenticated', REFUSED);
    }
  }

  /** Where the browser goes to sign out there too; undefined when the provider has no such page. */
  async logoutUrl(idToken: string | undefined): Promise<string | undefined> {
    const known = await this.#known().catch(() => undefined);
    if (known?.config.serverMetadata().end_session_endpoint === undefined) return undefined;
    return known.oidc.buildEndSessionUrl(known.config, {
      post_logout_redirect_uri: this.redirectUri,
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    }).href;
  }

  async #known(): Promise<Provider> {
    const nowMs = this.options.clock.now().getTime();
    const before = await this.#provider?.catch(() => undefined);
    if (before && nowMs - before.readAtMs < METADATA_MS) return before;
    // Two who ask at once share one request; one that failed is not kept.
    this.#provider = this.#discover(nowMs).catch((error: unknown) => {
      this.#provider = undefined;
      this.options.onRefusal(error);
      throw new Failure('unavailable', UNREACHABLE);
    });
    return this.#provider;
  }

  async #discover(readAtMs: number): Promise<Provider> {
    const { issuer, clientId, clientSecret } = this.options;
    const isPlain = issuer.startsWith('http:');
    const oidc = await import('openid-client');
    const config = await oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockTolerance]: SKEW_SECONDS },
      clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      { timeout: TIMEOUT_SECONDS, execute: isPlain ? [oidc.allowInsecureRequests] : [] },
    );
    const { jwks_uri: address = '' } = config.serverMetadata();
    // A key that is not known is looked up at once: tokens come from the provider itself, so nobody else can cause it.
    const keys = createRemoteJWKSet(new URL(address), { cacheMaxAge: KEYS_MS, cooldownDuration: 0 });
    return { oidc, config, keys, readAtMs };
  }
}

const REFUSED = 'The identity provider did not confirm the sign-in: start again';
const UNREACHABLE = 'The identity provider cannot be reached: try again in a minute';
