import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/testing/free-port.ts';
import { patience } from '@parley/testing/patience.ts';
import { programs } from '@parley/testing/programs.ts';
import { expect, test } from 'vitest';

const caddyfile = join(import.meta.dirname, '../../../deploy/caddy/Caddyfile');
const { isMissing, name, install } = programs.caddy;

/** Caddy with deploy/caddy/Caddyfile, without TLS; nothing listens at its upstream yet. */
async function startCaddy(upstream: number) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-caddy-'));
  const [port, config] = [await freePort(), join(folder, 'Caddyfile')];
  await writeFile(config, `{\n\tadmin off\n}\n${await readFile(caddyfile, 'utf8')}`);
  const caddy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      DOMAIN: `http://localhost:${port}`,
      PARLEY_UPSTREAM: `localhost:${upstream}`,
    },
    stdio: 'ignore',
  });
  const url = `http://localhost:${port}`;
  // Which the file answers by itself.
  await expect.poll(() => fetch(`${url}/metrics`).then(({ status }) => status, String), patience).toBe(404);
  return {
    url,
    async stop() {
      caddy.kill();
      await once(caddy, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

test.skipIf(isMissing)(
  `requests that read wait in Caddy while the API restarts, and are answered when it is back${isMissing ? ` (skipped: needs ${name}: ${install})` : ''}`,
  async () => {
    const upstream = await freePort();
    const caddy = await startCaddy(upstream);
    const ask = (signal?: AbortSignal) => fetch(`${caddy.url}/contacts`, { signal: signal ?? null });
    const api = createServer((request, response) => response.end(JSON.stringify({ asked: request.url })));
    try {
      await expect(ask(AbortSignal.timeout(1000))).rejects.toThrow('timeout');
      const waiting = ask();
      api.listen(upstream, 'localhost');
      const answer = await waiting;
      expect([answer.status, await answer.json()]).toEqual([200, { asked: '/contacts' }]);
    } finally {
      await caddy.stop();
      api.close();
    }
  },
);
