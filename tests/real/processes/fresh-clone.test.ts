import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@parley/testing/free-port.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

// The whole of what a newcomer does: `npm start`, with nothing installed but what that installs. Everywhere else the tests
// have all packages at hand, and would not notice that one is missing.

const root = join(import.meta.dirname, '../../..');
let clone: string;
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'parley-clone-'));
  const listed = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: root });
  const isNeeded = (path: string) => path !== '' && !/^(testing|tests|bench)\//.test(path);
  for (const path of listed.stdout.split('\0').filter(isNeeded))
    await cp(join(root, path), join(clone, path));
});
// An installation that the service had begun may still be ending.
afterEach(() => rm(clone, { recursive: true, maxRetries: 20, retryDelay: 500 }));

test('npm start in a fresh clone serves the console and the web call that the README opens', {
  timeout: 300_000,
}, async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const service = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...newcomersEnvironment(), PORT: new URL(url).port, HOST: '127.0.0.1' },
    detached: true,
  });
  const ended = once(service, 'close');
  let output = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (output += chunk));
  const found = async (address: string): Promise<string> => {
    for (;;) {
      expect(service.exitCode, output).toBeNull();
      const response = await fetch(address).catch(() => undefined);
      if (response?.status === 200) return response.text();
      expect(output).not.toContain('could not be built');
      await sleep(500);
    }
  };
  try {
    await found(`${url}/healthz`);
    const link = await linkIn(() => output);
    const page = await found(link);
    const script = /src="([^"]+call\.js)"/.exec(page)?.[1] ?? '';
    expect(await found(new URL(script, link).href)).toContain('import');
    expect(await found(`${url}/console`)).toContain('<script');
  } finally {
    // All of its processes: npm is the first of a group of its own.
    process.kill(-(service.pid ?? 0), 'SIGTERM');
    await ended;
  }
});

/** Ours, without what the tests and their npm have set. */
function newcomersEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string) =>
    /^(VITEST|PARLEY_|NODE_(ENV|OPTIONS|PATH)$|npm_(lifecycle|package|command))/.test(name);
  const kept = Object.entries(process.env).filter(([name]) => !isOurs(name));
  const folders = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: folders.join(delimiter) };
}

/** The link to speak with the demo agent that the first start prints. */
async function linkIn(output: () => string): Promise<string> {
  for (;;) {
    const link = /http:\/\/\S+\/call\/\S+/.exec(output())?.[0];
    if (link !== undefined) return link;
    await sleep(200);
  }
}
