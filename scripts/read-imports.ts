import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s*['"]([^'"]+)['"]/gm;

export interface Import {
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
