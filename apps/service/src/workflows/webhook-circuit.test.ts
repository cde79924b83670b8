import { ManualClock } from '@parley/kernel/clock.ts';
import { startDeafReceiver } from '@parley/testing/deaf-receiver.ts';
import { emitStarted } from '@parley/testing/webhook-events.ts';
import { webhookTests } from '@parley/testing/webhook-fixture.ts';
import { expect, test } from 'vitest';
import { addMember } from '../domains/access/user.store.ts';
import { history } from '../domains/events/event.actions.ts';
import { listWebhookDeliveries, redeliver, tendDeliveries } from '../domains/webhooks/delivery.actions.ts';
import { claim, record } from '../domains/webhooks/delivery-queue.actions.ts';
import { distrust } from '../domains/webhooks/signature.model.ts';
import {
  changeWebhook,
  resealWebhooks,
  resetCircuit,
  rotateSecret,
  testWebhook,
} from '../domains/webhooks/webhook.actions.ts';
import { Outgoing, OutgoingFailure } from '../http/outgoing.ts';
import type { SendMail } from '../storage/mail.ts';
import type { Everywhere } from '../storage/scope.ts';
import { type Sql, sql } from '../storage/sql.ts';
import { reportOpenCircuits } from './send-mails.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const clock = new ManualClock('2026-03-01T12:00:00Z');

const webhooks = webhookTests(clock);
const { log } = webhooks;

const tend = () => tendDeliveries(webhooks.database, new AbortController().signal);

async function addOwner(email: string): Promise<void> {
  const { database, scope } = webhooks;
  const user = await database.first<{ id: string }>(sql`
    insert into users (id, email, created_at, updated_at) values (${scope.newId()}, ${email}, ${clock.now()}, ${clock.now()}) returning id`);
  await addMember(database, scope.companyId, user?.id ?? '', 'owner');
}

/** A webhook whose circuit ten failures have opened, with as many deliveries held. */
async function opened() {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  const conversations = Array.from({ length: 10 }, () => webhooks.scope.newId());
  for (const conversation of conversations) await emitStarted(webhooks.scope, conversation, 1);
  await webhooks.deliverer.deliverDue();
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
    isActive: false,
    consecutiveFailures: 10,
  });
  return { receiver, id, conversations };
}

test('a receiver that is down for half an hour gets all events in order after its circuit is reset', async () => {
  const receiver = await webhooks.receive(() => 503);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  const conversations = Array.from({ length: 8 }, () => webhooks.scope.newId());
  const published = new Map<string, string[]>(conversations.map((conversation) => [conversation, []]));
  for (let minute = 0; minute < 30; minute += 3) {
    for (const conversation of conversations)
      published.get(conversation)?.push(...(await emitStarted(webhooks.scope, conversation, 1)));
    await webhooks.deliverer.deliverDue();
    clock.advance(3 * MINUTE);
  }
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
    isActive: false,
    circuitOpenedAt: expect.any(String),
    consecutiveFailures: expect.any(Number),
  });
  const vain = receiver.received.length;
  expect(vain).toBeLessThan(20);
  expect((await listWebhookDeliveries(webhooks.scope, id, { page: 1, limit: 1, status: 'HELD' })).total).toBe(
    80,
  );
  expect(await log(id, { status: 'PENDING' })).toEqual([]);

  receiver.answerWith(() => 200);
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toHaveLength(vain);
  const reset = await resetCircuit(webhooks.scope, id);
  expect(reset).toMatchObject({ consecutiveFailures: 0, circuitOpenedAt: null, inactiveSince: null });
  await webhooks.deliverer.deliverDue();
  for (const [conversation, attempts] of published) {
    const arrived = receiver.received
      .slice(vain)
      .filter(({ body }) => body.data.interviewId === conversation);
    expect(arrived.map(({ body }) => body.data.callAttemptId)).toEqual(attempts);
  }
  expect(await log(id, { status: 'HELD' })).toEqual([]);
});

