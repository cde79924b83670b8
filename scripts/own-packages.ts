import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (root: string, folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** Folders of those of our packages that `folder` needs, directly or through others. */
export function ownPackages(root: string, folder: string): string[] {
  const folderOf = new Map(
    readdirSync(join(root, 'packages')).map((name) => {
      const path = `packages/${name}`;
      return [manifestOf(root, path).name, path];
    }),
  );
  const found = new Set<string>();
  const visit = (from: string): void => {
    for (const name of Object.keys(manifestOf(root, from).dependencies ?? {})) {
      const needed = folderOf.get(name);
      if (needed === undefined || found.has(needed)) continue;
      found.add(needed);
      visit(needed);
    }
  };
  visit(folder);
  return [...found].sort();
}
