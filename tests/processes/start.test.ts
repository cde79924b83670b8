import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '../free-port.ts';

// Several starts of the whole service in one test: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 });

const bin = join(import.meta.dirname, '../../bin/parley.js');
const isRoot = process.getuid?.() === 0;

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
  said(words: RegExp): Promise<string>;
}

const folders: string[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) {
    const pid = await postgresPid(folder);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-start-'));
  folders.push(folder);
  return folder;
}

async function start(
  dataDir: string,
  environment: Record<string, string> = {},
  uid?: number,
): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, [bin, 'start'], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, PORT: String(port), PARLEY_DATA_DIR: dataDir, ...environment },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return {
    child,
    url: `http://localhost:${port}`,
    output: () => text,
    async said(words) {
      while (!words.test(text)) {
        const ended = child.exitCode ?? child.signalCode;
        if (ended !== null) throw new Error(`It ended with ${ended} before it said ${words}: ${text}`);
        await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
      }
      return words.exec(text)?.[1] ?? '';
    },
  };
}

async function postgresPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split('\n')[0]);
}

async function stop(running: Running, signal: NodeJS.Signals): Promise<number | null> {
  running.child.kill(signal);
  if (running.child.exitCode === null) await once(running.child, 'exit');
  return running.child.exitCode;
}

const usage = (url: string, key: string) =>
  fetch(`${url}/billing/usage`, { headers: { authorization: `Bearer ${key}` } });

/** Does what the printed command does, on machines without curl too, and answers how the conversation ended. */
async function firstCall(url: string, key: string, command: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = /-d '(.*)'$/.exec(command)?.[1] ?? '';
  const made = await fetch(`${url}/conversations`, { method: 'POST', headers, body });
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: string };
  for (;;) {
    const answer = await fetch(`${url}/conversations/${id}`, { headers });
    const { status, finishedDate } = (await answer.json()) as { status: string; finishedDate: string | null };
    if (finishedDate !== null) return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const KEY = /^ {2}(sk_test_\S+)$/m;

async function wholeLife(uid?: number): Promise<void> {
  const dataDir = await newDataDir();
  if (uid !== undefined) await chown(dataDir, uid, uid);
  const first = await start(dataDir, { PARLEY_SIM_SPEED: '1000000' }, uid);
  const key = await first.said(KEY);
  const command = await first.said(/ (curl .*)\n/);
  expect(command).toContain(`${first.url}/conversations -H 'Authorization: Bearer ${key}'`);
  expect(await firstCall(first.url, key, command)).toBe('COMPLETED');
  expect(await stop(first, 'SIGINT')).toBe(0);
  expect(first.output()).toMatch(/Stopped\.\n$/);
  expect(await postgresPid(dataDir)).toBeUndefined();

  const second = await start(dataDir, {}, uid);
  await second.said(/Parley runs at/);
  await second.said(/npx parley demo/);
  expect(second.output()).not.toMatch(KEY);
  expect((await usage(second.url, key)).status).toBe(200);

  // The whole tree at once, as a power cut would.
  const pid = (await postgresPid(dataDir)) as number;
  second.child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await once(second.child, 'exit');

  const third = await start(dataDir, {}, uid);
  await third.said(/Parley runs at/);
  expect((await usage(third.url, key)).status).toBe(200);
  expect(await stop(third, 'SIGTERM')).toBe(0);
}

test('the first start prints a key and a curl that works; it stops cleanly, starts again, and survives kill -9 of everything', () =>
  wholeLife());

test.runIf(isRoot)('the same holds for an ordinary user', () => wholeLife(1));

test('the embedded database is started again when it is killed under the running service', async () => {
  const dataDir = await newDataDir();
  const running = await start(dataDir);
  const key = await running.said(KEY);
  process.kill((await postgresPid(dataDir)) as number, 'SIGKILL');
  await running.said(/starting it again/);
  await expect
    .poll(() => usage(running.url, key).then((answer) => answer.status), { timeout: 15_000 })
    .toBe(200);
  expect(await stop(running, 'SIGTERM')).toBe(0);
});

test('a signal in the middle of the first start leaves no database running', async () => {
  const dataDir = await newDataDir();
  const running = await start(dataDir);
  await running.said(/Migrating the database/);
  expect(await stop(running, 'SIGTERM')).toBe(0);
  expect(await postgresPid(dataDir)).toBeUndefined();
});

test('a stop ends when its time is over, whoever still holds a connection', async () => {
  const running = await start(await newDataDir(), { PARLEY_DRAIN_SECONDS: '1' });
  await running.said(/Parley runs at/);
  const { hostname, port } = new URL(running.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  // An upload that drips: the one kind of request that may take minutes.
  socket.write(
    'PUT /objects/a?x=1 HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\n.',
  );
  const dripping = setInterval(() => socket.write('.'), 200);
  const code = await stop(running, 'SIGTERM');
  clearInterval(dripping);
  socket.destroy();
  expect(code).toBe(0);
});

test('a stop says for how many calls it waits and how long, and whoever watches one is told', async () => {
  const dataDir = await newDataDir();
  const running = await start(dataDir, { PARLEY_DRAIN_SECONDS: '1', PARLEY_SIM_SPEED: '1' });
  const key = await running.said(KEY);
  const agent = /"agentId":"([^"]+)"/.exec(await running.said(/ (curl .*)\n/))?.[1] ?? '';
  const watching = spawn(
    process.execPath,
    [bin, 'call', '--url', running.url, '--key', key, '--agent', agent, '--phone', '+15005550017'],
    { cwd: dataDir, env: { PATH: process.env.PATH, PARLEY_DATA_DIR: dataDir } },
  );
  children.push(watching);
  const [told, complaints]: string[][] = [[], []];
  watching.stdout.on('data', (chunk) => told?.push(String(chunk)));
  watching.stderr.on('data', (chunk) => complaints?.push(String(chunk)));
  const gone = once(watching, 'close');
  await vi.waitFor(() => expect(told?.join('')).toContain('Agent'), { timeout: 60_000 });
  expect(await stop(running, 'SIGTERM')).toBe(0);
  expect(running.output()).toContain('Stopping. 1 call is on the line, with at most 1 second');
  expect((await gone)[0]).toBe(1);
  expect(complaints?.join('')).toMatch(
    /^parley: The service stopped, or the connection to it broke, while the call/,
  );
});

