import type { Notifications } from '../../storage/notifications.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { type CheckedKey, checkedKey } from './api-key.model.ts';
import { findKeyByHash, KEY_CHANGED } from './api-key.store.ts';

const MAX_KEPT = 10_000;

/**
 * The keys this process has seen lately, so that a request costs no query to be let in. Any change of a key
 * reaches every process as a notification and empties the ring; while notifications cannot be heard,
 * nothing is kept. In the process that changes a key the change holds from the next request on.
 */
export class KeyRing {
  readonly #everywhere: Everywhere;
  readonly #notifications: Pick<Notifications, 'listening'>;
  readonly #kept = new Map<string, CheckedKey>();
  /** Counts the emptyings: a look-up that began before one must not put an old key back. */
  #emptied = 0;

  constructor(everywhere: Everywhere, notifications: Notifications) {
    this.#everywhere = everywhere;
    this.#notifications = notifications;
    notifications.on(KEY_CHANGED, () => this.empty());
    notifications.onGap(() => this.empty());
  }

  kept(hash: Buffer): CheckedKey | undefined {
    return this.#notifications.listening ? this.#kept.get(hash.toString('base64')) : undefined;
  }

  async lookUp(hash: Buffer): Promise<CheckedKey | undefined> {
    const emptied = this.#emptied;
    const key = await findKeyByHash(this.#everywhere, hash);
    if (!key) return undefined;
    const checked = checkedKey(key);
    if (emptied === this.#emptied && this.#notifications.listening) {
      if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
      this.#kept.set(hash.toString('base64'), checked);
    }
    return checked;
  }

  empty(): void {
    this.#emptied++;
    this.#kept.clear();
  }
}
