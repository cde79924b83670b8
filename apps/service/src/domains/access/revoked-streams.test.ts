import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Company = Awaited<ReturnType<TestService['newCompany']>>;

async function newRun({ api }: Company): Promise<string> {
  const agent = await api.post('/agents', {
    name: 'Agent',
    type: 'PHONE',
    language: 'EN',
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
      sections: [{ type: 'looping', questions: [{ question: 'How are you?' }] }],
      lastMessage: { type: 'last_message', text: 'Goodbye.' },
    },
  });
  return (await api.post('/runs', { name: 'Run', agentId: agent.body.id })).body.id;
}

/** Reads until the stream ends. */
async function watch(path: string, key: string) {
  const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const ended = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true });
      if (text.includes('event: progress')) begin();
    }
    return text;
  })();
  return { status: response.status, begun, ended };
}

test('the open event streams of an API key end at once when the key is revoked', async () => {
  const company = await service.newCompany();
  const run = await newRun(company);
  const spare = await service.newKey({ companyId: company.id });
  const stream = await watch(`/runs/${run}/events`, spare.key);
  await stream.begun;
  const revoked = await service.admin.delete(`/api-keys/${spare.id}`, { revocationReason: 'Leaked' });
  expect(revoked.status).toBe(204);
  expect(await stream.ended).not.toContain('event: end');
});

test('when an API key loses a scope, its event streams that need the scope end, and those of other keys stay open', async () => {
  const company = await service.newCompany();
  const run = await newRun(company);
  const [lost, kept] = [
    await service.newKey({ companyId: company.id }),
    await service.newKey({ companyId: company.id }),
  ];
  const [ending, going] = [
    await watch(`/runs/${run}/events`, lost.key),
    await watch(`/runs/${run}/events`, kept.key),
  ];
  await Promise.all([ending.begun, going.begun]);
  await service.admin.patch(`/api-keys/${lost.id}`, { scopes: ['read:contacts'] });
  await ending.ended;
  await company.api.post(`/runs/${run}/cancel`);
  expect(await going.ended).toContain('event: end');
});

test('an API key can have at most 50 event streams open at a time', async () => {
  const company = await service.newCompany();
  const run = await newRun(company);
  const { key } = await service.newKey({ companyId: company.id });
  const streams = await Promise.all(Array.from({ length: 50 }, () => watch(`/runs/${run}/events`, key)));
  expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  expect((await watch(`/runs/${run}/events`, key)).status).toBe(429);
  await company.api.post(`/runs/${run}/cancel`);
  await Promise.all(streams.map(({ ended }) => ended));
  expect((await watch(`/runs/${run}/events`, key)).status).toBe(200);
});
