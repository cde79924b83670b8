import {
  ApiKeyChanges,
  ApiKeyView,
  IssuedApiKeyView,
  NewApiKey,
  Revocation,
} from '@parley/contract/api-key.ts';
import { AuditEntryView, auditEventTypes } from '@parley/contract/audit.ts';
import { IdOf, OneOf, PageOf, PageQuery, Strict, Timestamp, Uuid } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import type { Administrator, Client } from '../../http/principal.ts';
import { adminRoute } from '../../http/route.ts';
import {
  changeKey,
  type Hand,
  issueKey,
  readKey,
  readKeyAudit,
  readKeys,
  revokeKey,
} from './api-key.actions.ts';

const tag = 'API keys';
const params = { keyId: IdOf('API key') };
const One = Strict({ data: ApiKeyView });

const hand = ({ principal, client }: { principal: Administrator; client: Client }): Hand => ({
  actor: { kind: 'admin', id: principal.subject },
  client,
});

const date = (timestamp: string | undefined): Date | undefined =>
  timestamp === undefined ? undefined : new Date(timestamp);

export const apiKeyRoutes = ({ pepper, onChange }: { pepper: string; onChange: () => void }) => [
  adminRoute({
    method: 'POST',
    path: '/api-keys',
    name: 'createApiKey',
    summary: 'Create an API key',
    description: 'The key itself is in `data.key`, only in this response. Only a keyed hash of it is stored.',
    tag,
    body: NewApiKey,
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
    query: PageQuery({
      eventType: Type.Optional(OneOf(auditEventTypes)),
      from: Type.Optional(Timestamp()),
      to: Type.Optional(Timestamp()),
    }),
    reply: { 200: PageOf(AuditEntryView) },
    handle: ({ everywhere, params, query }) =>
      readKeyAudit(
        everywhere,
        { apiKeyId: params.keyId, eventType: query.eventType, from: date(query.from), to: date(query.to) },
        query,
      ),
  }),
];
