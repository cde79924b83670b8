import type { ServerResponse } from 'node:http';
import { ManualClock } from '@parley/kernel/clock.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { analysed, emitStarted, started } from '@parley/testing/webhook-events.ts';
import { attachmentsOf, webhookTests } from '@parley/testing/webhook-fixture.ts';
import { expect, test } from 'vitest';
import { Unprintable } from '../domains/analysis/report.model.ts';
import { emit, forgetEvents } from '../domains/events/event.actions.ts';
import { readDelivery, redeliver, redeliverRange } from '../domains/webhooks/delivery.actions.ts';
import { claim, record } from '../domains/webhooks/delivery-queue.actions.ts';
import { changeWebhook, removeWebhook } from '../domains/webhooks/webhook.actions.ts';
import type { Scope } from '../storage/scope.ts';
import { sql } from '../storage/sql.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const clock = new ManualClock('2026-03-01T12:00:00Z');

const webhooks = webhookTests(clock);
const { log } = webhooks;

const noPdf = attachmentsOf();

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await webhooks.deliverer.deliverDue();
}

test('an event is delivered to its webhook with a signature, and the delivery log shows it', async () => {
  const receiver = await webhooks.receive((_received, response) => {
    response.writeHead(202).end('Thank you\u0000');
    return undefined;
  });
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, { vocabulary: 'NEUTRAL' });
  const conversationId = webhooks.scope.newId();
  const [callAttemptId] = await emitStarted(webhooks.scope, conversationId, 1);
  await webhooks.deliverer.deliverDue();

  const [received] = receiver.received;
  expect(received?.body).toMatchObject({
    event: 'conversation.started',
    timestamp: clock.now().toISOString(),
    data: { conversationId, callAttemptId, runId: null },
  });
  expect(received?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Parley/test',
    'webhook-id': received?.body.deliveryId,
    'webhook-timestamp': String(clock.now().getTime() / 1000),
  });
  expect(await log(id)).toEqual([
    {
      id: received?.body.deliveryId,
      webhookId: id,
      event: 'conversation.started',
      subjectId: conversationId,
      status: 'DELIVERED',
      attemptCount: 1,
      lastAttempt: {
        sentAt: clock.now().toISOString(),
        durationMs: expect.any(Number),
        statusCode: 202,
        error: null,
        responseBody: 'Thank you\ufffd',
      },
      nextAttemptAt: null,
      createdAt: clock.now().toISOString(),
      deliveredAt: clock.now().toISOString(),
    },
  ]);
  expect((await readDelivery(webhooks.scope, id, received?.body.deliveryId ?? '', noPdf)).request).toEqual({
    url: receiver.url,
    headers: [],
    body: received?.body,
  });
});

test("only the first kilobyte of a receiver's response is stored", async () => {
  const receiver = await webhooks.receive((_received, response) => {
    response.end('ü'.repeat(5000));
    return undefined;
  });
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  expect((await log(id))[0]?.lastAttempt?.responseBody).toBe('ü'.repeat(512));
});

test('a webhook gets only events that it registered for, of its own company, since its creation', async () => {
  const receiver = await webhooks.receive();
  await emitStarted(webhooks.scope, 'before', 1);
  await webhooks.hook(webhooks.scope, receiver.url, { events: ['INTERVIEW_COMPLETED'] });
  await webhooks.hook(await webhooks.newScope(), receiver.url);
  await emitStarted(webhooks.scope, 'another event', 1);
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toEqual([]);
});

test('an event registered under its neutral and its legacy name is delivered once', async () => {
  const receiver = await webhooks.receive();
  await webhooks.hook(webhooks.scope, receiver.url, {
    events: ['INTERVIEW_STARTED', 'CONVERSATION_STARTED'],
  });
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toHaveLength(1);
});

test('a failed webhook delivery is retried after 5 s, 30 s, 2 min, 10 min and 30 min, then given up', async () => {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  for (const [retry, delay] of [5, 30, 120, 600, 1800].entries()) {
    await advance(delay * SECOND - 1);
    expect(receiver.received).toHaveLength(retry + 1);
    await advance(1);
    expect(receiver.received).toHaveLength(retry + 2);
  }
  const [delivery] = await log(id);
  expect(delivery).toMatchObject({ status: 'FAILED', attemptCount: 6, nextAttemptAt: null });
  expect(delivery?.lastAttempt).toMatchObject({
    statusCode: 500,
    error: 'The receiver responded with status 500',
  });
  await advance(24 * 60 * MINUTE);
  expect(receiver.received).toHaveLength(6);
});

