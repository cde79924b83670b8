import { answersIn, contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { patience } from '@parley/testing/patience.ts';
import { WebCaller } from '@parley/testing/web-caller.ts';
import { afterEach, expect, test } from 'vitest';
import { endAll, KEY, newDatabase, newDataDir, start, stop } from './running-process.ts';

afterEach(endAll);

const role = (dataDir: string, environment: Record<string, string>, name: string) =>
  start(dataDir, environment, undefined, ['--role', name]);

test('with one process for each role, a web call works at the link that the API returns', {
  timeout: 300_000,
}, async () => {
  const [dataDir, database] = [await newDataDir(), await newDatabase()];
  const api = await role(dataDir, database, 'api');
  const key = await api.said(KEY);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const answer = await fetch(api.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as { id: string; onlineUrl: string } };
  };
  const { id: agentId } = (await post('/agents', onlineAgent)).body;
  const { id, onlineUrl } = (await post('/conversations', { agentId, contact })).body;
  expect(onlineUrl).toContain(`${api.url}/call/`);

  // The page is there; until somebody holds calls it says that it has to be tried again.
  const page = await fetch(onlineUrl);
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ]);
  const early = await new WebCaller(onlineUrl).state();
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '15']);
  expect((await new WebCaller(`${api.url}/call/nonsense`).state()).status).toBe(404);

  const [worker, media] = await Promise.all([
    role(dataDir, database, 'worker'),
    role(dataDir, database, 'media'),
  ]);
  await Promise.all([worker.said(/Parley runs at/), media.said(/Parley runs at/)]);
  const caller = new WebCaller(onlineUrl);
  await expect.poll(async () => (await caller.state()).body.state, patience).toBe('open');
  expect((await caller.join()).status).toBe(201);
  // A tab that is closed and opened again is no error, and its link is not in the log.
  const before = api.output().length;
  const tab = await caller.follow();
  await tab.next();
  tab.cut();
  const events = await caller.talk(await caller.follow(), [
    [/AI assistant/, 'Hello'],
    [/How many years/, 'Seven years'],
    [/own a car/, 'Yes, I do'],
    [/Which city/, 'I live in Zurich'],
  ]);
  expect(events.at(-1)?.data).toMatchObject({ type: 'call_ended', reason: 'finished' });
  expect(api.output().slice(before)).not.toMatch(/"level":[45]0/);
  expect(api.output()).not.toContain(new URL(onlineUrl).pathname);
  // The worker reads it, whoever held it.
  const read = async () => (await fetch(`${api.url}/conversations/${id}`, { headers })).json();
  await expect.poll(async () => ((await read()) as { analytics?: object }).analytics, patience).toBeDefined();
  const done = (await read()) as Parameters<typeof answersIn>[0] & { status: string };
  expect(done.status).toBe('COMPLETED');
  expect(answersIn(done)).toMatchObject({ years: 7, car: true });
  // The worker serves the link as well.
  const { pathname } = new URL(onlineUrl);
  expect((await new WebCaller(worker.url + pathname).state()).body).toMatchObject({ state: 'finished' });
  for (const one of [api, worker, media]) expect(await stop(one, 'SIGTERM')).toBe(0);
});
