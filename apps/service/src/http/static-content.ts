import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text that is the same for everybody, compressed once. Only that is kept: the API reference has megabytes. */
export interface StaticContent {
  readonly type: string;
  readonly etag: string;
  readonly compressed: Uint8Array;
}

export function staticContent(type: string, text: string): StaticContent {
  const plain = Buffer.from(text);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, etag, compressed: gzipSync(plain) };
}

/** Sends it, or says that the browser has it already. */
export async function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  content: StaticContent,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const { type, etag, compressed } = content;
  reply.headers({
    etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
    return reply.type(type).send(await promisify(gunzip)(compressed));
  return reply.type(type).header('content-encoding', 'gzip').send(compressed);
}
