import type { AuditEventType, PersonEventType } from '@parley/contract/audit.ts';
import type { Paging } from '@parley/contract/schema.ts';
import type { ListOrder } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Client } from '../../http/principal.ts';
import { inBatches } from '../../storage/batches.ts';
import type { Actor, Everywhere, Scope } from '../../storage/scope.ts';
import type { RefusalReason } from './api-key.model.ts';
import { type AuditEntry, type AuditRetention, auditRetention, viewAuditEntry } from './audit.model.ts';
import {
  type AuditFilter,
  countAudit,
  countPeople,
  deleteOldAuthentications,
  deleteOtherOldEntries,
  insertAudit,
  listAudit,
  listPeople,
} from './audit.store.ts';

const DAY_MS = 86_400_000;
const PURGE_BATCH = 10_000;

type Fact = Pick<AuditEntry, 'eventType' | 'apiKeyId' | 'companyId'> & {
  readonly metadata?: AuditEntry['metadata'];
};

export const auditEntry = (everywhere: Everywhere, fact: Fact, client: Client | undefined): AuditEntry => ({
  id: everywhere.newId(),
  occurredAt: everywhere.now(),
  metadata: {},
  ...fact,
  ipAddress: client?.ipAddress ?? null,
  userAgent: client?.userAgent?.slice(0, 500) ?? null,
  endpoint: client?.endpoint.slice(0, 500) ?? null,
});

/** Logs a change in the transaction that makes it. */
export async function auditChange(
  everywhere: Everywhere,
  change: {
    eventType: AuditEventType;
    apiKeyId: string | null;
    companyId: string | null;
    metadata?: Record<string, unknown>;
  },
  by: { actor: Actor; client: Client | undefined },
): Promise<void> {
  const metadata = { ...change.metadata, by: by.actor.id };
  await insertAudit(everywhere, [auditEntry(everywhere, { ...change, metadata }, by.client)]);
}

/** Logs what a person did; inside a transaction, together with it. */
export async function auditPerson(
  everywhere: Everywhere,
  eventType: PersonEventType,
  who: { readonly userId: string | null; readonly companyId: string | null },
  client: Client | undefined,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  const fact = {
    eventType,
    apiKeyId: null,
    companyId: who.companyId,
    metadata: { ...metadata, by: who.userId },
  };
  await insertAudit(everywhere, [auditEntry(everywhere, fact, client)]);
}

const latest: ListOrder<{ readonly occurredAt: Date; readonly id: string }> = {
  name: 'audit',
  kinds: ['time', 'id'],
  placeOf: ({ occurredAt, id }) => [occurredAt.toISOString(), id],
};

/** What people did in the company. */
export async function readPeopleAudit(scope: Scope, paging: Paging) {
  const slice = cut(paging, latest);
  const [total, rows] = await Promise.all([countPeople(scope, slice), listPeople(scope, slice)]);
  return pagedBy(latest, paging, total, rows, ({ occurredAt, metadata: { by, ...metadata }, ...rest }) => ({
    ...rest,
    userId: typeof by === 'string' ? by : null,
    timestamp: occurredAt.toISOString(),
    metadata,
  }));
}

export async function readAudit(everywhere: Everywhere, filter: AuditFilter, paging: Paging) {
  const slice = cut(paging, latest);
  const [total, rows] = await Promise.all([
    countAudit(everywhere, filter, slice),
    listAudit(everywhere, filter, slice),
  ]);
  return pagedBy(latest, paging, total, rows, viewAuditEntry);
}

/** Removes what is past its retention, in batches that hold no lock for long. Answers how many entries. */
export async function purgeAudit(
  everywhere: Everywhere,
  signal: AbortSignal,
  { authenticationDays, otherDays }: AuditRetention = auditRetention,
): Promise<number> {
  const before = (days: number) => new Date(everywhere.now().getTime() - days * DAY_MS);
  const removed = await inBatches(PURGE_BATCH, signal, () =>
    deleteOldAuthentications(everywhere, before(authenticationDays), PURGE_BATCH),
  );
  if (otherDays === undefined) return removed;
  const others = await inBatches(PURGE_BATCH, signal, () =>
    deleteOtherOldEntries(everywhere, before(otherDays), PURGE_BATCH),
  );
  return removed + others;
}

/** A crash loses at most this much of the successes, and nothing else. Below a second also when commits are slow. */
const FLUSH_MS = 250;
const MAX_BATCH = 2000;
/** When the database cannot keep up, requests wait instead of memory growing. */
const MAX_WAITING = 20_000;
const HOUR_MS = 3_600_000;
/** Of a few hundred people at work; whoever is forgotten is noted twice in an hour. */
const MOST_READS = 50_000;

/**
 * The log of who came to the door. A refusal is on disk before it is answered; successes are written in
 * batches, so that they cost a request next to nothing. Entries that arrive during a write share the next one.
 */
export class AuditTrail {
  readonly #everywhere: Everywhere;
  readonly #onError: (error: Error) => void;
  /** The hour in which each was last noted. */
  readonly #reads = new Map<string, number>();
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

  /** What a person of the console read, listened to or downloaded: once an hour, because pages ask again and again. */
  async read(who: { userId: string; companyId: string | null }, client: Client): Promise<void> {
    const reading = `${who.userId} ${who.companyId} ${client.endpoint}`;
    const hour = Math.floor(this.#everywhere.now().getTime() / HOUR_MS);
    if (this.#reads.get(reading) === hour) return;
    this.#reads.delete(reading);
    this.#reads.set(reading, hour);
    if (this.#reads.size > MOST_READS) this.#reads.delete(this.#reads.keys().next().value as string);
    const fact = { eventType: 'USER_READ', apiKeyId: null, companyId: who.companyId } as const;
    await this.#later({ ...fact, metadata: { by: who.userId } }, client);
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
