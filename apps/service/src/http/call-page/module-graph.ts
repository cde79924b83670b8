import { readFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { posix } from 'node:path';
import { languages } from '@parley/language/language.ts';

/** A module as a browser takes it. */
export interface BrowserModule {
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
export async function readModules(root: string, entry: string): Promise<BrowserModule[]> {
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
export function neededBy(modules: readonly BrowserModule[], entry: string): readonly string[] {
  const needed = new Set([entry]);
  // A set is walked over what is added meanwhile, too.
  for (const path of needed) {
    for (const need of modules.find((module) => module.path === path)?.needs ?? []) needed.add(need);
  }
  return [...needed];
}

/** The address of a module's script, below that of the version. */
export const scriptPath = (path: string): string => path.replace(/\.(ts|json)$/, '.js');
