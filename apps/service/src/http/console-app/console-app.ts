import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Failure, notFound } from '@parley/kernel/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../reference/html.ts';
import { type StaticContent, sendStatic, staticContent } from '../static-content.ts';

const DIST = join(import.meta.dirname, '../../../../console/dist');
const YEAR_SECONDS = 31_536_000;
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The console being built from its sources, in a clone. */
export interface ConsoleBuilding {
  readonly isUnderWay: boolean;
  /** Why the last build failed. */
  readonly trouble: string | undefined;
  onBuilt(listener: () => void): void;
}

interface ConsoleAppOptions {
  readonly folder?: string;
  readonly build?: ConsoleBuilding;
}

const policy = (scripts: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "media-src 'self' blob: mediastream:",
    "base-uri 'none'",
    "form-action 'self'",
    // Other sites must not frame the console (clickjacking).
    "frame-ancestors 'none'",
  ].join('; ');

const headers = {
  'cache-control': 'no-cache',
  'content-security-policy': policy("'self'"),
  // For talking to an agent beside its flow.
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
  'x-robots-tag': 'noindex, nofollow',
};

/**
 * The operators' console. Every address under /console is the same page, which finds out by itself what to show;
 * its parts carry a hash of what is in them, so a browser keeps them for ever.
 */
export function serveConsoleApp(
  server: FastifyInstance,
  { folder = DIST, build }: ConsoleAppOptions = {},
): void {
  let reading: Promise<ReadonlyMap<string, StaticContent>> | undefined;
  build?.onBuilt(() => {
    reading = undefined;
  });
  const files = () => {
    reading ??= readFiles(folder).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const content = (await files()).get('index.html');
    if (content === undefined) {
      reading = undefined;
      if (build?.isUnderWay) return sendPatience(reply, headers);
      if (build?.trouble !== undefined) return sendTrouble(reply, headers, build.trouble);
      throw new Failure('unavailable', 'The console has not been built: stop the service and run npm start');
    }
    return sendStatic(request, reply, content, headers);
  };
  const get = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    server.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => handler(request, reply),
    });

  get('/console', page);
  get('/console/*', async (request, reply) => {
    const asked = (request.params as { '*': string })['*'];
    const content = asked === 'index.html' ? undefined : (await files()).get(asked);
    if (content !== undefined) {
      const isHashed = asked.startsWith('assets/');
      const caching = isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
      return sendStatic(request, reply, content, { 'cache-control': caching });
    }
    // A part from before an upgrade must fail, so that the page loads itself anew; so must a call of the API.
    if (asked.startsWith('assets/') || asked === 'api' || asked.startsWith('api/')) throw notFound('Page');
    return page(request, reply);
  });
}

/**
 * Not a meta refresh: in an address with a fragment, such as the first sign-in link, that only moves within the page and loads
 * nothing.
 */
const RELOAD = 'setTimeout(() => location.reload(), 2000)';
const reloadHash = createHash('sha256').update(RELOAD).digest('base64');

/** In a clone the console is built while the service already answers. The page asks again by itself. */
const sendPatience = (reply: FastifyReply, headers: Readonly<Record<string, string>>) =>
  reply
    .code(503)
    .headers({
      ...headers,
      'content-security-policy': policy(`'sha256-${reloadHash}'`),
      'cache-control': 'no-store',
      'retry-after': '2',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><script>${RELOAD}</script>` +
        '<title>Parley</title></head><body><p>The console is being built, which takes a minute or two. ' +
        'This page loads it when it is ready. The API already answers.</p></body></html>',
    );

const sendTrouble = (reply: FastifyReply, headers: Readonly<Record<string, string>>, trouble: string) =>
  reply
    .code(503)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(
      html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parley</title></head><body><p>${trouble}</p>
<p>The terminal in which the service was started shows more. The API answers all the same.
Stop the service and run npm start to build the console again.</p></body></html>`.markup,
    );

/** All of it, compressed once: it is small, and the same for everybody. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, StaticContent>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = new Map<string, StaticContent>();
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    found.set(name.replaceAll('\\', '/'), staticContent(type, await readFile(join(folder, name), 'utf8')));
  }
  return found;
}
