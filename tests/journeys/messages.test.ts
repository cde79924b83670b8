import { newPerson } from '@parley/testing/console-browser.ts';
import { contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { startTestService } from '@parley/testing/service.ts';
import { ShiftedClock } from '@parley/testing/shifted-clock.ts';
import { startSmsServer } from '@parley/testing/sms-server.ts';
import { type SmtpServer, startSmtpServer } from '@parley/testing/smtp-server.ts';
import { unzipped } from '@parley/testing/unzipped.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = new ShiftedClock();
const waiting = { interval: 20 };

const account = { sid: 'AC00000000000000000000000000000001', token: 'a-token' };

let smtp: SmtpServer;
let sms: Awaited<ReturnType<typeof startSmsServer>>;
let service: Awaited<ReturnType<typeof startTestService>>;
let company: Awaited<ReturnType<typeof service.newCompany>>;
let agentId: string;
beforeAll(async () => {
  smtp = await startSmtpServer();
  sms = await startSmsServer(account);
  const environment = {
    SMTP_URL: smtp.url,
    PARLEY_MAIL_FROM: 'Parley <calls@parley.example>',
    PARLEY_MAIL_BOUNCES: 'bounces@calls.parley.example',
    PARLEY_SMS_URL: sms.url,
    PARLEY_SMS_ACCOUNT: account.sid,
    PARLEY_SMS_TOKEN: account.token,
    PARLEY_SMS_FROM: '+15005550006',
    // The page of a contact stays open.
    PARLEY_DRAIN_SECONDS: '1',
  };
  service = await startTestService({ clock, environment });
  company = await service.newCompany();
  agentId = (await company.api.post('/agents', { ...onlineAgent, duration: 1 })).body.id;
});
afterAll(async () => {
  await service.stop();
  await smtp.close();
  await sms.close();
});

const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));

async function newRun(...emails: string[]) {
  const contactIds = await Promise.all(
    emails.map(async (email) => (await company.api.post('/contacts', { ...contact, email })).body.id),
  );
  const { id } = (await company.api.post('/runs', { name: 'Spring', agentId })).body;
  await company.api.post(`/runs/${id}/contacts`, { contactIds });
  return { id, contactIds };
}

test('a run invites each of its contacts once, and shows each link and the state of its message', async () => {
  const run = await newRun('ada@run.example', 'bob@run.example');
  const noPhone = { ...contact, email: null, phoneNumber: '+15005550000' };
  const withoutMail = (await company.api.post('/contacts', noPhone)).body.id;
  await company.api.post(`/runs/${run.id}/contacts`, { contactIds: [withoutMail] });
  expect((await company.api.post(`/runs/${run.id}/messages`)).status).toBe(409);
  await company.api.post(`/runs/${run.id}/launch`);
  const wanted = { queued: 2, skipped: expect.objectContaining({ withoutAddress: 1, sentBefore: 0 }) };
  expect((await company.api.post(`/runs/${run.id}/messages`)).body).toEqual(wanted);
  await waitFor(async () => {
    const { body } = await company.api.get(`/messages?runId=${run.id}`);
    expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['SENT', 'SENT']);
  }, waiting);
  expect(mailsTo('ada@run.example')).toHaveLength(1);
  const again = await company.api.post(`/runs/${run.id}/messages`);
  expect(again.body).toEqual({
    queued: 0,
    skipped: expect.objectContaining({ sentBefore: 2, withoutAddress: 1 }),
  });

  const { data } = (await company.api.get(`/runs/${run.id}/contacts`)).body;
  const ada = data.find(({ contactId }: { contactId: string }) => contactId === run.contactIds[0]);
  expect(ada).toMatchObject({
    linkExpiresAt: expect.any(String),
    lastMessage: { kind: 'INVITATION', channel: 'EMAIL', status: 'SENT', openedAt: null },
  });
  const csv = (await company.api.get(`/runs/${run.id}/contacts.csv`)).text;
  expect(csv.split('\r\n')[1]).toContain(`${ada.onlineUrl},`);
  expect(csv.split('\r\n')[1]).toContain(`${ada.linkExpiresAt},SENT,`);
  const { data: messages } = (await company.api.get(`/conversations/${ada.conversationId}/messages`)).body;
  expect(messages).toEqual([
    expect.objectContaining({ address: 'ada@run.example', text: expect.stringContaining(ada.onlineUrl) }),
  ]);

  // Opening the link is what the page does; a program that only looks at the address does not.
  await fetch(ada.onlineUrl);
  expect((await company.api.get(`/conversations/${ada.conversationId}/messages`)).body.data[0].openedAt).toBe(
    null,
  );
  await fetch(`${ada.onlineUrl}/state`);
  expect(
    (await company.api.get(`/conversations/${ada.conversationId}/messages`)).body.data[0].openedAt,
  ).toEqual(expect.any(String));
});