test('generated secrets are readable by their owner only', async () => {
  const dataDir = await newDataDir();
  const running = await start(dataDir);
  await running.said(/Parley runs at/);
  for (const name of ['admin-jwt-secret', 'key-pepper', 'link-secret', 'postgres-password']) {
    expect((await stat(join(dataDir, 'secrets', name))).mode & 0o777).toBe(0o600);
  }
  await stop(running, 'SIGTERM');
});

test('with PARLEY_DEMO=off the database stays empty and the way in is told', async () => {
  const dataDir = await newDataDir();
  const running = await start(dataDir, { PARLEY_DEMO: 'off' });
  await running.said(/npx parley admin-token/);
  expect(running.output()).not.toContain('sk_test_');
  await stop(running, 'SIGTERM');
});

test.each([
  [{ PORT: 'eighty' }, /^parley: PORT must be a whole number from 1 to 65535\.$/m],
  [{ DATABASE_URL: 'mysql://db' }, /^parley: DATABASE_URL must begin with postgresql:\/\/\.$/m],
  [
    { DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:1/none' },
    /^parley: DATABASE_URL leads to no database that can be used: connect ECONNREFUSED 127\.0\.0\.1:1$/m,
  ],
  [{ PARLEY_DEMO: 'maybe' }, /^parley: PARLEY_DEMO must be one of on, off\.$/m],
  [
    { PARLEY_ADMIN_JWT_SECRET: 'short' },
    /^parley: PARLEY_ADMIN_JWT_SECRET must have at least 32 characters\.$/m,
  ],
  [{ PARLEY_S3_BUCKET: 'x' }, /^parley: PARLEY_S3_ENDPOINT must be set too, to use S3\.$/m],
])('the start with %j stops with one line naming the variable', async (environment, words) => {
  const running = await start(await newDataDir(), environment);
  await once(running.child, 'exit');
  expect(running.child.exitCode).toBe(1);
  expect(running.output()).toMatch(words);
  expect(running.output().trim().split('\n')).toHaveLength(1);
});

test('a port in use is told in one line, and nothing stays behind', async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  await first.said(/Parley runs at/);
  const second = await start(dataDir, { PORT: new URL(first.url).port });
  await once(second.child, 'exit');
  expect(second.output()).toMatch(/^parley: PORT \d+ is in use, perhaps by Parley already running\./m);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  await stop(first, 'SIGTERM');
});

test('a port in use ends the start also where a trunk is configured, and gives the telephone address back', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const sipPort = await freePort();
  const running = await start(await newDataDir(), {
    PORT: `${port}`,
    HOST: '127.0.0.1',
    PARLEY_SIP_TRUNK: 'sip:127.0.0.1:9',
    PARLEY_SIP_BIND: `127.0.0.1:${sipPort}`,
  });
  await once(running.child, 'exit');
  taken.close();
  expect(running.child.exitCode).toBe(1);
  expect(running.output()).toMatch(/^parley: PORT \d+ is in use, perhaps by Parley already running\./m);
  const socket = createSocket('udp4').bind(sipPort, '127.0.0.1');
  await once(socket, 'listening');
  socket.close();
});

test('a start that finds the telephone address taken ends, and says so in one line', async () => {
  const taken = createSocket('udp4').bind(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address();
  const running = await start(await newDataDir(), {
    PARLEY_SIP_TRUNK: 'sip:127.0.0.1:9',
    PARLEY_SIP_BIND: `127.0.0.1:${port}`,
  });
  await once(running.child, 'exit');
  taken.close();
  expect(running.child.exitCode).toBe(1);
  expect(running.output()).toContain(`parley: PARLEY_SIP_BIND 127.0.0.1:${port} is taken.`);
  expect(running.output()).not.toContain('Parley runs at');
});
