import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { releaseDocuments } from './release-documents.ts';
import { filesOf } from './words.ts';

const root = join(import.meta.dirname, '..');
const isPackaged = (path: string) =>
  path === 'LICENSE' || releaseDocuments.some((one) => path === one || path.startsWith(`${one}/`));

test('every link of the packaged documentation leads to a file that is in the package', () => {
  const dead: string[] = [];
  for (const page of filesOf(root).filter((path) => path.endsWith('.md') && isPackaged(path))) {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```/gms, '');
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:|\/|#|mailto:)([^)#\s]+)/g)) {
      const target = normalize(join(dirname(page), link)).replace(/\/$/, '');
      // Outside the repository is a page of its host, which the documentation does not link.
      if (!target.startsWith('..') && !isPackaged(target)) dead.push(`${page}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
});

test('every document of the package exists', () => {
  expect(releaseDocuments.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
