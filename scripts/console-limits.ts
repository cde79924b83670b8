import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Limits of the console: files short enough to read, and a first page small enough to load at once. */

export const MOST_LINES = 300;
export const MOST_KB = 250;

/** Hand-written files, with their number of lines. */
export function writtenFiles(folder: string): { readonly name: string; readonly lines: number }[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(tsx?|css)$/.test(name) && !name.endsWith('.gen.ts'))
    .map((name) => ({ name, lines: readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').length }));
}

/** What a browser without a cache loads for each page of a built console, compressed as we serve it. */
export function firstLoads(dist: string): { readonly page: string; readonly kilobytes: number }[] {
  const compressed = new Map<string, { readonly text: string; readonly bytes: number }>();
  const part = (name: string) => {
    const known = compressed.get(name);
    if (known) return known;
    const content = readFileSync(join(dist, name));
    const read = { text: content.toString(), bytes: gzipSync(content).length };
    compressed.set(name, read);
    return read;
  };
  /** With its static imports. */
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    if (name.endsWith('.js'))
      for (const other of matches(part(name).text, /(?:from|import)\s?"\.\/([\w.-]+)"/g))
        withImports(`assets/${other}`, found);
    return found;
  };
  const frame = new Set(['index.html']);
  for (const name of matches(part('index.html').text, /(?:src|href)="(?:\/console|\.)\/([\w./-]+)"/g))
    withImports(name, frame);
  const entries = [...frame].filter((name) => name.endsWith('.js'));
  const pages = entries.flatMap((name) =>
    matches(part(name).text, /import\("\.\/([\w.-]+-page-[\w.-]+)"\)/g),
  );
  return pages.map((page) => {
    const names = withImports(`assets/${page}`, new Set(frame));
    const bytes = [...names].reduce((sum, name) => sum + part(name).bytes, 0);
    return { page: page.replace(/-[\w-]{8}\.js$/, ''), kilobytes: bytes / 1000 };
  });
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found ?? '');