test('the circuit of a webhook opens after ten failures in a row, and not before', async () => {
  const { id, receiver } = await opened();
  expect((await webhooks.state(webhooks.scope, id)).circuitOpenedAt).toBe(clock.now().toISOString());
  await emitStarted(webhooks.scope, 'later', 1);
  clock.advance(MINUTE - 1);
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toHaveLength(10);
  expect(await log(id, { status: 'HELD' })).toHaveLength(11);
});

test("while a webhook's circuit is open, a delivery is tried after 1, 2, 5, 10 and 30 minutes, then hourly", async () => {
  const { id, receiver } = await opened();
  const waits: number[] = [];
  let waited = 0;
  while (waits.length < 7) {
    const before = receiver.received.length;
    clock.advance(MINUTE);
    waited += 1;
    await webhooks.deliverer.deliverDue();
    if (receiver.received.length === before) continue;
    expect(receiver.received).toHaveLength(before + 1);
    waits.push(waited);
    waited = 0;
  }
  expect(waits).toEqual([1, 2, 5, 10, 30, 60, 60]);
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
    isActive: false,
    circuitOpenedAt: expect.any(String),
    consecutiveFailures: 17,
  });
  expect(await log(id, { status: 'HELD' })).toHaveLength(10);
  expect(await log(id, { status: 'FAILED' })).toEqual([]);
});

test('a successful trial delivery closes the circuit of a webhook, and all held deliveries follow in order', async () => {
  const { id, receiver, conversations } = await opened();
  const later = await emitStarted(webhooks.scope, conversations[0] ?? '', 3);
  receiver.answerWith(() => 200);
  clock.advance(MINUTE);
  await webhooks.deliverer.deliverDue();
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
    isActive: true,
    consecutiveFailures: 0,
    circuitOpenedAt: null,
  });
  expect(await log(id, { status: 'DELIVERED' })).toHaveLength(13);
  const ofFirst = receiver.received
    .slice(10)
    .filter(({ body }) => body.data.interviewId === conversations[0])
    .map(({ body }) => body.data.callAttemptId);
  expect(ofFirst.slice(1)).toEqual(later);
  expect((await history(webhooks.scope, 'console')).map(({ data }) => data)).toContainEqual({ id });
});

test('owners get a mail when the circuit of a webhook opens, and another if it is still open a day later', async () => {
  const { id } = await opened();
  await addOwner('ada@example.com');
  const mails: Parameters<SendMail>[0][] = [];
  const report = () =>
    reportOpenCircuits(
      webhooks.database,
      { sendMail: async (mail) => void mails.push(mail), publicUrl: 'https://parley.example' },
      new AbortController().signal,
    );
  const ofThis = () => mails.filter((mail) => mail.id.startsWith(id));
  await report();
  await report();
  expect(ofThis()).toMatchObject([
    { to: 'ada@example.com', subject: 'The webhook "Hook" does not accept events' },
  ]);
  expect(ofThis()[0]?.text).toContain(`https://parley.example/console/webhooks/${id}`);
  clock.advance(DAY);
  await report();
  await report();
  expect(ofThis().map(({ subject }) => subject)).toEqual([
    'The webhook "Hook" does not accept events',
    'The webhook "Hook" has accepted no events for a day',
  ]);
});

test('the circuit of a webhook that opens again within an hour sends no second mail', async () => {
  const { id, receiver } = await opened();
  await addOwner('grace@example.com');
  const mails: string[] = [];
  const report = () =>
    reportOpenCircuits(
      webhooks.database,
      { sendMail: async (mail) => void mails.push(mail.id), publicUrl: 'https://parley.example' },
      new AbortController().signal,
    );
  await report();
  receiver.answerWith(() => 200);
  clock.advance(MINUTE);
  await webhooks.deliverer.deliverDue();
  receiver.answerWith(() => 500);
  for (let count = 0; count < 10; count++) await emitStarted(webhooks.scope, webhooks.scope.newId(), 1);
  await webhooks.deliverer.deliverDue();
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({ isActive: false });
  await report();
  expect(mails.filter((mail) => mail.startsWith(id))).toHaveLength(1);
  clock.advance(HOUR);
  await report();
  expect(mails.filter((mail) => mail.startsWith(id))).toHaveLength(2);
});

