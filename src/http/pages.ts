import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenApiDocument } from './reference/openapi-document.ts';
import { referenceScriptPath, referenceStylePath, renderReference } from './reference/reference-page.ts';
import { referenceScript } from './reference/reference-script.ts';
import { referenceStyle } from './reference/reference-style.ts';

const CONTENT_SECURITY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'";

/** The OpenAPI document and its reference: rendered and compressed once, readable without a key. */
export async function servePages(server: FastifyInstance, document: unknown): Promise<void> {
  const pages: [path: string, type: string, text: string][] = [
    ['/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document)],
    ['/docs', 'text/html; charset=utf-8', renderReference(document as OpenApiDocument)],
    [referenceStylePath, 'text/css; charset=utf-8', referenceStyle],
    [referenceScriptPath, 'text/javascript; charset=utf-8', referenceScript],
  ];
  for (const [path, type, text] of pages) {
    const plain = Buffer.from(text);
    const compressed = await promisify(gzip)(plain);
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({
        etag,
        vary: 'accept-encoding',
        'cache-control': 'no-cache',
        'content-security-policy': CONTENT_SECURITY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
        return reply.type(type).send(plain);
      return reply.type(type).header('content-encoding', 'gzip').send(compressed);
    };
    server.route({ method: ['GET', 'HEAD'], url: path, handler });
  }
  // The address that the start prints, and what people type.
  for (const path of ['/', '/docs/']) {
    server.get(path, (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/docs'));
  }
}
