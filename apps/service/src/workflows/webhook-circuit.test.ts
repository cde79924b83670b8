import { ManualClock } from '@parley/kernel/clock.ts';
import { tell } from '@parley/testing/webhook-events.ts';
import { openWebhookFixture, type WebhookFixture } from '@parley/testing/webhook-fixture.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { history } from '../domains/events/event.actions.ts';
import { listWebhookDeliveries, redeliver, tendDeliveries } from '../domains/webhooks/delivery.actions.ts';
import {
  changeWebhook,
  resetCircuit,
  rotateSecret,
  testWebhook,
} from '../domains/webhooks/webhook.actions.ts';
import type { Scope } from '../storage/scope.ts';
import type { WebhookDeliverer } from './deliver-webhooks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const clock = new ManualClock('2026-03-01T12:00:00Z');

let fixture: WebhookFixture;
let scope: Scope;
let deliverer: WebhookDeliverer;
beforeAll(async () => {
  fixture = await openWebhookFixture(clock);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  scope = await fixture.newScope();
  deliverer = fixture.newDeliverer();
});

const log = async (webhookId: string, query: object = {}) =>
  (await listWebhookDeliveries(scope, webhookId, { page: 1, limit: 100, ...query })).data;
const tend = () => tendDeliveries(fixture.database, new AbortController().signal);

/** A webhook whose circuit ten failures have opened, with as many deliveries held. */
async function opened() {
  const receiver = await fixture.receive(() => 500);
  const { id } = await fixture.hook(scope, receiver.url);
  const conversations = Array.from({ length: 10 }, () => scope.newId());
  for (const conversation of conversations) await tell(scope, conversation, 1);
  await deliverer.deliverDue();
  expect(await fixture.state(scope, id)).toMatchObject({ isActive: false, consecutiveFailures: 10 });
  return { receiver, id, conversations };
}

test('a receiver that is down for half an hour loses nothing: after a reset all arrives, in order', async () => {
  const receiver = await fixture.receive(() => 503);
  const { id } = await fixture.hook(scope, receiver.url);
  const conversations = Array.from({ length: 8 }, () => scope.newId());
  const published = new Map<string, string[]>(conversations.map((conversation) => [conversation, []]));
  for (let minute = 0; minute < 30; minute++) {
    for (const conversation of conversations)
      published.get(conversation)?.push(...(await tell(scope, conversation, 1)));
    await deliverer.deliverDue();
    clock.advance(MINUTE);
  }
  expect(await fixture.state(scope, id)).toMatchObject({
    isActive: false,
    circuitOpenedAt: expect.any(String),
    consecutiveFailures: expect.any(Number),
  });
  const vain = receiver.received.length;
  expect(vain).toBeLessThan(20);
  expect(await log(id, { status: 'HELD' })).toHaveLength(100);
  expect((await listWebhookDeliveries(scope, id, { page: 1, limit: 1, status: 'HELD' })).total).toBe(240);
  expect(await log(id, { status: 'PENDING' })).toEqual([]);

  receiver.answerWith(() => 200);
  await deliverer.deliverDue();
  expect(receiver.received).toHaveLength(vain);
  const reset = await resetCircuit(scope, id);
  expect(reset).toMatchObject({ consecutiveFailures: 0, circuitOpenedAt: null, inactiveSince: null });
  await deliverer.deliverDue();
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
  expect((await fixture.state(scope, id)).circuitOpenedAt).toBe(clock.now().toISOString());
  await tell(scope, 'later', 1);
  clock.advance(HOUR);
  await deliverer.deliverDue();
  expect(receiver.received).toHaveLength(10);
  expect(await log(id, { status: 'HELD' })).toHaveLength(11);
});

test('a success in between begins the count anew', async () => {
  const receiver = await fixture.receive(() => 500);
  const { id } = await fixture.hook(scope, receiver.url, { maxRetries: 0 });
  const fail = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await tell(scope, scope.newId(), 1);
      await deliverer.deliverDue();
    }
  };
  await fail(9);
  expect(await fixture.state(scope, id)).toMatchObject({ consecutiveFailures: 9, circuitOpenedAt: null });
  receiver.answerWith(() => 200);
  await fail(1);
  expect(await fixture.state(scope, id)).toMatchObject({ consecutiveFailures: 0 });
  receiver.answerWith(() => 500);
  await fail(9);
  expect(await fixture.state(scope, id)).toMatchObject({ consecutiveFailures: 9, isActive: true });
  await fail(1);
  expect(await fixture.state(scope, id)).toMatchObject({ consecutiveFailures: 10, isActive: false });
});

