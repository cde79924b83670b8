import { type Static, Type } from 'typebox';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from '../../http/schema.ts';
import { task } from '../../kernel/task.ts';

export const auditEventTypes = [
  'KEY_CREATED',
  'AUTH_SUCCESS',
  'AUTH_FAILURE',
  'SCOPES_CHANGED',
  'KEY_SUSPENDED',
  'KEY_RESUMED',
  'KEY_REVOKED',
  'CONFIG_CHANGED',
] as const;
export type AuditEventType = (typeof auditEventTypes)[number];

export interface AuditEntry {
  readonly id: string;
  readonly eventType: AuditEventType;
  readonly apiKeyId: string | null;
  readonly companyId: string | null;
  readonly occurredAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly endpoint: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export const AuditEntryView = Named(
  'AuditEntry',
  Strict({
    id: Uuid(),
    eventType: OneOf(auditEventTypes),
    apiKeyId: Nullable(Uuid()),
    timestamp: Timestamp(),
    ipAddress: Nullable(Type.String()),
    userAgent: Nullable(Type.String()),
    endpoint: Nullable(Type.String()),
    metadata: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'For a failure, `reason`; for a change, who made it and what it was.',
    }),
  }),
);
export type AuditEntryView = Static<typeof AuditEntryView>;

export const viewAuditEntry = (entry: AuditEntry): AuditEntryView => ({
  id: entry.id,
  eventType: entry.eventType,
  apiKeyId: entry.apiKeyId,
  timestamp: entry.occurredAt.toISOString(),
  ipAddress: entry.ipAddress,
  userAgent: entry.userAgent,
  endpoint: entry.endpoint,
  metadata: entry.metadata,
});

/** Successful authentications, and failures of no known key, are the most and matter the least later; the rest is kept. */
export const RETENTION_DAYS = 90;
export const purgeAuditTask = task<object>('purge-audit', {
  retries: 3,
  expireSeconds: 600,
  cron: '17 3 * * *',
});
