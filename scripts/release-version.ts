import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly version: string;
  readonly workspaces: readonly string[];
}
interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
interface Lockfile {
  version: string;
  readonly packages: Record<string, LockedPackage>;
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[\w.]+)?$/;
const UNRELEASED = '## [Unreleased]\n';
const KUSTOMIZATION = 'deploy/kubernetes/kustomization.yaml';

/** What keeps this from being the next version; empty: nothing does. */
export function versionObstacles(root: string, version: string): string[] {
  const current = manifestOf(root).version;
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const [, unreleased = ''] = changelog.split(UNRELEASED);
  return [
    ...(VERSION.test(version) ? [] : [`${version} is not a version: write 1.2.3, or 1.2.3-alpha.1.`]),
    ...(VERSION.test(version) && !isLater(version, current)
      ? [`${version} is not later than ${current}, which package.json has.`]
      : []),
    ...(changelog.includes(`## [${version}]`) ? [`CHANGELOG.md has ${version} already.`] : []),
    ...(/^- /m.test(unreleased.split('\n## ')[0] ?? '')
      ? []
      : ['CHANGELOG.md lists nothing under "Unreleased".']),
  ];
}

/** Writes the version wherever the repository has one. Answers the files. */
export function writeVersion(root: string, version: string, date: string): string[] {
  const { version: current, workspaces } = manifestOf(root);
  const manifests = [
    'package.json',
    ...workspaces.flatMap((pattern) => globSync(join(pattern, 'package.json'), { cwd: root })),
  ].sort();
  const edit = (file: string, change: (text: string) => string): string => {
    const path = join(root, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    return file;
  };
  return [
    ...manifests.map((file) =>
      edit(file, (text) =>
        text
          .replace(`"version": "${current}"`, `"version": "${version}"`)
          .replaceAll(/("@parley\/[\w-]+": )"[^"]+"/g, `$1"${version}"`),
      ),
    ),
    edit('package-lock.json', (text) => `${JSON.stringify(raised(JSON.parse(text), version), null, 2)}\n`),
    edit(KUSTOMIZATION, (text) => text.replace(`newTag: ${current}`, `newTag: ${version}`)),
    edit('CHANGELOG.md', (text) => text.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${date}\n`)),
  ];
}

const manifestOf = (root: string): Manifest => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What npm would write: our packages and what they need of each other. */
function raised(lock: Lockfile, version: string): Lockfile {
  lock.version = version;
  for (const [path, one] of Object.entries(lock.packages)) {
    // A link to one of ours has no version.
    if (path.includes('node_modules/')) continue;
    one.version = version;
    for (const needed of [one.dependencies, one.devDependencies])
      for (const name of Object.keys(needed ?? {}))
        if (needed && name.startsWith('@parley/')) needed[name] = version;
  }
  return lock;
}

function isLater(version: string, than: string): boolean {
  const [one, other] = [VERSION.exec(version), VERSION.exec(than)];
  for (const part of [1, 2, 3]) {
    const difference = Number(one?.[part]) - Number(other?.[part]);
    if (difference !== 0) return difference > 0;
  }
  // 1.0.0 comes after 1.0.0-alpha.1; between two of these the words decide.
  const [words, others] = [one?.[4], other?.[4]];
  return words === undefined ? others !== undefined : others !== undefined && words > others;
}
