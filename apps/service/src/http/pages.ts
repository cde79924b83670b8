import { invalid } from '@parley/kernel/failure.ts';
import { memoize } from '@parley/kernel/memoize.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { apiReference } from './docs-site/docs-addresses.ts';
import { serveDocs } from './docs-site/docs-site.ts';
import type { RateLimiter } from './rate-limit.ts';
import { documentLookup } from './reference/document-lookup.ts';
import type { OpenApiDocument } from './reference/openapi-document.ts';
import { operationGroups, webhookEntries } from './reference/operation-catalog.ts';
import { referenceScriptPath, referenceStylePath, renderReference } from './reference/reference-page.ts';
import { referenceScript } from './reference/reference-script.ts';
import { referenceStyle } from './reference/reference-style.ts';
import { sendStatic, staticContent } from './static-content.ts';
import { Validator } from './validation.ts';

const headers = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const JSON_TYPE = 'application/json; charset=utf-8';
/** Other parameters are ignored, as they are by every page. */
const DocumentQuery = Type.Object({ aliases: Type.Boolean({ default: true }) });

/**
 * The OpenAPI document, its reference and the documentation: rendered and compressed at the first request, readable without a key.
 * Returns steps that do so before a request comes.
 */
export async function servePages(
  server: FastifyInstance,
  makeDocument: (options: { readonly aliases: boolean }) => unknown,
  limiter: RateLimiter,
): Promise<readonly (() => void)[]> {
  // Not kept: what is made of it is, and each of those is made once.
  const documentWith = (aliases: 'true' | 'false') => makeDocument({ aliases: aliases === 'true' });
  const jsonWith = memoize((aliases: 'true' | 'false') =>
    staticContent(JSON_TYPE, JSON.stringify(documentWith(aliases))),
  );
  const validator = new Validator();
  const checkQuery = validator.query(DocumentQuery);
  server.route({
    method: ['GET', 'HEAD'],
    url: '/openapi.json',
    handler: (request, reply) => {
      const query = { ...(request.query as Static<typeof DocumentQuery>) };
      const violations = checkQuery(query);
      if (violations.length > 0) throw invalid(violations);
      return sendStatic(request, reply, jsonWith(query.aliases ? 'true' : 'false'), headers);
    },
  });
  const reference = () => renderReference(documentWith('true') as OpenApiDocument);
  const pages: Readonly<Record<string, readonly [type: string, render: () => string]>> = {
    [apiReference]: ['text/html; charset=utf-8', reference],
    [referenceStylePath]: ['text/css; charset=utf-8', () => referenceStyle],
    [referenceScriptPath]: ['text/javascript; charset=utf-8', () => referenceScript],
  };
  const contentOf = memoize((path: string) => {
    const [type, render] = pages[path] as (typeof pages)[string];
    return staticContent(type, render());
  });
  for (const path of Object.keys(pages)) {
    server.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (request, reply) => sendStatic(request, reply, contentOf(path), headers),
    });
  }
  const operations = () => {
    const document = documentWith('true') as OpenApiDocument;
    const lookup = documentLookup(document);
    const groups = operationGroups(document, lookup).flatMap(({ entries }) => entries);
    return [...groups, ...webhookEntries(document, lookup)];
  };
  serveDocs(server, { headers, operations, limiter });
  // The address that the start prints, and what people type.
  for (const path of ['/', '/docs/']) {
    server.get(path, (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/docs'));
  }
  return [...validator.compilations, () => jsonWith('true'), () => contentOf(apiReference)];
}
