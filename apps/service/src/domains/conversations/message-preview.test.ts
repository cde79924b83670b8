import { languages } from '@parley/language/language.ts';
import { onlineAgent } from '@parley/testing/online-agent.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invitationWords } from './message.model.ts';

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

test('the preview of a message without a custom text shows the built-in text of each language', async () => {
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

test("the preview of a message shows the sent text, or the agent's text, with its placeholders filled in", async () => {
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

test('every message ends with a link to unsubscribe in its language, unless its text has one already', async () => {
  const sms = { kind: 'INVITATION', channel: 'SMS' };
  const texts = async (body: object) => (await preview(body)).body.message.text as string;
  expect(await texts({ ...sms, language: 'EN' })).toMatch(
    /\/call\/\S+\nStop messages: https?:\S+\/unsubscribe\/\S+$/,
  );
  for (const language of languages) {
    const [, words] = /\n(.+) http\S+\/unsubscribe\/\S+$/.exec(await texts({ ...sms, language })) ?? [];
    expect(words, language).toBe(invitationWords[language].stopShort);
  }
  expect(await texts({ ...sms, text: 'Mine: {{link}}' })).toMatch(/\nStop messages: http\S+$/);
  const own = await texts({ ...sms, text: 'Mine: {{link}} Out: {{ stopLink }} Bye' });
  expect(own).toMatch(/Out: http\S+\/unsubscribe\/\S+ Bye$/);
  expect(await texts(invitation)).toMatch(/messages like this one:\nhttp\S+\/unsubscribe\/\S+\n$/);
  expect((await texts({ ...invitation, text: '{{link}} {{stopLink}}' })).match(/unsubscribe/g)).toHaveLength(
    1,
  );
});

test('all problems of a message text are reported together', async () => {
  const { status, body } = await preview({ ...invitation, subject: '{{name}}', text: 'Hello {{nme}}' });
  expect(status).toBe(400);
  expect(body.errors).toHaveLength(3);
  expect(JSON.stringify(body)).toContain('must have the token {{link}}');
  expect((await preview({ ...invitation, channel: 'SMS', subject: 'x', text: '{{link}}' })).status).toBe(400);
  const stranger = await service.newCompany();
  expect((await stranger.api.post(`/agents/${agentId}/message-preview`, invitation)).status).toBe(403);
});