test('switching a webhook on again closes its circuit', async () => {
  const { id, receiver, conversations } = await opened();
  receiver.answerWith(() => 200);
  await changeWebhook(scope, fixture.services, id, { isActive: true });
  await deliverer.deliverDue();
  expect(receiver.seen('interviewId').slice(10).sort()).toEqual(conversations.toSorted());
});

test('a disabled webhook gets no new events; its pending deliveries are kept', async () => {
  const receiver = await fixture.receive(() => 500);
  const { id } = await fixture.hook(scope, receiver.url);
  const [waiting] = await tell(scope, 'a', 1);
  await deliverer.deliverDue();
  await changeWebhook(scope, fixture.services, id, { isActive: false });
  await tell(scope, 'b', 1);
  clock.advance(HOUR);
  await deliverer.deliverDue();
  expect(receiver.received).toHaveLength(1);
  expect(await log(id)).toMatchObject([{ status: 'HELD', nextAttemptAt: null }]);
  receiver.answerWith(() => 200);
  await changeWebhook(scope, fixture.services, id, { isActive: true });
  await deliverer.deliverDue();
  expect(receiver.seen('callAttemptId')).toEqual([waiting, waiting]);
});

test('deliveries kept for 72 hours are cancelled, by themselves and before a reset', async () => {
  const { id, receiver } = await opened();
  clock.advance(71 * HOUR);
  await tell(scope, 'young', 1);
  await tend();
  expect(await log(id, { status: 'FAILED' })).toEqual([]);
  clock.advance(HOUR);
  receiver.answerWith(() => 200);
  await resetCircuit(scope, id);
  await deliverer.deliverDue();
  expect(receiver.seen('interviewId').slice(10)).toEqual(['young']);
  const failed = await log(id, { status: 'FAILED' });
  expect(failed).toHaveLength(10);
  expect(failed[0]?.lastAttempt?.error).toBe('Not sent: it was held for 72 hours');

  await changeWebhook(scope, fixture.services, id, { isActive: false });
  await redeliver(scope, id, failed[0]?.id ?? '');
  await tend();
  expect(await log(id, { status: 'HELD' })).toHaveLength(1);
  clock.advance(72 * HOUR);
  await tend();
  expect(await log(id, { status: 'HELD' })).toEqual([]);
});

test('deliveries and their events are kept for 30 days', async () => {
  const receiver = await fixture.receive();
  const { id } = await fixture.hook(scope, receiver.url);
  await tell(scope, 'old', 1);
  await deliverer.deliverDue();
  clock.advance(30 * DAY);
  await tell(scope, 'new', 1);
  await deliverer.deliverDue();
  await tend();
  expect(await log(id)).toHaveLength(2);
  clock.advance(1);
  await tend();
  expect((await log(id)).map(({ subjectId }) => subjectId)).toEqual(['new']);
  expect(await history(scope, 'old')).toEqual([]);
  expect(await history(scope, 'new')).toHaveLength(1);
});

test('for a day both secrets sign, then only the new one', async () => {
  const receiver = await fixture.receive();
  const { id } = await fixture.hook(scope, receiver.url);
  const signatures = async () => {
    await testWebhook(scope, fixture.services, id);
    return String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ').length;
  };
  expect(await signatures()).toBe(1);
  await rotateSecret(scope, fixture.services.seal, id);
  clock.advance(DAY - 1);
  expect(await signatures()).toBe(2);
  clock.advance(1);
  expect(await signatures()).toBe(1);
});

test('a test counts neither for nor against the circuit, works while it is open, and is in the log', async () => {
  const { id, receiver } = await opened();
  expect(await testWebhook(scope, fixture.services, id)).toMatchObject({ success: false, statusCode: 500 });
  receiver.answerWith(() => 204);
  expect(await testWebhook(scope, fixture.services, id)).toMatchObject({ success: true, statusCode: 204 });
  expect(await fixture.state(scope, id)).toMatchObject({ consecutiveFailures: 10, isActive: false });
  expect((await log(id, { event: 'ping' })).map(({ status }) => status)).toEqual(['DELIVERED', 'FAILED']);
});
