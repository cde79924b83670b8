import type { NewAgent } from '@parley/contract/agent.ts';
import { destinationBlock } from '@parley/kernel/blocked-destination.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { callingCompany } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { type SmtpServer, startSmtpServer } from '@parley/testing/smtp-server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeAgent, createAgent } from '../domains/agents/agent.actions.ts';
import { changeCompany, setCeiling } from '../domains/companies/company.actions.ts';
import { changeContact, setDoNotCall } from '../domains/contacts/contact.actions.ts';
import { createConversation } from '../domains/conversations/conversation-creation.actions.ts';
import { startDialQueue, stopDialQueue } from '../domains/conversations/dial-queue.store.ts';
import {
  listConversationMessages,
  noteOpened,
  queueMessage,
} from '../domains/conversations/message.actions.ts';
import { addresseesOfRun } from '../domains/conversations/message.store.ts';
import { recordReport, stopMessages } from '../domains/conversations/message-delivery.actions.ts';
import { openMailServer } from '../storage/mail.ts';
import { sql } from '../storage/sql.ts';
import { type MessageServices, sendMessages } from './send-messages.ts';

const START = '2026-11-16T12:00:00.000Z';
const HOUR_MS = 3_600_000;
const links: MessageServices['links'] = {
  urlOf: (id) => `https://calls.example.com/call/${id}`,
  stopUrl: ({ companyId, channel, hash }) =>
    `https://calls.example.com/unsubscribe/${companyId}.${channel}.${hash}`,
  reportUrl: ({ companyId, id }) => `https://calls.example.com/sms-reports/${companyId}/${id}`,
};
const clock = new ManualClock(START);

let store: Awaited<ReturnType<typeof testDatabase>>;
let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  // The tasks are carried out by hand here.
  store = await testDatabase({ clock, send: async () => {} });
});
afterAll(async () => {
  await smtp.close();
  await store.close();
});
beforeEach(async () => {
  clock.advance(Date.parse(START) - clock.now().getTime());
  await store.database.run(sql`delete from messages`);
  await store.database.run(sql`delete from message_opt_outs`);
  await store.database.run(sql`delete from rate_limits`);
});

const byMail = (): MessageServices => ({
  links,
  mail: openMailServer(smtp.url, 'Parley <calls@parley.example>'),
  sms: undefined,
  blocked: () => undefined,
  smsPerDay: 0,
});
const send = (services = byMail()) => sendMessages(store.database, services);

let people = 0;
async function invitee(agent: Partial<NewAgent> = {}, isTest = false) {
  const { scope } = await callingCompany(store.database);
  const { id: agentId } = await createAgent(scope, { ...(onlineAgent as NewAgent), ...agent });
  const email = `ada${people++}@example.com`;
  const { conversation } = await createConversation(
    scope,
    { agentId, contact: { ...contact, email } },
    isTest,
  );
  return {
    scope,
    agentId,
    email,
    id: conversation.id,
    contactId: conversation.contactId,
    queue: (wanted = {}) => queueMessage(scope, conversation.id, wanted),
    messages: async () =>
      (await listConversationMessages(scope, conversation.id, { page: 1, limit: 20 }, links)).data,
    mails: () => smtp.received.filter(({ to }) => to.includes(email)),
  };
}

/** Quoted-printable, read again. */
const readable = (message: string): string =>
  message
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

test('a contact gets one invitation mail, with the link, its expiry and an unsubscribe link', async () => {
  const ada = await invitee();
  await ada.queue();
  await send();
  await send();
  expect(ada.mails()).toHaveLength(1);
  const mail = readable(ada.mails()[0]?.message ?? '');
  const [message] = await ada.messages();
  expect(mail).toContain('Subject: Your conversation with Acme');
  expect(mail).toContain('Hello Ada,');
  expect(mail).toContain(links.urlOf(ada.id));
  expect(mail).toContain('December 16, 2026');
  expect(mail).toMatch(/^List-Unsubscribe:\s+<https:\/\/calls\.example\.com\/unsubscribe\/[^>]+>$/m);
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(mail).toContain(`Message-ID: <${message?.id}@parley.example>`);
  expect(message).toMatchObject({ status: 'SENT', kind: 'INVITATION', sentAt: START, openedAt: null });
});

