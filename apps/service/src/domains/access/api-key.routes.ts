import {
  ApiKeyChanges,
  ApiKeyView,
  CompanyKeyView,
  IssuedApiKeyView,
  NewApiKey,
  NewCompanyKey,
  Revocation,
} from '@parley/contract/api-key.ts';
import { AuditEntryView, auditEventTypes } from '@parley/contract/audit.ts';
import { IdOf, OneOf, PageOf, PageQuery, Strict, Timestamp, Uuid } from '@parley/contract/schema.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import { type Static, Type } from 'typebox';
import type { Administrator, Client, ConsoleUser } from '../../http/principal.ts';
import { adminRoute, consoleRoute, type Route } from '../../http/route.ts';
import {
  changeKey,
  type Hand,
  issueKey,
  readCompanyKey,
  readCompanyKeyAudit,
  readCompanyKeys,
  readKey,
  readKeyAudit,
  readKeys,
  requireKeyOf,
  revokeKey,
} from './api-key.actions.ts';
import { expiryViolations, keyChangeViolations } from './api-key.model.ts';

const tag = 'API keys';
const params = { keyId: IdOf('API key') };
const One = Strict({ data: ApiKeyView });

const LogQuery = PageQuery({
  eventType: Type.Optional(OneOf(auditEventTypes)),
  from: Type.Optional(Timestamp()),
  to: Type.Optional(Timestamp()),
});
const auditFilter = (apiKeyId: string, { eventType, from, to }: Static<typeof LogQuery>) => ({
  apiKeyId,
  eventType,
  from: date(from),
  to: date(to),
});

const hand = ({ principal, client }: { principal: Administrator; client: Client }): Hand => ({
  actor: { kind: 'admin', id: principal.subject },
  client,
});

const date = (timestamp: string | undefined): Date | undefined =>
  timestamp === undefined ? undefined : new Date(timestamp);

export const apiKeyRoutes = ({ pepper, onChange }: { pepper: Secret; onChange: () => void }) => [
  adminRoute({
    method: 'POST',
    path: '/api-keys',
    name: 'createApiKey',
    summary: 'Create an API key',
    description: 'The key itself is in `data.key`, only in this response. Only a keyed hash of it is stored.',
    tag,
    body: NewApiKey,
    violations: expiryViolations,
    reply: { 201: Strict({ data: IssuedApiKeyView }) },
    failures: ['not_found'],
    handle: async (request) => ({
      data: await issueKey(request.everywhere, pepper, request.body, hand(request)),
    }),
  }),
  adminRoute({
    method: 'GET',
    path: '/api-keys',
    name: 'listApiKeys',
    summary: 'List API keys',
    tag,
    query: PageQuery({ companyId: Type.Optional(Uuid({ description: 'Only the keys of this company.' })) }),
    reply: { 200: PageOf(ApiKeyView) },
    handle: ({ everywhere, query }) => readKeys(everywhere, query, query),
  }),
  adminRoute({
    method: 'GET',
    path: '/api-keys/{keyId}',
    name: 'getApiKey',
    summary: 'Get an API key',
    tag,
    params,
    reply: { 200: One },
    handle: async ({ everywhere, params }) => ({ data: await readKey(everywhere, params.keyId) }),
  }),
  adminRoute({
    method: 'PATCH',
    path: '/api-keys/{keyId}',
    name: 'changeApiKey',
    summary: 'Change, suspend or resume an API key',
    description: 'Takes effect from the next request on. A revoked key cannot be changed.',
    tag,
    params,
    body: ApiKeyChanges,
    violations: keyChangeViolations,
    reply: { 200: One },
    failures: ['conflict'],
    handle: async (request) => {
      const data = await changeKey(request.everywhere, request.params.keyId, request.body, hand(request));
      onChange();
      return { data };
    },
  }),
  adminRoute({
    method: 'DELETE',
    path: '/api-keys/{keyId}',
    name: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Permanent. The key and its audit log stay readable.',
    tag,
    params,
    body: Revocation,
    reply: { 204: null },
    failures: ['conflict'],
    handle: async (request) => {
      await revokeKey(request.everywhere, request.params.keyId, request.body.revocationReason, hand(request));
      onChange();
    },
  }),
  adminRoute({
    method: 'GET',
    path: '/api-keys/{keyId}/audit-logs',
    name: 'listApiKeyAuditLogs',
    summary: 'Read the audit log of an API key',
    tag,
    params,
    query: LogQuery,
    reply: { 200: PageOf(AuditEntryView) },
    handle: ({ everywhere, params, query }) =>
      readKeyAudit(everywhere, auditFilter(params.keyId, query), query),
  }),
];

