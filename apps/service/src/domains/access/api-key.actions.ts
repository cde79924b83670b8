import type { ApiKeyChanges, CompanyKeyView, NewApiKey } from '@parley/contract/api-key.ts';
import type { AuditEntryView, AuditEventType } from '@parley/contract/audit.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, forbidden, invalid, notFound } from '@parley/kernel/failure.ts';
import { isUuid } from '@parley/kernel/id.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import { next } from '@parley/kernel/transition.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Client } from '../../http/principal.ts';
import type { Actor, Everywhere } from '../../storage/scope.ts';
import { getCompany } from '../companies/company.actions.ts';
import {
  type ApiKey,
  expiryViolations,
  hashKey,
  keyChangeViolations,
  keyLifecycle,
  newSecret,
  viewKey,
} from './api-key.model.ts';
import { countKeys, findKey, insertKey, listKeys, lockKey, saveKey } from './api-key.store.ts';
import { auditChange, readAudit } from './audit.actions.ts';
import type { AuditFilter } from './audit.store.ts';

/** Who changes keys, and from where. */
export interface Hand {
  readonly actor: Actor;
  readonly client: Client | undefined;
}

export async function issueKey(everywhere: Everywhere, pepper: Secret, wanted: NewApiKey, hand: Hand) {
  const isAts = wanted.type === 'ATS';
  const now = everywhere.now();
  const violations = expiryViolations(wanted, now);
  if (violations.length > 0) throw invalid(violations);
  const company = wanted.companyId === undefined ? undefined : await getCompany(everywhere, wanted.companyId);

  const environment = wanted.environment ?? null;
  const secret = newSecret(environment);
  const key: ApiKey = {
    id: everywhere.newId(),
    companyId: company?.id ?? null,
    type: isAts ? 'ATS' : 'STANDARD',
    environment,
    name: wanted.name,
    scopes: wanted.scopes,
    allowedIPs: wanted.allowedIPs ?? [],
    metadata: wanted.metadata ?? {},
    expiresAt: instant(wanted.expiresAt),
    state: 'ACTIVE',
    suspensionReason: null,
    revocationReason: null,
    isOfOwners: hand.actor.kind === 'user',
    createdAt: now,
    updatedAt: now,
  };
  await everywhere.transaction(async (inside) => {
    await insertKey(inside, key, hashKey(pepper, secret));
    await audit(inside, 'KEY_CREATED', key, hand, { scopes: key.scopes, type: key.type });
  });
  return { ...viewKey(key, now), key: secret };
}

export async function readKey(everywhere: Everywhere, id: string) {
  const key = await findKey(everywhere, id);
  if (!key) throw notFound('API key');
  return viewKey(key, everywhere.now());
}

/** A key belongs to one company for good; those of others, and of integrators, are not found. */
export async function requireKeyOf(everywhere: Everywhere, companyId: string, id: string): Promise<ApiKey> {
  const key = await findKey(everywhere, id);
  if (key?.companyId !== companyId) throw notFound('API key');
  return key;
}

export async function readKeys(everywhere: Everywhere, filter: { companyId?: string }, paging: Paging) {
  const [total, keys] = await Promise.all([
    countKeys(everywhere, filter),
    listKeys(everywhere, filter, cut(paging)),
  ]);
  return paged(
    paging,
    total,
    keys.map((key) => viewKey(key, everywhere.now())),
  );
}

/** For owners: what administrators note about their keys is not shown. */
const viewForOwners = (key: ApiKey, now: Date): CompanyKeyView => ({
  ...viewKey(key.isOfOwners ? key : { ...key, metadata: {} }, now),
  mayChange: key.isOfOwners,
});

export const readCompanyKey = async (everywhere: Everywhere, companyId: string, id: string) =>
  viewForOwners(await requireKeyOf(everywhere, companyId, id), everywhere.now());

export async function readCompanyKeys(everywhere: Everywhere, companyId: string, paging: Paging) {
  const [total, keys] = await Promise.all([
    countKeys(everywhere, { companyId }),
    listKeys(everywhere, { companyId }, cut(paging)),
  ]);
  return paged(
    paging,
    total,
    keys.map((key) => viewForOwners(key, everywhere.now())),
  );
}