test('each retry delay of a webhook delivery varies randomly by up to a tenth', async () => {
  for (const [random, dueMs] of [
    [0, 4500],
    [1, 5500],
  ] as const) {
    const receiver = await webhooks.receive(() => 500);
    const { id } = await webhooks.hook(webhooks.scope, receiver.url);
    await emitStarted(webhooks.scope, webhooks.scope.newId(), 1);
    await webhooks.newDeliverer(() => random).deliverDue();
    const next = (await log(id))[0]?.nextAttemptAt ?? '';
    expect(new Date(next).getTime() - clock.now().getTime()).toBe(dueMs);
    await removeWebhook(webhooks.scope, id);
  }
});

test('a webhook without retries gets one request per delivery', async () => {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, { maxRetries: 0 });
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  expect((await log(id))[0]).toMatchObject({ status: 'FAILED', attemptCount: 1 });
});

test('a webhook retry sends the same bytes and id, even if the event vocabulary was changed meanwhile', async () => {
  const receiver = await webhooks.receive(() => 503);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  await changeWebhook(webhooks.scope, webhooks.services, id, { vocabulary: 'NEUTRAL' });
  receiver.answerWith(() => 200);
  await advance(6 * SECOND);
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
  expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
});

test.each([301, 302, 307, 404, 500])(
  'a webhook response of %i counts as a failed delivery',
  async (status) => {
    const receiver = await webhooks.receive((_received, response) => {
      response.writeHead(status, { location: '/elsewhere' }).end();
      return undefined;
    });
    const { id } = await webhooks.hook(webhooks.scope, receiver.url);
    await emitStarted(webhooks.scope, 'a', 1);
    await webhooks.deliverer.deliverDue();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    expect((await log(id))[0]).toMatchObject({ status: 'PENDING', attemptCount: 1 });
    expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
      consecutiveFailures: 1,
      isActive: true,
    });
  },
);

test('a webhook response of 410 cancels the delivery at once and disables the webhook', async () => {
  const receiver = await webhooks.receive(() => 410);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  expect((await log(id))[0]).toMatchObject({ status: 'FAILED' });
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({ isActive: false, circuitOpenedAt: null });
  await emitStarted(webhooks.scope, 'b', 1);
  await advance(MINUTE);
  expect(receiver.received).toHaveLength(1);
});

test('events of one conversation arrive in order, even after failures; other conversations do not wait', async () => {
  let failures = 2;
  const receiver = await webhooks.receive(({ body }) =>
    body.data.interviewId === 'a' && failures-- > 0 ? 500 : 200,
  );
  await webhooks.hook(webhooks.scope, receiver.url);
  const [first, second, third] = await emitStarted(webhooks.scope, 'a', 3);
  const others = await emitStarted(webhooks.scope, 'b', 2);
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('callAttemptId').sort()).toEqual([first, ...others].sort());
  await advance(6 * SECOND);
  expect(receiver.seen('callAttemptId').at(-1)).toBe(first);
  await advance(40 * SECOND);
  expect(receiver.seen('callAttemptId').slice(-3)).toEqual([first, second, third]);
});

test('a webhook delivery that was given up does not block the next delivery', async () => {
  const bad = webhooks.scope.newId();
  const receiver = await webhooks.receive(({ body }) => (body.data.callAttemptId === bad ? 500 : 200));
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, { maxRetries: 1 });
  await emit(webhooks.scope, started('a', bad));
  const [good] = await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('callAttemptId')).toEqual([bad]);
  await advance(6 * SECOND);
  expect(receiver.seen('callAttemptId')).toEqual([bad, bad, good]);
  expect((await log(id)).map(({ status }) => status)).toEqual(['DELIVERED', 'FAILED']);
});

