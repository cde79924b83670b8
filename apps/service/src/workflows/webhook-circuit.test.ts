import { ManualClock } from '@parley/kernel/clock.ts';
import { emitStarted } from '@parley/testing/webhook-events.ts';
import { webhookTests } from '@parley/testing/webhook-fixture.ts';
import { expect, test } from 'vitest';
import { history } from '../domains/events/event.actions.ts';
import { listWebhookDeliveries, redeliver, tendDeliveries } from '../domains/webhooks/delivery.actions.ts';
import {
  changeWebhook,
  resetCircuit,
  rotateSecret,
  testWebhook,
} from '../domains/webhooks/webhook.actions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const clock = new ManualClock('2026-03-01T12:00:00Z');

const webhooks = webhookTests(clock);
const { log } = webhooks;

const tend = () => tendDeliveries(webhooks.database, new AbortController().signal);

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

test('a receiver that is down for half an hour loses nothing, and gets everything in order after a reset', async () => {
  const receiver = await webhooks.receive(() => 503);
  const { id } = await webhooks.hook(webhooks.scope, receiver.url);
  const conversations = Array.from({ length: 8 }, () => webhooks.scope.newId());
  const published = new Map<string, string[]>(conversations.map((conversation) => [conversation, []]));
  for (let minute = 0; minute < 30; minute++) {
    for (const conversation of conversations)
      published.get(conversation)?.push(...(await emitStarted(webhooks.scope, conversation, 1)));
    await webhooks.deliverer.deliverDue();
    clock.advance(MINUTE);
  }
  expect(await webhooks.state(webhooks.scope, id)).toMatchObject({
    isActive: false,
    circuitOpenedAt: expect.any(String),
    consecutiveFailures: expect.any(Number),
  });
  const vain = receiver.received.length;
  expect(vain).toBeLessThan(20);
  expect(await log(id, { status: 'HELD' })).toHaveLength(100);
  expect((await listWebhookDeliveries(webhooks.scope, id, { page: 1, limit: 1, status: 'HELD' })).total).toBe(
    240,
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

test('the circuit opens after ten failures in a row, not before', async () => {
  const { id, receiver } = await opened();
  expect((await webhooks.state(webhooks.scope, id)).circuitOpenedAt).toBe(clock.now().toISOString());
  await emitStarted(webhooks.scope, 'later', 1);
  clock.advance(HOUR);
  await webhooks.deliverer.deliverDue();
  expect(receiver.received).toHaveLength(10);
  expect(await log(id, { status: 'HELD' })).toHaveLength(11);
});

test('a success resets the count of failures', async () => {
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

test('re-enabling a webhook closes its circuit', async () => {
  const { id, receiver, conversations } = await opened();
  receiver.answerWith(() => 200);
  await changeWebhook(webhooks.scope, webhooks.services, id, { isActive: true });
  await webhooks.deliverer.deliverDue();
  expect(receiver.seen('interviewId').slice(10).sort()).toEqual(conversations.toSorted());
});

test('a disabled webhook gets no new events; its pending deliveries are kept', async () => {
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

test('deliveries kept for 72 hours are cancelled', async () => {
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

test('deliveries and their events are kept for 30 days', async () => {
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

test('for a day both secrets sign, then only the new one', async () => {
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

test('a test does not affect the circuit, works while it is open, and is logged', async () => {
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
