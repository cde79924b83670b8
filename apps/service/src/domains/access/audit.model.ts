import type { AuditEntryView, AuditEventType, PersonEventType } from '@parley/contract/audit.ts';
import { task } from '@parley/kernel/task.ts';

export interface AuditEntry {
  readonly id: string;
  readonly eventType: AuditEventType | PersonEventType;
  readonly apiKeyId: string | null;
  readonly companyId: string | null;
  readonly occurredAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly endpoint: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export const viewAuditEntry = (entry: AuditEntry): AuditEntryView => ({
  id: entry.id,
  eventType: entry.eventType as AuditEventType,
  apiKeyId: entry.apiKeyId,
  timestamp: entry.occurredAt.toISOString(),
  ipAddress: entry.ipAddress,
  userAgent: entry.userAgent,
  endpoint: entry.endpoint,
  metadata: entry.metadata,
});

/** How many days entries of the audit log are kept. */
export interface AuditRetention {
  /** Successful authentications, and failures of no known key: they are the most and matter the least later. */
  readonly authenticationDays: number;
  /** Everything else; undefined: for ever. */
  readonly otherDays: number | undefined;
}

export const auditRetention: AuditRetention = { authenticationDays: 90, otherDays: undefined };
export const purgeAuditTask = task<object>('purge-audit', {
  retries: 3,
  expireSeconds: 600,
  cron: '17 3 * * *',
});