const ownHand = ({ principal, client }: { principal: ConsoleUser; client: Client }): Hand => ({
  actor: { kind: 'user', id: principal.userId },
  client,
});

/**
 * Owners look after the keys of their own company. Those that an administrator created or changed they may only revoke:
 * that gives nobody more access, and a key that leaked can be stopped at once.
 */
export const companyKeyRoutes = (services: {
  readonly pepper: Secret;
  readonly onKeyChange: () => void;
}): readonly Route[] => [
  consoleRoute({
    method: 'GET',
    path: '/console/api/api-keys',
    name: 'listCompanyKeys',
    summary: 'List the API keys of the company',
    tag: 'Console',
    atLeast: 'owner',
    query: PageQuery({}),
    reply: { 200: PageOf(CompanyKeyView) },
    handle: ({ everywhere, scope, query }) => readCompanyKeys(everywhere, scope.companyId, query),
  }),
  consoleRoute({
    method: 'POST',
    path: '/console/api/api-keys',
    name: 'createCompanyKey',
    summary: 'Create an API key of the company',
    tag: 'Console',
    atLeast: 'owner',
    body: NewCompanyKey,
    violations: expiryViolations,
    limit: { name: 'company-keys', max: 60, perSeconds: 3600 },
    reply: { 201: Strict({ data: IssuedApiKeyView }) },
    handle: async (request) => ({
      data: await issueKey(
        request.everywhere,
        services.pepper,
        { ...request.body, companyId: request.scope.companyId },
        ownHand(request),
      ),
    }),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/api-keys/{keyId}',
    name: 'getCompanyKey',
    summary: 'Get an API key of the company',
    tag: 'Console',
    atLeast: 'owner',
    params,
    reply: { 200: Strict({ data: CompanyKeyView }) },
    handle: async ({ everywhere, scope, params }) => ({
      data: await readCompanyKey(everywhere, scope.companyId, params.keyId),
    }),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/api-keys/{keyId}/audit-logs',
    name: 'listCompanyKeyAuditLogs',
    summary: 'Read the audit log of an API key of the company',
    tag: 'Console',
    atLeast: 'owner',
    params,
    query: LogQuery,
    reply: { 200: PageOf(AuditEntryView) },
    handle: ({ everywhere, scope, params, query }) =>
      readCompanyKeyAudit(everywhere, scope.companyId, auditFilter(params.keyId, query), query),
  }),
  consoleRoute({
    method: 'PATCH',
    path: '/console/api/api-keys/{keyId}',
    name: 'changeCompanyKey',
    summary: 'Change, suspend or resume an API key of the company',
    tag: 'Console',
    atLeast: 'owner',
    params,
    body: ApiKeyChanges,
    violations: keyChangeViolations,
    reply: { 200: One },
    failures: ['conflict'],
    handle: async (request) => {
      const { everywhere, scope, params, body } = request;
      await requireKeyOf(everywhere, scope.companyId, params.keyId);
      const data = await changeKey(everywhere, params.keyId, body, ownHand(request));
      services.onKeyChange();
      return { data };
    },
  }),
  consoleRoute({
    method: 'DELETE',
    path: '/console/api/api-keys/{keyId}',
    name: 'revokeCompanyKey',
    summary: 'Revoke an API key of the company',
    tag: 'Console',
    atLeast: 'owner',
    params,
    body: Revocation,
    reply: { 204: null },
    failures: ['conflict'],
    handle: async (request) => {
      const { everywhere, scope, params, body } = request;
      await requireKeyOf(everywhere, scope.companyId, params.keyId);
      await revokeKey(everywhere, params.keyId, body.revocationReason, ownHand(request));
      services.onKeyChange();
    },
  }),
];
