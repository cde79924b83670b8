import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { firstLoads, MOST_KB, MOST_LINES, writtenFiles } from './console-limits.ts';

const root = mkdtempSync(join(tmpdir(), 'console-limits-'));
afterAll(() => rmSync(root, { recursive: true }));

function planted(files: Record<string, string>): string {
  const folder = mkdtempSync(join(root, 'planted-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const ours = join(import.meta.dirname, '../apps/console');
const isTooLong = ({ lines }: { lines: number }) => lines > MOST_LINES;
const isTooHeavy = ({ kilobytes }: { kilobytes: number }) => kilobytes > MOST_KB;

test(`no file of the console is longer than ${MOST_LINES} lines`, () => {
  const files = writtenFiles(join(ours, 'src'));
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter(isTooLong)).toEqual([]);
});

test('a file that is too long is reported, unless it is generated', () => {
  const folder = planted({
    'pages/long.tsx': 'line\n'.repeat(MOST_LINES + 1),
    'pages/right.tsx': 'line\n'.repeat(MOST_LINES),
    'api.gen.ts': 'line\n'.repeat(2 * MOST_LINES),
  });
  expect(writtenFiles(folder).filter(isTooLong)).toEqual([
    { name: join('pages', 'long.tsx'), lines: MOST_LINES + 1 },
  ]);
});

test(`every page of the console loads less than ${MOST_KB} kB compressed`, () => {
  const build = spawnSync(process.execPath, [join(import.meta.dirname, 'build-console.ts')]);
  expect(String(build.stderr)).toBe('');
  const loads = firstLoads(join(ours, 'dist'));
  expect(loads.map(({ page }) => page)).toContain('conversations-page');
  expect(loads.length).toBeGreaterThan(20);
  expect(loads.filter(isTooHeavy)).toEqual([]);
});

test('shared chunks count once, and chunks of other pages do not count', () => {
  /** Nothing makes it smaller. */
  const filled = (kilobytes: number) => `/*${randomBytes(kilobytes * 1000).toString('base64')}*/`;
  const folder = planted({
    'index.html': '<script src="/console/assets/index-a.js"></script><link href="./icon.svg">',
    'icon.svg': '<svg/>',
    'assets/index-a.js': `import("./light-page-aaaaaaaa.js"),import("./heavy-page-aaaaaaaa.js")${filled(160)}`,
    'assets/light-page-aaaaaaaa.js': 'import{a}from"./index-a.js";import"./shared-a.js";import"./deep-a.js";',
    'assets/heavy-page-aaaaaaaa.js': `import{b as c}from"./shared-a.js";${filled(60)}`,
    'assets/shared-a.js': 'import"./index-a.js";import{x}from"./deep-a.js";',
    'assets/deep-a.js': filled(50),
  });
  const loads = firstLoads(folder);
  expect(loads.map(({ page }) => page)).toEqual(['light-page', 'heavy-page']);
  expect(loads.filter(isTooHeavy).map(({ page }) => page)).toEqual(['heavy-page']);
});
