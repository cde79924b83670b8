import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@parley/testing/free-port.ts';
import { patience } from '@parley/testing/patience.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
/** For an ordinary user's umask, the place of somebody who only has npm. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-release-'));
}, 10_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Little of the environment, but how this machine knows the registry: another npm does not read the settings of this one. */
const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
const machine = { PATH, HOME, ...(NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS } : {}) };

/** The registry may lose an answer. By default npm asks again after five minutes only. */
const PATIENT = ['--fetch-timeout=20000', '--fetch-retries=5', '--fetch-retry-mintimeout=1000'];

async function install(archive: string, place: string, env: NodeJS.ProcessEnv): Promise<void> {
  const options = ['--no-audit', '--no-fund', '--prefer-offline', ...PATIENT];
  await run('npm', ['install', ...options, archive], { cwd: place, env, timeout: 600_000 });
}

test('the npm package runs outside the repository: a call, the console, the call page and the docs', {
  timeout: 1_200_000,
}, async () => {
  // Relative, as the documented command has it.
  const args = [join(root, 'scripts/release-package.ts'), relative(root, folder), '--unsigned'];
  const release = await run(process.execPath, args, { env: machine, cwd: root });
  const [archive = ''] = /\S+\.tgz/.exec(release.stdout) ?? [];
  const place = await mkdtemp(join(folder, 'place-'));
  await writeFile(join(place, 'package.json'), '{"private":true}');
  await install(archive, place, machine);

  const inPackage = (name: string) =>
    readFile(join(place, 'node_modules/@parley-calls/parley', name), 'utf8');
  const bom = JSON.parse(await inPackage('sbom.cdx.json')) as {
    bomFormat: string;
    components: { name: string; 'bom-ref': string; properties?: { value: string }[] }[];
  };
  expect(bom.bomFormat).toBe('CycloneDX');
  const references = bom.components.map((one) => one['bom-ref']);
  expect(new Set(references).size).toBe(references.length);
  const inConsole = bom.components.filter(({ properties }) =>
    properties?.some(({ value }) => value === 'console'),
  );
  expect(inConsole.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@tanstack/react-query', 'tailwindcss']),
  );
  const installed = bom.components.filter(({ properties }) => properties === undefined);
  expect(installed.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pg']));
  expect(await inPackage('THIRD-PARTY-NOTICES.txt')).toMatch(/^react-dom \S+ \(in the console\)$/m);

  const port = String(await freePort());
  const service = spawn('npx', ['parley', 'start'], {
    cwd: place,
    env: { ...machine, PORT: port, PARLEY_SIM_SPEED: '20' },
    detached: true,
  });
  const ended = once(service, 'close');
  try {
    let text = '';
    for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (text += chunk));
    await expect.poll(() => text, { ...patience, timeout: 240_000 }).toContain('Mail:');
    const [page = ''] = /http:\/\/localhost:\d+\/call\/\S+/.exec(text) ?? [];
    for (const address of [page, `http://localhost:${port}/console`, `http://localhost:${port}/docs`])
      expect([address, (await fetch(address)).status]).toEqual([address, 200]);
    const index = await (await fetch(`http://localhost:${port}/llms.txt`)).text();
    const pages = [...index.matchAll(/\]\((\/docs\/[^)]+)\.md\)/g)].map(([, path]) => path);
    expect(pages.length).toBeGreaterThan(30);
    for (const path of [...pages, '/docs/api', '/docs/files/docs/images/how-a-call-works.svg'])
      expect([path, (await fetch(`http://localhost:${port}${path}`)).status]).toEqual([path, 200]);
    const [, key = ''] = /(sk_test_\S+)/.exec(text) ?? [];
    const call = ['parley', 'call', '--key', key, '--agent', 'Customer survey', '--phone', '+15005550000'];
    const { stdout } = await run('npx', [...call, '--url', `http://localhost:${port}`], {
      cwd: place,
      env: machine,
    });
    expect(stdout).toContain('COMPLETED');
  } finally {
    // npx and its shell end without passing a signal on, so the whole group gets it. "close" comes when all of them are gone.
    if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM');
    await ended;
  }
});
