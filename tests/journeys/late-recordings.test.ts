import type { EventData } from '@parley/contract/event.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { emit } from '@parley/service/domains/events/event.actions.ts';
import { makeObjects, makeRecordingUrl } from '@parley/service/main/objects.ts';
import { makeDeliverer } from '@parley/service/main/wiring.ts';
import { type CompanyId, sql } from '@parley/service/storage/sql.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { analysed } from '@parley/testing/webhook-events.ts';
import { attachmentsOf } from '@parley/testing/webhook-fixture.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = new ManualClock('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;

let service: TestService;
let company: TestCompany;
let receiver: Receiver;
beforeAll(async () => {
  // Without a worker nothing is sent before the test says so.
  service = await startTestService({
    clock,
    roles: ['api'],
    environment: { PARLEY_ALLOW_PRIVATE_URLS: 'true' },
  });
  company = await service.newCompany();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

test('a webhook delivered two hours late has a recording URL that works', async () => {
  const { services } = service;
  const scope = services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  const objects = await makeObjects(services, service.url);
  const key = `recordings/${scope.newId()}.ogg`;
  await objects.put(key, Buffer.from('sound'), { contentType: 'audio/ogg' });
  const events = ['ANALYSIS_COMPLETED', 'ANALYSIS_FAILED'];
  await company.api.post('/webhooks', { url: receiver.url, name: 'Late', events });
  const about = { id: scope.newId(), direction: 'OUTBOUND' as const, status: 'COMPLETED' };
  const callAttempts = [{ ...about, recordingUrl: key, duration: 61, calledAt: clock.now().toISOString() }];
  const completed = analysed(scope.newId(), about.id, 'COMPLETED');
  const failed = analysed(scope.newId(), about.id, 'FAILED');
  for (const { data } of [completed, failed]) Object.assign(data, { callAttempts });
  await emit(scope, completed, failed);

  clock.advance(2 * HOUR);
  await makeDeliverer(services, {
    ...attachmentsOf(),
    recordingUrl: makeRecordingUrl(services, objects),
  }).deliverDue();

  expect(receiver.received).toHaveLength(2);
  for (const { body } of receiver.received) {
    const [attempt] = (body.data as EventData<'analysis.failed'>).callAttempts;
    const heard = await fetch(attempt?.recordingUrl ?? '');
    expect([heard.status, await heard.text()]).toEqual([200, 'sound']);
  }
  const rows = await scope.all(sql`select data::text from events where company_id = ${scope.companyId}`);
  expect(JSON.stringify(rows)).not.toContain(service.url);
});
