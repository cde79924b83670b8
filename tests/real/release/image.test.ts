import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@parley/testing/free-port.ts';
import { patience } from '@parley/testing/patience.ts';
import { programs } from '@parley/testing/programs.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readDocuments } from '../docs/document.ts';
import { makeClone, runDocument } from '../docs/document-runner.ts';

// Packages are fetched and images written, on however slow a network and disk.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 3_600_000 });

const script = join(import.meta.dirname, '../../../deploy/try-image.sh');
async function trial(...args: string[]): Promise<string> {
  const env = { ...process.env, PARLEY_SIM_SPEED: '20' };
  const { stdout } = await promisify(execFile)(script, args, { env, maxBuffer: 64 * 1024 ** 2 });
  return stdout.trim();
}

const inspect = (kind: string, name: string, format: string) =>
  trial('podman', kind, 'inspect', name, '--format', format);

const { isMissing, name, install } = programs.podman;
/** It takes ten minutes the first time, so it only runs when it is asked for. */
const isAsked = process.env.IMAGE === 'whole';
const why = isMissing ? `needs ${name}: ${install}` : 'npm run test:image runs it';

describe.skipIf(isMissing || !isAsked)(
  isMissing || !isAsked ? `the container image (skipped: ${why})` : 'the container image',
  () => {
    beforeAll(async () => {
      await trial('stop');
      await trial('build');
    });
    afterAll(() => trial('stop'));

    test('the container image is smaller than 450 MB, runs as an unprivileged user and has a health check', async () => {
      expect(Number(await inspect('image', 'parley', '{{.Size}}'))).toBeLessThan(450e6);
      expect(await inspect('image', 'parley', '{{.User}}')).toBe('10001:10001');
      expect(await inspect('image', 'parley', '{{json .HealthCheck}}')).toContain('/healthz');
    });

    test('the container image runs the quickstart with a read-only file system, and stops at once without live calls', async () => {
      const port = await freePort();
      await trial('start', String(port));
      const health = () =>
        trial('podman', 'healthcheck', 'run', 'parley-trial-service').then(() => 'healthy', String);
      await expect.poll(health, patience).toBe('healthy');
      const exec = ['podman', 'exec', '--env', 'PARLEY_KEY', 'parley-trial-service'];
      await expect(trial(...exec, 'touch', '/opt/parley/file')).rejects.toThrow('Read-only file system');
      expect(await trial(...exec, 'id', '-u')).toBe('10001');

      const [quickstart] = (await readDocuments()).filter(({ path }) => path === 'docs/quickstart.md');
      if (quickstart === undefined) throw new Error('There is no quickstart.');
      const blocks = quickstart.blocks.filter(({ text }) => text !== 'npm start');
      const clone = await makeClone();
      const printed = await runDocument(
        { path: quickstart.path, blocks },
        {
          clone,
          environment: { TRIAL: process.env.TRIAL ?? '' },
          rewrite: {
            'http://localhost:3000': `http://localhost:${port}`,
            'npx parley': `${[script, ...exec].join(' ')} parley`,
          },
        },
      ).finally(clone.remove);
      expect(printed[0]).toMatch(/Result +COMPLETED/);
      expect(printed[1]).toMatch(/SCHEDULED|IN_PROGRESS|COMPLETED/);
      expect(printed[2]).toContain(`http://localhost:${port}/console/sign-in#`);
      for (const path of ['/console', '/docs/quickstart'])
        expect((await fetch(`http://localhost:${port}${path}`)).status).toBe(200);

      await trial('podman', 'stop', '--time', '75', 'parley-trial-service');
      expect(await inspect('container', 'parley-trial-service', '{{.State.ExitCode}}')).toBe('0');
      expect(await trial('podman', 'logs', 'parley-trial-service')).toContain('Stopped.');
      await trial('stop');
    });

    test('the container image runs with compose.yaml: TLS by Caddy, a call by the worker, TURN, and a backup', async () => {
      await trial('compose', '--profile', 'backup', 'config', '--quiet');
      await trial('compose', 'up', '--detach', '--no-build');
      const ready = () => trial('inside', 'curl', '--silent', '--insecure', 'https://localhost/readyz');
      await expect.poll(() => ready().catch(String), patience).toBe('{"status":"ready"}');
      const get = (path: string, ...options: string[]) =>
        trial('inside', 'curl', '--silent', '--insecure', ...options, `https://localhost${path}`);
      // For Prometheus inside only.
      expect(await get('/metrics', '--output', '/dev/null', '--write-out', '%{http_code}')).toBe('404');
      const exec = ['compose', 'exec', '-T'];
      const key = await trial(...exec, 'api', 'parley', 'demo', '--key-only');
      expect(await get('/agents', '--header', `Authorization: Bearer ${key}`)).toContain('Customer survey');
      const call = [
        'call',
        '--url',
        'http://localhost:3000',
        '--agent',
        'Customer survey',
        '--phone',
        '+15005550000',
      ];
      const held = await trial(...exec, '--env', `PARLEY_KEY=${key}`, 'api', 'parley', ...call);
      expect(held).toMatch(/Result +COMPLETED/);
      expect(await trial('inside', 'ss', '--listening', '--udp', '--numeric')).toContain(':3478');
      expect(await trial('compose', 'run', '--rm', '-T', 'backup')).toMatch(/Backed up \d+ rows/);
      const running = await trial('compose', 'ps', '--services', '--status', 'running');
      expect(running.split('\n').sort()).toEqual([
        'api',
        'caddy',
        'coturn',
        'media',
        'objects',
        'postgres',
        'worker',
      ]);
      // The processes look whether they can write there.
      expect(await trial('compose', 'exec', '-T', 'api', 'parley', 'config')).toContain(
        'http://objects:8333',
      );
    });
  },
);
