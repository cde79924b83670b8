import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * The walls between packages. A package imports only what its manifest names, only through the other's `exports`, and never in
 * a circle. Node and TypeScript would find any package in node_modules whatever the manifest says, so this check enforces the
 * manifests.
 */

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>> | string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Package extends Manifest {
  /** Relative to the root of the project. */
  readonly folder: string;
}

/** Imported by tests only. */
const TESTING = '@parley/testing';

function readPackages(root: string): Package[] {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : [],
  );
  return [...folders, 'testing']
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) }));
}

/** Every violation, one line each; throws if there was nothing to check. */
export function packageViolations(root: string): string[] {
  const packages = readPackages(root);
  const byName = new Map(packages.map((one) => [one.name, one]));
  let seen = 0;
  const breaches = packages.flatMap((one) => {
    const { imports } = readImports(join(root, one.folder));
    seen += imports.length;
    return imports.flatMap(({ from, specifier }) => {
      const words = complaint(one, byName, from, specifier);
      return words === undefined ? [] : [`${one.folder}/${from} imports ${specifier}: ${words}`];
    });
  });
  if (seen === 0)
    throw new Error(`The package check found ${packages.length} packages and no imports in ${root}`);
  return [...breaches, ...circles(byName)];
}

function complaint(one: Package, byName: ReadonlyMap<string, Package>, from: string, specifier: string) {
  if (specifier.startsWith('.')) {
    const leaves = posix.join(posix.dirname(from), specifier).startsWith('..');
    return leaves ? `it lies outside ${one.name}; use the package's name` : undefined;
  }
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
  const other = byName.get(name);
  if (other === undefined) return undefined;
  const forTests = isTest(from) || one.name === TESTING;
  if (name === TESTING && !forTests) return 'only tests import it';
  if (!(name in { ...one.dependencies, ...(forTests ? one.devDependencies : {}) })) {
    return `${one.folder}/package.json does not name ${name}`;
  }
  return isEntryPoint(other, `.${specifier.slice(name.length)}`) ? undefined : `${name} does not export it`;
}

function isEntryPoint({ exports = {} }: Manifest, path: string): boolean {
  if (typeof exports === 'string') return path === '.';
  return path in exports || (path !== '.' && './*' in exports);
}

/** Circular dependencies at run time; dependencies of tests may point back. */
function circles(byName: ReadonlyMap<string, Package>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) {
      found.push(`${[...path.slice(path.indexOf(name)), name].join(' needs ')}: a circular dependency`);
      return;
    }
    if (done.has(name)) return;
    for (const next of Object.keys(byName.get(name)?.dependencies ?? {}))
      if (byName.has(next)) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of byName.keys()) if (name !== TESTING) visit(name, []);
  return found;
}

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s*['"]([^'"]+)['"]/gm;

interface Import {
  /** The importing file, relative to the folder that was read. */
  readonly from: string;
  readonly specifier: string;
}

/** Every import of every source file below a folder, types included. */
export function readImports(folder: string): { modules: number; imports: Import[] } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path),
  );
  const imports = files.flatMap((from) =>
    [...readFileSync(join(folder, from), 'utf8').matchAll(IMPORT)].map(([, named, dynamic, bare]) => ({
      from,
      specifier: named ?? dynamic ?? bare ?? '',
    })),
  );
  return { modules: files.length, imports };
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
