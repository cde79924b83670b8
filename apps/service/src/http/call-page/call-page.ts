import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { notFound } from '@parley/kernel/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendStatic } from '../static-content.ts';
import type { PageBuild } from './page-build.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const YEAR_SECONDS = 31_536_000;

const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob: mediastream:",
    "base-uri 'none'",
    "form-action 'none'",
    // Other sites must not frame this page (clickjacking); they use the SDK.
    "frame-ancestors 'none'",
  ].join('; '),
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
  'x-robots-tag': 'noindex, nofollow',
};

/** The SDK runs inside a company's own site, which loads it from here. */
const openToAll = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/**
 * The page that a contact opens with their link, the same for every link: what the call is about it asks for itself.
 * It is made of its sources when somebody first opens it.
 */
export function serveCallPage(server: FastifyInstance): void {
  let building: Promise<PageBuild> | undefined;
  const built = (): Promise<PageBuild> => {
    building ??= builtBefore()
      .catch(buildInThread)
      .catch((error: unknown) => {
        building = undefined;
        throw error;
      });
    return building;
  };
  const get = (
    url: string,
    answer: (request: FastifyRequest, reply: FastifyReply, build: PageBuild) => unknown,
  ) =>
    server.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => answer(request, reply, await built()),
    });

  get('/call/:token', (request, reply, { page }) => sendStatic(request, reply, page, pageHeaders));
  get('/call/assets/parley-web.js', (request, reply, { sdk }) =>
    sendStatic(request, reply, sdk, { 'cache-control': 'no-cache', ...openToAll }),
  );
  get('/call/assets/:version/*', (request, reply, { version, assets }) => {
    const asked = request.params as { version: string; '*': string };
    const content = assets.get(asked['*']);
    if (content === undefined) throw notFound('Asset');
    // A page that was open during an upgrade gets what there is, but must not keep it under the old name.
    const caching = asked.version === version ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
    return sendStatic(request, reply, content, { 'cache-control': caching, ...openToAll });
  });
}

/** A release has it ready; scripts/release-package.ts puts it there. */
const builtBefore = async (): Promise<PageBuild> =>
  deserialize(await readFile(join(ROOT, 'apps/call-page/page-build.bin')));

/** In a thread of its own: live calls must not wait for it, and Node warns on the console that stripping types is new. */
async function buildInThread(): Promise<PageBuild> {
  const worker = new Worker(new URL('./page-build-thread.ts', import.meta.url), {
    workerData: ROOT,
    stderr: true,
    env: {},
  });
  worker.stderr.resume();
  try {
    return await new Promise<PageBuild>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(new Error(`The thread that builds the call page exited with code ${code}`)),
      );
    });
  } finally {
    await worker.terminate();
  }
}
