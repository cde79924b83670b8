import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { freePort } from '@parley/testing/free-port.ts';
import { afterEach, expect, test } from 'vitest';
import { endAll, newDatabase, newDataDir, start, stop } from './running-process.ts';

afterEach(endAll);

test('with PARLEY_DEMO=off the database stays empty and the start says how to sign in', async () => {
  const dataDir = await newDataDir();
  const running = await start(dataDir, { ...(await newDatabase()), PARLEY_DEMO: 'off' });
  await running.said(/npx parley admin-token/);
  expect(running.output()).not.toContain('sk_test_');
  await stop(running, 'SIGTERM');
});

// Every other setting that is refused is in config.test.ts.
test.each([
  [{ PORT: 'eighty' }, /^parley: PORT must be a whole number from 1 to 65535\.$/m],
  [
    { DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:1/none' },
    /^parley: The database at DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1$/m,
  ],
])('the start with %j stops with one line naming the variable', async (environment, words) => {
  const running = await start(await newDataDir(), environment);
  await once(running.child, 'exit');
  expect(running.child.exitCode).toBe(1);
  expect(running.output()).toMatch(words);
  expect(running.output().trim().split('\n')).toHaveLength(1);
});

test('a port in use ends the start with one line, frees the SIP port, and leaves the other service alone', async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir, await newDatabase());
  await first.said(/Parley runs at/);
  const sipPort = await freePort();
  const second = await start(dataDir, {
    ...(await newDatabase()),
    PORT: new URL(first.url).port,
    PARLEY_SIP_TRUNK: 'sip:127.0.0.1:9',
    PARLEY_SIP_BIND: `127.0.0.1:${sipPort}`,
  });
  await once(second.child, 'exit');
  expect(second.child.exitCode).toBe(1);
  expect(second.output()).toMatch(/^parley: PORT \d+ is in use, perhaps by another Parley\./m);
  const socket = createSocket('udp4').bind(sipPort, '127.0.0.1');
  await once(socket, 'listening');
  socket.close();
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  await stop(first, 'SIGTERM');
});

test('a SIP address in use ends the start with one line', async () => {
  const taken = createSocket('udp4').bind(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address();
  const running = await start(await newDataDir(), {
    ...(await newDatabase()),
    PARLEY_SIP_TRUNK: 'sip:127.0.0.1:9',
    PARLEY_SIP_BIND: `127.0.0.1:${port}`,
  });
  await once(running.child, 'exit');
  taken.close();
  expect(running.child.exitCode).toBe(1);
  expect(running.output()).toContain(`parley: PARLEY_SIP_BIND 127.0.0.1:${port} is taken.`);
  expect(running.output()).not.toContain('Parley runs at');
});
