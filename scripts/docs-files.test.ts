import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from './words.ts';

const root = join(import.meta.dirname, '..');
const files = filesOf(root);
const guides = files.filter((path) => /^(README|CONTRIBUTING|docs\/[\w-]+)\.md$/.test(path));

/** Names in backquotes that have a folder and an extension of source code. */
const namedFiles = (text: string): string[] =>
  [
    ...text.matchAll(
      /`((?:apps|bench|docs|packages|scripts|testing|tests)\/[\w./-]+\.(?:ts|tsx|mjs|sql|json|md))`/g,
    ),
  ].map(([, path]) => path ?? '');

/** `name` (`file.ts`), and `name` in `file.ts`; the file may be named without its folder. */
const namedParts = (text: string): { readonly name: string; readonly file: string }[] =>
  [...text.matchAll(/`([\w.]+)`\s+(?:in\s+)?\(?`([\w./-]+\.(?:ts|tsx))`/g)].map(
    ([, name = '', file = '']) => ({
      name,
      file,
    }),
  );

const linkedFiles = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|\/|#|mailto:)([^)#\s]+)/g)].map(([, path]) => path ?? '');

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

test.each(guides)('the guide %s names and links only files that exist', (guide) => {
  const text = textOf(guide);
  const named = namedFiles(text);
  const linked = linkedFiles(text).map((path) => normalize(join(dirname(guide), path)));
  expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(guides)('the guide %s names only functions that are in the file it says', (guide) => {
  const missing = namedParts(textOf(guide)).filter(({ name, file }) => {
    const sources = files.filter((path) => path === file || path.endsWith(`/${file}`)).map(textOf);
    return !sources.some((source) => name.split('.').every((part) => source.includes(part)));
  });
  expect(missing).toEqual([]);
});
