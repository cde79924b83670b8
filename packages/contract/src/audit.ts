import { type Static, Type } from 'typebox';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

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

/** What users did in the console. The audit log of keys does not contain these. */
export const personEventTypes = [
  'USER_SIGNED_IN',
  'USER_SIGN_IN_FAILED',
  'USER_SIGNED_OUT',
  'USER_INVITED',
  'USER_JOINED',
  'USER_ROLE_CHANGED',
  'USER_REMOVED',
  'SESSION_ENDED',
  'PASSWORD_CHANGED',
  'SECOND_FACTOR_ENABLED',
  'SECOND_FACTOR_REMOVED',
  'RECOVERY_CODES_REPLACED',
  'RECOVERY_CODE_USED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'SCIM_TOKEN_CREATED',
  'SCIM_TOKEN_REVOKED',
  'USER_REQUEST',
  'USER_READ',
] as const;
export type PersonEventType = (typeof personEventTypes)[number];

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

export const PersonEntryView = Named(
  'PersonAuditEntry',
  Strict({
    id: Uuid(),
    eventType: OneOf(personEventTypes),
    userId: Nullable(Uuid()),
    userEmail: Nullable(Type.String()),
    timestamp: Timestamp(),
    ipAddress: Nullable(Type.String()),
    userAgent: Nullable(Type.String()),
    endpoint: Nullable(Type.String()),
    metadata: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }),
  }),
);
export type PersonEntryView = Static<typeof PersonEntryView>;
