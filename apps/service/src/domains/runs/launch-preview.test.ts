import { ManualClock } from '@parley/kernel/clock.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { zonesAfter } from './run-contact.store.ts';

/** A Monday, 12:00 in London, 07:00 in New York and 21:00 in Tokyo. */
const clock = new ManualClock('2026-11-16T12:00:00Z');
const window = { days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], start: '08:00', end: '20:00' };
let service: TestService;
let acme: RunningCompany;
beforeAll(async () => {
  // The law of the called country has a test of its own.
  service = await startTestService({ clock, roles: ['api'], environment: { PARLEY_CALLING_LAW: 'off' } });
  acme = await runningCompany(service, { agent: { callingWindow: window } });
});
afterAll(() => service.stop());

const inZone = (timezone: string) => ({ fields: { timezone } });
const preview = (id: string, query = '') => acme.api.get(`/runs/${id}/launch-preview${query}`);

test('the launch preview says who is called at once, who later, and what is reserved', async () => {
  const contacts = [
    await acme.newContact(inZone('Europe/London')),
    await acme.newContact(inZone('America/New_York')),
    await acme.newContact(inZone('America/New_York')),
  ];
  const id = await acme.newRun(contacts);
  const { status, body } = await preview(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({ contacts: 3, callable: 3, now: 1, uncallable: [], maxMinutes: 30 });
  expect(body.summary).toBe(
    '3 people: 1 now, the others from 08:00 in their time zone; the launch reserves 30 minutes: one call of up to 10 minutes each, call-backs come on top.',
  );
  expect(body.openings).toEqual([
    { timeZone: 'Europe/London', at: '2026-11-16T12:00:00.000Z', contacts: 1 },
    { timeZone: 'America/New_York', at: '2026-11-16T13:00:00.000Z', contacts: 2 },
  ]);
  expect((await acme.api.get(`/runs/${id}`)).body.status).toBe('DRAFT');
});

test('the launch preview counts contacts who cannot be called by reason, and without a cost', async () => {
  const optedOut = await acme.newContact({ phoneNumber: '+442079460001' });
  const sameNumber = await acme.newContact({ phoneNumber: '+442079460001' });
  await acme.scope.run(
    // As if that person had asked on a call.
    sql`
      insert into opted_out_numbers (company_id, number_hash, created_at)
      select ${acme.scope.companyId}, number_hash(company_id, phone_number), now() from contacts
      where company_id = ${acme.scope.companyId} and id = ${optedOut}`,
  );
  const numberless = await acme.newContact({ phoneNumber: undefined, email: 'ada@example.com' });
  const id = await acme.newRun([optedOut, sameNumber, numberless, await acme.newContact(inZone('UTC'))]);
  const { body } = await preview(id);
  expect(body).toMatchObject({
    contacts: 4,
    callable: 1,
    maxMinutes: 10,
    uncallable: [
      { reason: 'do_not_call', contacts: 2 },
      { reason: 'no_number', contacts: 1 },
    ],
  });
  expect(body.summary).toBe(
    '1 person: now; the launch reserves 40 minutes: one call of up to 10 minutes each, call-backs come on top; 3 cannot be called: 2 asked never to be called again, 1 has no phone number.',
  );
});

test('the launch preview of a scheduled launch names its time, or the day when the calling window opens', async () => {
  const id = await acme.newRun([await acme.newContact(inZone('UTC'))]);
  const saturday = await preview(id, '?scheduledAt=2026-11-21T09:00:00Z');
  expect(saturday.body.summary).toBe(
    '1 person: from Monday 08:00 in their time zone; the launch reserves 10 minutes: one call of up to 10 minutes each, call-backs come on top.',
  );
  const friday = await preview(id, '?scheduledAt=2026-11-20T09:00:00Z');
  expect(friday.body.summary).toBe(
    '1 person: at 2026-11-20 09:00 UTC; the launch reserves 10 minutes: one call of up to 10 minutes each, call-backs come on top.',
  );
});

test('the launch preview says when the plan does not cover all contacts of the run', async () => {
  const poor = await runningCompany(service, { plan: { included: 5 } });
  const { body } = await poor.api.get(`/runs/${await poor.newRun(2)}/launch-preview`);
  expect(body.summary).toBe(
    '2 people: all now; the launch reserves 20 minutes, which the plan does not cover: one call of up to 10 minutes each, call-backs come on top.',
  );
  expect(body.quote.suggestedAction).toBe('purchase_minutes');
});

test('the launch preview and the preflight are about the versions that the run calls with', async () => {
  const versioned = await runningCompany(service);
  const { api, agentId } = versioned;
  await api.patch(`/agents/${agentId}`, { duration: 25 });
  await api.patch(`/agents/${agentId}`, { duration: 5 });
  const versions = (await api.get(`/agents/${agentId}/versions`)).body.data;
  const [newest, longer] = versions.map(({ id }: { id: string }) => id);
  const contactIds = await versioned.newContacts(2);
  for (const [run, minutesPerCall] of [
    [{}, 5],
    [{ agentVersionId: longer }, 25],
    [{ split: [{ versionId: newest }, { versionId: longer }] }, 25],
  ] as const) {
    const { body } = await api.get(`/runs/${await versioned.newRun(contactIds, run)}/launch-preview`);
    expect(body).toMatchObject({ minutesPerCall, quote: { required: 2 * minutesPerCall } });
  }
  const preflight = (more: object) => api.post(`/agents/${agentId}/preflight`, { contactIds, ...more });
  expect((await preflight({})).body.requiredMinutes).toBe(10);
  expect((await preflight({ versionId: longer })).body.requiredMinutes).toBe(50);
  expect((await preflight({ versionId: longer, draft: true })).body.errors).toEqual([
    'versionId needs draft to be false: leave one of them out',
  ]);
  expect((await preflight({ versionId: UNKNOWN })).status).toBe(404);
});

test("the launch preview of an empty run says so, of a past time gets 400, and of another company's run 404", async () => {
  expect((await preview(await acme.newRun(0))).body.summary).toBe(
    'Nobody is on the list yet: attach contacts.',
  );
  const id = await acme.newRun(1);
  expect((await preview(id, '?scheduledAt=2026-11-16T11:00:00Z')).status).toBe(400);
  expect((await preview(id, '?when=now')).status).toBe(400);
  expect((await preview(UNKNOWN)).status).toBe(404);
  const other = await service.newCompany();
  expect((await other.api.get(`/runs/${id}/launch-preview`)).status).toBe(404);
});

test('the launch preview groups phone numbers by country, or by area within a shared calling code', async () => {
  const numbers = [
    ...['+12125550101', '+12125990102', '+18765550103'],
    ...['+493012345678', '+4915112345678', '+4916012345678'],
    ...['+442079460001', '+442079460002', '+441534880001'],
  ];
  const list = await Promise.all(
    numbers.map((phoneNumber) => acme.newContact({ phoneNumber, ...inZone('UTC') })),
  );
  const groups = await zonesAfter(acme.scope, await acme.newRun(list), 0);
  // New York and Jamaica; +493 and +491; London and Jersey.
  expect(groups.map(({ contacts }) => contacts).sort()).toEqual([1, 1, 1, 2, 2, 2]);
});

test('the launch preview applies the legal calling hours of the called country', async () => {
  const lawful = await startTestService({
    clock,
    roles: ['api'],
    environment: { PARLEY_CALLING_LAW: 'on' },
  });
  try {
    const company = await runningCompany(lawful, {
      agent: { callingWindow: { ...window, start: '06:00', end: '22:00' } },
    });
    const saturday = '?scheduledAt=2026-11-21T08:00:00Z';
    const list = [
      await company.newContact({ phoneNumber: '+33142685300', ...inZone('Europe/Paris') }),
      await company.newContact({ phoneNumber: '+493012345678', ...inZone('Europe/Berlin') }),
    ];
    const id = await company.newRun(list);
    const read = async (query: string) => (await company.api.get(`/runs/${id}/launch-preview${query}`)).body;
    // Without a trunk every call stays on the simulated network, which has no law.
    expect((await read('?scheduledAt=2026-11-17T08:00:00Z')).now).toBe(2);
    const trunk = { name: 'Provider', host: 'sip.provider.example' };
    expect((await company.api.post('/trunks', trunk)).status).toBe(201);
    // 09:00 in Paris and Berlin on a Tuesday: France allows calls from 10:00 on.
    const tuesday = await read('?scheduledAt=2026-11-17T08:00:00Z');
    expect(tuesday).toMatchObject({ callable: 2, now: 1 });
    expect(tuesday.openings).toEqual([
      { timeZone: 'Europe/Berlin', at: '2026-11-17T08:00:00.000Z', contacts: 1 },
      { timeZone: 'Europe/Paris', at: '2026-11-17T09:00:00.000Z', contacts: 1 },
    ]);
    expect(tuesday.summary).toContain('the others from 10:00 in their time zone');
    // France has no calls on a Saturday; the window has none on a weekend.
    expect((await read(saturday)).summary).toContain('from Monday 06:00 or 10:00');

    const early = { ...window, start: '06:00', end: '09:00' };
    await company.api.patch(`/agents/${company.agentId}`, { callingWindow: early });
    const never = await read('');
    expect(never.uncallable).toEqual([{ reason: 'outside_law', contacts: 1 }]);
    expect(never.summary).toContain('1 may not be called at the hours of the calling window by the law');
  } finally {
    await lawful.stop();
  }
});

test('the launch preview says whose calls wait because the trunk for their number is switched off', async () => {
  const company = await runningCompany(service, { agent: { callingWindow: null } });
  const numbers = ['+33142685300', '+33142685301', '+493012345678', '+15005550000'];
  const list = await Promise.all(numbers.map((phoneNumber) => company.newContact({ phoneNumber })));
  const id = await company.newRun(list);
  const read = async () => (await company.api.get(`/runs/${id}/launch-preview`)).body;
  expect(await read()).toMatchObject({ callable: 4, waitingForTrunk: 0 });

  const trunk = { name: 'Paris', host: 'sip.provider.example', prefixes: ['+3314'] };
  const { id: trunkId } = (await company.api.post('/trunks', trunk)).body;
  expect((await read()).waitingForTrunk).toBe(0);
  await company.api.patch(`/trunks/${trunkId}`, { isActive: false });
  const some = await read();
  expect(some.waitingForTrunk).toBe(2);
  expect(some.summary).toBe(
    '4 people: all now; 2 must wait until the trunk for their numbers is switched on; the launch reserves 40 minutes: one call of up to 10 minutes each, call-backs come on top.',
  );

  // It takes every number now; the simulated one needs no trunk.
  await company.api.patch(`/trunks/${trunkId}`, { prefixes: [] });
  expect((await read()).waitingForTrunk).toBe(3);
  // A trunk that is on takes over what it takes.
  const german = { name: 'Berlin', host: 'sip.other.example', prefixes: ['+49'] };
  expect((await company.api.post('/trunks', german)).status).toBe(201);
  expect((await read()).waitingForTrunk).toBe(2);
});

test('in the launch preview, calls wait for the trunk of their caller ID, and simulated calls for no trunk', async () => {
  const company = await runningCompany(service, { agent: { callingWindow: null } });
  const trunk = { name: 'Provider', host: 'sip.provider.example' };
  const { id: trunkId } = (await company.api.post('/trunks', trunk)).body;
  expect((await company.api.post('/trunks', { ...trunk, name: 'Other' })).status).toBe(201);
  const number = { companyId: company.id, phoneNumber: '+442079460000' };
  const { id: numberId } = (await service.admin.post('/phone-numbers', number)).body;
  await company.api.patch(`/phone-numbers/${numberId}`, { trunkId });
  await company.api.patch(`/trunks/${trunkId}`, { isActive: false });
  const id = await company.newRun([await company.newContact({ phoneNumber: '+493012345678' })]);
  const read = async () => (await company.api.get(`/runs/${id}/launch-preview`)).body;
  expect((await read()).waitingForTrunk).toBe(0);
  await company.api.patch(`/agents/${company.agentId}`, { companyPhoneNumberId: numberId });
  expect((await read()).summary).toContain('all must wait until the trunk');
  const test = await service.newKey({ companyId: company.id, environment: 'test' });
  expect((await test.api.get(`/runs/${id}/launch-preview`)).body.waitingForTrunk).toBe(0);
});

test("launch preview and preflight apply the company's allowed countries once the company has a trunk", async () => {
  const company = await runningCompany(service, {});
  const allowedCountries = ['GB'];
  await company.api.patch(`/companies/${company.id}`, { allowedCountries });
  const abroad = await company.newContact({ phoneNumber: '+33142685300', ...inZone('UTC') });
  const id = await company.newRun([abroad, await company.newContact(inZone('UTC'))]);
  const read = async () => (await company.api.get(`/runs/${id}/launch-preview`)).body;
  const check = async () =>
    (await company.api.post(`/agents/${company.agentId}/preflight`, { contactIds: [abroad] })).body;
  // Without a trunk every call stays on the simulated network, which has no countries.
  expect((await read()).callable).toBe(2);
  expect((await check()).contacts.callable).toBe(1);
  expect((await company.api.post('/trunks', { name: 'P', host: 'sip.provider.example' })).status).toBe(201);
  expect(await read()).toMatchObject({
    callable: 1,
    uncallable: [{ reason: 'country_not_allowed', contacts: 1 }],
  });
  const checked = await check();
  expect(checked.contacts.callable).toBe(0);
  expect(checked.problems).toContainEqual({
    severity: 'error',
    contactId: abroad,
    message: 'The number is not called: calls to the country FR are not allowed',
  });
});

test('launch preview and preflight count no contact with a premium-rate, shared-cost or satellite number', async () => {
  const company = await runningCompany(service, {});
  await company.api.post('/trunks', { name: 'P', host: 'sip.provider.example' });
  const contacts = await Promise.all(
    ['+41446681800', '+41840123456', '+41900123456', '+41900123457', '+870773111632'].map((phoneNumber) =>
      company.newContact({ phoneNumber, ...inZone('UTC') }),
    ),
  );
  const id = await company.newRun(contacts);
  const preview = (await company.api.get(`/runs/${id}/launch-preview`)).body;
  expect(preview).toMatchObject({
    callable: 1,
    uncallable: [{ reason: 'costly_number', contacts: 4 }],
  });
  expect(preview.summary).toContain('4 are premium-rate, shared-cost, satellite or personal numbers');
  const body = { contactIds: contacts };
  const checked = (await company.api.post(`/agents/${company.agentId}/preflight`, body)).body;
  expect(checked.contacts.callable).toBe(1);
});

test("the launch preview shows the company's minute limits once calls go over a trunk", async () => {
  const company = await runningCompany(service, { agent: { callingWindow: null } });
  await company.api.patch(`/companies/${company.id}`, { maxMinutesPerHour: 5 });
  const id = await company.newRun([await company.newContact({ phoneNumber: '+493012345678' })]);
  const read = async () => (await company.api.get(`/runs/${id}/launch-preview`)).body;
  expect((await read()).minuteLimit).toBeNull();
  const trunk = { name: 'Provider', host: 'sip.provider.example' };
  expect((await company.api.post('/trunks', trunk)).status).toBe(201);
  const limited = await read();
  expect(limited.minuteLimit).toEqual({ perHour: 5, perDay: null, wait: null });
  expect(limited.summary).toContain('no more than 5 minutes per hour, so that some calls may wait');
  const test = await service.newKey({ companyId: company.id, environment: 'test' });
  expect((await test.api.get(`/runs/${id}/launch-preview`)).body.minuteLimit).toBeNull();
});
