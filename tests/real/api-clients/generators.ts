import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The generators have a lock file of their own, apart from that of the service: they are 200 MB and need another
 * TypeScript. They are installed when a test first needs them.
 */
const here = import.meta.dirname;
const packages = join(here, 'node_modules');

/** What a tool says and whether it is content; the tool's words are the message when it is not. */
export async function run(command: string, args: readonly string[], cwd = here) {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { cwd, maxBuffer: 2 ** 26 });
    return { ok: true, words: stdout + stderr };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return { ok: false, words: stdout + stderr || message };
  }
}

/** With the Node that runs the tests: the tools need a newer one than npm may run on. */
const runPackage = (script: string, args: readonly string[], cwd?: string) =>
  run(process.execPath, [join(packages, script), ...args], cwd);

export async function installGenerators(): Promise<void> {
  const marker = join(packages, '.installed-lock');
  const lock = createHash('sha256')
    .update(await readFile(join(here, 'package-lock.json')))
    .digest('hex');
  // Written only after a whole install, so one that was interrupted is done again.
  if (existsSync(marker) && (await readFile(marker, 'utf8')) === lock) return;
  const options = ['--prefix', here, '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  // The registry may lose an answer. By default npm asks again after five minutes only.
  options.push('--fetch-timeout=20000', '--fetch-retries=5', '--fetch-retry-mintimeout=1000');
  const { ok, words } = await run('npm', ['ci', ...options]);
  if (!ok) throw new Error(`The generators could not be installed: ${words}`);
  await writeFile(marker, lock);
}

/** Writes `fetch.ts`, `axios.ts` or `zod.ts`, for a service at the address. */
export async function orval(
  client: 'fetch' | 'axios' | 'zod',
  document: string,
  folder: string,
  baseUrl: string,
) {
  const output = { target: join(folder, `${client}.ts`), client, mode: 'single', baseUrl };
  const config = join(folder, `${client}.config.mjs`);
  await writeFile(
    config,
    `export default ${JSON.stringify({ api: { input: { target: document }, output } })};`,
  );
  return runPackage('orval/dist/bin/orval.mjs', ['--config', config], folder);
}

export interface Generator {
  readonly name: string;
  /** How a client comes by the type of a new agent. */
  readonly newAgent: string;
  readonly generate: (document: string, folder: string) => ReturnType<typeof run>;
}

export const generators: readonly Generator[] = [
  {
    name: 'orval with fetch',
    newAgent: `import type { NewAgent } from './fetch.ts';`,
    generate: (document, folder) => orval('fetch', document, folder, '/'),
  },
  {
    name: 'orval with axios',
    newAgent: `import type { NewAgent } from './axios.ts';`,
    generate: (document, folder) => orval('axios', document, folder, '/'),
  },
  {
    name: 'orval with zod',
    newAgent: `import type { input } from 'zod';
     import type { CreateAgentBody } from './zod.ts';
     type NewAgent = input<typeof CreateAgentBody>;`,
    generate: (document, folder) => orval('zod', document, folder, '/'),
  },
  {
    name: 'openapi-typescript',
    newAgent: `import type { components } from './client.ts';
     type NewAgent = components['schemas']['NewAgent'];`,
    generate: (document, folder) =>
      runPackage('openapi-typescript/bin/cli.js', [document, '--output', join(folder, 'client.ts')]),
  },
  {
    name: '@hey-api/openapi-ts',
    newAgent: `import type { NewAgent } from './client/index.ts';`,
    generate: (document, folder) =>
      runPackage('@hey-api/openapi-ts/bin/run.js', [
        ...['--input', document, '--output', join(folder, 'client')],
        ...['--client', '@hey-api/client-fetch', '--no-log-file'],
      ]),
  },
  {
    name: 'swagger-typescript-api',
    newAgent: `import type { NewAgent } from './client.ts';`,
    generate: (document, folder) =>
      runPackage('swagger-typescript-api/dist/cli.mjs', [
        ...['generate', '--path', document, '--output', folder, '--name', 'client.ts'],
      ]),
  },
];

/** A folder of a client's own, in which the packages that generated code imports are found. */
export async function clientFolder(parent: string, name: string): Promise<string> {
  const folder = join(parent, name.replaceAll(/\W+/g, '-'));
  await mkdir(folder);
  await symlink(packages, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

/** What the compiler says of everything in the folder. */
export async function compile(folder: string) {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
    module: 'preserve',
    moduleResolution: 'bundler',
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  // The service's own compiler, which needs a tenth of the time.
  return run(join(here, '../../../node_modules/.bin/tsc'), ['-p', folder]);
}