/** Changes what is sent; each kind of change leaves its own entry in the log. */
export async function changeKey(everywhere: Everywhere, id: string, changes: ApiKeyChanges, hand: Hand) {
  const now = everywhere.now();
  const { suspended, suspensionReason, expiresAt, ...plain } = changes;
  const violations = keyChangeViolations(changes, now);
  if (violations.length > 0) throw invalid(violations);

  return everywhere.transaction(async (inside) => {
    const key = await lockKey(inside, id);
    if (!key) throw notFound('API key');
    const isOwner = hand.actor.kind === 'user';
    if (isOwner && !key.isOfOwners)
      throw forbidden('An administrator of this installation manages this key: ask them to change it');
    if (key.state === 'REVOKED') throw conflict('A revoked key cannot be changed');
    const move = suspensionMove(key, suspended);
    const changed: ApiKey = {
      ...key,
      ...plain,
      // What an administrator suspended or limited, an owner must not undo.
      isOfOwners: key.isOfOwners && isOwner,
      ...(expiresAt === undefined ? {} : { expiresAt: instant(expiresAt) }),
      ...(suspended === undefined
        ? {}
        : { suspensionReason: suspended ? (suspensionReason ?? key.suspensionReason) : null }),
      state: move === undefined ? key.state : next(keyLifecycle, 'The key', key.state, move),
      updatedAt: now,
    };
    await saveKey(inside, changed);
    if (changes.scopes)
      await audit(inside, 'SCOPES_CHANGED', key, hand, { before: key.scopes, after: changed.scopes });
    if (move === 'suspend')
      await audit(inside, 'KEY_SUSPENDED', key, hand, { reason: changed.suspensionReason });
    if (move === 'resume') await audit(inside, 'KEY_RESUMED', key, hand);
    const configured: string[] = (['name', 'allowedIPs', 'expiresAt', 'metadata'] as const).filter(
      (name) => changes[name] !== undefined,
    );
    if (move === undefined && changed.suspensionReason !== key.suspensionReason)
      configured.push('suspensionReason');
    if (configured.length > 0) await audit(inside, 'CONFIG_CHANGED', key, hand, { changed: configured });
    return viewKey(changed, now);
  });
}

export async function revokeKey(
  everywhere: Everywhere,
  id: string,
  reason: string,
  hand: Hand,
): Promise<void> {
  await everywhere.transaction(async (inside) => {
    const key = await lockKey(inside, id);
    if (!key) throw notFound('API key');
    const state = next(keyLifecycle, 'The key', key.state, 'revoke');
    await saveKey(inside, { ...key, state, revocationReason: reason, updatedAt: inside.now() });
    await audit(inside, 'KEY_REVOKED', key, hand, { reason });
  });
}

export async function readKeyAudit(everywhere: Everywhere, filter: AuditFilter, paging: Paging) {
  if (!(await findKey(everywhere, filter.apiKeyId))) throw notFound('API key');
  return readAudit(everywhere, filter, paging);
}

/** For owners: who administrators are, and where they sit, is not shown. */
export async function readCompanyKeyAudit(
  everywhere: Everywhere,
  companyId: string,
  filter: AuditFilter,
  paging: Paging,
) {
  await requireKeyOf(everywhere, companyId, filter.apiKeyId);
  const page = await readAudit(everywhere, filter, paging);
  return { ...page, data: page.data.map(viewEntryForOwners) };
}

function viewEntryForOwners(entry: AuditEntryView): AuditEntryView {
  const { by } = entry.metadata;
  // Requests with the key are by nobody.
  if (by === undefined) return entry;
  // Users are named by their ids, staff among them.
  const isUser = typeof by === 'string' && isUuid(by);
  const metadata = { ...entry.metadata, by: isUser ? by : 'administrator' };
  return { ...entry, metadata, ipAddress: null, userAgent: null };
}

/** Asking for what already holds is no move. */
function suspensionMove(key: ApiKey, suspended: boolean | undefined): 'suspend' | 'resume' | undefined {
  if (suspended === undefined || suspended === (key.state === 'SUSPENDED')) return undefined;
  return suspended ? 'suspend' : 'resume';
}

const audit = (
  inside: Everywhere,
  eventType: AuditEventType,
  key: ApiKey,
  hand: Hand,
  metadata: Record<string, unknown> = {},
) => auditChange(inside, { eventType, apiKeyId: key.id, companyId: key.companyId, metadata }, hand);

const instant = (timestamp: string | null | undefined): Date | null =>
  timestamp ? new Date(timestamp) : null;
