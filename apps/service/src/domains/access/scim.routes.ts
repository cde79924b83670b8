import { IdOf, Nullable, Strict, Timestamp, Uuid } from '@parley/contract/schema.ts';
import { RoleOf } from '@parley/contract/user.ts';
import { Failure, notFound, unauthenticated } from '@parley/kernel/failure.ts';
import { isUuid } from '@parley/kernel/id.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { parseJson } from '../../http/body.ts';
import { failureResponse } from '../../http/failure-response.ts';
import type { Client } from '../../http/principal.ts';
import { consoleRoute, type Route } from '../../http/route.ts';
import {
  admitProvisioner,
  deprovision,
  issueScimToken,
  listProvisioned,
  patchProvisioned,
  provision,
  readProvisioned,
  readScimTokens,
  replaceProvisioned,
  revokeScimToken,
  type ScimServices,
} from './scim.actions.ts';
import {
  ERROR_SCHEMA,
  LIST_SCHEMA,
  serviceProviderConfig,
  USER_SCHEMA,
  userResourceType,
  viewScimUser,
} from './scim.model.ts';
import type { ScimToken } from './scim.store.ts';

const BASE = '/scim/v2';
const MEDIA_TYPE = 'application/scim+json';

interface Asked {
  readonly token: ScimToken;
  readonly client: Client;
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** SCIM has its own media type, lists and errors, so these routes are not made like those of the API. */
export async function serveScim(server: FastifyInstance, services: ScimServices): Promise<void> {
  const { everywhere, publicUrl } = services;
  const view = (user: Parameters<typeof viewScimUser>[0]) => viewScimUser(user, publicUrl);
  const list = (resources: readonly object[], total = resources.length, startIndex = 1) => ({
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  });

  await server.register(async (scim) => {
    scim.addContentTypeParser(MEDIA_TYPE, { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) =>
      bytes.length === 0 ? undefined : parseJson(bytes),
    );
    scim.setErrorHandler((error, request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number };
      const isTheirs = error instanceof Failure || statusCode >= 500;
      const answer = failureResponse(error, request.traceId, everywhere.now());
      const status = isTheirs ? answer.status : statusCode;
      if (status >= 500)
        request.log.error(
          { err: error, traceId: request.traceId },
          'a SCIM request failed with an internal error (status 5xx)',
        );
      const type = error instanceof Failure ? error.details.code : undefined;
      const scimType = type ?? (status === 400 ? 'invalidSyntax' : undefined);
      return send(reply.headers(answer.headers), status, {
        schemas: [ERROR_SCHEMA],
        status: String(status),
        ...(scimType === undefined ? {} : { scimType }),
        detail: isTheirs ? String(answer.body.message) : (error as Error).message,
      });
    });

    const admitted = new WeakMap<FastifyRequest, ScimToken>();
    const answers = (
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      status: number,
      answer: (asked: Asked) => Promise<object | undefined> | object,
    ) =>
      scim.route({
        method,
        url: `${BASE}${path}`,
        // Before the body is read: nobody without a token has one parsed.
        onRequest: async (request) => {
          request.client = {
            ipAddress: request.ip,
            userAgent: request.headers['user-agent'] ?? null,
            endpoint: `${method} ${BASE}${path}`,
          };
          const token = await admitProvisioner(services, request.headers.authorization, request.client);
          admitted.set(request, token);
        },
        handler: async (request, reply) => {
          const { client } = request;
          const token = admitted.get(request);
          if (token === undefined) throw unauthenticated();
          const { id = '' } = request.params as { id?: string };
          if (path.endsWith(':id') && !isUuid(id)) throw notFound('User');
          const { query, body } = request;
          const asked = { token, client, id, query: query as Asked['query'], body };
          const answered = (await answer(asked)) as { meta?: { location?: string } } | undefined;
          if (status === 201 && answered?.meta?.location) reply.header('location', answered.meta.location);
          return send(reply, status, answered);
        },
      });

    answers('GET', '/ServiceProviderConfig', 200, () => serviceProviderConfig);
    answers('GET', '/ResourceTypes', 200, () => list([userResourceType]));
    answers('GET', '/Schemas', 200, () => list([{ id: USER_SCHEMA, name: 'User', attributes: [] }]));
    answers('GET', '/Users', 200, async ({ token, query }) => {
      const { total, rows, startIndex } = await listProvisioned(everywhere, token, query);
      return list(rows.map(view), total, startIndex);
    });
    answers('POST', '/Users', 201, async ({ token, body, client }) =>
      view(await provision(everywhere, token, body, client)),
    );
    answers('GET', '/Users/:id', 200, async ({ token, id }) =>
      view(await readProvisioned(everywhere, token, id)),
    );
    answers('PUT', '/Users/:id', 200, async ({ token, id, body, client }) =>
      view(await replaceProvisioned(everywhere, token, id, body, client)),
    );
    answers('PATCH', '/Users/:id', 200, async ({ token, id, body, client }) =>
      view(await patchProvisioned(everywhere, token, id, body, client)),
    );
    answers('DELETE', '/Users/:id', 204, async ({ token, id, client }) => {
      await deprovision(everywhere, token, id, client);
      return undefined;
    });
  });
}

const send = (reply: FastifyReply, status: number, body: object | undefined) =>
  body === undefined
    ? reply.status(status).send()
    : reply.status(status).header('content-type', `${MEDIA_TYPE}; charset=utf-8`).send(JSON.stringify(body));

const tag = 'Console';
const ScimTokenView = Strict({
  id: Uuid(),
  role: RoleOf(),
  createdAt: Timestamp(),
  usedAt: Nullable(Timestamp()),
});

/** The tokens that a company's identity provider uses. */
export const scimTokenRoutes = (services: { readonly pepper: Secret }): readonly Route[] => [
  consoleRoute({
    method: 'GET',
    path: '/console/api/scim-tokens',
    name: 'listScimTokens',
    summary: 'List the SCIM tokens of the company',
    tag,
    atLeast: 'owner',
    reply: { 200: Strict({ data: Type.Array(ScimTokenView) }) },
    handle: async ({ scope }) => ({ data: await readScimTokens(scope) }),
  }),
  consoleRoute({
    method: 'POST',
    path: '/console/api/scim-tokens',
    name: 'createScimToken',
    summary: 'Create a SCIM token',
    tag,
    atLeast: 'owner',
    body: Strict({ role: RoleOf() }),
    limit: { name: 'scim-tokens', max: 30, perSeconds: 3600 },
    reply: { 201: Strict({ id: Uuid(), token: Type.String() }) },
    handle: ({ everywhere, scope, principal, body, client }) =>
      issueScimToken(everywhere, services.pepper, body.role, { user: principal, scope, client }),
  }),
  consoleRoute({
    method: 'DELETE',
    path: '/console/api/scim-tokens/{id}',
    name: 'revokeScimToken',
    summary: 'Revoke a SCIM token',
    tag,
    atLeast: 'owner',
    params: { id: IdOf('SCIM token') },
    reply: { 204: null },
    handle: ({ everywhere, scope, principal, params, client }) =>
      revokeScimToken(everywhere, params.id, { user: principal, scope, client }),
  }),
];
