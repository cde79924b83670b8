import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type StaticContent, staticContent } from '../static-content.ts';
import { type BrowserModule, neededBy, readModules, scriptPath } from './module-graph.ts';

const PAGE = 'apps/call-page/src/call.ts';
const SDK = 'packages/sdk-web/src/web-call.ts';
const STATIC: readonly [path: string, type: string][] = [
  ['apps/call-page/src/call.css', 'text/css; charset=utf-8'],
  ['apps/call-page/src/call-screen.css', 'text/css; charset=utf-8'],
  ['apps/call-page/src/icon.svg', 'image/svg+xml'],
  ['apps/call-page/src/old-browser.js', 'text/javascript; charset=utf-8'],
];
const SCRIPT = 'text/javascript; charset=utf-8';

/** The page of a web call and everything that it loads. */
export interface PageBuild {
  readonly page: StaticContent;
  /** For pages of other sites: loads the SDK of this version. */
  readonly sdk: StaticContent;
  /** Part of every asset's address, so that a browser may keep what it has for ever. */
  readonly version: string;
  readonly assets: ReadonlyMap<string, StaticContent>;
}

export async function buildPage(root: string): Promise<PageBuild> {
  // The SDK is part of the page, so its modules are among the page's.
  const modules = await readModules(root, PAGE);
  const texts: [path: string, type: string, text: string][] = modules.map(({ path, script }) => [
    scriptPath(path),
    SCRIPT,
    script,
  ]);
  for (const [path, type] of STATIC) texts.push([path, type, await readFile(join(root, path), 'utf8')]);
  const version = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 12);
  return {
    version,
    page: staticContent('text/html; charset=utf-8', await markup(root, version, modules)),
    sdk: staticContent(SCRIPT, `export * from './${version}/${scriptPath(SDK)}';\n`),
    assets: new Map(texts.map(([path, type, text]) => [path, staticContent(type, text)])),
  };
}

async function markup(root: string, version: string, modules: readonly BrowserModule[]): Promise<string> {
  const assets = `assets/${version}`;
  const preload = neededBy(modules, PAGE).map(
    (path) => `<link rel="modulepreload" href="${assets}/${scriptPath(path)}">`,
  );
  const template = await readFile(join(root, 'apps/call-page/src/call.html'), 'utf8');
  return template.replaceAll('{{assets}}', assets).replace('{{preload}}', preload.join('\n'));
}