test("a message is in the contact's language, and in the agent's own words where it has some", async () => {
  const online = { ...onlineAgent, duration: 1 };
  const text = 'Bonjour {{firstName}} : {{link}}';
  const template = { kind: 'INVITATION', channel: 'EMAIL', text };
  const templates = [
    { ...template, language: 'FR' },
    { ...template, text: 'Just for you: {{link}}' },
  ];
  const plain = agentId;
  const written = (await company.api.post('/agents', { ...online, messages: { templates } })).body.id;
  const invited = async (invitedBy: string, preferred: string) => {
    const fields = { preferred_language: preferred };
    const email = `${preferred.toLowerCase()}@language.example`;
    const contactId = (await company.api.post('/contacts', { ...contact, email, fields })).body.id;
    const { body } = await company.api.post('/conversations', { agentId: invitedBy, contactId });
    return (await company.api.post(`/conversations/${body.id}/messages`)).body.language;
  };
  expect(await invited(plain, 'Deutsch')).toBe('DE');
  expect(await invited(plain, 'Klingon')).toBe('EN');
  expect(await invited(written, 'French')).toBe('FR');
  expect(await invited(written, 'German')).toBe('EN');
});

test('the export of a contact has the messages that were sent to them', async () => {
  const run = await newRun('ida@export.example');
  await company.api.post(`/runs/${run.id}/launch`);
  await company.api.post(`/runs/${run.id}/messages`);
  const answer = await fetch(`${service.url}/contacts/${run.contactIds[0]}/export`, {
    headers: { authorization: `Bearer ${(await service.newKey({ companyId: company.id })).key}` },
  });
  const files = unzipped(Buffer.from(await answer.arrayBuffer()));
  const [, messages] = [...files].find(([name]) => name.endsWith('/messages.json')) ?? [];
  expect(JSON.parse(String(messages))).toMatchObject([{ kind: 'INVITATION', address: 'ida@export.example' }]);
});

test('opening the unsubscribe link unsubscribes nobody; its button and one-click unsubscribe do', async () => {
  const run = await newRun('eve@stop.example');
  await company.api.post(`/runs/${run.id}/launch`);
  await company.api.post(`/runs/${run.id}/messages`);
  await waitFor(() => expect(mailsTo('eve@stop.example')).toHaveLength(1), waiting);
  const [, url = ''] =
    /^List-Unsubscribe:\s+<([^>]+)>/m.exec(mailsTo('eve@stop.example')[0]?.message ?? '') ?? [];
  const { conversationId } = (await company.api.get(`/runs/${run.id}/contacts`)).body.data[0];
  const again = () => company.api.post(`/conversations/${conversationId}/messages`, { again: true });

  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('<button type="submit">Stop messages</button>');
  expect((await again()).status).toBe(201);

  const pressed = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(pressed.status).toBe(200);
  expect(await pressed.text()).toContain('will send no more messages');
  expect(await again()).toMatchObject({ status: 409 });
  expect((await company.api.get(`/contacts/${run.contactIds[0]}`)).body).toMatchObject({
    unsubscribed: ['EMAIL'],
  });

  const changed = url.replace(/\/unsubscribe\/./, '/unsubscribe/B');
  expect((await fetch(changed, { method: 'POST' })).status).toBe(404);
});