test('a webhook circuit that opened in a batch with a success still closes after a successful trial', async () => {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  for (let count = 0; count < 12; count++) await emitStarted(webhooks.scope, webhooks.scope.newId(), 1);
  const taken = await claim(webhooks.database, { most: 200, perWebhook: 12, exceptions: new Map() });
  const sent = taken
    .filter(({ webhookId }) => webhookId === id)
    .map((delivery, place) => ({
      delivery,
      isOurFault: false,
      attempt: {
        sentAt: clock.now().toISOString(),
        durationMs: 1,
        statusCode: place < 11 ? 500 : 200,
        error: place < 11 ? 'The receiver answered 500' : null,
        responseBody: '',
      },
    }));
  await record(webhooks.database, sent, () => 0.5);
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({ isActive: false });
  receiver.answerWith(() => 200);
  clock.advance(MINUTE);
  await webhooks.deliverer.deliverDue();
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({ isActive: true, circuitOpenedAt: null });
});

test('a webhook that is disabled while its circuit is open gets no trial deliveries', async () => {
  const { id, receiver } = await opened();
  receiver.answerWith(() => 200);
  await changeWebhook(webhooks.scope, webhooks.services, id, { isActive: false });
  await emitStarted(webhooks.scope, 'later', 1);
  clock.advance(DAY);
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toHaveLength(10);
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({ isActive: false });
  expect(await log(id, { status: 'HELD' })).toHaveLength(10);
});

test("an owner's refused address does not stop the circuit mail to other owners", async () => {
  const { id } = await opened();
  await addOwner('bad@example.com');
  await addOwner('good@example.com');
  const mails: string[] = [];
  const report = () =>
    reportOpenCircuits(
      webhooks.database,
      {
        sendMail: async ({ to, id: mail }) => {
          if (to === 'bad@example.com') throw new Error('550 no such user');
          if (mail.startsWith(id)) mails.push(to);
        },
        publicUrl: 'https://parley.example',
      },
      new AbortController().signal,
    );
  await report();
  await report();
  expect(mails).toEqual(['good@example.com']);
});

test('a circuit mail sent again after a crash has the same id, even if an owner was added meanwhile', async () => {
  const { id } = await opened();
  await addOwner('m@example.com');
  const ids = new Map<string, string[]>();
  // Of what it does with the database, only the note that the mails were sent fails.
  const dying = {
    all: (query: Sql) => webhooks.database.all(query),
    now: () => webhooks.database.now(),
    run: () => Promise.reject(new Error('The process died before it was noted')),
  } as unknown as Everywhere;
  const sendMail: SendMail = async ({ to, id: mail }) => {
    if (mail.startsWith(id)) ids.set(to, [...(ids.get(to) ?? []), mail]);
  };
  const report = () =>
    reportOpenCircuits(
      dying,
      { sendMail, publicUrl: 'https://parley.example' },
      new AbortController().signal,
    );
  await expect(report()).rejects.toThrow('died');
  // Before the other in the order of addresses.
  await addOwner('a@example.com');
  await expect(report()).rejects.toThrow('died');
  const [first, again] = ids.get('m@example.com') ?? [];
  expect(again).toBe(first);
  expect(new Set([...ids.values()].flat()).size).toBe(ids.size);
});

