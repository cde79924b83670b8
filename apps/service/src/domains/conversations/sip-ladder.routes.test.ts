import { Browser, operatorToken } from '@parley/testing/console-browser.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { forgetOldSipMessages, keepSipMessages, type NewSipMessage } from './sip-ladder.actions.ts';

let service: TestService;
let company: TestCompany;
let agentId: string;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany();
  agentId = (await company.api.post('/agents', { name: 'Grace', focus: 'GENERIC' })).body.id;
});

const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+15005550000',
  email: 'ada@example.com',
  gdprExpiryDate: '2099-12-31',
};

async function called() {
  const { body } = await company.api.post('/conversations', { agentId, contact });
  const attemptId: string = body.callAttempts[0].id;
  return { body, attemptId, path: `/conversations/${body.id}/call-attempts/${attemptId}/sip` };
}

const messageOf = (attemptId: string, more: Partial<NewSipMessage> = {}): NewSipMessage => ({
  attemptId,
  id: service.services.database.newId(),
  at: new Date(),
  isSent: true,
  isOwnTrunk: true,
  transport: 'udp',
  localHost: '192.0.2.1',
  localPort: 5060,
  remoteHost: '198.51.100.1',
  remotePort: 5060,
  callId: 'one',
  method: 'INVITE',
  status: null,
  text: 'INVITE sip:a@198.51.100.1 SIP/2.0\r\n\r\n',
  attestation: null,
  verification: null,
  ...more,
});
const keep = (...messages: NewSipMessage[]) => keepSipMessages(service.services.database, messages);
const left = (attemptId: string) =>
  service.services.database.all(sql`select 1 as one from call_sip_messages where attempt_id = ${attemptId}`);

test('the SIP messages of a call can be read in order, and downloaded as a packet capture', async () => {
  const { attemptId, path } = await called();
  expect((await company.api.get(path)).body).toEqual({ messages: [], isComplete: true });
  const at = new Date('2026-03-14T09:30:00.123Z');
  await keep(
    messageOf(attemptId, { at }),
    messageOf(attemptId, { at, isSent: false, method: null, status: 180, localHost: null, localPort: null }),
  );
  const { status, body } = await company.api.get(path);
  expect(status).toBe(200);
  expect(body.isComplete).toBe(true);
  expect(body.messages).toMatchObject([
    {
      at: at.toISOString(),
      direction: 'SENT',
      transport: 'UDP',
      local: { host: '192.0.2.1', port: 5060 },
      remote: { host: '198.51.100.1', port: 5060 },
      method: 'INVITE',
      status: null,
    },
    { direction: 'RECEIVED', local: null, method: null, status: 180 },
  ]);
  const pcap = await company.api.get(`${path}.pcap`);
  expect(pcap.status).toBe(200);
  expect(pcap.headers.get('content-type')).toBe('application/vnd.tcpdump.pcap');
});

