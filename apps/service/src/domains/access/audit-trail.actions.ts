import type { Client } from '../../http/principal.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { RefusalReason } from './api-key.model.ts';
import { auditEntry } from './audit.actions.ts';
import type { AuditEntry } from './audit.model.ts';
import { insertAudit } from './audit.store.ts';

/** A crash loses at most this much of the successes, and nothing else. Below a second also when commits are slow. */
const FLUSH_MS = 250;
const MAX_BATCH = 2000;
/** When the database cannot keep up, requests wait instead of memory growing. */
const MAX_WAITING = 20_000;

/**
 * The log of who came to the door. A refusal is on disk before it is answered; successes are written in
 * batches, so that they cost a request next to nothing. Entries that arrive during a write share the next one.
 */
export class AuditTrail {
  readonly #everywhere: Everywhere;
  readonly #onError: (error: Error) => void;
  #waiting: AuditEntry[] = [];
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(everywhere: Everywhere, onError: (error: Error) => void) {
    this.#everywhere = everywhere;
    this.#onError = onError;
  }

  success(who: { keyId: string; companyId: string | null }, client: Client): Promise<void> {
    return this.#later({ eventType: 'AUTH_SUCCESS', apiKeyId: who.keyId, companyId: who.companyId }, client);
  }

  /** What a person of the console set out to change, and with which status it was answered: some of it is refused. */
  async request(who: { userId: string; companyId: string | null }, client: Client): Promise<void> {
    const fact = { eventType: 'USER_REQUEST', apiKeyId: null, companyId: who.companyId } as const;
    if (client.answered === undefined) return this.#later({ ...fact, metadata: { by: who.userId } }, client);
    if (this.#waiting.length >= MAX_WAITING) await this.flush();
    client.answered
      .then((status) => this.#later({ ...fact, metadata: { by: who.userId, status } }, client))
      .catch(this.#onError);
  }

  async #later(fact: Parameters<typeof auditEntry>[1], client: Client): Promise<void> {
    // Full: nobody is let in, or turned away, unlogged. Without an await while there is room, so that none slips by.
    if (this.#waiting.length >= MAX_WAITING) await this.flush();
    this.#waiting.push(auditEntry(this.#everywhere, fact, client));
    this.#timer ??= setTimeout(() => this.#flushLater(), FLUSH_MS);
  }

  /** Resolves when the refusal is on disk. */
  async refusal(
    reason: RefusalReason,
    keyId: string | null,
    companyId: string | null,
    client: Client,
  ): Promise<void> {
    const fact = { eventType: 'AUTH_FAILURE', apiKeyId: keyId, companyId, metadata: { reason } } as const;
    if (this.#waiting.length >= MAX_WAITING) await this.flush();
    this.#waiting.push(auditEntry(this.#everywhere, fact, client));
    await this.flush();
  }

  /** Resolves when everything that was waiting is on disk. */
  async flush(): Promise<void> {
    // A write under way took its entries before ours came: wait for it, then for the one that has ours.
    await this.#writing?.catch(() => {});
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Only what is here now: under steady load a loop until empty would never end, and refusals wait for it.
    try {
      for (let left = this.#waiting.length; left > 0; ) {
        const batch = this.#waiting.slice(0, Math.min(left, MAX_BATCH));
        await insertAudit(this.#everywhere, batch);
        this.#waiting = this.#waiting.slice(batch.length);
        left -= batch.length;
      }
    } finally {
      // Also after a failure: what is left must not need another visitor to be written.
      if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#flushLater(), FLUSH_MS);
    }
  }

  #flushLater(): void {
    this.#timer = undefined;
    this.flush().catch(this.#onError);
  }
}
