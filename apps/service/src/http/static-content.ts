import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text that is the same for everybody, compressed once. */
export interface StaticContent {
  readonly type: string;
  readonly etag: string;
  readonly plain: Uint8Array;
  readonly compressed: Uint8Array;
}

export function staticContent(type: string, text: string): StaticContent {
  const plain = Buffer.from(text);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, etag, plain, compressed: gzipSync(plain) };
}

/** Sends it, or says that the browser has it already. */
export function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  content: StaticContent,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  const { type, etag, plain, compressed } = content;
  reply.headers({
    etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.type(type).send(plain);
  return reply.type(type).header('content-encoding', 'gzip').send(compressed);
}
