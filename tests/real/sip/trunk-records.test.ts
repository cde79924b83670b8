import { setTimeout as sleep } from 'node:timers/promises';
import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { inlineContact } from '@parley/testing/calling-company.ts';
import { newPerson } from '@parley/testing/console-browser.ts';
import { patience } from '@parley/testing/patience.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { ScriptedMedia } from '@parley/testing/scripted-sip.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { openTrunk, type TrunkAnswer } from './udp-trunk.ts';

vi.setConfig({ testTimeout: 120_000 });

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Long enough for a second call to be placed meanwhile, if it may be. */
const TALK_MS = 400;

class TalkingParty extends ScriptedParty {
  readonly #leg: AudioLeg;

  constructor(leg: AudioLeg) {
    super(['Hello?', 'I do.', 'Yes.', 'That is all, goodbye.']);
    this.#leg = leg;
  }

  override async leave(): Promise<void> {
    await super.leave();
    await sleep(TALK_MS);
    await this.#leg.hangUp();
  }
}

const sound = () => ({ media: new ScriptedMedia(), partyOf: (leg: AudioLeg) => new TalkingParty(leg) });
// Without a trunk in the settings: the records alone bring calls to the network.
const environment = {
  // Placed at any hour, and the contact is not asked about the recording.
  PARLEY_CALLING_LAW: 'off',
  PARLEY_SIP_BIND: '127.0.0.1:0',
  PARLEY_ALLOW_PRIVATE_URLS: 'true',
  PARLEY_SIM_SPEED: '1000',
};

async function serviceWith(more: Record<string, string> = {}): Promise<TestService> {
  const service = await startTestService({ environment: { ...environment, ...more }, sound: sound() });
  opened.push(() => service.stop());
  return service;
}

async function trunkAt(decide?: (number: string) => TrunkAnswer) {
  const trunk = await openTrunk(decide);
  opened.push(() => trunk.close());
  return trunk;
}

async function create(company: TestCompany, port: number, more: object = {}): Promise<string> {
  const { status, body, text } = await company.api.post('/trunks', {
    name: 'Trunk',
    host: '127.0.0.1',
    port,
    ...more,
  });
  expect(status, text).toBe(201);
  return body.id;
}

const agent = {
  name: 'Grace',
  type: 'PHONE',
  language: 'EN',
  callingWindow: null,
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI assistant.' },
    sections: [{ type: 'looping', questions: [{ question: 'Do you like tea?' }] }],
    lastMessage: { type: 'last_message', text: 'Goodbye.' },
  },
};

async function order(company: TestCompany, phoneNumber: string): Promise<string> {
  const contact = { ...inlineContact, phoneNumber, email: undefined };
  const { status, body, text } = await company.api.post('/conversations', { agent, contact });
  expect(status, text).toBe(201);
  return body.id;
}

const attemptOf = async (company: TestCompany, id: string) =>
  (await company.api.get(`/conversations/${id}`)).body.callAttempts[0];

/** The first attempt, once it has ended. */
async function ended(company: TestCompany, id: string) {
  await expect
    .poll(async () => (await attemptOf(company, id)).status, patience)
    .not.toMatch(/SCHEDULED|IN_PROGRESS/);
  return attemptOf(company, id);
}

const plan = {
  billingSystem: 'minutes',
  status: 'active',
  included: 100_000,
  purchased: 0,
  currency: 'EUR',
  maxConcurrentCalls: 100,
  storageBytes: 1_000_000,
  creditsPerMinute: 1,
};
const ZURICH = '+41446681800';
const MOBILE = '+41791234567';

test('the trunk with the longest prefix takes the call, and companies without a trunk stay simulated', async () => {
  const service = await serviceWith();
  const [zurich, others] = [await trunkAt(), await trunkAt()];
  const company = await service.newCompany();
  await create(company, zurich.port, { prefixes: ['+4144'] });
  await create(company, others.port, { prefixes: ['+41'] });
  expect((await ended(company, await order(company, ZURICH))).status).toBe('COMPLETED');
  expect((await ended(company, await order(company, MOBILE))).status).toBe('COMPLETED');
  expect([zurich.numbers, others.numbers]).toEqual([[ZURICH], [MOBILE]]);
  const elsewhere = await ended(company, await order(company, '+442079460958'));
  expect(elsewhere).toMatchObject({ status: 'FAILED', notes: 'no trunk takes calls to this number' });
  const simulated = await service.newCompany();
  expect((await ended(simulated, await order(simulated, ZURICH))).status).toBe('COMPLETED');
  expect(zurich.numbers).toEqual([ZURICH]);
});

