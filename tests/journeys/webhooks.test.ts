import {
  type EventType,
  eventCatalog,
  eventName,
  payloadSchema,
  type Vocabulary,
} from '@parley/contract/event.ts';
import { emit } from '@parley/service/domains/events/event.actions.ts';
import type { NewEvent } from '@parley/service/domains/events/event.model.ts';
import { documentLookup } from '@parley/service/http/reference/document-lookup.ts';
import { exampleOf } from '@parley/service/http/reference/example-value.ts';
import type { SchemaLike } from '@parley/service/http/reference/openapi-document.ts';
import { Validator } from '@parley/service/http/validation.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
let receiver: Receiver;
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_ALLOW_PRIVATE_URLS: 'true' } });
  company = await service.newCompany();
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const scopeOf = ({ id }: TestCompany) =>
  service.services.database.within(id as CompanyId, { kind: 'system', id: 'test' });
const types = (Object.keys(eventCatalog) as EventType[]).filter((type) => type !== 'ping');
const lookup = documentLookup({ paths: {} } as Parameters<typeof documentLookup>[0]);

/** An event of each type, and one for each reason where there are several. */
const everyEvent = types.flatMap((type): NewEvent[] => {
  const schema = eventCatalog[type].data as unknown as SchemaLike & {
    properties: { reason?: { enum: string[] } };
  };
  const data = exampleOf(lookup, schema, 'response') as object;
  const reasons = schema.properties.reason?.enum.map((reason) => ({ reason })) ?? [{}];
  return reasons.map((reason) => ({ type, subjectId: 'one', data: { ...data, ...reason } }) as NewEvent);
});

test('the Standard Webhooks library verifies every event in both vocabularies and refuses a changed byte', async () => {
  const registered = [...new Set(types.map((type) => eventCatalog[type].registration))];
  const make = async (vocabulary: Vocabulary) =>
    (
      await company.api.post('/webhooks', {
        url: `${receiver.url}/${vocabulary}`,
        name: vocabulary,
        events: registered,
        vocabulary,
        headers: [{ name: 'X-Token', value: 'of the receiver' }],
      })
    ).body;
  const hooks = { LEGACY: await make('LEGACY'), NEUTRAL: await make('NEUTRAL') };
  await emit(scopeOf(company), ...everyEvent);
  expect(everyEvent.length).toBe(types.length + 6 + 3 + 3);
  await waitFor(() => expect(receiver.received).toHaveLength(2 * everyEvent.length), {
    interval: 20,
  });

  const validator = new Validator();
  for (const vocabulary of ['LEGACY', 'NEUTRAL'] as const) {
    const arrived = receiver.received.filter(({ path }) => path.endsWith(vocabulary));
    expect(arrived.map(({ body }) => body.event)).toEqual(
      everyEvent.map(({ type }) => eventName(type, vocabulary)),
    );
    const consumer = new Webhook(hooks[vocabulary].secret);
    for (const [place, { text, headers, body }] of arrived.entries()) {
      const type = everyEvent[place]?.type as EventType;
      expect(consumer.verify(text, headers as Record<string, string>)).toEqual(body);
      expect(validator.body(payloadSchema(type, vocabulary))(body)).toEqual([]);
      expect(headers['x-token']).toBe('of the receiver');
      const at = Math.floor((text.length * (place + 1)) / (arrived.length + 2));
      const changed = text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1);
      expect(() => consumer.verify(changed, headers as Record<string, string>)).toThrow();
    }
    const other = new Webhook(hooks[vocabulary === 'LEGACY' ? 'NEUTRAL' : 'LEGACY'].secret);
    expect(() =>
      other.verify(arrived[0]?.text ?? '', arrived[0]?.headers as Record<string, string>),
    ).toThrow();
  }
  const ids = receiver.received.map(({ body }) => body.deliveryId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('after a secret rotation deliveries verify with the old and the new secret', async () => {
  const before = receiver.received.length;
  const { body: hook } = await company.api.post('/webhooks', {
    url: receiver.url,
    name: 'P',
    events: ['PING'],
  });
  const rotated = (await company.api.post(`/webhooks/${hook.id}/rotate-secret`)).body;
  expect((await company.api.post(`/webhooks/${hook.id}/test`)).body).toMatchObject({ success: true });
  const ping = receiver.received[before];
  for (const { secret } of [hook, rotated])
    expect(
      new Webhook(secret).verify(ping?.text ?? '', ping?.headers as Record<string, string>),
    ).toMatchObject({
      event: 'ping',
    });
});

test('secrets and header values appear neither in the database nor in the log', async () => {
  const value = 'a-value-that-nobody-else-has';
  const url = 'http://127.0.0.1:9/nobody';
  const headers = [{ name: 'X-Secret', value }];
  const { body: hook } = await company.api.post('/webhooks', { url, name: 'S', events: ['PING'], headers });
  await company.api.post(`/webhooks/${hook.id}/test`);
  const { rows } = await service.services.database.pool.query(
    "select w::text || coalesce(string_agg(d::text, ''), '') as row from webhooks w left join webhook_deliveries d on d.webhook_id = w.id where w.id = $1 group by w.id",
    [hook.id],
  );
  const kept = JSON.stringify(rows) + service.logged.join('');
  expect(kept).toContain('X-Secret');
  for (const secret of [
    value,
    hook.secret,
    hook.secret.slice(6),
    Buffer.from(hook.secret.slice(6), 'base64').toString('hex'),
  ])
    expect(kept).not.toContain(secret);
});