test("an agent's own message template for a language replaces the built-in text", async () => {
  const ada = await invitee({
    messages: {
      templates: [
        {
          kind: 'INVITATION',
          channel: 'EMAIL',
          subject: 'Hi {{firstName}}',
          text: '{{companyName}} asks: {{link}}',
        },
        { kind: 'INVITATION', channel: 'EMAIL', language: 'DE', text: 'Bitte hier: {{link}}' },
      ],
    },
  });
  for (const wanted of [{}, { language: 'DE', again: true }, { language: 'FR', again: true }]) {
    await ada.queue(wanted);
    await send();
  }
  expect((await ada.messages()).map(({ subject, text }) => [subject, text?.split('\n')[0]])).toEqual([
    [expect.stringContaining('Acme'), expect.stringContaining('Ada')],
    ['Ihr Gespräch mit Acme', `Bitte hier: ${links.urlOf(ada.id)}`],
    ['Hi Ada', `Acme asks: ${links.urlOf(ada.id)}`],
  ]);
});

test('a message template with an unknown placeholder, or without the link, is refused', async () => {
  const ada = await invitee();
  const templates = [
    { kind: 'INVITATION', channel: 'EMAIL', text: 'Hello {{first_name}}: {{link}}' },
    { kind: 'REMINDER', channel: 'SMS', text: 'Come on' },
  ] as const;
  const changed = async () =>
    changeAgent(ada.scope, ada.agentId, { messages: { templates: [...templates] } });
  await expect(changed()).rejects.toMatchObject({
    details: {
      errors: [
        expect.stringContaining('messages.templates[0].text has the unknown token {{first_name}}'),
        'messages.templates[1].text must have the token {{link}}',
      ],
    },
  });
});

test("a contact's name that looks like a URL does not become a link in a mail", async () => {
  const { scope } = await callingCompany(store.database);
  const { id: agentId } = await createAgent(scope, onlineAgent as NewAgent);
  const { conversation } = await createConversation(
    scope,
    { agentId, contact: { ...contact, email: 'eve@example.com', firstName: 'https://evil.example' } },
    false,
  );
  await queueMessage(scope, conversation.id);
  await send();
  const [message] = (await listConversationMessages(scope, conversation.id, { page: 1, limit: 20 }, links))
    .data;
  expect(message?.text).not.toContain('https://evil.example');
});

test('without a mail server, and in test conversations, messages stay in the outbox with their text', async () => {
  const [ada, bob] = [await invitee(), await invitee({}, true)];
  await ada.queue();
  await send({ ...byMail(), mail: undefined });
  await bob.queue();
  await send();
  for (const one of [ada, bob]) {
    expect(await one.messages()).toMatchObject([
      { status: 'OUTBOX', text: expect.stringContaining(links.urlOf(one.id)) },
    ]);
    expect(one.mails()).toEqual([]);
  }
});

test('a mail to an address that the server refuses is marked as bounced with the reason, and not retried', async () => {
  const ada = await invitee();
  await ada.queue();
  // The first connection greets the server.
  smtp.failNext(undefined, 'refuse');
  await send();
  clock.advance(2 * HOUR_MS);
  await send();
  expect(await ada.messages()).toMatchObject([
    { status: 'BOUNCED', detail: expect.stringContaining('550 No such person') },
  ]);
  expect(ada.mails()).toEqual([]);
});

test('a mail that the server defers is sent once, later', async () => {
  const ada = await invitee();
  await ada.queue();
  smtp.failNext(undefined, 'busy');
  await send();
  expect(await ada.messages()).toMatchObject([{ status: 'QUEUED' }]);
  await send();
  expect(ada.mails()).toEqual([]);
  clock.advance(60_000);
  await send();
  expect(ada.mails()).toHaveLength(1);
  expect(await ada.messages()).toMatchObject([{ status: 'SENT', detail: null }]);
});