test('events of one transaction are delivered in order, and events of a rolled-back one never', async () => {
  const receiver = await webhooks.receive();
  await webhooks.hook(webhooks.scope, receiver.url);
  const attempts = Array.from({ length: 30 }, () => webhooks.scope.newId());
  await webhooks.scope.transaction((inside) =>
    emit(inside, ...attempts.map((attempt) => started('a', attempt))),
  );
  const undone = webhooks.scope.transaction(async (inside) => {
    await emit(inside, started('a', webhooks.scope.newId()));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('callAttemptId')).toEqual(attempts);
});

test('an event whose transaction commits late is still delivered', async () => {
  const receiver = await webhooks.receive();
  await webhooks.hook(webhooks.scope, receiver.url);
  const slow = webhooks.scope.newId();
  await webhooks.scope.transaction(async (inside) => {
    await emit(inside, started('slow', slow));
    const [quick] = await emitStarted(webhooks.scope, 'quick', 1);
    await webhooks.deliverer.deliverDue();
    expect(receiver.seen('callAttemptId')).toEqual([quick]);
  });
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('callAttemptId')).toHaveLength(2);
  expect(receiver.seen('callAttemptId')[1]).toBe(slow);
});

test('several processes together deliver every event once, in order', async () => {
  const receiver = await webhooks.receive();
  await webhooks.hook(webhooks.scope, receiver.url);
  const conversations = Array.from({ length: 20 }, () => webhooks.scope.newId());
  const published = new Map(
    await Promise.all(
      conversations.map(
        async (conversation) => [conversation, await emitStarted(webhooks.scope, conversation, 5)] as const,
      ),
    ),
  );
  const processes = [webhooks.deliverer, webhooks.newDeliverer(), webhooks.newDeliverer()];
  // A process sees the next of a conversation only once another has written down the one before.
  while (receiver.received.length < 100) await Promise.all(processes.map((one) => one.deliverDue()));
  for (const [conversation, attempts] of published) {
    const arrived = receiver.received.filter(({ body }) => body.data.interviewId === conversation);
    expect(arrived.map(({ body }) => body.data.callAttemptId)).toEqual(attempts);
  }
  expect(receiver.received).toHaveLength(100);
});

test('another process sends the deliveries of a dead process after their lease, under the same id', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, { timeoutMs: 5000 });
  const attempts = await emitStarted(webhooks.scope, 'a', 2);
  const taken = await claim(webhooks.database, { most: 10, perWebhook: 10, exceptions: new Map() });
  expect(taken.filter(({ webhookId }) => webhookId === id)).toHaveLength(1);
  await advance(14 * SECOND);
  expect(receiver.received).toEqual([]);
  await advance(2 * SECOND);
  expect(receiver.seen('callAttemptId')).toEqual(attempts);
  expect(receiver.received[0]?.body.deliveryId).toBe(taken.find(({ webhookId }) => webhookId === id)?.id);
});

const room = { most: 10, perWebhook: 10, exceptions: new Map() };

test('a delivery that another transaction has locked is skipped, and others are sent meanwhile', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'changed', 1);
  const others = await emitStarted(webhooks.scope, 'other', 1);
  const { claiming } = await webhooks.database.transaction(async (inside) => {
    await inside.run(sql`
      select from webhook_deliveries where webhook_id = ${id} and subject_id = 'changed' for update`);
    const claiming = claim(webhooks.database, room);
    await somebodyWaits(webhooks.database, claiming);
    return { claiming };
  });
  const taken = (await claiming).filter(({ webhookId }) => webhookId === id);
  expect(taken.map(({ data }) => data.callAttemptId)).toEqual(others);
  await removeWebhook(webhooks.scope, id);
});

test('a process whose lease on a delivery expired does not overwrite the outcome of the new holder', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, { timeoutMs: 5000 });
  await emitStarted(webhooks.scope, 'a', 1);
  const mine = (taken: Awaited<ReturnType<typeof claim>>) =>
    taken.filter(({ webhookId }) => webhookId === id);
  const [late] = mine(await claim(webhooks.database, room));
  clock.advance(16 * SECOND);
  const [current] = mine(await claim(webhooks.database, room));
  if (!late || !current) throw new Error('It was not taken twice');
  const attempt = {
    sentAt: clock.now().toISOString(),
    durationMs: 1,
    statusCode: 200,
    error: null,
    responseBody: '',
  };
  await record(webhooks.database, [{ delivery: late, attempt, isOurFault: false }], () => 0.5);
  expect(await log(id, { status: 'PENDING' })).toHaveLength(1);
  await record(webhooks.database, [{ delivery: current, attempt, isOurFault: false }], () => 0.5);
  expect(await log(id, { status: 'DELIVERED' })).toHaveLength(1);
});

