import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenApiDocument } from './reference/openapi-document.ts';
import { referenceScriptPath, referenceStylePath, renderReference } from './reference/reference-page.ts';
import { referenceScript } from './reference/reference-script.ts';
import { referenceStyle } from './reference/reference-style.ts';
import { sendStatic, staticContent } from './static-content.ts';

const headers = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'",
};

/** The OpenAPI document and its reference: rendered and compressed once, readable without a key. */
export async function servePages(server: FastifyInstance, document: unknown): Promise<void> {
  const pages: [path: string, type: string, text: string][] = [
    ['/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document)],
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
