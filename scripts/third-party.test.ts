import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listPackages, PACKAGES_FILE, packageKeys } from './bundled-packages.ts';
import { billOfMaterials, externalPackages, notices } from './third-party.ts';

async function folderWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'third-party-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

const packageFiles = (folder: string, terms: string) => ({
  [`${folder}/package.json`]: {
    name: folder.replace(/^.*node_modules\//, ''),
    main: 'index.js',
    type: 'module',
  },
  [`${folder}/index.js`]: 'export const used = () => document.title;\nexport const unused = 1;\n',
  [`${folder}/LICENSE`]: terms,
});

const locked = (license: string, dependencies = {}) => ({
  version: '1.2.3',
  license,
  integrity: 'sha512-AAAA',
  dependencies,
});

/** A service that needs `server`, and a console that is built with `button` and `builder`. */
const lock = {
  packages: {
    '': { name: 'own', version: '0.1.0' },
    'apps/service': { name: 'service', dependencies: { server: '1.2.3' } },
    'node_modules/service': { resolved: 'apps/service', link: true },
    'node_modules/server': locked('MIT'),
    'node_modules/button': locked('ISC'),
    'node_modules/builder': locked('MIT'),
    'node_modules/a/node_modules/button': locked('ISC'),
    'node_modules/viral': locked('GPL-3.0'),
  },
};
const own = { name: 'own', version: '0.1.0' };
const released = async (keys: readonly string[], files: object = {}) => {
  const root = await folderWith({
    'package-lock.json': lock,
    ...packageFiles('node_modules/server', 'Terms of the server'),
    ...packageFiles('node_modules/button', 'Terms of the button'),
    ...files,
  });
  return externalPackages(root, ['apps/service'], [], { console: keys });
};

test('the bill of materials has what is bundled into the console, and says so', async () => {
  const packages = await released(['node_modules/button']);
  const { components } = billOfMaterials(packages, own);
  expect(components.map(({ purl, properties }) => [purl, properties])).toEqual([
    ['pkg:npm/server@1.2.3', undefined],
    ['pkg:npm/button@1.2.3', [{ name: 'parley:bundled-in', value: 'console' }]],
  ]);
});

test('the notices have the terms of what is bundled, as npm does not bring them', async () => {
  const text = await notices(await released(['node_modules/button']));
  expect(text).toContain('button 1.2.3 (in the console)\n\nTerms of the button');
  expect(text).toContain('server 1.2.3\n\nTerms of the server');
});

test('a version that is installed in two places is listed once', async () => {
  const nested = 'node_modules/a/node_modules/button';
  const packages = await released(['node_modules/button', nested], packageFiles(nested, 'Terms'));
  expect(packages.map(({ name }) => name)).toEqual(['server', 'button']);
});

test.each([
  ['node_modules/viral', 'Not allowed in a release: viral (GPL-3.0)'],
  ['node_modules/builder', 'builder is in the bundle of the console, but not installed here'],
  ['node_modules/unknown', 'package-lock.json does not'],
])('a bundle with %s is not released', async (key, words) => {
  await expect(released([key], packageFiles('node_modules/viral', 'Viral'))).rejects.toThrow(words);
});

test('files belong to the innermost package, and our own to none', () => {
  const files = [
    'node_modules/a/index.js',
    'node_modules/a/lib/b.js',
    'node_modules/a/node_modules/@c/d/e.js',
    'apps/console/node_modules/f/g.css',
    'apps/console/src/page.tsx',
    'packages/sdk-web/src/web-call.js',
  ];
  expect(packageKeys(files)).toEqual([
    'apps/console/node_modules/f',
    'node_modules/a',
    'node_modules/a/node_modules/@c/d',
  ]);
});

test('a build lists the packages whose code is in the bundle, not those that tree shaking left out', async () => {
  const root = await folderWith({
    'index.html': '<script type="module" src="/page.js"></script>',
    'page.js': `import { used } from 'button';\nimport { unused } from 'server';\nimport './page.css';\nimport old from 'old';\ndocument.body.append(used(), old.name);`,
    'node_modules/old/package.json': { name: 'old', main: 'index.js' },
    'node_modules/old/index.js': 'exports.name = document.URL;',
    'page.css': 'body { margin: 0 }',
    ...packageFiles('node_modules/button', ''),
    ...packageFiles('node_modules/server', ''),
  });
  const { build } = await import('vite');
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [listPackages(root)],
    build: { write: false },
  });
  const outputs = 'output' in built ? built.output : [];
  const list = outputs.find(({ fileName }) => fileName === PACKAGES_FILE);
  expect(JSON.parse(list?.type === 'asset' ? String(list.source) : '')).toEqual([
    'node_modules/button',
    'node_modules/old',
    'node_modules/tailwindcss',
    'node_modules/vite',
  ]);
});
