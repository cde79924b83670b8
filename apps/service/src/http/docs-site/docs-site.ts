import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { notFound } from '@parley/kernel/failure.ts';
import { networkOf } from '@parley/kernel/ip-address.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { enforce, type RateLimiter } from '../rate-limit.ts';
import type { OperationEntry } from '../reference/operation-catalog.ts';
import { type StaticContent, sendStatic, staticContent } from '../static-content.ts';
import { docsHome, docsScriptPath, docsSearchPath, docsStylePath } from './docs-addresses.ts';
import { DocsReader } from './docs-reader.ts';

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
/** What a page shows. Everything else that it links is source, and shown as text. */
const pictures: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' };

/** Beyond what somebody types, with a search after every letter. */
const SEARCHES = { max: 240, perSeconds: 60 };

export interface DocsSiteOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Operations and events of the API, for the search. */
  readonly operations: () => readonly OperationEntry[];
  /** Bounds the searches from one network. */
  readonly limiter: RateLimiter;
  /** Where docs/ is. */
  readonly root?: string;
}

/**
 * The documentation: docs/*.md, rendered in a thread when a page is first asked for. Nothing is built or installed for it
 * (docs/adr/0026). An address is looked up among the pages; it never becomes a path of the file system.
 */
export function serveDocs(
  server: FastifyInstance,
  { headers, operations, limiter, root }: DocsSiteOptions,
): void {
  const reader = new DocsReader(() => ({
    root,
    operations: operations().map(({ anchor, title, method, path, operation, aliases }) => ({
      anchor,
      title,
      method,
      path,
      description: operation.description ?? '',
      aliases,
    })),
  }));
  server.addHook('onClose', () => reader.close());
  // Only of pages that exist, so it cannot grow by what strangers ask for.
  const contents = new Map<string, StaticContent>();
  const send = async (request: FastifyRequest, reply: FastifyReply, address: string) => {
    let content = contents.get(address);
    if (content === undefined) {
      const found = (await assetAt(address)) ?? (await reader.text(address));
      if (found === undefined) throw notFound('Page');
      content = staticContent(...found);
      contents.set(address, content);
    }
    return sendStatic(request, reply, content, headers);
  };
  const get = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    server.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => handler(request, reply),
    });

  for (const address of [docsHome, docsStylePath, docsScriptPath, '/llms.txt', '/llms-full.txt'])
    get(address, (request, reply) => send(request, reply, address));
  const found = async (request: FastifyRequest) => {
    await enforce(limiter, `docs searches from ${networkOf(request.ip)}`, SEARCHES);
    return reader.search(String((request.query as { q?: unknown }).q ?? '').trim());
  };
  get(docsSearchPath, async (request, reply) => {
    const { page } = await found(request);
    return reply
      .headers({ ...headers, 'cache-control': 'no-store' })
      .type(HTML)
      .send(page);
  });
  get(`${docsSearchPath}.json`, async (request, reply) => {
    const { results } = await found(request);
    return reply.headers({ ...headers, 'cache-control': 'no-store' }).send({ results });
  });
  get('/docs/files/*', async (request, reply) => {
    const address = `/docs/files/${(request.params as { '*': string })['*']}`;
    const file = await reader.file(address);
    if (file === undefined) throw notFound('Page');
    const type = pictures[extname(file)];
    if (type === undefined)
      return sendStatic(request, reply, staticContent(TEXT, await readFile(file, 'utf8')), headers);
    return reply
      .headers(headers)
      .header('x-content-type-options', 'nosniff')
      .type(type)
      .send(await readFile(file));
  });
  get('/docs/*', (request, reply) =>
    send(request, reply, `/docs/${(request.params as { '*': string })['*']}`),
  );
}

async function assetAt(address: string): Promise<readonly [type: string, text: string] | undefined> {
  if (address === docsStylePath) return ['text/css; charset=utf-8', await asset('site.css')];
  if (address === docsScriptPath) return ['text/javascript; charset=utf-8', await asset('site.js')];
  return undefined;
}

const asset = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8');
