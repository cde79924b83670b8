import { Failure, forbidden, unauthenticated } from '@parley/kernel/failure.ts';
import { networkOf } from '@parley/kernel/ip-address.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import type {
  Administrator,
  AtsKey,
  Authenticator,
  Caller,
  Client,
  ConsoleUser,
  Credentials,
  StandardKey,
} from '../../http/principal.ts';
import { enforce, type RateLimiter } from '../../http/rate-limit.ts';
import { COMPANY_HEADER } from '../../http/session-cookie.ts';
import type { Notifications } from '../../storage/notifications.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { companyCreatedBy } from '../companies/company.actions.ts';
import { type AdminTokens, looksLikeToken } from './admin-token.actions.ts';
import { hashKey, looksLikeKey, olderHashes } from './api-key.model.ts';
import { KEY_CHANGED } from './api-key.store.ts';
import type { ApiKeyCache } from './api-key-cache.actions.ts';
import type { AuditTrail } from './audit.actions.ts';
import { visitor } from './session.actions.ts';
import { SESSIONS_CHANGED } from './session.store.ts';

/** Refused requests per client network and process. */
const REFUSALS = { max: 1000, perSeconds: 60 };

const BEARER = /^Bearer +(\S+) *$/i;

export interface AuthenticatorOptions {
  readonly everywhere: Everywhere;
  readonly keyCache: ApiKeyCache;
  readonly trail: AuditTrail;
  readonly tokens: AdminTokens;
  readonly pepper: Secret;
  /** A general limit on each key; 0 is none. */
  readonly requestsPerMinute: number;
  readonly limiter: RateLimiter;
  readonly notifications: Pick<Notifications, 'on' | 'onGap'>;
}

/** Authenticates API keys, administrator tokens and console sessions. */
export class CredentialAuthenticator implements Authenticator {
  readonly #options: AuthenticatorOptions;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  async key(authorization: string | undefined, client: Client): Promise<StandardKey | AtsKey> {
    const { principal } = await this.#checked(bearerOf(authorization), client);
    const companyId = principal.kind === 'standard' ? principal.companyId : null;
    await this.#options.trail.success({ keyId: principal.keyId, companyId }, client);
    const { requestsPerMinute, limiter } = this.#options;
    if (requestsPerMinute > 0) {
      await enforce(limiter, `key:${principal.keyId}`, { max: requestsPerMinute, perSeconds: 60 });
    }
    return principal;
  }

  async administrator(authorization: string | undefined, client: Client): Promise<Administrator> {
    const bearer = bearerOf(authorization);
    if (looksLikeToken(bearer)) {
      const subject = await this.#options.tokens.subjectOf(bearer);
      if (subject !== undefined) return { kind: 'admin', subject };
    }
    await this.key(authorization, client);
    throw forbidden('This needs the token of an administrator, not an API key');
  }

  async user(session: string, client: Client, believed?: string): Promise<ConsoleUser> {
    const { everywhere, pepper, trail } = this.#options;
    const user = await visitor(everywhere, pepper, session);
    if (user === undefined) throw new Failure('unauthenticated', 'Your session has ended: sign in again');
    if (believed !== undefined && believed !== (user.companyId ?? 'none')) throw elsewhere();
    if (!client.endpoint.startsWith('GET ')) await trail.request(user, client);
    else if (client.isPersonal) await trail.read(user, client);
    return user;
  }

  /** A file that the browser of somebody who is signed in fetched by its link. */
  async download(session: string, client: Client): Promise<void> {
    const { everywhere, pepper, trail } = this.#options;
    const user = await visitor(everywhere, pepper, session);
    if (user !== undefined) await trail.read(user, client);
  }

  async current({ authorization, session }: Credentials, client: Client): Promise<Caller | undefined> {
    const { everywhere, keyCache, pepper } = this.#options;
    const bearer = bearerOf(authorization);
    if (authorization === undefined)
      return session === undefined ? undefined : visitor(everywhere, pepper, session);
    const key = await keyCache.lookUp(hashKey(pepper, bearer), olderHashes(pepper, bearer));
    return key?.refusal(client.ipAddress, everywhere.now()) === undefined ? key?.principal : undefined;
  }

  onChange(listener: () => void): void {
    const { notifications } = this.#options;
    for (const channel of [KEY_CHANGED, SESSIONS_CHANGED]) notifications.on(channel, listener);
    notifications.onGap(listener);
  }

  companyFor(key: AtsKey, companyId: string): Promise<CompanyId | undefined> {
    return companyCreatedBy(this.#options.everywhere, key.keyId, companyId);
  }

  /**
   * Every refusal takes the same steps, whatever its reason: one hash, one query, one entry in the log. Only a key that
   * is accepted comes from the cache, so the response time reveals nothing about a refused key.
   */
  async #checked(bearer: string, client: Client) {
    const { everywhere, keyCache, trail, pepper } = this.#options;
    const hash = hashKey(pepper, bearer);
    const cached = keyCache.cached(hash);
    if (cached && cached.refusal(client.ipAddress, everywhere.now()) === undefined) return cached;

    const key = await keyCache.lookUp(hash, olderHashes(pepper, bearer));
    const unknown = looksLikeKey(bearer) ? 'UNKNOWN_KEY' : 'MALFORMED';
    const reason = key ? key.refusal(client.ipAddress, everywhere.now()) : unknown;
    if (key && reason === undefined) return key;
    // Somebody who tries keys all day must not fill the disk with audit entries. Valid keys are not limited by this.
    await enforce(this.#options.limiter, `refused:${networkOf(client.ipAddress)}`, REFUSALS);
    const companyId = key?.principal.kind === 'standard' ? key.principal.companyId : null;
    await trail.refusal(reason ?? unknown, key?.id ?? null, companyId, client);
    throw unauthenticated();
  }
}

const ELSEWHERE =
  'This session has switched to another company, perhaps in another window. Nothing was changed.';
/** The path tells a page this conflict from all others. */
const elsewhere = () =>
  new Failure('conflict', ELSEWHERE, { errors: [{ path: COMPANY_HEADER, message: ELSEWHERE }] });

const bearerOf = (authorization: string | undefined): string => BEARER.exec(authorization ?? '')?.[1] ?? '';
