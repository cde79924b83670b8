import { once } from 'node:events';
import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { patience } from '@parley/testing/patience.ts';
import { afterEach, expect, test } from 'vitest';
import { endAll, KEY, LINK, newDataDir, postgresPid, start, stop } from './running-process.ts';

afterEach(endAll);

const isRoot = process.getuid?.() === 0;

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

/** Opens the printed link as the console does, and answers who is signed in. */
async function signedInBy(link: string): Promise<{ isStaff: boolean; company: { name: string } }> {
  const [address = '', token] = link.split('/console/sign-in#');
  const headers = { 'x-parley-console': '1', 'content-type': 'application/json' };
  const redeem = () =>
    fetch(`${address}/console/api/sign-in-links/redeem`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ token }),
    });
  const redeemed = await redeem();
  expect(redeemed.status).toBe(200);
  expect((await redeem()).status).toBe(401);
  const cookie = redeemed.headers.get('set-cookie')?.split(';')[0] ?? '';
  const me = await fetch(`${address}/console/api/me`, { headers: { ...headers, cookie } });
  return (await me.json()) as Awaited<ReturnType<typeof signedInBy>>;
}

/** Starts it for the first time, makes a call with what it prints, signs in, and stops it. */
async function firstLife(dataDir: string, uid?: number): Promise<string> {
  const first = await start(dataDir, { PARLEY_SIM_SPEED: '1000000' }, uid);
  const key = await first.said(KEY);
  const command = await first.said(/ (curl .*)\n/);
  expect(command).toContain(`${first.url}/conversations -H 'Authorization: Bearer ${key}'`);
  expect(await firstCall(first.url, key, command)).toBe('COMPLETED');
  const link = await first.said(LINK);
  expect(await signedInBy(link)).toMatchObject({ isStaff: true, company: { name: 'Demo' } });
  expect(await stop(first, 'SIGINT')).toBe(0);
  expect(first.output()).toMatch(/Stopped\.\n$/);
  for (const name of ['admin-jwt-secret', 'key-pepper', 'link-secret', 'postgres-password']) {
    expect((await stat(join(dataDir, 'secrets', name))).mode & 0o777).toBe(0o600);
  }
  expect(await postgresPid(dataDir)).toBeUndefined();
  return key;
}

test('the first start prints a working key and sign-in link, protects secrets, and survives kill -9', {
  timeout: 300_000,
}, async () => {
  const dataDir = await newDataDir();
  const key = await firstLife(dataDir);
  const second = await start(dataDir);
  await second.said(/Parley runs at/);
  await second.said(/npx parley demo/);
  expect(second.output()).not.toMatch(KEY);
  expect(second.output()).not.toMatch(LINK);
  expect((await usage(second.url, key)).status).toBe(200);

  // The whole tree at once, as a power cut would.
  const pid = (await postgresPid(dataDir)) as number;
  second.child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await once(second.child, 'exit');

  const third = await start(dataDir);
  await third.said(/Parley runs at/);
  expect((await usage(third.url, key)).status).toBe(200);
  // The database alone: the service starts it again.
  process.kill((await postgresPid(dataDir)) as number, 'SIGKILL');
  await third.said(/restarting it/);
  await expect.poll(() => usage(third.url, key).then((answer) => answer.status), patience).toBe(200);
  expect(await stop(third, 'SIGTERM')).toBe(0);
});

test.runIf(isRoot)('the first start works the same for an unprivileged user', async () => {
  const dataDir = await newDataDir();
  await chown(dataDir, 1, 1);
  await firstLife(dataDir, 1);
});

test('a signal during the first start leaves no database running', async () => {
  const dataDir = await newDataDir();
  const running = await start(dataDir);
  await running.said(/Migrating the database/);
  expect(await stop(running, 'SIGTERM')).toBe(0);
  expect(await postgresPid(dataDir)).toBeUndefined();
});
