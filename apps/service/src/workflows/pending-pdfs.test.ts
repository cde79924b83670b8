import { ManualClock } from '@parley/kernel/clock.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { analysed, emitStarted, started } from '@parley/testing/webhook-events.ts';
import { attachmentsOf, openWebhookFixture, type WebhookFixture } from '@parley/testing/webhook-fixture.ts';
import type { Receiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emit } from '../domains/events/event.actions.ts';
import { listWebhookDeliveries, redeliver } from '../domains/webhooks/delivery.actions.ts';
import type { Scope } from '../storage/scope.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const clock = new ManualClock('2026-03-01T12:00:00Z');

let fixture: WebhookFixture;
let scope: Scope;
let receiver: Receiver;
let hookId: string;
beforeAll(async () => {
  fixture = await openWebhookFixture(clock);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  scope = await fixture.newScope();
  receiver = await fixture.receive();
  const events = ['INTERVIEW_STARTED', 'ANALYSIS_COMPLETED'];
  ({ id: hookId } = await fixture.hook(scope, receiver.url, { events }));
});

/** Prints nothing before `begin` is called. */
function slowPrinter() {
  const asked: string[] = [];
  const begun = Promise.withResolvers<void>();
  const make = async (_scope: Scope, attemptId: string) => {
    asked.push(attemptId);
    await begun.promise;
    return Buffer.from(`PDF of ${attemptId}`);
  };
  return { asked, make, begin: begun.resolve };
}

const delivererWith = (...attached: Parameters<typeof attachmentsOf>) =>
  fixture.newDeliverer(() => 0.5, attachmentsOf(...attached));
const log = async () => (await listWebhookDeliveries(scope, hookId, { page: 1, limit: 100 })).data;
const base64 = (words: string) => Buffer.from(words).toString('base64');
const pdfs = () => receiver.seen('analysisPdfBase64');

test('many analyses at once get their PDFs from a slow renderer without delaying other events', async () => {
  const printer = slowPrinter();
  const attempts = Array.from({ length: 60 }, () => scope.newId());
  await emit(scope, ...attempts.map((attempt) => analysed(scope.newId(), attempt, 'COMPLETED')));
  const others = Array.from({ length: 40 }, () => scope.newId());
  await emit(scope, ...others.map((attempt) => started(scope.newId(), attempt)));
  const all = delivererWith(printer.make).deliverDue();

  await waitFor(() => expect(receiver.received).toHaveLength(others.length));
  expect(receiver.seen('callAttemptId').sort()).toEqual(others.toSorted());
  expect(printer.asked).toHaveLength(2);
  printer.begin();
  await all;

  const sent = receiver.received.slice(others.length).map(({ body }) => body.data);
  expect(sent.map(({ callAttemptId }) => callAttemptId).sort()).toEqual(attempts.toSorted());
  for (const { callAttemptId, analysisPdfBase64 } of sent)
    expect(analysisPdfBase64).toBe(base64(`PDF of ${callAttemptId}`));
});

test('a webhook delivery that waits for its PDF holds back later events of the same conversation', async () => {
  const printer = slowPrinter();
  const attemptId = scope.newId();
  await emit(scope, analysed('a', attemptId, 'COMPLETED'));
  const [later] = await emitStarted(scope, 'a', 1);
  const all = delivererWith(printer.make).deliverDue();

  await waitFor(async () => {
    const inAMinute = new Date(clock.now().getTime() + MINUTE).toISOString();
    expect((await log())[1]).toMatchObject({ status: 'PENDING', nextAttemptAt: inAMinute });
  });
  expect(receiver.received).toEqual([]);
  printer.begin();
  await all;

  expect(receiver.seen('callAttemptId')).toEqual([attemptId, later]);
  expect(await log()).toMatchObject([{ attemptCount: 1 }, { attemptCount: 1, status: 'DELIVERED' }]);
});

test('a delivery that is requested again while it waits for its PDF is sent once, with the PDF', async () => {
  const printer = slowPrinter();
  const attemptId = scope.newId();
  await emit(scope, analysed('a', attemptId, 'COMPLETED'));
  const deliverer = delivererWith(printer.make);
  const all = deliverer.deliverDue();
  await waitFor(() => expect(printer.asked).toHaveLength(1));
  const [delivery] = await log();

  expect((await redeliver(scope, hookId, delivery?.id ?? '')).status).toBe('PENDING');
  deliverer.wake();
  printer.begin();
  await all;

  expect(pdfs()).toEqual([base64(`PDF of ${attemptId}`)]);
  expect(printer.asked).toHaveLength(1);
});

test('an analysis PDF that is already stored is sent without being rendered again', async () => {
  const printer = slowPrinter();
  await emit(scope, analysed('a', scope.newId(), 'COMPLETED'));

  await delivererWith(printer.make, async () => Buffer.from('kept')).deliverDue();

  expect(pdfs()).toEqual([base64('kept')]);
  expect(printer.asked).toEqual([]);
});

test('when the PDF renderer is busy the PDF is requested again after five seconds, as often as needed', async () => {
  let isBusy = true;
  const deliverer = delivererWith(async () => {
    if (isBusy) throw new Failure('unavailable', 'Too many reports are being rendered');
    return Buffer.from('at last');
  });
  await emit(scope, analysed('a', scope.newId(), 'COMPLETED'));
  await deliverer.deliverDue();
  clock.advance(2 * HOUR);
  await deliverer.deliverDue();
  expect(await log()).toMatchObject([{ status: 'PENDING', attemptCount: 0 }]);

  isBusy = false;
  clock.advance(5 * SECOND);
  await deliverer.deliverDue();

  expect(pdfs()).toEqual([base64('at last')]);
});

test('an event waits up to an hour for its PDF, and is then sent without it', async () => {
  const away = () => Promise.reject(new Error('The storage does not answer'));
  const deliverer = delivererWith(away, away);
  await emit(scope, analysed('a', scope.newId(), 'COMPLETED'));
  await deliverer.deliverDue();
  clock.advance(HOUR - 1);
  await deliverer.deliverDue();
  expect(receiver.received).toEqual([]);

  clock.advance(5 * SECOND);
  await deliverer.deliverDue();

  expect(pdfs()).toEqual([null]);
});

test('when a process dies while rendering, another process sends its deliveries a minute later', async () => {
  const dying = slowPrinter();
  await emit(scope, analysed('a', scope.newId(), 'COMPLETED'));
  const dead = delivererWith(dying.make);
  dead.wake();
  await waitFor(async () => expect((await log())[0]?.nextAttemptAt).not.toBe(clock.now().toISOString()));
  await dead.stop(0);
  const other = delivererWith(async () => Buffer.from('by another'));
  clock.advance(MINUTE - 1);
  await other.deliverDue();
  expect(receiver.received).toEqual([]);

  clock.advance(1);
  await other.deliverDue();

  expect(pdfs()).toEqual([base64('by another')]);
});