test('a conversation by telephone has no web-call link to send', async () => {
  const { id } = (await company.api.post('/agents', { name: 'Phone', focus: 'GENERIC', duration: 1 })).body;
  const created = await company.api.post('/conversations', {
    agentId: id,
    contact: { ...contact, phoneNumber: '+15005550000' },
  });
  expect((await company.api.post(`/conversations/${created.body.id}/messages`)).status).toBe(409);
});

test('only signed delivery reports of the SMS vendor change the state of an SMS', async () => {
  const created = await company.api.post('/conversations', {
    agentId,
    contact: { ...contact, phoneNumber: '+41791234567' },
  });
  const path = `/conversations/${created.body.id}/messages`;
  const queued = await company.api.post(path, { channel: 'SMS' });
  expect(queued.body).toMatchObject({ channel: 'SMS', address: '+41791234567' });
  const status = async () => (await company.api.get(path)).body.data[0];
  await waitFor(async () => expect(await status()).toMatchObject({ status: 'SENT' }), waiting);
  const [sent] = sms.received;
  if (!sent) throw new Error('No SMS was sent');
  expect(sent.body).toContain(created.body.onlineUrl);

  expect((await sms.report(sent, { MessageStatus: 'delivered' }, 'another-token')).status).toBe(404);
  expect(await status()).toMatchObject({ status: 'SENT' });
  expect((await sms.report(sent, { MessageStatus: 'delivered' })).status).toBe(204);
  expect(await status()).toMatchObject({ status: 'DELIVERED' });
  // Reports may come in another order.
  await sms.report(sent, { MessageStatus: 'sent' });
  expect(await status()).toMatchObject({ status: 'DELIVERED' });
});

test('an SMS has a link that stops further SMS to the number, and no mails', async () => {
  const reachable = { ...contact, email: 'uma@stop.example', phoneNumber: '+41791234569' };
  const created = await company.api.post('/conversations', { agentId, contact: reachable });
  const path = `/conversations/${created.body.id}/messages`;
  await company.api.post(path, { channel: 'SMS' });
  const textsTo = () => sms.received.filter(({ to }) => to === '+41791234569');
  await waitFor(() => expect(textsTo()).toHaveLength(1), waiting);
  const [, url = ''] = /Stop messages: (\S+)$/.exec(textsTo()[0]?.body ?? '') ?? [];
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  expect((await company.api.post(path, { channel: 'SMS', again: true })).status).toBe(409);
  expect((await company.api.post(path, { channel: 'EMAIL' })).status).toBe(201);
});

test('who answers STOP gets no further SMS from any company that wrote to them, also if it is told twice', async () => {
  const number = '+41791234570';
  const other = await service.newCompany();
  const otherAgent = (await other.api.post('/agents', { ...onlineAgent, duration: 1 })).body.id;
  const invited = async ({ api }: typeof company, by: string) => {
    const reachable = { ...contact, email: 'vic@stop.example', phoneNumber: number };
    const { body } = await api.post('/conversations', { agentId: by, contact: reachable });
    const send = (channel: string) =>
      api.post(`/conversations/${body.id}/messages`, { channel, again: true }).then(({ status }) => status);
    return { send, contactId: body.contactId as string };
  };
  const [first, second] = [await invited(company, agentId), await invited(other, otherAgent)];
  expect([await first.send('SMS'), await second.send('SMS')]).toEqual([201, 201]);
  const textsTo = () => sms.received.filter(({ to }) => to === number);
  await waitFor(() => expect(textsTo()).toHaveLength(2), waiting);
  const { origin } = new URL(textsTo()[0]?.statusUrl ?? '');
  const reply = async (parameters: Record<string, string>, token?: string) =>
    (await sms.reply(origin, { From: number, ...parameters }, token)).status;

  expect(await reply({ Body: 'STOP' }, 'another-token')).toBe(404);
  expect(await reply({ Body: 'Please do not stop' })).toBe(204);
  expect(await reply({ Body: 'STOP', From: '+41791234571' })).toBe(204);
  expect([await first.send('SMS'), await second.send('SMS')]).toEqual([201, 201]);

  expect([await reply({ Body: ' Stop. ' }), await reply({ Body: 'STOP' })]).toEqual([204, 204]);
  expect([await first.send('SMS'), await second.send('SMS')]).toEqual([409, 409]);
  expect(await first.send('EMAIL')).toBe(201);
  expect((await company.api.get(`/contacts/${first.contactId}`)).body.unsubscribed).toEqual(['SMS']);
});

