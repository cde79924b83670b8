import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Written into a bundle's folder: the packages of others in it, as keys of the lock file. */
export const PACKAGES_FILE = '.packages.json';

/**
 * The packages that files lie in, as keys of the lock file: "node_modules/a" for "node_modules/a/index.js". Files of our own
 * belong to none.
 */
export function packageKeys(files: Iterable<string>): string[] {
  const keys = new Set<string>();
  for (const file of files) {
    const [, key] = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
    if (key !== undefined) keys.add(key);
  }
  return [...keys].sort();
}

/** Code that no file of a package has: Vite itself writes its loader and Tailwind the style sheet. */
const WRITERS: readonly [output: RegExp, key: string][] = [
  [/\.js$/, 'node_modules/vite'],
  [/\.css$/, 'node_modules/tailwindcss'],
];

/** Vite marks modules that it makes of a file, such as one of CommonJS: NUL, path, query. */
const fileOf = (id: string): string => id.replace(/^\0/, '').replace(/\?.*$/, '');

/** Lists what the build really put into the bundle: what was left out of it by tree shaking needs no notice. */
export const listPackages = (root: string): Plugin => ({
  name: 'parley-list-packages',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((output) =>
      output.type === 'asset'
        ? output.originalFileNames
        : Object.entries(output.modules).flatMap(([id, { renderedLength }]) =>
            renderedLength > 0 ? [id] : [],
          ),
    );
    const keys = packageKeys(files.map((file) => relative(root, fileOf(file)).replaceAll(sep, '/')));
    const written = WRITERS.filter(([output]) => Object.keys(bundle).some((name) => output.test(name)));
    const all = new Set([...keys, ...written.map(([, key]) => key)]);
    this.emitFile({ type: 'asset', fileName: PACKAGES_FILE, source: JSON.stringify([...all].sort()) });
  },
});