test('deliveries that an outage of our own network prevents are given up after 72 hours', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  const cutOff = webhooks.newDeliverer(undefined, undefined, {
    send: async () => {
      throw new OutgoingFailure('unreachable', 'No network', {
        cause: Object.assign(new Error('ENETDOWN'), { code: 'ENETDOWN' }),
      });
    },
  });
  await emitStarted(webhooks.scope, webhooks.scope.newId(), 1);
  for (let hour = 0; hour < 96; hour += 4) {
    await cutOff.deliverDue();
    clock.advance(4 * HOUR);
  }
  expect(await log(id, { status: 'FAILED' })).toHaveLength(1);
});

test('two processes together make only one trial delivery to a webhook whose circuit is open', async () => {
  const { receiver } = await opened();
  const other = webhooks.newDeliverer();
  clock.advance(MINUTE);
  await Promise.all([webhooks.deliverer.deliverDue(), other.deliverDue()]);
  expect(receiver.received).toHaveLength(11);
});

test('a trial delivery that is answered with 410 disables the webhook', async () => {
  const { id, receiver } = await opened();
  receiver.answerWith(() => 410);
  clock.advance(MINUTE);
  await webhooks.deliverer.deliverDue();
  clock.advance(DAY);
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toHaveLength(11);
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({ isActive: false, circuitOpenedAt: null });
});

test.each(['ENETUNREACH', 'EHOSTUNREACH', 'EAI_AGAIN'])(
  "an outage of our own network (%s) neither opens a webhook's circuit nor uses up retries",
  async (code) => {
    const receiver = await webhooks.receive();
    const { id } = await webhooks.hook(webhooks.scope, receiver.url, { maxRetries: 0 });
    const cutOff = webhooks.newDeliverer(undefined, undefined, {
      send: async () => {
        throw new OutgoingFailure('unreachable', 'The host cannot be reached', {
          cause: Object.assign(new Error(code), { code }),
        });
      },
    });
    for (let count = 0; count < 12; count++) await emitStarted(webhooks.scope, webhooks.scope.newId(), 1);
    await cutOff.deliverDue();
    expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
      isActive: true,
      consecutiveFailures: 0,
    });
    clock.advance(MINUTE);
    await webhooks.deliverer.deliverDue();
    expect(await log(id, { status: 'DELIVERED' })).toHaveLength(12);
  },
);

/** Deliveries that each of these hosts, all of which lead to one receiver, gets; answers how many failures count. */
async function failuresOf(hosts: readonly string[], port: number, events: number): Promise<number[]> {
  const outgoing = new Outgoing({
    allowPrivate: true,
    lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  const hooks = [];
  for (const host of hosts)
    hooks.push(await webhooks.hook(webhooks.scope, `http://${host}.localhost:${port}`, { timeoutMs: 500 }));
  for (let count = 0; count < events; count++) await emitStarted(webhooks.scope, webhooks.scope.newId(), 1);
  await webhooks.newDeliverer(undefined, undefined, outgoing).deliverDue();
  await outgoing.close();
  const states = await Promise.all(hooks.map(({ id }) => webhooks.state(webhooks.scope, id)));
  for (const { id } of hooks)
    expect((await log(id)).map(({ attemptCount }) => attemptCount)).toEqual(Array(events).fill(1));
  return states.map(({ consecutiveFailures }) => consecutiveFailures);
}

test('an outage of our own network in which packets get lost without an error opens no circuit', async () => {
  const deaf = await startDeafReceiver();
  const failures = await failuresOf(['one', 'two', 'three', 'four'], deaf.port, 4);
  await deaf.stop();
  // Of the first two hosts, nobody could know better at first.
  expect(Math.max(...failures)).toBeLessThanOrEqual(2);
  expect(Math.min(...failures)).toBe(0);
});

test('a single receiver that never accepts a connection is itself at fault', async () => {
  const deaf = await startDeafReceiver();
  expect(await failuresOf(['one'], deaf.port, 4)).toEqual([4]);
  await deaf.stop();
});

test("a successful delivery resets the failure count of the webhook's circuit", async () => {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, { maxRetries: 0 });
  const fail = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await emitStarted(webhooks.scope, webhooks.scope.newId(), 1);
      await webhooks.deliverer.deliverDue();
    }
  };
  await fail(9);
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
    consecutiveFailures: 9,
    circuitOpenedAt: null,
  });
  receiver.answerWith(() => 200);
  await fail(1);
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({ consecutiveFailures: 0 });
  receiver.answerWith(() => 500);
  await fail(9);
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({ consecutiveFailures: 9, isActive: true });
  await fail(1);
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
    consecutiveFailures: 10,
    isActive: false,
  });
});