test('a webhook receiver that hangs does not delay other receivers', async () => {
  const open: ServerResponse[] = [];
  const hanging = await webhooks.receive((_received, response) => {
    open.push(response);
    return undefined;
  });
  const healthy = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, hanging.url, { timeoutMs: 30_000 });
  await webhooks.hook(webhooks.scope, healthy.url);
  for (let i = 0; i < 100; i++) await emitStarted(webhooks.scope, webhooks.scope.newId(), 1);
  const all = webhooks.deliverer.deliverDue();
  await waitFor(() => expect(healthy.received).toHaveLength(100), { interval: 10 });
  // A stranger gets a few requests at a time, and none of them has ended.
  expect(open).toHaveLength(2);
  expect(await log(id, { status: 'PENDING' })).toHaveLength(100);
  await removeWebhook(webhooks.scope, id);
  for (const response of open) response.end();
  await all;
});

test('a request to a webhook receiver that hangs is given up after the timeout', async () => {
  const hanging = await webhooks.receive(() => undefined);
  const { id } = await webhooks.hook(webhooks.scope, hanging.url, { timeoutMs: 500 });
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  expect((await log(id))[0]).toMatchObject({
    status: 'PENDING',
    lastAttempt: {
      statusCode: null,
      error: 'There was no complete response within 500 ms',
      responseBody: null,
    },
  });
});

test('deleting a webhook cancels its pending deliveries', async () => {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 3);
  await webhooks.deliverer.deliverDue();
  await removeWebhook(webhooks.scope, id);
  await advance(MINUTE);
  expect(receiver.received).toHaveLength(1);
});

test('deleting a conversation cancels its pending deliveries, and sent ones cannot be sent again', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  const [kept] = await emitStarted(webhooks.scope, 'b', 1);
  await emitStarted(webhooks.scope, 'a', 2);
  await forgetEvents(webhooks.scope, ['a']);
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('callAttemptId').at(-1)).toBe(kept);
  expect(receiver.received).toHaveLength(2);
  const deliveries = await log(id, { subjectId: 'a' });
  expect(deliveries.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED', 'DELIVERED']);
  expect(await log(id, { status: 'CANCELLED' })).toHaveLength(2);
  const [cancelled, , delivered] = deliveries;
  expect((await readDelivery(webhooks.scope, id, delivered?.id ?? '', noPdf)).request).toBeNull();
  await expect(redeliver(webhooks.scope, id, cancelled?.id ?? '')).rejects.toMatchObject({
    kind: 'conflict',
  });
  await expect(redeliver(webhooks.scope, id, delivered?.id ?? '')).rejects.toMatchObject({
    kind: 'conflict',
  });
});

test('a webhook delivery can be sent again on request, under the same id', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 2);
  await webhooks.deliverer.deliverDue();
  const [first] = receiver.received;
  expect((await redeliver(webhooks.scope, id, first?.body.deliveryId ?? '')).status).toBe('PENDING');
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toHaveLength(3);
  expect(receiver.received[2]?.text).toBe(first?.text);
  expect((await log(id)).map(({ attemptCount, status }) => [status, attemptCount])).toEqual([
    ['DELIVERED', 1],
    ['DELIVERED', 2],
  ]);
});

test('a delivery is found only under the webhook it belongs to', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  const other = await webhooks.hook(webhooks.scope, receiver.url);
  const [delivery] = await log(id);
  await expect(readDelivery(webhooks.scope, other.id, delivery?.id ?? '', noPdf)).rejects.toThrow(
    'not found',
  );
});

test('a delivery that was given up gets all its retries again when it is sent again on request', async () => {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, { maxRetries: 1 });
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  await advance(6 * SECOND);
  expect(await log(id, { status: 'FAILED' })).toHaveLength(1);
  await redeliver(webhooks.scope, id, receiver.received[0]?.body.deliveryId ?? '');
  await webhooks.deliverer.deliverDue();
  await advance(6 * SECOND);
  expect(receiver.received).toHaveLength(4);
});

