import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findPostgresBinaries, firstBarrier, nobody, postgresPackageFolder } from './postgres-binaries.ts';

const isRoot = process.getuid?.() === 0;
const silent = () => undefined;

async function newFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-binaries-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

/** The package as npm unpacks it, without the links its install script would make. */
async function freshPackage(folder: string): Promise<string> {
  const installed = postgresPackageFolder();
  const packageFolder = join(folder, 'package', basename(installed));
  // The many small files that only a running server reads would make this slow.
  const filter = (source: string) => !/\/native\/(share|lib\/postgresql)$|\.a$/.test(source);
  await cp(installed, packageFolder, { recursive: true, verbatimSymlinks: true, filter });
  for (const { target } of await listedLinks(packageFolder)) {
    await unlink(join(packageFolder, target)).catch(silent);
  }
  return packageFolder;
}

async function listedLinks(packageFolder: string): Promise<{ source: string; target: string }[]> {
  return JSON.parse(await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'));
}

test('several processes can create missing library links in the PostgreSQL package concurrently', async () => {
  const packageFolder = await freshPackage(await newFolder());
  const account = isRoot ? nobody : undefined;
  const options = { packageFolder, copyFolders: [], account, say: silent };
  const found = await Promise.all([1, 2, 3].map(() => findPostgresBinaries(options)));
  expect(found.map((binaries) => binaries.majorVersion)).toEqual(['18', '18', '18']);
  for (const { source, target } of await listedLinks(packageFolder)) {
    expect(await realpath(join(packageFolder, target))).toBe(join(packageFolder, source));
  }
});

test.runIf(isRoot)(
  'PostgreSQL programs that the unprivileged user cannot reach are copied once to a folder it can reach',
  async () => {
    const folder = await newFolder();
    const packageFolder = await freshPackage(folder);
    await chmod(join(folder, 'package'), 0o700);
    const lines: string[] = [];
    const options = {
      packageFolder,
      copyFolders: [join(folder, 'shared')],
      account: nobody,
      say: (line: string) => void lines.push(line),
    };
    const found = await Promise.all([findPostgresBinaries(options), findPostgresBinaries(options)]);
    expect(found[0]?.postgres).toContain(join(folder, 'shared'));
    expect(found[1]).toEqual(found[0]);
    expect(lines).toEqual([expect.stringMatching(/Copying .*user 65534 cannot reach it/)]);
    expect((await readdir(join(folder, 'shared'))).filter((name) => name.endsWith('.new'))).toEqual([]);
    expect((await stat(join(folder, 'package'))).mode & 0o777).toBe(0o700);
  },
);

test.runIf(isRoot)(
  'an ordinary user who cannot write the PostgreSQL package gets a copy in the data folder',
  async () => {
    const folder = await newFolder();
    const packageFolder = await freshPackage(folder);
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await chmod(dataDir, 0o777);
    const script = `
    import { findPostgresBinaries } from ${JSON.stringify(new URL('./postgres-binaries.ts', import.meta.url).href)};
    const options = ${JSON.stringify({ packageFolder, copyFolders: [dataDir] })};
    console.log((await findPostgresBinaries({ ...options, account: undefined, say: () => {} })).postgres);`;
    const args = ['--input-type=module', '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      uid: 12_345,
      gid: 12_345,
      cwd: '/',
    });
    expect(stdout.trim()).toMatch(new RegExp(`^${dataDir}/postgresql-18.*/native/bin/postgres$`));
  },
);

test('PostgreSQL binaries that cannot run are refused with every reason and a remedy', async () => {
  const folder = await newFolder();
  const packageFolder = await freshPackage(folder);
  await rm(join(packageFolder, 'native', 'bin', 'postgres'));
  const copyFolders = [join(folder, 'copy')];
  const attempt = findPostgresBinaries({ packageFolder, copyFolders, account: undefined, say: silent });
  await expect(attempt).rejects.toThrow(/cannot be run here[\s\S]*copy\/postgresql-18[\s\S]*DATABASE_URL/);
});

test('for an account without access, the outermost folder that it cannot enter is found', async () => {
  const outer = await mkdtemp(join(tmpdir(), 'parley-barrier-'));
  onTestFinished(() => rm(outer, { recursive: true, force: true }));
  const inner = join(outer, 'inner');
  await mkdir(inner, { mode: 0o700 });
  expect(await firstBarrier(inner, nobody)).toBe(outer);
  await chmod(outer, 0o701);
  expect(await firstBarrier(inner, nobody)).toBe(inner);
  await chmod(inner, 0o701);
  expect(await firstBarrier(inner, nobody)).toBeUndefined();
});
