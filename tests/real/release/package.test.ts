import { execFile, spawn } from 'node:child_process';
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

/** The registry may lose an answer. By default npm asks again after five minutes only. */
const PATIENT = ['--fetch-timeout=20000', '--fetch-retries=5', '--fetch-retry-mintimeout=1000'];

async function install(archive: string, place: string, env: NodeJS.ProcessEnv): Promise<void> {
  const options = ['--no-audit', '--no-fund', '--prefer-offline', ...PATIENT];
  await run('npm', ['install', ...options, archive], { cwd: place, env, timeout: 400_000 });
}

test('the packed package runs outside the repository: a call, the console, the call page and the documentation', {
  timeout: 900_000,
}, async () => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  // Relative, as the documented command has it.
  const args = [join(root, 'scripts/release-package.ts'), relative(root, folder)];
  const release = await run(process.execPath, args, { env, cwd: root });
  const [archive = ''] = /\S+\.tgz/.exec(release.stdout) ?? [];
  const place = await mkdtemp(join(folder, 'place-'));
  await writeFile(join(place, 'package.json'), '{"private":true}');
  await install(archive, place, env);

  const bom = JSON.parse(
    await readFile(join(place, 'node_modules/@parley-calls/parley/sbom.cdx.json'), 'utf8'),
  ) as { bomFormat: string; components: { name: string }[] };
  expect(bom.bomFormat).toBe('CycloneDX');
  expect(bom.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pg']));

  const port = String(await freePort());
  const service = spawn('npx', ['parley', 'start'], {
    cwd: place,
    env: { ...env, PORT: port, PARLEY_SIM_SPEED: '20' },
  });
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
    const { stdout } = await run('npx', [...call, '--url', `http://localhost:${port}`], { cwd: place, env });
    expect(stdout).toContain('COMPLETED');
  } finally {
    service.kill('SIGTERM');
    await new Promise((resolve) => service.once('exit', resolve));
  }
});
