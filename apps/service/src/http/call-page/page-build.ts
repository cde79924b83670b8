import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { join, posix } from 'node:path';
import { languages } from '@parley/language/language.ts';
import { type StaticContent, staticContent } from '../static-content.ts';

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

/** A module as a browser takes it. */
interface BrowserModule {
  /** Of its source, TypeScript or JSON, from the root of the project. */
  readonly path: string;
  readonly script: string;
  /** What it cannot begin without. */
  readonly needs: readonly string[];
  /** What it may load later. */
  readonly mayLoad: readonly string[];
}

const NEEDS = /(?:^|\s)(?:import|export)\s[^'";]*?from\s*'([^']+)'|^\s*import\s*'([^']+)'/gm;
const MAY_LOAD = /\bimport\(\s*'([^']+)'\s*\)/g;
/** A file that every language has: import(`…/${code}/name.json`, { with: { type: 'json' } }). */
const OF_LANGUAGE =
  /\bimport\(\s*(?:\/\*.*?\*\/\s*)?`([^`$]+\/)\$\{([^}]+)\}(\/[^`$]+\.json)`,\s*\{\s*with:[^}]*\}\s*\},?\s*\)/g;
const SPECIFIER = /((?:\bfrom\s*|\bimport\s*\(?\s*)')([^']+\.ts)'/g;

/** A module and everything that it imports. Nothing else of the project is ever served. */
async function readModules(root: string, entry: string): Promise<BrowserModule[]> {
  const found = new Map<string, BrowserModule>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const module = browserModule(root, path, await readFile(posix.join(root, path), 'utf8'));
    found.set(path, module);
    waiting.push(...module.needs, ...module.mayLoad);
  }
  return [...found.values()];
}

function browserModule(root: string, path: string, source: string): BrowserModule {
  // As a script, because not every browser that we serve imports JSON.
  if (path.endsWith('.json'))
    return {
      path,
      script: `export default ${JSON.stringify(JSON.parse(source))};\n`,
      needs: [],
      mayLoad: [],
    };
  // Types go first, so that what is imported for its types alone is not loaded.
  const script = stripTypeScriptTypes(source);
  const { resolve } = createRequire(posix.join(root, path));
  /** The file behind a specifier, also one of another package, from the root of the project. */
  const file = (specifier: string) => posix.relative(root, resolve(specifier));
  const address = (specifier: string) => {
    const way = posix.relative(posix.dirname(path), scriptPath(file(specifier)));
    return way.startsWith('.') ? way : `./${way}`;
  };
  return {
    path,
    script: script
      .replaceAll(OF_LANGUAGE, (_all, before, code, after) => {
        const english = address(`${before}en${after}`);
        return `import(\`${english.replace('/en/', () => `/\${${code}}/`)}\`)`;
      })
      .replaceAll(SPECIFIER, (_all, before, specifier) => `${before}${address(specifier)}'`)
      .replaceAll(/[ \t]+$/gm, ''),
    needs: [...script.matchAll(NEEDS)].map(([, named, bare]) => file(named ?? bare ?? '')),
    mayLoad: [
      ...[...script.matchAll(MAY_LOAD)].map(([, specifier]) => file(specifier ?? '')),
      ...[...script.matchAll(OF_LANGUAGE)].flatMap(([, before, , after]) =>
        languages.map((language) => file(`${before}${language.toLowerCase()}${after}`)),
      ),
    ],
  };
}

/** Of these modules, what the entry cannot begin without, itself included. */
function neededBy(modules: readonly BrowserModule[], entry: string): readonly string[] {
  const needed = new Set([entry]);
  // A set is walked over what is added meanwhile, too.
  for (const path of needed) {
    for (const need of modules.find((module) => module.path === path)?.needs ?? []) needed.add(need);
  }
  return [...needed];
}

/** The address of a module's script, below that of the version. */
const scriptPath = (path: string): string => path.replace(/\.(ts|json)$/, '.js');
