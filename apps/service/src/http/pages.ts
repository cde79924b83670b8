import { invalid } from '@parley/kernel/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { OpenApiDocument } from './reference/openapi-document.ts';
import { referenceScriptPath, referenceStylePath, renderReference } from './reference/reference-page.ts';
import { referenceScript } from './reference/reference-script.ts';
import { referenceStyle } from './reference/reference-style.ts';
import { sendStatic, staticContent } from './static-content.ts';
import { Validator } from './validation.ts';

const headers = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'",
};

const JSON_TYPE = 'application/json; charset=utf-8';
/** Other parameters are ignored, as they are by every page. */
const DocumentQuery = Type.Object({ aliases: Type.Boolean({ default: true }) });

/** The OpenAPI document and its reference: rendered and compressed once, readable without a key. */
export async function servePages(
  server: FastifyInstance,
  makeDocument: (options: { readonly aliases: boolean }) => unknown,
): Promise<void> {
  const document = makeDocument({ aliases: true });
  const documents = {
    whole: staticContent(JSON_TYPE, JSON.stringify(document)),
    withoutAliases: staticContent(JSON_TYPE, JSON.stringify(makeDocument({ aliases: false }))),
  };
  const checkQuery = new Validator().query(DocumentQuery);
  server.route({
    method: ['GET', 'HEAD'],
    url: '/openapi.json',
    handler: (request, reply) => {
      const query = { ...(request.query as Static<typeof DocumentQuery>) };
      const violations = checkQuery(query);
      if (violations.length > 0) throw invalid(violations);
      const content = query.aliases ? documents.whole : documents.withoutAliases;
      return sendStatic(request, reply, content, headers);
    },
  });
  const pages: [path: string, type: string, text: string][] = [
    ['/docs', 'text/html; charset=utf-8', renderReference(document as OpenApiDocument)],
    [referenceStylePath, 'text/css; charset=utf-8', referenceStyle],
    [referenceScriptPath, 'text/javascript; charset=utf-8', referenceScript],
  ];
  for (const [path, type, text] of pages) {
    const content = staticContent(type, text);
    server.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (request, reply) => sendStatic(request, reply, content, headers),
    });
  }
  // The address that the start prints, and what people type.
  for (const path of ['/', '/docs/']) {
    server.get(path, (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/docs'));
  }
}