const operators = (attemptId: string, more: Partial<NewSipMessage> = {}) =>
  messageOf(attemptId, {
    isOwnTrunk: false,
    transport: 'tls',
    callId: '81f4@10.1.2.3',
    text: [
      'INVITE sip:000015005550000@sip.provider.example SIP/2.0',
      'Via: SIP/2.0/TLS 10.1.2.3:5061;branch=z9hG4bK7',
      'From: <sip:acme-account@sip.provider.example>;tag=1',
      'P-Asserted-Identity: <sip:+41446681801@sip.provider.example>',
      'To: <sip:000015005550000@sip.provider.example>',
      'Call-ID: 81f4@10.1.2.3',
      'CSeq: 1 INVITE',
      'Proxy-Authorization: Digest xxxx',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
    ...more,
  });
const trunkWords = /acme|provider|10\.1\.2\.3|198\.51|192\.0|Digest|z9hG4bK/;

test("of a call over the operator's trunk, companies see what concerns the call, and staff see everything", async () => {
  const { attemptId, path } = await called();
  const number = { companyId: company.id, phoneNumber: '+41446681801' };
  expect((await service.admin.post('/phone-numbers', number)).status).toBe(201);
  const at = new Date('2026-03-14T09:30:00.123Z');
  await keep(operators(attemptId, { at }));
  const { body, text } = await company.api.get(path);
  expect(body.messages).toEqual([
    {
      ...{ at: at.toISOString(), direction: 'SENT', method: 'INVITE', status: null, transport: 'TLS' },
      ...{ local: null, remote: null, callId: 'call-1', attestation: null },
      text: [
        'INVITE sip:+15005550000@hidden.invalid SIP/2.0',
        'From: <sip:hidden@hidden.invalid>',
        'P-Asserted-Identity: <sip:+41446681801@hidden.invalid>',
        'To: <sip:+15005550000@hidden.invalid>',
        'Call-ID: call-1',
        'CSeq: 1 INVITE',
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    },
  ]);
  expect(text).not.toMatch(trunkWords);
  const ownPcap = await company.api.get(`${path}.pcap`);
  expect(ownPcap.status).toBe(200);
  expect(ownPcap.text).toContain('INVITE sip:+15005550000@hidden.invalid');
  expect(ownPcap.text).not.toMatch(trunkWords);
  const staff = new Browser(service.url);
  const token = await operatorToken(service, company.id);
  expect((await staff.post('/console/api/sign-in-links/redeem', { token })).status).toBe(200);
  expect((await staff.get(path)).body.messages).toMatchObject([
    {
      ...{ remote: { host: '198.51.100.1', port: 5060 }, callId: '81f4@10.1.2.3' },
      text: expect.stringContaining('acme-account'),
    },
  ]);
  const pcap = await fetch(`${service.url}${path}.pcap`, {
    headers: { 'x-parley-console': '1', cookie: staff.cookie ?? '' },
  });
  expect(pcap.status).toBe(200);
  expect(await pcap.text()).toContain('acme-account');
});

test("of a call over an own and the operator's trunk, companies see their own SIP messages in full and the others masked", async () => {
  const { attemptId, path } = await called();
  await keep(messageOf(attemptId), operators(attemptId));
  const { body } = await company.api.get(path);
  expect(body.messages).toMatchObject([
    { remote: { host: '198.51.100.1' }, callId: 'one', text: expect.stringContaining('198.51.100.1') },
    { remote: null, callId: 'call-2', text: expect.not.stringMatching(trunkWords) },
  ]);
  const pcap = await company.api.get(`${path}.pcap`);
  expect(pcap.text).toContain('INVITE sip:a@198.51.100.1');
  expect(pcap.text).not.toMatch(/acme|provider|10\.1\.2\.3/);
});

test("the SIP messages of a call show the attestation of the caller ID, even over the operator's trunk", async () => {
  const { attemptId, path } = await called();
  const received = { isSent: false, method: null, status: 180 } as const;
  await keep(
    messageOf(attemptId, { isOwnTrunk: false }),
    messageOf(attemptId, { ...received, isOwnTrunk: false, attestation: 'A' }),
    messageOf(attemptId, { ...received, verification: 'FAILED' }),
  );
  const { body } = await company.api.get(path);
  expect(body.messages.map(({ attestation }: { attestation: unknown }) => attestation)).toEqual([
    null,
    { level: 'A', verification: null },
    { level: null, verification: 'FAILED' },
  ]);
});

test("the SIP messages of another company's call are forbidden, and of an unknown call not found", async () => {
  const { body, path } = await called();
  const other = await service.newCompany();
  expectErrorBody(await other.api.get(path), 403);
  expectErrorBody(await company.api.get(`/conversations/${body.id}/call-attempts/${UNKNOWN}/sip`), 404);
  const { body: another } = await called();
  const mixed = `/conversations/${another.id}/call-attempts/${body.callAttempts[0].id}/sip`;
  expectErrorBody(await company.api.get(mixed), 404);
});

test('a limited number of SIP messages is stored per call, and the reply says when there were more', async () => {
  const { attemptId, path } = await called();
  for (let part = 0; part < 5; part++) await keep(...Array.from({ length: 100 }, () => messageOf(attemptId)));
  const { body } = await company.api.get(path);
  expect(body.messages).toHaveLength(200);
  expect(body.isComplete).toBe(false);
  expect(await left(attemptId)).toHaveLength(200);
});

test('SIP messages are erased with the contact, and none is stored for a deleted call', async () => {
  const { body, attemptId } = await called();
  await keep(messageOf(attemptId));
  expect((await company.api.delete(`/contacts/${body.contactId}`)).status).toBeLessThan(300);
  await keep(messageOf(attemptId));
  expect(await left(attemptId)).toEqual([]);
});

test('SIP messages are deleted after 30 days', async () => {
  const { attemptId } = await called();
  await keep(messageOf(attemptId, { at: new Date(Date.now() - 31 * 86_400_000) }), messageOf(attemptId));
  await forgetOldSipMessages(service.services.database);
  expect(await left(attemptId)).toHaveLength(1);
});