test('a call to a country that the company does not allow is not dialled, and other calls are', async () => {
  const service = await serviceWith();
  const trunk = await trunkAt();
  const [company, other] = [await service.newCompany(), await service.newCompany()];
  for (const one of [company, other]) await create(one, trunk.port);
  const allowedCountries = ['CH', 'DE'];
  expect((await company.api.patch(`/companies/${company.id}`, { allowedCountries })).status).toBe(200);
  const PARIS = '+33142685300';
  expect(await ended(company, await order(company, PARIS))).toMatchObject({
    status: 'FAILED',
    reasonCode: 'INVALID_NUMBER',
    notes: 'not dialled: calls to the country FR are not allowed',
  });
  expect((await ended(company, await order(company, ZURICH))).status).toBe('COMPLETED');
  expect((await ended(company, await order(company, '+15005550000'))).status).toBe('COMPLETED');
  expect(trunk.numbers).toEqual([ZURICH]);
  // The list of one company says nothing about another.
  expect((await ended(other, await order(other, PARIS))).status).toBe('COMPLETED');
  await company.api.patch(`/companies/${company.id}`, { allowedCountries: null });
  expect((await ended(company, await order(company, PARIS))).status).toBe('COMPLETED');
});

test('calls of a company at its daily minute limit wait with the reason, without using an attempt', async () => {
  const service = await serviceWith();
  const trunk = await trunkAt();
  const company = await service.newCompany();
  await create(company, trunk.port);
  const limit = (maxMinutesPerDay: number | null) =>
    company.api.patch(`/companies/${company.id}`, { maxMinutesPerDay });
  expect((await limit(1)).status).toBe(200);
  expect((await ended(company, await order(company, ZURICH))).status).toBe('COMPLETED');
  const owner = await newPerson(service, company.id, 'owner', 'owner@limits.example');
  const minutes = async () => (await owner.get('/console/api/call-minutes')).body;
  await expect.poll(minutes, patience).toMatchObject({ last24Hours: 1, held: 0 });
  const id = await order(company, MOBILE);
  const words = 'cannot be used: the company has reached its limit of 1 minutes in 24 hours';
  await expect.poll(async () => (await attemptOf(company, id)).notes, patience).toBe(`127.0.0.1 ${words}`);
  expect(await attemptOf(company, id)).toMatchObject({ status: 'SCHEDULED', calledAt: null });
  const why = async () => JSON.stringify((await owner.get(`/console/api/conversations/${id}/why`)).body);
  await expect.poll(why, patience).toContain(`it could not be placed yet (127.0.0.1 ${words})`);
  expect((await minutes()).wait.reason).toBe('the company has reached its limit of 1 minutes in 24 hours');
  // The simulated network has no limit.
  expect((await ended(company, await order(company, '+15005550000'))).status).toBe('COMPLETED');
  expect(trunk.numbers).toEqual([ZURICH]);
});

test('a call fails over to the next trunk by priority, and a changed trunk counts from the next call on', async () => {
  const service = await serviceWith();
  const [first, second] = [await trunkAt(() => '500 Server Error'), await trunkAt()];
  const company = await service.newCompany();
  const secondId = await create(company, second.port, { priority: 2 });
  const firstId = await create(company, first.port, { priority: 1 });
  expect((await ended(company, await order(company, ZURICH))).status).toBe('COMPLETED');
  expect([first.numbers.length, second.numbers.length]).toEqual([1, 1]);
  await company.api.patch(`/trunks/${firstId}`, { isActive: false });
  expect((await ended(company, await order(company, ZURICH))).status).toBe('COMPLETED');
  expect([first.numbers.length, second.numbers.length]).toEqual([1, 2]);
  const health = async (id: string) => (await company.api.get(`/trunks/${id}/health`)).body;
  await expect.poll(async () => (await health(secondId)).calls, patience).toBe(2);
  expect(await health(secondId)).toMatchObject({
    liveCalls: 0,
    answeredCalls: 2,
    answerSeizureRatio: 1,
    responses: [{ code: 200, calls: 2 }],
  });
  const { averageCallSeconds, postDialDelayMs } = await health(secondId);
  expect(averageCallSeconds).toBeGreaterThan(0);
  expect(postDialDelayMs.median).toBeGreaterThanOrEqual(0);
  expect(await health(firstId)).toMatchObject({
    calls: 1,
    answeredCalls: 0,
    answerSeizureRatio: 0,
    responses: [{ code: 500, calls: 1 }],
  });
});