test('while the mail server is unreachable messages wait, and none gets the status unknown', async () => {
  const ada = await invitee();
  await ada.queue();
  smtp.failNext('hang-up');
  await expect(send()).rejects.toThrow();
  expect(await ada.messages()).toMatchObject([{ status: 'QUEUED' }]);
  await send();
  expect(ada.mails()).toHaveLength(1);
});

test('a mail whose acceptance was not confirmed gets the status unknown, and is not sent again', async () => {
  const ada = await invitee();
  await ada.queue();
  smtp.failNext(undefined, 'lost');
  await send();
  clock.advance(HOUR_MS);
  await send();
  expect(ada.mails()).toHaveLength(1);
  expect(await ada.messages()).toMatchObject([{ status: 'UNKNOWN' }]);
});

test('a message is not sent again if the process dies between sending and recording it', async () => {
  const ada = await invitee();
  await ada.queue();
  const real = byMail();
  let sent = () => {};
  const isSent = new Promise<void>((resolve) => {
    sent = resolve;
  });
  // It hands the mail over, and is never heard of again.
  void send({
    ...real,
    mail: {
      check: async () => {},
      send: async (mail) => {
        await real.mail?.send(mail);
        sent();
        return new Promise(() => {});
      },
    },
  });
  await isSent;
  await send();
  expect(await ada.messages()).toMatchObject([{ status: 'SENDING' }]);
  clock.advance(601_000);
  await send();
  await send();
  expect(ada.mails()).toHaveLength(1);
  expect(await ada.messages()).toMatchObject([
    { status: 'UNKNOWN', detail: expect.stringContaining('may have arrived') },
  ]);
});

test('a contact is invited once; further invitations must be requested, and are limited to five an hour', async () => {
  const ada = await invitee();
  await ada.queue();
  await expect(ada.queue()).rejects.toMatchObject({ kind: 'conflict' });
  for (let n = 0; n < 4; n++) await ada.queue({ again: true });
  await expect(ada.queue({ again: true })).rejects.toMatchObject({ kind: 'too_many_requests' });
  clock.advance(HOUR_MS);
  await ada.queue({ again: true });
});

test('changing the phone number after each SMS does not allow more SMS than to one number', async () => {
  const ada = await invitee();
  const sendTo = async (phoneNumber: string) => {
    await changeContact(ada.scope, ada.contactId, { phoneNumber }, false);
    return ada.queue({ channel: 'SMS', again: true });
  };
  for (let n = 0; n < 5; n++) await sendTo(`+4915112345${n}78`);
  await expect(sendTo('+4915112345978')).rejects.toMatchObject({ kind: 'too_many_requests' });
});

test('two concurrent requests to invite a contact send one invitation', async () => {
  const ada = await invitee();
  const asked = await Promise.allSettled([ada.queue(), ada.queue()]);
  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await ada.messages()).toHaveLength(1);
});

test('a contact who has not opened the link is reminded once', async () => {
  const [ada, bob] = [await invitee(), await invitee({ messages: { remindAfterHours: 0 } })];
  await ada.queue();
  await bob.queue();
  await send();
  clock.advance(24 * HOUR_MS - 1);
  await send();
  expect(await ada.messages()).toHaveLength(1);
  clock.advance(1);
  await send();
  clock.advance(48 * HOUR_MS);
  await send();
  expect((await ada.messages()).map(({ kind, status }) => [kind, status])).toEqual([
    ['REMINDER', 'SENT'],
    ['INVITATION', 'SENT'],
  ]);
  expect(ada.mails()).toHaveLength(2);
  expect(readable(ada.mails()[1]?.message ?? '')).toContain('still waiting for you');
  expect(await bob.messages()).toHaveLength(1);
});

