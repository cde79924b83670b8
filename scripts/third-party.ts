import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Packages of others that a release brings along, as the lock file has them. */
export interface ExternalPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly integrity: string | undefined;
  /** Where it is installed here; undefined: it is for another platform. */
  readonly folder: string | undefined;
  /** The pages whose bundle has code of it; none: npm installs it beside the service. */
  readonly bundledIn: readonly string[];
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
}

/** Anybody may use, change and pass these on; whatever is not here is looked at by a person first. */
const ALLOWED =
  /^\(?(MIT|MIT-0|ISC|BSD|BSD-2-Clause|BSD-3-Clause|BSD-4-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|Zlib|PostgreSQL|OFL-1\.1|MPL[- ]2\.0)( (AND|OR) [\w.-]+)*\)?$/;
/** Looked at: what a package's manifest says is less than what its licence file says. */
const KNOWN: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
};

export async function externalPackages(
  root: string,
  workspaces: readonly string[],
  packages: readonly string[],
  /** By page: what is in its bundle, as keys of the lock file. */
  bundles: Readonly<Record<string, readonly string[]>> = {},
): Promise<ExternalPackage[]> {
  // Plain JavaScript, for Nodes that know no TypeScript.
  const { partOfLock } = (await import(new URL('./partial-install.mjs', import.meta.url).href)) as {
    partOfLock(lock: unknown, part: object): { lock: { packages: Record<string, LockEntry> } };
  };
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const part = partOfLock(lock, { workspaces, packages }).lock.packages;
  const keys = new Set([...Object.keys(part), ...Object.values(bundles).flat()]);
  const found = new Map<string, ExternalPackage>();
  for (const key of keys) {
    const bundledIn = Object.keys(bundles).filter((page) => bundles[page]?.includes(key));
    const { version, license, integrity }: LockEntry = part[key] ?? lock.packages[key] ?? {};
    const at = key.lastIndexOf('node_modules/');
    const name = key.slice(at + 'node_modules/'.length);
    if (bundledIn.length > 0 && version === undefined)
      throw new Error(`The bundle of the ${bundledIn} has ${name}, but package-lock.json does not.`);
    if (at < 0 || version === undefined || name.startsWith('@parley/')) continue;
    const folder = join(root, key);
    const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
    // npm brings the terms of what it installs; those of a bundle only come with our notices.
    if (bundledIn.length > 0 && manifest === undefined)
      throw new Error(`${name} is in the bundle of the ${bundledIn}, but not installed here: run npm ci.`);
    const said = license ?? (manifest && licenseIn(JSON.parse(manifest)));
    // npm may install one version in several places.
    const before = found.get(`${name}@${version}`);
    found.set(`${name}@${version}`, {
      name,
      version,
      integrity,
      license: KNOWN[name] ?? said ?? 'unknown',
      folder: manifest === undefined ? before?.folder : folder,
      bundledIn: [...new Set([...(before?.bundledIn ?? []), ...bundledIn])],
    });
  }
  const all = [...found.values()];
  const refused = all.filter(({ name, license }) => !ALLOWED.test(license) && KNOWN[name] === undefined);
  if (refused.length > 0)
    throw new Error(
      `Not allowed in a release: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}. Replace the package, or look at its licence and add it to scripts/third-party.ts.`,
    );
  return all;
}

const licenseIn = ({ license }: { license?: string | { type?: string } }): string | undefined =>
  typeof license === 'string' ? license : license?.type;

const purl = ({ name, version }: Pick<ExternalPackage, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** CycloneDX 1.6. */
export const billOfMaterials = (
  packages: readonly ExternalPackage[],
  own: { readonly name: string; readonly version: string },
) => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      name: own.name,
      version: own.version,
      'bom-ref': purl(own),
      purl: purl(own),
    },
  },
  components: packages.map((one) => ({
    type: 'library',
    'bom-ref': purl(one),
    name: one.name,
    version: one.version,
    purl: purl(one),
    licenses: [
      / (AND|OR) /.test(one.license) ? { expression: one.license } : { license: { name: one.license } },
    ],
    ...(one.integrity?.startsWith('sha512-')
      ? {
          hashes: [
            { alg: 'SHA-512', content: Buffer.from(one.integrity.slice(7), 'base64').toString('hex') },
          ],
        }
      : {}),
    ...(one.bundledIn.length === 0
      ? {}
      : { properties: one.bundledIn.map((value) => ({ name: 'parley:bundled-in', value })) }),
  })),
});

/** Each licence once, with the packages under it. */
export async function notices(packages: readonly ExternalPackage[]): Promise<string> {
  const byText = new Map<string, string[]>();
  for (const { name, version, license, folder, bundledIn } of packages) {
    const files =
      folder === undefined
        ? []
        : (await readdir(folder)).filter((one) => /^(licen[cs]e|copying|notice)/i.test(one));
    const texts = await Promise.all(
      files.map((file) => readFile(join(folder ?? '', file), 'utf8').catch(() => '')),
    );
    const text = texts.join('\n').trim() || `Licence: ${license}`;
    const where = bundledIn.length === 0 ? '' : ` (in the ${bundledIn.join(' and the ')})`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}${where}`]);
  }
  const parts = [...byText].map(([text, names]) => `${names.sort().join('\n')}\n\n${text}\n`);
  return `Parley uses these packages of others.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