test("a trunk's limit of one call at a time holds across two workers", async () => {
  const service = await serviceWith();
  const other = await startTestService({
    roles: ['worker'],
    databaseUrl: service.databaseUrl,
    environment,
    sound: sound(),
  });
  opened.push(() => other.stop());
  const trunk = await trunkAt();
  const company = await service.newCompany();
  await service.admin.put(`/companies/${company.id}/plan`, plan);
  const id = await create(company, trunk.port);
  const five = async () => {
    const ids = await Promise.all([0, 1, 2, 3, 4].map((digit) => order(company, `+4144668181${digit}`)));
    for (const one of ids) expect((await ended(company, one)).status).toBe('COMPLETED');
  };
  await five();
  // Without a limit they do overlap: only then does the next part prove anything.
  expect(trunk.mostLive).toBeGreaterThan(1);
  await company.api.delete(`/trunks/${id}`);
  const narrow = await trunkAt();
  await create(company, narrow.port, { maxConcurrentCalls: 1 });
  await five();
  expect(narrow.numbers).toHaveLength(5);
  expect(narrow.mostLive).toBe(1);
});

test("beyond a number's daily limit calls use another number of the pool, and then wait", async () => {
  const service = await serviceWith();
  const trunk = await trunkAt();
  const company = await service.newCompany();
  await create(company, trunk.port);
  for (const phoneNumber of ['+41446681801', '+41791234500'])
    await service.admin.post('/phone-numbers', {
      companyId: company.id,
      phoneNumber,
      isPooled: true,
      maxCallsPerDay: 1,
    });
  expect((await ended(company, await order(company, ZURICH))).status).toBe('COMPLETED');
  expect((await ended(company, await order(company, ZURICH))).status).toBe('COMPLETED');
  // First the number of the same area, then the other one.
  expect(trunk.callers).toEqual(['+41446681801', '+41791234500']);
  const waits = await order(company, ZURICH);
  await expect
    .poll(async () => (await attemptOf(company, waits)).notes, patience)
    .toContain('limit of 1 calls in 24 hours');
  const attempt = await attemptOf(company, waits);
  expect(attempt).toMatchObject({ status: 'SCHEDULED', calledAt: null });
  expect(Date.parse(attempt.scheduledAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(trunk.numbers).toHaveLength(2);
});

test('a shared trunk takes calls of companies without their own trunk, and its test reports its health', async () => {
  const service = await serviceWith();
  const trunk = await trunkAt();
  const created = await service.admin.post('/shared-trunks', {
    name: 'All',
    host: '127.0.0.1',
    port: trunk.port,
  });
  const company = await service.newCompany();
  expect((await ended(company, await order(company, ZURICH))).status).toBe('COMPLETED');
  expect(trunk.numbers).toEqual([ZURICH]);
  const tested = await service.admin.post(`/shared-trunks/${created.body.id}/test`);
  expect(tested.body, tested.text).toMatchObject({ success: true });
});

test('a trunk of the settings has its calls, and no password, in its health', async () => {
  const trunk = await trunkAt();
  const service = await serviceWith({ PARLEY_SIP_TRUNK: `sip:acme:a-secret@127.0.0.1:${trunk.port}` });
  const company = await service.newCompany();
  expect((await ended(company, await order(company, ZURICH))).status).toBe('COMPLETED');
  const read = () => service.admin.get('/settings-trunks');
  await expect
    .poll(async () => (await read()).body.data, patience)
    .toMatchObject([
      {
        ...{ setting: 'PARLEY_SIP_TRUNK', host: '127.0.0.1', port: trunk.port, username: 'acme' },
        health: {
          ...{ state: 'WORKING', calls: 1, answeredCalls: 1, answerSeizureRatio: 1 },
          ...{ lastCall: { code: 200 }, responses: [{ code: 200, calls: 1 }], unconnectedCalls: null },
        },
      },
    ]);
  expect((await read()).text).not.toContain('a-secret');
  expect(await service.services.registry.metrics()).toContain(
    'parley_trunk_calls_total{trunk="127.0.0.1",code="200"} 1',
  );
});