test('a delivery that waits for its retry can be sent at once on request', async () => {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  await redeliver(webhooks.scope, id, receiver.received[0]?.body.deliveryId ?? '');
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toHaveLength(2);
});

test('a delivery requested again while its request is running is sent again afterwards', async () => {
  const held: ServerResponse[] = [];
  const receiver = await webhooks.receive((_received, response) => {
    held.push(response);
    return undefined;
  });
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 1);
  const first = webhooks.deliverer.deliverDue();
  await waitFor(() => expect(held).toHaveLength(1), { interval: 10 });
  receiver.answerWith(() => 200);
  await redeliver(webhooks.scope, id, receiver.received[0]?.body.deliveryId ?? '');
  held[0]?.end();
  await first;
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
  expect(await log(id, { status: 'DELIVERED' })).toHaveLength(1);
});

test('the deliveries of a period can be sent again: all, only failed ones, or one event type', async () => {
  const receiver = await webhooks.receive(({ body }) => (body.data.interviewId === 'bad' ? 500 : 200));
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, { maxRetries: 0 });
  await emitStarted(webhooks.scope, 'early', 1);
  clock.advance(MINUTE);
  const from = clock.now().toISOString();
  await emitStarted(webhooks.scope, 'good', 2);
  await emitStarted(webhooks.scope, 'bad', 1);
  await webhooks.deliverer.deliverDue();
  receiver.answerWith(() => 200);
  expect(await redeliverRange(webhooks.scope, id, { from, status: 'FAILED' })).toEqual({ redelivered: 1 });
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('interviewId').slice(4)).toEqual(['bad']);
  expect(await redeliverRange(webhooks.scope, id, { from, event: 'interview.completed' })).toEqual({
    redelivered: 0,
  });
  expect(await redeliverRange(webhooks.scope, id, { from, to: from })).toEqual({ redelivered: 0 });
  expect(await redeliverRange(webhooks.scope, id, { from })).toEqual({ redelivered: 3 });
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('interviewId').slice(5).sort()).toEqual(['bad', 'good', 'good']);
});

test('the delivery log keeps the newest twenty requests of a delivery', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 1);
  await webhooks.deliverer.deliverDue();
  const deliveryId = receiver.received[0]?.body.deliveryId ?? '';
  for (let i = 0; i < 24; i++) {
    clock.advance(SECOND);
    await redeliver(webhooks.scope, id, deliveryId);
    await webhooks.deliverer.deliverDue();
  }
  const { attempts } = await readDelivery(webhooks.scope, id, deliveryId, noPdf);
  expect(attempts).toHaveLength(20);
  expect(attempts.at(-1)?.sentAt).toBe(clock.now().toISOString());
});

