import type { Notifications } from '../../storage/notifications.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { type CheckedKey, checkedKey } from './api-key.model.ts';
import { findKeyByHash, KEY_CHANGED, rehash } from './api-key.store.ts';

const MAX_CACHED = 10_000;

/**
 * API keys this process has seen lately, so that authenticating a request needs no query. Any change of a key reaches
 * every process as a notification and empties the cache; while notifications are not received, nothing is cached. In the
 * process that changes a key, the change holds from the next request on.
 */
export class ApiKeyCache {
  readonly #everywhere: Everywhere;
  readonly #notifications: Pick<Notifications, 'listening'>;
  readonly #cached = new Map<string, CheckedKey>();
  /** A look-up that began before the cache was emptied must not cache the old key. */
  #generation = 0;

  constructor(everywhere: Everywhere, notifications: Notifications) {
    this.#everywhere = everywhere;
    this.#notifications = notifications;
    notifications.on(KEY_CHANGED, () => this.empty());
    notifications.onGap(() => this.empty());
  }

  cached(hash: Buffer): CheckedKey | undefined {
    return this.#notifications.listening ? this.#cached.get(hash.toString('base64')) : undefined;
  }

  /** `older` are its hashes under values of the pepper that are being rotated out: a key found so is hashed anew. */
  async lookUp(hash: Buffer, older: readonly Buffer[] = []): Promise<CheckedKey | undefined> {
    const generation = this.#generation;
    const key = await findKeyByHash(this.#everywhere, hash, older);
    if (!key) return undefined;
    if (older.length > 0) await rehash(this.#everywhere, hash, older);
    const checked = checkedKey(key);
    if (generation === this.#generation && this.#notifications.listening) {
      if (this.#cached.size >= MAX_CACHED) this.#cached.clear();
      this.#cached.set(hash.toString('base64'), checked);
    }
    return checked;
  }

  empty(): void {
    this.#generation++;
    this.#cached.clear();
  }
}
