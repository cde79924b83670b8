import { onlineAgent } from '@parley/testing/online-agent.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
let agentId: string;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
  agentId = (await company.api.post('/agents', onlineAgent)).body.id;
});
afterAll(() => service.stop());

const preview = (body: object) => company.api.post(`/agents/${agentId}/message-preview`, body);
const invitation = { kind: 'INVITATION', channel: 'EMAIL' };

test('a message is previewed in the built-in words of each language', async () => {
  const { status, body } = await preview(invitation);
  expect(status).toBe(200);
  expect(body).toMatchObject({ isOwn: false, template: { text: expect.stringContaining('{{link}}') } });
  expect(body.message.text).toContain('Ada');
  expect(body.message.text).toMatch(/https?:\/\/\S+\/call\//);
  expect(body.message.text).not.toContain('{{');
  const german = (await preview({ ...invitation, kind: 'REMINDER', channel: 'SMS', language: 'DE' })).body;
  expect(german.message.subject).toBeNull();
  expect(german.template.text).not.toBe(body.template.text);
});

test('words that are sent, or that the agent has, are previewed with their tokens filled in', async () => {
  const own = {
    ...invitation,
    subject: 'For {{firstName}}',
    text: 'Hi {{firstName}} {{lastName}}: {{link}}',
  };
  const sent = (await preview(own)).body;
  expect(sent).toMatchObject({ isOwn: true, message: { subject: 'For Ada' } });
  expect(sent.message.text).toMatch(/^Hi Ada Novak: http/);
  await company.api.patch(`/agents/${agentId}`, { messages: { templates: [own] } });
  expect((await preview(invitation)).body).toMatchObject({ isOwn: true, template: { text: own.text } });
  expect((await preview({ ...invitation, kind: 'CALLBACK' })).body.isOwn).toBe(false);
});

test('all that is wrong with a text is said at once', async () => {
  const { status, body } = await preview({ ...invitation, subject: '{{name}}', text: 'Hello {{nme}}' });
  expect(status).toBe(400);
  expect(body.errors).toHaveLength(3);
  expect(JSON.stringify(body)).toContain('must have the token {{link}}');
  expect((await preview({ ...invitation, channel: 'SMS', subject: 'x', text: '{{link}}' })).status).toBe(400);
  const stranger = await service.newCompany();
  expect((await stranger.api.post(`/agents/${agentId}/message-preview`, invitation)).status).toBe(403);
});
