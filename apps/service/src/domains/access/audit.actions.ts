import type { AuditEventType, PersonEventType } from '@parley/contract/audit.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Client } from '../../http/principal.ts';
import type { Actor, Everywhere, Scope } from '../../storage/scope.ts';
import { type AuditEntry, RETENTION_DAYS, viewAuditEntry } from './audit.model.ts';
import {
  type AuditFilter,
  countAudit,
  countPeople,
  deleteOldEntries,
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

/** What people did in the company. */
export async function readPeopleAudit(scope: Scope, paging: Paging) {
  const [total, rows] = await Promise.all([countPeople(scope), listPeople(scope, cut(paging))]);
  return paged(
    paging,
    total,
    rows.map(({ occurredAt, metadata: { by, ...metadata }, ...rest }) => ({
      ...rest,
      userId: typeof by === 'string' ? by : null,
      timestamp: occurredAt.toISOString(),
      metadata,
    })),
  );
}

export async function readAudit(everywhere: Everywhere, filter: AuditFilter, paging: Paging) {
  const [total, rows] = await Promise.all([
    countAudit(everywhere, filter),
    listAudit(everywhere, filter, cut(paging)),
  ]);
  return paged(paging, total, rows.map(viewAuditEntry));
}

/** Removes what is past its retention, in batches that hold no lock for long. */
export async function purgeAudit(everywhere: Everywhere, signal: AbortSignal): Promise<number> {
  const before = new Date(everywhere.now().getTime() - RETENTION_DAYS * DAY_MS);
  let removed = 0;
  for (let batch = PURGE_BATCH; batch === PURGE_BATCH && !signal.aborted; removed += batch) {
    batch = await deleteOldEntries(everywhere, before, PURGE_BATCH);
  }
  return removed;
}
