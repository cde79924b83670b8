import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a lockfile must not have: packages from elsewhere than the registry, without a checksum, or under another licence. */

/** Permissive, or with duties that stay within the package's own files. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD-4-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages that do not name their licence as SPDX does, with the licence that their files have. */
const named: Readonly<Record<string, string>> = {
  // Bitstream Vera and public domain: to be used, changed and sold freely, but not under its name.
  'dejavu-fonts-ttf': 'MIT',
  'png-js': 'MIT',
};

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}

export function dependencyViolations(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  if (installed.length === 0)
    return ['package-lock.json has no packages: a check that reads nothing always passes'];
  return installed.flatMap(([path, one]) => problemsOf(path.replace(/^.*node_modules\//, ''), one));
}

function problemsOf(
  name: string,
  { version, license, integrity, resolved, inBundle }: LockedPackage,
): string[] {
  const title = `${name} ${version}`;
  const terms = named[name] ?? license ?? 'none';
  return [
    // The lockfile names no address for what the registry has.
    ...(resolved === undefined ? [] : [`${title} comes from ${resolved}`]),
    // What lies inside another package is covered by that package's checksum.
    ...(inBundle || integrity?.startsWith('sha512-') ? [] : [`${title} has no SHA-512 checksum`]),
    ...(isAllowed(terms)
      ? []
      : [`${title} has the licence ${terms}: allow it in scripts/dependencies.ts, or use another`]),
  ];
}

/** Of alternatives one suffices; what is joined by AND must all be allowed. */
const isAllowed = (terms: string): boolean =>
  terms
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice.split(' AND ').every((one) => allowed.has(one.trim().replace(/^MPL 2\.0$/, 'MPL-2.0'))),
    );