test("a reminder is in the invitation's language, or in the agent's if its own template exists only in that one", async () => {
  const own = { kind: 'REMINDER', channel: 'EMAIL', text: 'Do not forget: {{link}}' } as const;
  const [ada, bob, eve] = [
    await invitee({ messages: { templates: [own] } }),
    await invitee({
      messages: { templates: [own, { ...own, language: 'DE', text: 'Nicht vergessen: {{link}}' }] },
    }),
    await invitee(),
  ];
  for (const one of [ada, bob, eve]) {
    await changeContact(one.scope, one.contactId, { fields: { preferred_language: 'German' } }, false);
    await one.queue();
  }
  await send();
  clock.advance(24 * HOUR_MS);
  await send();
  const invitation = { kind: 'INVITATION', language: 'DE' };
  expect(await ada.messages()).toMatchObject([
    { kind: 'REMINDER', language: 'EN', text: expect.stringContaining('Do not forget') },
    invitation,
  ]);
  expect(await bob.messages()).toMatchObject([
    { kind: 'REMINDER', language: 'DE', text: expect.stringContaining('Nicht vergessen') },
    invitation,
  ]);
  expect(await eve.messages()).toMatchObject([{ kind: 'REMINDER', language: 'DE' }, invitation]);
});

test('a contact who has opened the link is not reminded', async () => {
  const ada = await invitee();
  await ada.queue();
  await send();
  clock.advance(HOUR_MS);
  await noteOpened(ada.scope, ada.id);
  expect(await ada.messages()).toMatchObject([{ openedAt: '2026-11-16T13:00:00.000Z' }]);
  clock.advance(48 * HOUR_MS);
  await send();
  expect(await ada.messages()).toHaveLength(1);
});

test('a contact who unsubscribed gets no messages, and neither do contacts with the same address', async () => {
  const ada = await invitee();
  await ada.queue();
  await send();
  const [, token = ''] = /\/unsubscribe\/([^?>]+)/.exec(readable(ada.mails()[0]?.message ?? '')) ?? [];
  const [companyId = '', channel, hash = ''] = token.split('.');
  expect([companyId, channel]).toEqual([ada.scope.companyId, 'EMAIL']);
  await stopMessages(store.database, { companyId, channel: 'EMAIL', hash });
  await expect(ada.queue({ again: true })).rejects.toMatchObject({
    kind: 'conflict',
    message: 'The contact wants no more messages on this channel',
  });
  clock.advance(24 * HOUR_MS);
  await send();
  expect(ada.mails()).toHaveLength(1);
  const { conversation } = await createConversation(
    ada.scope,
    { agentId: ada.agentId, contact: { ...contact, email: ada.email.toUpperCase() } },
    false,
  );
  await expect(queueMessage(ada.scope, conversation.id)).rejects.toMatchObject({ kind: 'conflict' });
});

test('a message waits until its web-call link works, and is not sent for a finished conversation', async () => {
  const ada = await invitee();
  await ada.scope.run(sql`
    update conversations set scheduled_at = '2026-11-18T12:00:00Z' where company_id = ${ada.scope.companyId}`);
  await ada.queue();
  await send();
  expect(ada.mails()).toEqual([]);
  clock.advance(48 * HOUR_MS);
  await send();
  expect(ada.mails()).toHaveLength(1);
  await ada.queue({ again: true });
  await ada.scope.run(sql`
    update conversations set status = 'COMPLETED', open_agent_id = null where company_id = ${ada.scope.companyId}`);
  await send();
  expect(await ada.messages()).toMatchObject([{ status: 'CANCELLED' }, { status: 'SENT' }]);
  await expect(ada.queue({ again: true })).rejects.toMatchObject({ kind: 'conflict' });
});

test('messages that still wait are not sent to a contact who opts out', async () => {
  const ada = await invitee();
  await ada.queue();
  await setDoNotCall(ada.scope, ada.contactId, true);
  await send();
  expect(ada.mails()).toEqual([]);
  expect(await ada.messages()).toMatchObject([
    { status: 'CANCELLED', detail: 'The contact asked never to be called again' },
  ]);
});

