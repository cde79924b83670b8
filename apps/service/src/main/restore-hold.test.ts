import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPerson } from '@parley/testing/console-browser.ts';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { startSmsServer } from '@parley/testing/sms-server.ts';
import { type SmtpServer, startSmtpServer } from '@parley/testing/smtp-server.ts';
import { emitStarted } from '@parley/testing/webhook-events.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resumeDialling } from '../domains/conversations/dial-ledger.actions.ts';
import { type CompanyId, sql } from '../storage/sql.ts';
import { backUp } from './backup-folder.ts';
import { loadConfig } from './config.ts';
import { restore } from './restore-folder.ts';

/** A restore makes every constraint of the schema again, and a minute's task sends what waited. */
const timeout = 100_000;
const patience = { timeout: 70_000, interval: 50 };
const account = { sid: 'AC00000000000000000000000000000001', token: 'a-token' };

let root: string;
let here: ClonedDatabase;
let there: ClonedDatabase;
let smtp: SmtpServer;
let sms: Awaited<ReturnType<typeof startSmsServer>>;
let receiver: Receiver;
let provider: Awaited<ReturnType<typeof startProvider>>;
let environment: Record<string, string>;
let copy: TestService;
let sent: string[];
let held: Socket;

/** Hears whatever comes to the address of the trunk, and answers nothing. */
async function startProvider() {
  const methods: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message) => methods.push(message.toString().split(' ')[0] ?? ''));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { methods, port: socket.address().port, close: () => socket.close() };
}

const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email)).length;

/** Queues one of everything, with nobody to send it. */
async function queueAll(): Promise<void> {
  const original = await startTestService({
    databaseUrl: here.url,
    roles: ['api'],
    environment: { ...environment, PARLEY_SIP_TRUNK: '' },
  });
  const company = await original.newCompany({ ownerEmail: 'owner@copy.example' });
  await newPerson(original, company.id, 'member', 'member@copy.example');
  const hook = { url: receiver.url, name: 'Hook', events: ['INTERVIEW_STARTED'], vocabulary: 'NEUTRAL' };
  expect((await company.api.post('/webhooks', hook)).status).toBe(201);
  const agentId = (await company.api.post('/agents', onlineAgent)).body.id;
  for (const [channel, person] of [
    ['EMAIL', { ...contact, email: 'ada@copy.example' }],
    ['SMS', { ...contact, email: null, phoneNumber: '+447911123456' }],
  ] as const) {
    const { body } = await company.api.post('/conversations', { agentId, contact: person });
    const queued = await company.api.post(`/conversations/${body.id}/messages`, { channel });
    expect(queued.status).toBeLessThan(300);
  }
  const scope = original.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  sent = await emitStarted(scope, scope.newId(), 3);
  const signIn = { email: 'member@copy.example' };
  await original.api(undefined).post('/console/api/sign-in-links', signIn);
  await backUp(original.services.config, join(root, 'backups'), { now: new Date() });
  await original.stop();
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-held-'));
  [smtp, sms, receiver, provider, here, there] = await Promise.all([
    startSmtpServer(),
    startSmsServer(account),
    startReceiver(),
    startProvider(),
    cloneDatabase(),
    cloneDatabase(),
  ]);
  const sipPort = await freePort();
  environment = {
    SMTP_URL: smtp.url,
    PARLEY_MAIL_FROM: 'Parley <calls@parley.example>',
    PARLEY_SMS_URL: sms.url,
    PARLEY_SMS_ACCOUNT: account.sid,
    PARLEY_SMS_TOKEN: account.token,
    PARLEY_SMS_FROM: '+15005550006',
    PARLEY_ALLOW_PRIVATE_URLS: 'true',
    PARLEY_SIP_TRUNK: `sip:parley:secret@127.0.0.1:${provider.port}`,
    PARLEY_SIP_REGISTER: 'true',
    PARLEY_SIP_BIND: `127.0.0.1:${sipPort}`,
    PARLEY_DRAIN_SECONDS: '1',
  };
  await queueAll();
  const dataDir = join(root, 'copy');
  const { config } = loadConfig({ DATABASE_URL: there.url, PARLEY_DATA_DIR: dataDir }, {});
  const options = { at: undefined, replace: false, allowMissing: false, now: new Date() };
  await restore(config, join(root, 'backups'), options);
  // As the installation that was backed up has it, which runs.
  held = createSocket('udp4').bind(sipPort, '127.0.0.1');
  await once(held, 'listening');
  const sound = { media: { close: async () => {} } as never, partyOf: () => undefined as never };
  copy = await startTestService({ databaseUrl: there.url, dataDir, environment, sound });
}, timeout);
afterAll(async () => {
  await copy?.stop();
  provider?.close();
  await Promise.all([smtp?.close(), sms?.close(), receiver?.stop()]);
  for (const database of [here, there]) await database?.drop();
  await rm(root, { recursive: true, force: true });
}, timeout);

const signInMails = () =>
  smtp.received.filter(({ message }) => message.includes('Subject: Sign in to Parley')).length;
const everything = () => ({
  invitation: mailsTo('owner@copy.example'),
  message: mailsTo('ada@copy.example'),
  texts: sms.received.length,
  events: receiver.received.map(({ body }) => body.data.callAttemptId),
  registers: provider.methods.includes('REGISTER'),
});

test('a restored copy sends no mail, SMS or webhook and registers nowhere until it is resumed, then all of it once and in order', {
  timeout,
}, async () => {
  const { database } = copy.services;
  // Beyond the minute in which no second link is mailed.
  await database.run(sql`update sign_in_links set created_at = created_at - interval '1 hour'`);
  await copy.api(undefined).post('/console/api/sign-in-links', { email: 'member@copy.example' });
  // Whoever signs in to the copy now gets the link; the one from before the backup is the original's to send.
  await expect.poll(signInMails, patience).toBe(1);
  await expect.poll(messageRounds, patience).toBeGreaterThan(0);
  expect(everything()).toEqual({ invitation: 0, message: 0, texts: 0, events: [], registers: false });
  expect(provider.methods).toEqual([]);

  held.close();
  await once(held, 'close');
  await resumeDialling(database);
  await expect
    .poll(everything, patience)
    .toEqual({ invitation: 1, message: 1, texts: 1, events: sent, registers: true });
  expect(signInMails()).toBe(1);
});

/** How often the task that sends messages has been done: restored tasks are done at once. */
async function messageRounds(): Promise<number> {
  const row = await copy.services.database.first<{ count: number }>(
    sql`select count(*) as count from tasks.job where name = 'send-messages' and state = 'completed'`,
  );
  return row?.count ?? 0;
}
