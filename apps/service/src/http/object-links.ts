import { conflict, Failure, forbidden, invalid, notFound } from '@parley/kernel/failure.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ByteRange,
  contentDisposition,
  ObjectRefused,
  type ObjectStore,
} from '../storage/objects/object-store.ts';
import { type Link, verifyLink } from '../storage/objects/signed-link.ts';
import type { Client } from './principal.ts';
import { cookieOf } from './session-cookie.ts';

export interface ObjectLinkOptions {
  readonly objects: ObjectStore;
  readonly linkSecret: Secret;
  readonly now: () => Date;
  /** Somebody whose browser has a session fetches a file: not for every part of it that a player asks for. */
  readonly onDownload?: (session: string, client: Client) => Promise<void>;
}

const openToAll = { 'access-control-allow-origin': '*' };

/**
 * Uploads and downloads through signed links, for objects that this service stores itself. The link is the
 * permission: there is no key, and the body goes straight to the disk.
 */
export function serveObjectLinks(server: FastifyInstance, options: ObjectLinkOptions): void {
  // A context of its own, because here a body is never read into memory and may be of any type.
  const arriving = new Set<string>();
  server.register(async (links) => {
    links.removeAllContentTypeParsers();
    links.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // The link is the permission, and pages of companies upload to it: the origins that the API is open to have no say here.
    links.options('/objects/*', { config: { cors: false } }, (_request, reply) =>
      reply
        .headers({
          ...openToAll,
          'access-control-allow-methods': 'PUT',
          'access-control-allow-headers': 'content-type, traceparent',
          'access-control-max-age': '600',
        })
        .status(204)
        .send(),
    );
    links.put('/objects/*', { config: { slowBody: true, cors: false } }, async (request, reply) => {
      reply.headers(openToAll);
      const link = verified(request, options);
      if (link.method !== 'PUT') throw notFound('Link');
      // One at a time, and none after the first: a link must not fill the disk with bodies that are then refused.
      if (arriving.has(link.key)) throw conflict('This link is being used already');
      arriving.add(link.key);
      await store(options.objects, link, request).finally(() => arriving.delete(link.key));
      return reply.status(200).send({ sizeBytes: link.sizeBytes });
    });
    links.route({
      method: ['GET', 'HEAD'],
      url: '/objects/*',
      handler: async (request, reply) => {
        const link = verified(request, options);
        if (link.method !== 'GET') throw notFound('Link');
        await noteDownload(link.key, request, options);
        return send(options.objects, link, request, reply);
      },
    });
  });
}

async function noteDownload(key: string, request: FastifyRequest, { onDownload }: ObjectLinkOptions) {
  const session = cookieOf(request.headers);
  if (session === undefined) return;
  const endpoint = `${request.method} /objects/${key}`;
  await onDownload?.(session, {
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    endpoint,
  });
}

function verified(request: FastifyRequest, { linkSecret, now }: ObjectLinkOptions): Link {
  const verdict = verifyLink(linkSecret, now(), {
    method: request.method,
    url: request.raw.url ?? '',
    contentType: request.headers['content-type'],
    contentLength: request.headers['content-length'],
  });
  switch (verdict.outcome) {
    case 'ok':
      return verdict.link;
    case 'expired':
      throw forbidden('This link has expired: ask for a new one');
    case 'mismatch':
      throw invalid([verdict.message]);
    case 'invalid':
      throw forbidden('This link is not valid');
  }
}

async function store(
  objects: ObjectStore,
  link: Link & { method: 'PUT' },
  request: FastifyRequest,
): Promise<void> {
  if (await objects.head(link.key)) throw conflict('This link has already been used');
  // Before the body is read: a store that fails after that can only break the connection off.
  await objects.prepare?.(link.key);
  try {
    await objects.put(link.key, request.raw, {
      contentType: link.contentType,
      exactBytes: link.sizeBytes,
      ifAbsent: true,
    });
  } catch (error) {
    if (error instanceof ObjectRefused && error.reason === 'EXISTS')
      throw conflict('This link has already been used');
    // The client disconnected during the upload: it does not get this response, but it is not a server error either.
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET')
      throw new Failure('timeout', 'The upload broke off');
    throw error;
  }
}

async function send(
  objects: ObjectStore,
  link: Link & { method: 'GET' },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const about = await objects.head(link.key);
  if (!about) throw notFound('File');
  const range = rangeOf(request.headers.range, about.sizeBytes);
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': contentDisposition(link.fileName),
    'content-length': range ? range.end - range.start + 1 : about.sizeBytes,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${about.sizeBytes}` } : {}),
  });
  reply.type(about.contentType).status(range ? 206 : 200);
  if (request.method === 'HEAD') return reply.send();
  const object = await objects.get(link.key, range);
  if (!object) throw notFound('File');
  return reply.send(object.body);
}

/** The one range that players ask for. Several at once, or nonsense, gets the whole file, as HTTP allows. */
function rangeOf(header: string | undefined, sizeBytes: number): Required<ByteRange> | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start >= sizeBytes || end < start)
    throw new Failure('range_not_satisfiable', `The file has ${sizeBytes} bytes`);
  return { start, end };
}
