import { type Browser, newPerson } from '@parley/testing/console-browser.ts';
import { largeAgent } from '@parley/testing/large-agent.ts';
import { runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let attacker: Browser;
let largeId: string;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  const company = await runningCompany(service);
  const { body, status } = await company.api.post('/agents', largeAgent());
  expect(status).toBe(201);
  largeId = body.id;
  attacker = await newPerson(service, company.id, 'member', 'attacker@example.com');
});
afterAll(() => service.stop());

test('a company testing its largest agent delays nobody, and the test stops when the client disconnects', async () => {
  const other = await service.newCompany();
  const leaving = new AbortController();
  let isAnswered = false;
  const testing = fetch(service.url + pathOf(largeId), {
    method: 'POST',
    headers: { 'x-parley-console': '1', cookie: attacker.cookie ?? '' },
    signal: leaving.signal,
  }).finally(() => {
    isAnswered = true;
  });
  const left = expect(testing).rejects.toThrow();
  await waitFor(() => expect(service.services.compute.busy).toBe(1));

  for (let request = 0; request < 10; request += 1)
    expect((await other.api.get('/contact-fields')).status).toBe(200);
  expect(isAnswered).toBe(false);

  leaving.abort();
  await left;
  await waitFor(() => expect(service.services.compute.busy).toBe(0));
});

const pathOf = (agentId: string) => `/console/api/agents/${agentId}/simulated-test`;
