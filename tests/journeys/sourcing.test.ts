import { payloadSchema } from '@parley/contract/event.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { Validator } from '@parley/service/http/validation.ts';
import { type ProviderServer, say, startProviderServer } from '@parley/testing/provider-server.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { people } from '@parley/testing/sourcing-people.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = new ManualClock(new Date());
let vendor: ProviderServer;
let receivers: { LEGACY: Receiver; NEUTRAL: Receiver };
let service: TestService;
let company: TestCompany;

beforeAll(async () => {
  vendor = await startProviderServer(({ what, body }, response) =>
    say(
      response,
      what === 'search' ? { profiles: [found] } : { profiles: [{ ...phone, profileId: ids(body)[0] }] },
    ),
  );
  receivers = { LEGACY: await startReceiver(), NEUTRAL: await startReceiver() };
  service = await startTestService({
    clock,
    environment: {
      PARLEY_ALLOW_PRIVATE_URLS: 'true',
      PARLEY_SOURCING_PROVIDER: vendor.url,
      PARLEY_SOURCING_KEY: 'a-key-of-the-vendor',
    },
  });
  company = await service.newCompany();
  for (const vocabulary of ['LEGACY', 'NEUTRAL'] as const) {
    await company.api.post('/webhooks', {
      url: receivers[vocabulary].url,
      name: vocabulary,
      vocabulary,
      events: ['SOURCING_COMPLETED', 'SOURCING_FAILED', 'ENRICH_COMPLETED', 'ENRICH_FAILED'],
    });
  }
});
afterAll(async () => {
  await service.stop();
  await vendor.stop();
  for (const receiver of Object.values(receivers)) await receiver.stop();
});

const { phones: _phones, ...found } = people.maria;
const phone = { phones: ['+41446681800'] };
const ids = (body: Record<string, unknown>) =>
  (body.profiles as { profileId: string }[]).map(({ profileId }) => profileId);

/** Both receivers are told of it, in words that fit, and the same ones. */
async function deliveredEvent(
  requestId: string,
  event: 'sourcing.completed' | 'sourcing.failed' | 'enrich.completed' | 'enrich.failed',
) {
  const arrived = (receiver: Receiver) =>
    receiver.received.filter(({ body }) => body.data.requestId === requestId);
  await waitFor(
    () => {
      clock.advance(100);
      expect(Object.values(receivers).map((receiver) => arrived(receiver).length)).toEqual([1, 1]);
    },
    { interval: 50 },
  );
  const [legacy, neutral] = [arrived(receivers.LEGACY)[0], arrived(receivers.NEUTRAL)[0]];
  for (const vocabulary of ['LEGACY', 'NEUTRAL'] as const)
    expect(
      new Validator().body(payloadSchema(event, vocabulary))(arrived(receivers[vocabulary])[0]?.body),
    ).toEqual([]);
  expect(legacy?.body.event).toBe(event);
  expect(neutral?.body).toMatchObject({ event, data: legacy?.body.data });
  return legacy?.body.data as Record<string, unknown>;
}

const start = async (path: string, body: object): Promise<string> => {
  const { status, body: started } = await company.api.post(path, body);
  expect(status).toBe(202);
  return started.requestId;
};

test('a candidate of a sourcing vendor is found, enriched and turned into a contact', async () => {
  const search = await start('/sourcing', { title: 'Backend Engineer' });
  expect(await deliveredEvent(search, 'sourcing.completed')).toMatchObject({
    candidates: [{ profileId: 'maria' }],
  });
  const enrichment = await start('/enrichment', { profileIds: ['maria'] });
  await deliveredEvent(enrichment, 'enrich.completed');

  const { status, body: contact } = await company.api.post('/contacts', {
    profileId: 'maria',
    gdprExpiryDate: '2099-01-01',
    metadata: { crm: 7 },
  });
  expect(status).toBe(201);
  expect(contact).toMatchObject({
    firstName: 'Maria',
    lastName: 'Keller',
    email: 'maria.keller@example.com',
    phoneNumber: '+41446681800',
    metadata: {
      crm: 7,
      sourcedFrom: { profileId: 'maria', professionalProfileUrl: 'https://example.com/people/maria-keller' },
    },
    workHistory: [
      { candidatePosition: 'Senior Backend Engineer', companyName: 'Nordwind' },
      { candidatePosition: 'Backend Developer', companyName: 'Nordwind' },
      { candidatePosition: 'Barista', companyName: 'Café Blau' },
    ],
  });
});

test('values sent with a profileId override those of the sourcing profile', async () => {
  await company.api.post('/sourcing/profiles', {
    profiles: [people.tom, { profileId: 'cher', name: 'Cher' }],
  });
  const own = {
    profileId: 'tom',
    firstName: 'Tomáš',
    email: 'own@example.com',
    gdprExpiryDate: '2099-01-01',
  };
  expect((await company.api.post('/contacts', own)).body).toMatchObject({
    firstName: 'Tomáš',
    lastName: 'Novák',
    email: 'own@example.com',
  });
});

test.each([
  [
    'cher',
    400,
    ['lastName is required: the profile has none', 'email or phoneNumber is required: the profile has none'],
  ],
  ['nobody', 404, undefined],
])('creating a contact from the profile %s alone gets a %i', async (profileId, status, errors) => {
  const answer = await company.api.post('/contacts', { profileId, gdprExpiryDate: '2099-01-01' });
  expect(answer.status).toBe(status);
  expect(answer.body.errors).toEqual(errors);
});

test('an invalid contact is refused before its profile is looked up', async () => {
  const answer = await company.api.post('/contacts', { profileId: 'nobody', gdprExpiryDate: '1999-01-01' });
  expect(answer.body.errors).toEqual(['gdprExpiryDate must be today or later']);
});

test('a profile of another company cannot become a contact', async () => {
  const other = await service.newCompany();
  const answer = await other.api.post('/contacts', { profileId: 'maria', gdprExpiryDate: '2099-01-01' });
  expect(answer.status).toBe(404);
});

test('a search whose vendor is unavailable fails, and its results report that with a 200', async () => {
  vendor.answerWith((_asked, response) => {
    response.writeHead(503).end();
  });
  const search = await start('/sourcing', { title: 'Backend Engineer' });
  const error = {
    errorCode: 'PROVIDER_TEMPORARILY_UNAVAILABLE',
    errorMessage: 'The provider answered with status 503',
  };
  expect(await deliveredEvent(search, 'sourcing.failed')).toEqual({ requestId: search, ...error });
  const { status, body } = await company.api.get(`/sourcing/${search}/results`);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    requestId: search,
    status: 'failed',
    createdAt: expect.any(String),
    completedAt: expect.any(String),
    ...error,
  });
  const enrichment = await start('/enrichment', { profileIds: ['maria'] });
  expect(await deliveredEvent(enrichment, 'enrich.failed')).toMatchObject(error);
});