test('a message goes to the address that the contact has when it is sent, and is not sent without one', async () => {
  const [ada, bob] = [await invitee(), await invitee()];
  await ada.queue();
  await bob.queue();
  const email = `new-${ada.email}`;
  await changeContact(ada.scope, ada.contactId, { email }, false);
  await changeContact(bob.scope, bob.contactId, { email: null, phoneNumber: '+4915112345678' }, false);
  await send();
  expect([...ada.mails(), ...bob.mails()]).toEqual([]);
  expect(smtp.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
  expect(await ada.messages()).toMatchObject([{ status: 'SENT', address: email }]);
  expect(await bob.messages()).toMatchObject([
    { status: 'CANCELLED', detail: 'The contact has no address for this channel any more' },
  ]);
});

test('a message that is requested again while it waits is sent once, in its newest version', async () => {
  const ada = await invitee();
  await ada.queue();
  await expect(ada.queue()).rejects.toMatchObject({ details: { code: 'sent_before' } });
  await ada.queue({ language: 'DE', again: true });
  await send();
  expect(ada.mails()).toHaveLength(1);
  expect(await ada.messages()).toMatchObject([
    { status: 'SENT', language: 'DE' },
    { status: 'CANCELLED', detail: 'Another message was sent instead' },
  ]);
});

test('a message that is being sent cannot be requested again', async () => {
  const ada = await invitee();
  await ada.queue();
  await ada.scope.run(sql`update messages set status = 'SENDING' where company_id = ${ada.scope.companyId}`);
  await expect(ada.queue({ again: true })).rejects.toMatchObject({ kind: 'conflict' });
  expect(await ada.messages()).toHaveLength(1);
});

/** More invitations of the same company, each due a second later. */
async function inviteMore({ scope, agentId }: Awaited<ReturnType<typeof invitee>>, count: number) {
  const emails: string[] = [];
  for (let n = 0; n < count; n++) {
    clock.advance(1000);
    const email = `more${people++}@example.com`;
    const { conversation } = await createConversation(
      scope,
      { agentId, contact: { ...contact, email } },
      false,
    );
    await queueMessage(scope, conversation.id);
    emails.push(email);
  }
  return emails;
}

test('a company with many messages does not delay a message of another company', async () => {
  const [large, small] = [await invitee(), await invitee()];
  const [first, ...others] = await inviteMore(large, 3);
  await small.queue();
  const before = smtp.received.length;
  await send();
  expect(smtp.received.slice(before).flatMap(({ to }) => to)).toEqual([first, small.email, ...others]);
});

test('messages of a stopped dial queue wait without delaying others, and are sent when it is resumed', async () => {
  const [held, free] = [await invitee(), await invitee()];
  await held.queue();
  await stopDialQueue(held.scope, held.scope.companyId, null);
  clock.advance(1000);
  await free.queue();
  await send();
  expect(free.mails()).toHaveLength(1);
  expect(await held.messages()).toMatchObject([{ status: 'QUEUED', detail: null }]);
  await startDialQueue(held.scope, held.scope.companyId);
  await send();
  expect(held.mails()).toHaveLength(1);
});

test('a recipient whom the mail server defers does not delay other recipients', async () => {
  const [ada, bob] = [await invitee(), await invitee()];
  await ada.queue();
  clock.advance(1000);
  await bob.queue();
  smtp.failNext(undefined, 'greylist');
  await send();
  expect(await ada.messages()).toMatchObject([{ status: 'QUEUED', detail: '450 Try again later' }]);
  expect(await bob.messages()).toMatchObject([{ status: 'SENT' }]);
});

test('inviting all contacts of a run skips conversations by telephone', async () => {
  const ada = await invitee();
  await inviteMore(ada, 3);
  const runId = '01890000-0000-7000-8000-0000000000aa';
  const { companyId } = ada.scope;
  await ada.scope.run(sql`update conversations set run_id = ${runId} where company_id = ${companyId}`);
  await ada.scope.run(sql`
    update conversations set type = 'PHONE' where company_id = ${companyId} and id = ${ada.id}`);
  const asking = {
    kind: 'INVITATION',
    channel: 'EMAIL',
    since: clock.now(),
    expiredBefore: clock.now(),
  } as const;
  const page = await addresseesOfRun(ada.scope, runId, {
    ...asking,
    after: '00000000-0000-0000-0000-000000000000',
    most: 2,
  });
  expect(page).toHaveLength(2);
});

test('a reminder to an address that got too many messages is sent later', async () => {
  const ada = await invitee({ messages: { remindAfterHours: 1 } });
  await ada.queue();
  await send();
  clock.advance(HOUR_MS);
  await ada.scope.run(sql`
    insert into messages (company_id, id, conversation_id, kind, channel, language, address, is_repeat, status, due_at, created_at, updated_at)
    select ${ada.scope.companyId}, gen_random_uuid(), ${ada.id}, 'INVITATION', 'EMAIL', 'EN', ${ada.email}, true, 'OUTBOX', ${clock.now()}, ${clock.now()}, ${clock.now()}
    from generate_series(1, 5)`);
  await send();
  expect(ada.mails()).toHaveLength(1);
  clock.advance(HOUR_MS);
  await send();
  expect(ada.mails()).toHaveLength(2);
});

test('no reminder is sent for an invitation that did not arrive at its address', async () => {
  const ada = await invitee();
  await changeContact(ada.scope, ada.contactId, { phoneNumber: '+4915112345678' }, false);
  const { id } = await ada.queue({ channel: 'SMS' });
  const services = { ...byMail(), sms: async () => ({ kind: 'accepted', vendorId: 'SM1' }) as const };
  await send(services);
  await recordReport(
    store.database,
    { companyId: ada.scope.companyId, id },
    { status: 'BOUNCED', detail: '30003', isUnsubscribed: false },
  );
  clock.advance(24 * HOUR_MS);
  await send(services);
  expect(await ada.messages()).toMatchObject([{ kind: 'INVITATION', status: 'BOUNCED' }]);
});

test('a process sends one mail at a time, and connects to the server only when a mail is due', async () => {
  const [ada, bob] = [await invitee(), await invitee()];
  let [checks, atOnce, most] = [0, 0, 0];
  const services: MessageServices = {
    ...byMail(),
    mail: {
      check: async () => void checks++,
      send: async () => {
        most = Math.max(most, ++atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce--;
        return { kind: 'accepted' };
      },
    },
  };
  await send(services);
  expect(checks).toBe(0);
  await ada.queue();
  await bob.queue();
  await Promise.all([send(services), send(services), send(services)]);
  expect([checks, most]).toEqual([1, 1]);
  expect([await ada.messages(), await bob.messages()]).toMatchObject([
    [{ status: 'SENT' }],
    [{ status: 'SENT' }],
  ]);
});

test('when the mail server fails, all SMS are still sent before the failure is reported', async () => {
  const [ada, bob] = [await invitee(), await invitee()];
  await ada.queue();
  await changeContact(bob.scope, bob.contactId, { phoneNumber: '+4915112345678' }, false);
  await bob.queue({ channel: 'SMS' });
  const check = () => Promise.reject(new Error('The mail server is away'));
  const mail = { check, send: async () => ({ kind: 'accepted' }) as const };
  const sms = async () => ({ kind: 'accepted', vendorId: 'SM1' }) as const;
  await expect(send({ ...byMail(), mail, sms })).rejects.toThrow('The mail server is away');
  expect(await ada.messages()).toMatchObject([{ status: 'QUEUED' }]);
  expect(await bob.messages()).toMatchObject([{ status: 'SENT' }]);
});

test('an SMS to a country that the company or the administrator does not allow is cancelled', async () => {
  const sent: string[] = [];
  const sms: MessageServices['sms'] = async ({ to }) => {
    sent.push(to);
    return { kind: 'accepted', vendorId: 'SM1' };
  };
  const ceiling = { allowedCountries: ['CH', 'DE'], maxMinutesPerHour: null, maxMinutesPerDay: null };
  for (const phoneNumber of ['+4915112345678', '+33612345678', '+41791234567']) {
    const ada = await invitee();
    await setCeiling(ada.scope, ceiling);
    await changeCompany(store.database, ada.scope, ada.scope.companyId, { allowedCountries: ['DE'] });
    await changeContact(ada.scope, ada.contactId, { phoneNumber }, false);
    await ada.queue({ channel: 'SMS' });
    await send({ ...byMail(), sms });
    const isAllowed = phoneNumber.startsWith('+49');
    expect(await ada.messages(), phoneNumber).toMatchObject([{ status: isAllowed ? 'SENT' : 'CANCELLED' }]);
  }
  expect(sent).toEqual(['+4915112345678']);
});

test('an SMS to a number that the operator has blocked is cancelled, and the reason is shown', async () => {
  const sent: string[] = [];
  const sms: MessageServices['sms'] = async ({ to }) => {
    sent.push(to);
    return { kind: 'accepted', vendorId: 'SM1' };
  };
  const blocked = (number: string) =>
    destinationBlock(number, { allowedRanges: [], countries: ['DE'] })?.words;
  const reasons: Record<string, string | null> = {
    '+4915112345678': null,
    '+33612345678': 'calls to the country FR are not allowed',
    '+881612345678': 'it is a satellite number',
    '+499001234567': 'it is a premium-rate number',
  };
  for (const [phoneNumber, reason] of Object.entries(reasons)) {
    const ada = await invitee();
    await changeContact(ada.scope, ada.contactId, { phoneNumber }, false);
    await ada.queue({ channel: 'SMS' });
    await send({ ...byMail(), sms, blocked });
    expect(await ada.messages(), phoneNumber).toMatchObject([
      reason === null
        ? { status: 'SENT', detail: null }
        : { status: 'CANCELLED', detail: `The number is closed on this installation: ${reason}` },
    ]);
  }
  expect(sent).toEqual(['+4915112345678']);
});

test('deleting conversations does not reset the limit of messages to an address', async () => {
  const { scope } = await callingCompany(store.database);
  const { id: agentId } = await createAgent(scope, onlineAgent as NewAgent);
  const sent: string[] = [];
  const sms: MessageServices['sms'] = async ({ to }) => {
    sent.push(to);
    return { kind: 'accepted', vendorId: 'SM1' };
  };
  const write = async (phoneNumber: string) => {
    const wanted = { agentId, contact: { ...contact, phoneNumber } };
    const { conversation } = await createConversation(scope, wanted, false);
    await queueMessage(scope, conversation.id, { channel: 'SMS' });
    await send({ ...byMail(), sms });
    return conversation.id;
  };
  for (let turn = 0; turn < 5; turn += 1) {
    const id = await write('+4915112345678');
    await store.database.run(
      sql`delete from conversations where company_id = ${scope.companyId} and id = ${id}`,
    );
  }
  expect(sent).toHaveLength(5);
  const last = await write('+4915112345678');
  expect(sent).toHaveLength(5);
  const messages = () => listConversationMessages(scope, last, { page: 1, limit: 20 }, links);
  expect((await messages()).data).toMatchObject([
    { status: 'QUEUED', detail: 'Waits: the address got 5 messages within an hour' },
  ]);
  await write('+4915112345679');
  expect(sent).toHaveLength(6);
  clock.advance(HOUR_MS);
  await send({ ...byMail(), sms });
  expect((await messages()).data).toMatchObject([{ status: 'SENT', detail: null }]);
});

test("SMS beyond a company's daily limit wait, and mails and other companies are not delayed", async () => {
  const [ada, bob] = [await invitee(), await invitee()];
  const sms: MessageServices['sms'] = async () => ({ kind: 'accepted', vendorId: 'SM1' });
  const services = { ...byMail(), sms, smsPerDay: 1 };
  for (const { scope, contactId } of [ada, bob])
    await changeContact(scope, contactId, { phoneNumber: '+4915112345678' }, false);
  for (const wanted of [{}, { channel: 'SMS' }, { channel: 'SMS', again: true }]) {
    await ada.queue({ ...wanted, remindAfterHours: 0 });
    await send(services);
  }
  await bob.queue({ channel: 'SMS' });
  await send(services);
  expect(await ada.messages()).toMatchObject([
    { channel: 'SMS', status: 'QUEUED', detail: expect.stringContaining('sent 1 SMS within a day') },
    { channel: 'SMS', status: 'SENT' },
    { channel: 'EMAIL', status: 'SENT' },
  ]);
  expect(await bob.messages()).toMatchObject([{ status: 'SENT' }]);
  clock.advance(24 * HOUR_MS);
  await send(services);
  expect((await ada.messages()).map(({ status }) => status)).not.toContain('QUEUED');
});
