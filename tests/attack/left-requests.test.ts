import { ThreadPool } from '@parley/service/workflows/thread-pool.ts';
import { newPerson } from '@parley/testing/console-browser.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const waiting = { interval: 30 };

let service: TestService;
let company: RunningCompany;
let conversationId: string;
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_SIM_SPEED: '10000' } });
  company = await runningCompany(service);
  const contactId = await company.newContact();
  const { body } = await company.api.post('/conversations', { contactId, agentId: company.agentId });
  conversationId = body.id;
  await waitFor(async () => {
    const { analysis } = (await company.api.get(`/conversations/${conversationId}`)).body;
    expect(analysis?.general.status).toBe(2);
  }, waiting);
});
afterAll(() => service.stop());

/** Asks, leaves once the work has begun, and sees that the work is told to stop. */
async function leave(
  path: string,
  init: RequestInit,
  begun: Promise<AbortSignal | undefined>,
): Promise<void> {
  const leaving = new AbortController();
  const left = expect(fetch(service.url + path, { ...init, signal: leaving.signal })).rejects.toThrow();
  const signal = await begun;
  leaving.abort();
  await left;
  await waitFor(() => expect(signal?.aborted).toBe(true), waiting);
}

/** Work that ends only when it is told to. */
const endless = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

test('the replay of a call stops when whoever asked for it leaves', async () => {
  const viewer = await newPerson(service, company.id, 'viewer', 'viewer@example.com');
  const begun = Promise.withResolvers<AbortSignal | undefined>();
  const replay = vi
    .spyOn(service.services.compute, 'replay')
    .mockImplementation((_company, _journal, _plan, signal) => {
      begun.resolve(signal);
      return endless(signal);
    });
  const headers = { 'x-parley-console': '1', cookie: viewer.cookie ?? '' };
  const path = `/console/api/conversations/${conversationId}/replay`;
  await leave(path, { method: 'POST', headers }, begun.promise);
  replay.mockRestore();
});

test('the rendering of a PDF report stops when whoever asked for it leaves', async () => {
  const begun = Promise.withResolvers<AbortSignal | undefined>();
  const run = vi.spyOn(ThreadPool.prototype, 'run').mockImplementation((_order, { signal }) => {
    begun.resolve(signal);
    return endless(signal);
  });
  const headers = { authorization: `Bearer ${company.key}` };
  const path = `/conversations/${conversationId}/analysis/pdf`;
  await leave(path, { headers }, begun.promise);
  run.mockRestore();
});
