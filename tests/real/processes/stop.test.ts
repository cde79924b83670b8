import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { patience } from '@parley/testing/patience.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { children, endAll, KEY, newDatabase, newDataDir, program, start, stop } from './running-process.ts';

afterEach(endAll);

test('a stop ends after its grace period even with open connections', async () => {
  const running = await start(await newDataDir(), { ...(await newDatabase()), PARLEY_DRAIN_SECONDS: '1' });
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

test('a stop prints how many calls it waits for and how long, and notifies those who watch a call', async () => {
  const dataDir = await newDataDir();
  const running = await start(dataDir, {
    ...(await newDatabase()),
    PARLEY_DRAIN_SECONDS: '1',
    PARLEY_SIM_SPEED: '1',
  });
  const key = await running.said(KEY);
  const agent = /"agentId":"([^"]+)"/.exec(await running.said(/ (curl .*)\n/))?.[1] ?? '';
  const watching = spawn(
    process.execPath,
    [program, 'call', '--url', running.url, '--key', key, '--agent', agent, '--phone', '+15005550017'],
    { cwd: dataDir, env: { PATH: process.env.PATH, PARLEY_DATA_DIR: dataDir } },
  );
  children.push(watching);
  const [shown, complaints]: string[][] = [[], []];
  watching.stdout.on('data', (chunk) => shown?.push(String(chunk)));
  watching.stderr.on('data', (chunk) => complaints?.push(String(chunk)));
  const gone = once(watching, 'close');
  await vi.waitFor(() => expect(shown?.join('')).toContain('Agent'), patience);
  expect(await stop(running, 'SIGTERM')).toBe(0);
  expect(running.output()).toContain('Stopping. 1 call is on the line, with at most 1 second');
  expect((await gone)[0]).toBe(1);
  expect(complaints?.join('')).toMatch(/^parley: The connection to the service broke during the call/);
});

test('a stop ends although a language model never answers the call that is on the line', async () => {
  const asked = Promise.withResolvers<void>();
  const silent = createServer(() => asked.resolve());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const dataDir = await newDataDir();
  const running = await start(dataDir, {
    ...(await newDatabase()),
    PARLEY_DRAIN_SECONDS: '1',
    PARLEY_SIM_SPEED: '1',
    PARLEY_MODEL: 'silent',
    PARLEY_MODEL_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`,
    PARLEY_MODEL_DEADLINE_MS: '60000',
  });
  const key = await running.said(KEY);
  const agent = /"agentId":"([^"]+)"/.exec(await running.said(/ (curl .*)\n/))?.[1] ?? '';
  const watching = spawn(
    process.execPath,
    [program, 'call', '--url', running.url, '--key', key, '--agent', agent, '--phone', '+15005550000'],
    { cwd: dataDir, env: { PATH: process.env.PATH, PARLEY_DATA_DIR: dataDir } },
  );
  children.push(watching);
  await asked.promise;
  expect(await stop(running, 'SIGTERM')).toBe(0);
  silent.closeAllConnections();
  silent.close();
});
