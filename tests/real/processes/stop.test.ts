import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { patience } from '@parley/testing/patience.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { children, endAll, KEY, newDatabase, newDataDir, program, start, stop } from './running-process.ts';

afterEach(endAll);

/** A language model that takes what it is asked and never answers. */
async function silentModel(): Promise<{ url: string; asked: Promise<void>; close(): void }> {
  const asked = Promise.withResolvers<void>();
  const server = createServer(() => asked.resolve());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: asked.promise,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An upload that drips: the one kind of request that may take minutes. */
async function dripInto(url: string): Promise<() => void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    'PUT /objects/a?x=1 HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\n.',
  );
  const dripping = setInterval(() => socket.write('.'), 200);
  return () => {
    clearInterval(dripping);
    socket.destroy();
  };
}

// Each of the three would keep it from ending: an upload, somebody on the line, and a model that owes the call its answer.
test('a stopping service says how many calls it waits for, ends in time, and parley call reports the broken connection', async () => {
  const dataDir = await newDataDir();
  const model = await silentModel();
  const running = await start(dataDir, {
    ...(await newDatabase()),
    PARLEY_DRAIN_SECONDS: '1',
    PARLEY_SIM_SPEED: '1',
    PARLEY_MODEL: 'silent',
    PARLEY_MODEL_URL: model.url,
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
  const [shown, complaints]: string[][] = [[], []];
  watching.stdout.on('data', (chunk) => shown?.push(String(chunk)));
  watching.stderr.on('data', (chunk) => complaints?.push(String(chunk)));
  const gone = once(watching, 'close');
  await vi.waitFor(() => expect(shown?.join('')).toContain('Agent'), patience);
  await model.asked;
  const endUpload = await dripInto(running.url);

  expect(await stop(running, 'SIGTERM')).toBe(0);
  endUpload();
  model.close();
  expect(running.output()).toContain('Stopping. 1 call is live, with at most 1 second');
  expect((await gone)[0]).toBe(1);
  expect(complaints?.join('')).toMatch(/^parley: The connection to the service broke during the call/);
});