test('a slow delivery that succeeds after the circuit of a webhook opened does not close it', async () => {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'slow', 1);
  const taken = await claim(webhooks.database, { most: 10, perWebhook: 10, exceptions: new Map() });
  const slow = taken.filter(({ webhookId }) => webhookId === id);
  for (let i = 0; i < 10; i++) await emitStarted(webhooks.scope, webhooks.scope.newId(), 1);
  await webhooks.deliverer.deliverDue();
  const attempt = {
    sentAt: clock.now().toISOString(),
    durationMs: 1,
    statusCode: 200,
    error: null,
    responseBody: '',
  };
  await record(
    webhooks.database,
    slow.map((delivery) => ({ delivery, attempt, isOurFault: false })),
    () => 0.5,
  );
  expect(await log(id, { status: 'DELIVERED' })).toHaveLength(1);
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
    isActive: false,
    consecutiveFailures: 10,
    circuitOpenedAt: clock.now().toISOString(),
  });
});

test('enabling a webhook again closes its circuit', async () => {
  const { id, receiver, conversations } = await opened();
  receiver.answerWith(() => 200);
  await changeWebhook(webhooks.scope, webhooks.services, id, { isActive: true });
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('interviewId').slice(10).sort()).toEqual(conversations.toSorted());
});

test('a disabled webhook gets no new events, and its pending deliveries are kept', async () => {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  const [waiting] = await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  await changeWebhook(webhooks.scope, webhooks.services, id, { isActive: false });
  await emitStarted(webhooks.scope, 'b', 1);
  clock.advance(HOUR);
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toHaveLength(1);
  expect(await log(id)).toMatchObject([{ status: 'HELD', nextAttemptAt: null }]);
  receiver.answerWith(() => 200);
  await changeWebhook(webhooks.scope, webhooks.services, id, { isActive: true });
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('callAttemptId')).toEqual([waiting, waiting]);
});

test('deliveries held back by an open circuit for 72 hours are cancelled', async () => {
  const { id, receiver } = await opened();
  clock.advance(71 * HOUR);
  await emitStarted(webhooks.scope, 'young', 1);
  await tend();
  expect(await log(id, { status: 'FAILED' })).toEqual([]);
  clock.advance(HOUR);
  receiver.answerWith(() => 200);
  await resetCircuit(webhooks.scope, id);
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('interviewId').slice(10)).toEqual(['young']);
  const failed = await log(id, { status: 'FAILED' });
  expect(failed).toHaveLength(10);
  expect(failed[0]?.lastAttempt?.error).toBe('Not sent: it was held for 72 hours');

  await changeWebhook(webhooks.scope, webhooks.services, id, { isActive: false });
  await redeliver(webhooks.scope, id, failed[0]?.id ?? '');
  await tend();
  expect(await log(id, { status: 'HELD' })).toHaveLength(1);
  clock.advance(72 * HOUR);
  await tend();
  expect(await log(id, { status: 'HELD' })).toEqual([]);
});