test('with a mail server an invitation to the console is mailed, and its maker sees no link', async () => {
  const owner = await newPerson(service, company.id, 'owner', 'owner@mailed.example');
  const wanted = { email: 'colleague@mailed.example', role: 'member' };
  expect((await owner.post('/console/api/invitations', wanted)).body).toEqual({
    id: expect.any(String),
    isMailOn: true,
  });
  const { body } = await owner.get('/console/api/invitations');
  expect(body).toMatchObject({ isMailOn: true, data: [{ email: wanted.email }] });
  expect(body.data[0]).not.toHaveProperty('link');
});

test('an SMS of unknown state is settled by a later delivery report, and sent once', async () => {
  const created = await company.api.post('/conversations', {
    agentId,
    contact: { ...contact, phoneNumber: '+41791234568' },
  });
  const path = `/conversations/${created.body.id}/messages`;
  sms.failNext('lost');
  await company.api.post(path, { channel: 'SMS' });
  const status = async () => (await company.api.get(path)).body.data[0];
  await waitFor(async () => expect(await status()).toMatchObject({ status: 'UNKNOWN' }), waiting);
  const [sent, ...more] = sms.received.filter(({ to }) => to === '+41791234568');
  if (!sent) throw new Error('No SMS was sent');
  expect(more).toEqual([]);
  await sms.report(sent, { MessageStatus: 'undelivered', ErrorCode: '30003' });
  expect(await status()).toMatchObject({ status: 'BOUNCED', detail: '30003' });
});

test('an invitation that comes back later is shown as bounced, with the words of the other server', async () => {
  const email = 'gone@bounced.example';
  const created = await company.api.post('/conversations', { agentId, contact: { ...contact, email } });
  const path = `/conversations/${created.body.id}/messages`;
  await company.api.post(path);
  const status = async () => (await company.api.get(path)).body.data[0];
  await waitFor(async () => expect(await status()).toMatchObject({ status: 'SENT' }), waiting);
  const [sent] = mailsTo(email);
  expect(sent?.from).toMatch(/^bounces\+[0-9a-f]{48}@calls\.parley\.example$/);
  const report = (action: string, to = sent?.from) =>
    [
      `To: ${to}`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
      '',
      '--part',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mail.bounced.example',
      '',
      `Final-Recipient: rfc822; ${email}`,
      `Action: ${action}`,
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 Hier wohnt\u0000 keine Bärbel',
      '',
      '--part--',
    ].join('\r\n');
  const comesBack = async (mail: string) => {
    const headers = { 'content-type': 'message/rfc822' };
    return (await fetch(`${service.url}/mail-bounces`, { method: 'POST', headers, body: mail })).status;
  };

  const forged = sent?.from.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
  expect(await comesBack(report('failed', forged))).toBe(204);
  expect(await comesBack(report('delayed'))).toBe(204);
  expect(await status()).toMatchObject({ status: 'SENT' });
  expect(await comesBack(report('failed'))).toBe(204);
  expect(await status()).toMatchObject({ status: 'BOUNCED', detail: '550 5.1.1 Hier wohnt keine Bärbel' });
  expect(await comesBack(report('failed'))).toBe(204);
});