test('the result of a webhook request during a database outage is stored when the database is back', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  await emitStarted(webhooks.scope, 'a', 1);
  receiver.answerWith(() => {
    // Only what is written after the answer fails.
    broken = true;
    return 200;
  });
  let broken = false;
  const { database } = webhooks;
  const failing = new Proxy(database, {
    get(target, name) {
      if (name === 'run' && broken) {
        broken = false;
        return () => Promise.reject(new Error('away'));
      }
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const errors: string[] = [];
  const { WebhookDeliverer: Deliverer } = await import('./deliver-webhooks.ts');
  await new Deliverer({
    everywhere: failing,
    post: webhooks.services,
    attachments: noPdf,
    random: () => 0.5,
    onError: ({ message }) => errors.push(message),
  }).deliverDue();
  expect(errors).toEqual(['away']);
  expect(receiver.received).toHaveLength(1);
  expect((await log(id))[0]?.status).toBe('DELIVERED');
});

test('the analysis PDF is attached when its event is sent, is the same at every retry, and is not stored', async () => {
  const receiver = await webhooks.receive(() => 500);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, {
    events: ['ANALYSIS_COMPLETED', 'ANALYSIS_FAILED'],
  });
  const asked: string[][] = [];
  const analysisPdf = async ({ companyId }: Scope, attemptId: string) => {
    asked.push([companyId, attemptId]);
    return Buffer.from('%PDF of it');
  };
  const attachments = attachmentsOf(analysisPdf);
  webhooks.deliverer = webhooks.newDeliverer(() => 0.5, attachments);
  const attemptId = webhooks.scope.newId();
  await emit(webhooks.scope, analysed('a', attemptId, 'COMPLETED'), analysed('b', attemptId, 'FAILED'));
  await webhooks.deliverer.deliverDue();
  receiver.answerWith(() => 200);
  await advance(6 * SECOND);
  const pdfs = receiver.received.map(({ body }) => [body.event, body.data.analysisPdfBase64]);
  const drawn = ['analysis.completed', Buffer.from('%PDF of it').toString('base64')];
  const failed = ['analysis.failed', null];
  expect(pdfs.sort()).toEqual([drawn, drawn, failed, failed]);
  expect(asked).toEqual(Array.from({ length: 2 }, () => [webhooks.scope.companyId, attemptId]));
  const [sent] = await log(id, { subjectId: 'a' });
  expect((await readDelivery(webhooks.scope, id, sent?.id ?? '', attachments)).request?.body).toEqual(
    receiver.received.find(({ body }) => body.event === 'analysis.completed')?.body,
  );
  const rows = await webhooks.scope.all(
    sql`select data::text from events where company_id = ${webhooks.scope.companyId}`,
  );
  expect(JSON.stringify(rows)).not.toContain(drawn[1]);
});

test('a webhook with "attachPdf": false gets its events without a PDF, and none is rendered', async () => {
  const receiver = await webhooks.receive();
  const { id } = await webhooks.hook(webhooks.scope, receiver.url, {
    events: ['ANALYSIS_COMPLETED'],
    attachPdf: false,
  });
  let made = 0;
  const attachments = attachmentsOf(async () => {
    made += 1;
    return Buffer.from('%PDF');
  });
  webhooks.deliverer = webhooks.newDeliverer(() => 0.5, attachments);
  await emit(webhooks.scope, analysed('a', webhooks.scope.newId(), 'COMPLETED'));
  await webhooks.deliverer.deliverDue();
  const [sent] = await log(id);
  const { request } = await readDelivery(webhooks.scope, id, sent?.id ?? '', attachments);
  expect([receiver.received[0]?.body, request?.body].map((body) => body?.data)).toMatchObject([
    { analysisPdfBase64: null },
    { analysisPdfBase64: null },
  ]);
  expect(made).toBe(0);
  await changeWebhook(webhooks.scope, webhooks.services, id, { attachPdf: true });
  await emit(webhooks.scope, analysed('b', webhooks.scope.newId(), 'COMPLETED'));
  await webhooks.deliverer.deliverDue();
  expect(receiver.received[1]?.body.data.analysisPdfBase64).toBe(Buffer.from('%PDF').toString('base64'));
});

test('an event is delivered without its PDF when the PDF fails repeatedly', async () => {
  let tries = 0;
  const receiver = await webhooks.receive();
  await webhooks.hook(webhooks.scope, receiver.url, { events: ['ANALYSIS_COMPLETED'] });
  webhooks.deliverer = webhooks.newDeliverer(
    () => 0.5,
    attachmentsOf(() => {
      tries++;
      return Promise.reject(new Unprintable('no ink'));
    }),
  );
  await emit(webhooks.scope, analysed('a', webhooks.scope.newId(), 'COMPLETED'));
  await webhooks.deliverer.deliverDue();
  expect(receiver.received.map(({ body }) => body.data.analysisPdfBase64)).toEqual([null]);
  expect(tries).toBe(3);
});

test('no deliveries are queued for a company without webhooks', async () => {
  await emitStarted(webhooks.scope, 'a', 3);
  const rows = await webhooks.scope.all(
    sql`select 1 from webhook_deliveries where company_id = ${webhooks.scope.companyId}`,
  );
  expect(rows).toEqual([]);
});

test('deliveries wait while they are held, however often somebody wakes the deliverer, and then leave in order', async () => {
  const receiver = await webhooks.receive();
  await webhooks.hook(webhooks.scope, receiver.url, { vocabulary: 'NEUTRAL' });
  let isHeld = true;
  const deliverer = webhooks.newDeliverer(undefined, undefined, undefined, () => isHeld);
  const sent = await emitStarted(webhooks.scope, webhooks.scope.newId(), 3);
  await deliverer.deliverDue();
  expect(receiver.received).toEqual([]);
  isHeld = false;
  await deliverer.deliverDue();
  expect(receiver.received.map(({ body }) => body.data.callAttemptId)).toEqual(sent);
});