test('webhook deliveries and their events are kept for 30 days', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'old', 1);
  await webhooks.deliverer.deliverDue();
  clock.advance(30 * DAY);
  await emitStarted(webhooks.scope, 'new', 1);
  await webhooks.deliverer.deliverDue();
  await tend();
  expect(await log(id)).toHaveLength(2);
  clock.advance(1);
  await tend();
  expect((await log(id)).map(({ subjectId }) => subjectId)).toEqual(['new']);
  expect(await history(webhooks.scope, 'old')).toEqual([]);
  expect(await history(webhooks.scope, 'new')).toHaveLength(1);
});

test('webhook deliveries and events each have a retention of their own', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'old', 1);
  await webhooks.deliverer.deliverDue();
  clock.advance(10 * DAY + 1);
  const { signal } = new AbortController();
  await tendDeliveries(webhooks.database, signal, { deliveryDays: 20, eventDays: 10 });
  expect(await history(webhooks.scope, 'old')).toEqual([]);
  expect(await log(id)).toHaveLength(1);
  clock.advance(10 * DAY);
  const removed = await tendDeliveries(webhooks.database, signal, { deliveryDays: 20, eventDays: 10 });
  expect(removed.deliveries).toBeGreaterThan(0);
  expect(await log(id)).toEqual([]);
});

test('a delivery that still waits when its event is deleted is cancelled, and the delivery log says so', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'old', 1);
  await webhooks.deliverer.deliverDue();
  clock.advance(30 * DAY);
  await redeliver(webhooks.scope, id, receiver.received[0]?.body.deliveryId ?? '');
  clock.advance(1);
  await tend();
  expect((await log(id)).map(({ status }) => status)).toEqual(['CANCELLED']);
});

test('for a day after a rotation both webhook secrets sign, then only the new one', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  const signatures = async () => {
    await testWebhook(webhooks.scope, webhooks.services, id);
    return String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ').length;
  };
  expect(await signatures()).toBe(1);
  await rotateSecret(webhooks.scope, webhooks.services.seal, id);
  clock.advance(DAY - 1);
  expect(await signatures()).toBe(2);
  clock.advance(1);
  expect(await signatures()).toBe(1);
});

test('every replaced secret signs for 24 hours, however often the secret is replaced meanwhile', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, { events: ['PING'] });
  const rotate = () => rotateSecret(webhooks.scope, webhooks.services.seal, id);
  const verifies = async (secrets: readonly string[]) => {
    await testWebhook(webhooks.scope, webhooks.services, id);
    const { headers, text } = receiver.received.at(-1) as (typeof receiver.received)[number];
    return secrets.map((secret) => distrust(secret, headers, text, clock.now()) === undefined);
  };
  const secrets = [(await rotate()).secret];
  clock.advance(DAY);
  const start = clock.now().getTime();
  for (let rotations = 0; rotations < 5; rotations += 1) {
    secrets.push((await rotate()).secret);
    clock.advance(HOUR);
  }
  expect(await verifies(secrets)).toEqual([true, true, true, true, true, true]);
  await expect(rotate()).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining(new Date(start + DAY).toISOString()),
  });
  expect(await verifies(secrets)).toEqual([true, true, true, true, true, true]);

  clock.advance(19 * HOUR);
  expect(await verifies(secrets)).toEqual([false, true, true, true, true, true]);
  secrets.push((await rotate()).secret);
  await resealWebhooks(webhooks.database, webhooks.services.seal);
  expect(await verifies(secrets)).toEqual([false, true, true, true, true, true, true]);
});

test('a webhook test works while the circuit is open, does not affect it, and is logged', async () => {
  const { id, receiver } = await opened();
  expect(await testWebhook(webhooks.scope, webhooks.services, id)).toMatchObject({
    success: false,
    statusCode: 500,
  });
  receiver.answerWith(() => 204);
  expect(await testWebhook(webhooks.scope, webhooks.services, id)).toMatchObject({
    success: true,
    statusCode: 204,
  });
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
    consecutiveFailures: 10,
    isActive: false,
  });
  expect((await log(id, { event: 'ping' })).map(({ status }) => status)).toEqual(['DELIVERED', 'FAILED']);
});
