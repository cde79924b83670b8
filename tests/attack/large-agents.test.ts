import { sql } from '@parley/service/storage/sql.ts';
import { largeAgent, longText } from '@parley/testing/large-agent.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
});
afterAll(() => service.stop());

const TOO_LARGE =
  /^body makes an agent of \d+ bytes: flow, instructions and settings together may have at most 262144$/;

test('an agent whose texts together are too large is refused with the limit, on create and on update', async () => {
  const { status, body } = await company.api.post('/agents', largeAgent(150, { characters: 5000 }));
  expect([status, body.message]).toEqual([400, 'Validation failed']);
  expect(body.errors).toEqual([expect.stringMatching(TOO_LARGE)]);

  const { body: agent } = await company.api.post('/agents', largeAgent(150, { characters: 1200 }));
  expect(agent.id).toBeDefined();
  const outcomes = Array.from({ length: 20 }, (_, at) => ({
    label: `${at}`,
    description: longText(5000, at),
  }));
  const grown = await company.api.patch(`/agents/${agent.id}`, { analyticsConfig: { outcomes } });
  expect(grown.status).toBe(400);
  expect(grown.body.errors).toEqual([expect.stringMatching(TOO_LARGE)]);
});

test('an agent stored before the size limit existed can be changed, but cannot grow', async () => {
  const { body: agent } = await company.api.post('/agents', {
    name: 'Old',
    focus: 'GENERIC',
    instructions: 'Ask.',
  });
  await service.services.database.run(
    sql`update agent_versions set instructions = ${'x'.repeat(300_000)} where agent_id = ${agent.id}`,
  );
  expect((await company.api.patch(`/agents/${agent.id}`, { name: 'New' })).status).toBe(200);
  const grown = await company.api.patch(`/agents/${agent.id}`, { name: 'Newer' });
  expect(grown.body.errors).toEqual([expect.stringMatching(TOO_LARGE)]);
});

test('a list page of large agents has all of them complete, newest first', async () => {
  const { api } = await service.newCompany();
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1)
    ids.unshift(
      (await api.post('/agents', { ...largeAgent(150, { characters: 1200 }), name: `${at}` })).body.id,
    );
  const { status, body, text } = await api.get('/agents?limit=100');
  expect(status).toBe(200);
  expect(text.length).toBeGreaterThan(1_000_000);
  expect(body).toMatchObject({ total: 5, page: 1, limit: 100, totalPages: 1 });
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(body.data[0]).toEqual((await api.get(`/agents/${ids[0]}`)).body);
});
