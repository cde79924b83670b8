import { ManualClock } from '@parley/kernel/clock.ts';
import { type Browser, newPerson } from '@parley/testing/console-browser.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const clock = new ManualClock(new Date('2026-03-02T09:00:00Z'));
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, roles: ['api'] });
});
afterAll(() => service.stop());
afterEach(() => {
  vi.useRealTimers();
});

/** The stream of changes that every page of the console reads; `ended` when the service ends it. */
async function follow(browser: Browser) {
  const response = await fetch(`${service.url}/console/api/events`, {
    headers: { 'x-parley-console': '1', cookie: browser.cookie ?? '' },
  });
  const ended = (async () => {
    for await (const _ of response.body ?? []);
  })();
  return { status: response.status, ended };
}

test('removing a member closes their event streams, and those of the owner stay open', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'owner@streams.example');
  const member = await newPerson(service, company.id, 'member', 'member@streams.example');
  const { id } = (await member.get('/console/api/me')).body;
  const [lost, kept] = [await follow(member), await follow(owner)];
  expect([lost.status, kept.status]).toEqual([200, 200]);
  let isKept = true;
  const keptEnds = kept.ended.then(() => {
    isKept = false;
  });
  expect((await owner.ask('DELETE', `/console/api/users/${id}`)).status).toBe(204);
  await lost.ended;
  expect(isKept).toBe(true);
  await owner.post('/console/api/sign-out');
  await keptEnds;
});

test('signing out closes the event streams of that session', async () => {
  const company = await service.newCompany();
  const person = await newPerson(service, company.id, 'member', 'ended@streams.example');
  const stream = await follow(person);
  expect((await person.post('/console/api/sign-out')).status).toBeLessThan(300);
  await stream.ended;
});

test('an API key that expires loses its event streams within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const company = await service.newCompany();
  const agent = { name: 'Grace', focus: 'GENERIC' };
  const agentId = (await company.api.post('/agents', agent)).body.id;
  const run = (await company.api.post('/runs', { name: 'Run', agentId })).body.id;
  const expiresAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
  const { key } = await service.newKey({ companyId: company.id, expiresAt });
  const response = await fetch(`${service.url}/runs/${run}/events`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
  const ended = (async () => {
    for await (const _ of response.body ?? []);
  })();
  clock.advance(3_600_001);
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
});

test('a company has at most 200 event streams at once, whichever of its keys opens them', async () => {
  const [company, other] = [await service.newCompany(), await service.newCompany()];
  const agent = { name: 'Grace', focus: 'GENERIC' };
  const runOf = async ({ api }: typeof company): Promise<string> => {
    const agentId = (await api.post('/agents', agent)).body.id;
    return (await api.post('/runs', { name: 'Run', agentId })).body.id;
  };
  const gone = new AbortController();
  // fetch cancels the body of a response that was garbage collected, which would close its stream
  const responses: Response[] = [];
  const opened = async (key: string, run: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${service.url}/runs/${run}/events`, { headers, signal: gone.signal });
    responses.push(response);
    return response.status;
  };
  const run = await runOf(company);
  const keys = await Promise.all([1, 2, 3, 4, 5].map(() => service.newKey({ companyId: company.id })));
  const [last, ...four] = keys.map(({ key }) => key);
  const statuses = await Promise.all(
    four.flatMap((key) => Array.from({ length: 50 }, () => opened(key, run))),
  );
  expect(statuses).toEqual(Array(200).fill(200));
  expect(await opened(last ?? '', run)).toBe(429);
  expect(await opened(other.key, await runOf(other))).toBe(200);
  expect(responses).toHaveLength(202);
  gone.abort();
});

test('event streams that an ATS key opens count for the company that it acts for', async () => {
  const gone = new AbortController();
  const ats = await service.newKey({ type: 'ATS' });
  const company = (await ats.api.post('/companies', { name: 'Of an ATS' })).body.id;
  const agent = { name: 'Grace', focus: 'GENERIC' };
  const own = await service.newKey({ companyId: company });
  const agentId = (await own.api.post('/agents', agent)).body.id;
  const run = (await own.api.post('/runs', { name: 'Run', agentId })).body.id;
  const responses: Response[] = [];
  const opened = async (key: string): Promise<number> => {
    const address = `${service.url}/runs/${run}/events?companyId=${company}`;
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${key}` },
      signal: gone.signal,
    });
    responses.push(response);
    return response.status;
  };
  const keys = await Promise.all([1, 2, 3].map(() => service.newKey({ companyId: company })));
  for (const { key } of [ats, ...keys])
    expect(await Promise.all(Array.from({ length: 50 }, () => opened(key)))).toEqual(Array(50).fill(200));
  expect(await opened(own.key)).toBe(429);
  expect(responses).toHaveLength(201);
  gone.abort();
});
