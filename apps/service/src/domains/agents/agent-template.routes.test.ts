import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentTemplates } from './agent-template.model.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());

test('each agent template creates an agent, whose only preflight warning is the missing handoff number', async () => {
  const { api } = await service.newCompany();
  const { data } = (await api.get('/agent-templates')).body;
  expect(data).toHaveLength(7);
  for (const { key, agent } of data) {
    const made = await api.post('/agents', agent);
    expect([key, made.status, made.body.errors]).toEqual([key, 201, undefined]);
    const { problems } = (await api.post(`/agents/${made.body.id}/preflight`, {})).body;
    // Without a number to pass calls on to, each has that warning, and no other.
    expect([key, problems.map(({ path }: { path: string }) => path)]).toEqual([key, ['flow.sections']]);
  }
});

test('agent templates have unique keys and names', () => {
  expect(new Set(agentTemplates.map(({ key }) => key)).size).toBe(agentTemplates.length);
  expect(new Set(agentTemplates.map(({ name }) => name)).size).toBe(agentTemplates.length);
});
