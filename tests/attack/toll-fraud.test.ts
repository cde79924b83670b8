import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { admitCall, endTrunkCall } from '@parley/service/domains/trunks/trunk-call.actions.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import { inlineContact } from '@parley/testing/calling-company.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { ScriptedMedia } from '@parley/testing/scripted-sip.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { eventually } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTrunk } from '../real/sip/udp-trunk.ts';

/** Somebody who answers a telephone, and is transferred as the network of their call allows. */
class CalledParty extends ScriptedParty {
  readonly #leg: AudioLeg;

  constructor(leg: AudioLeg) {
    super(['Hello?', 'I do.', 'Yes.', 'Please call me back tomorrow.']);
    this.#leg = leg;
  }

  override async transfer(to: string): Promise<boolean> {
    await super.transfer(to);
    return this.#leg.transfer(to);
  }

  override async leave(): Promise<void> {
    await super.leave();
    await this.#leg.hangUp();
  }
}

const ZURICH = '+41446681800';
const PARIS = '+33142278186';
const PREMIUM_GERMAN = '+499001234567';
const PREMIUM_BRITISH = '+449098790123';

let trunk: Awaited<ReturnType<typeof openTrunk>>;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  trunk = await openTrunk();
  service = await startTestService({
    environment: {
      PARLEY_SIP_TRUNK: `sip:127.0.0.1:${trunk.port}`,
      PARLEY_SIP_FROM: '+41446681801',
      // Placed at any hour: Paris, too.
      PARLEY_CALLING_LAW: 'off',
      PARLEY_SIP_BIND: '127.0.0.1:0',
      PARLEY_SIM_SPEED: '1000',
    },
    sound: { media: new ScriptedMedia(), partyOf: (leg) => new CalledParty(leg) },
  });
  company = await service.newCompany();
});
afterAll(async () => {
  await service.stop();
  await trunk.close();
});

/** An agent that asks one question and, with a number, transfers to it. */
const agentFor = async (handoff?: string): Promise<string> => {
  const flow = {
    firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI assistant.' },
    sections: [
      { type: 'looping', questions: [{ question: 'Do you like tea?' }] },
      ...(handoff === undefined ? [] : [{ type: 'human_handoff', phoneNumber: handoff }]),
    ],
    lastMessage: { type: 'last_message', text: 'Goodbye.' },
  };
  const agent = { name: 'Grace', type: 'PHONE', language: 'EN', callingWindow: null, flow };
  const { status, body, text } = await company.api.post('/agents', agent);
  expect(status, text).toBe(201);
  return body.id;
};

/** The first attempt to call somebody, once it has ended. */
async function called(agentId: string, phoneNumber: string) {
  const contact = { ...inlineContact, phoneNumber };
  const { status, body, text } = await company.api.post('/conversations', { agentId, contact });
  expect(status, text).toBe(201);
  return eventually(async () => {
    const [attempt] = (await company.api.get(`/conversations/${body.id}`)).body.callAttempts;
    return ['SCHEDULED', 'IN_PROGRESS'].includes(attempt.status) ? undefined : attempt;
  });
}

test.each([PREMIUM_GERMAN, PREMIUM_BRITISH])(
  'the premium-rate number %s is not dialled, the attempt names the reason, and preflight warns',
  async (phoneNumber) => {
    const agentId = await agentFor();
    const contact = (await company.api.post('/contacts', { ...inlineContact, phoneNumber })).body;
    const checked = await company.api.post(`/agents/${agentId}/preflight`, { contactIds: [contact.id] });
    expect(checked.body).toMatchObject({ ok: false, contacts: { total: 1, callable: 0 } });
    expect(JSON.stringify(checked.body.problems)).toContain(
      'The number is not called: it is a premium-rate number',
    );
    expect(await called(agentId, phoneNumber)).toMatchObject({
      status: 'FAILED',
      notes: 'not dialled: it is a premium-rate number',
    });
    expect(trunk.numbers).toEqual([]);
  },
);

test('a handoff to a premium-rate number is not dialled, and preflight warns about it', async () => {
  const agentId = await agentFor(PREMIUM_BRITISH);
  const { problems } = (await company.api.post(`/agents/${agentId}/preflight`)).body;
  expect(JSON.stringify(problems)).toContain('it is a premium-rate number');
  const attempt = await called(agentId, ZURICH);
  expect(attempt).toMatchObject({ status: 'COMPLETED', reasonCode: null });
  expect(trunk.numbers).toEqual([ZURICH]);
  expect(trunk.referred).toEqual([]);
});

/** A company that calls over the trunk, with the ceiling that the administrator has set for it. */
const ceilingOf = async (ceiling: object) => {
  const { status, text } = await service.admin.put(`/companies/${company.id}/call-ceiling`, ceiling);
  expect(status, text).toBe(200);
};
const limit = (limits: object) => company.api.patch(`/companies/${company.id}`, limits);

test("a company's own key cannot exceed the administrator's ceiling, and gets every violation at once", async () => {
  await ceilingOf({ allowedCountries: ['CH'], maxMinutesPerHour: 60, maxMinutesPerDay: 300 });
  const refused = await limit({
    allowedCountries: ['CH', 'FR'],
    maxMinutesPerHour: 61,
    maxMinutesPerDay: 1_000_000,
  });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [
      "allowedCountries must not contain FR: the administrator's ceiling allows CH",
      "maxMinutesPerHour must not exceed the administrator's ceiling of 60",
      "maxMinutesPerDay must not exceed the administrator's ceiling of 300",
    ],
  ]);
  expect((await limit({ allowedCountries: ['CH'], maxMinutesPerHour: 60 })).status).toBe(200);
});

test("only an administrator sets the ceiling of a company's call limits, and everybody in the company sees it", async () => {
  const path = `/companies/${company.id}/call-ceiling`;
  const ceiling = { allowedCountries: ['CH'], maxMinutesPerHour: null, maxMinutesPerDay: 300 };
  await ceilingOf(ceiling);
  for (const answer of [await company.api.put(path, {}), await company.api.get(path)])
    expect([401, 403]).toContain(answer.status);
  expect((await limit({ callCeiling: null })).status).toBe(400);
  expect((await company.api.get(`/companies/${company.id}`)).body.callCeiling).toEqual(ceiling);
  expect((await service.admin.get(path)).body).toEqual(ceiling);
});

test("a key that lifts the company's own limits stays below the ceiling: other countries are not dialled", async () => {
  await ceilingOf({ allowedCountries: ['CH'] });
  expect((await limit({ allowedCountries: null, maxMinutesPerHour: null })).status).toBe(200);
  const before = trunk.numbers.length;
  expect(await called(await agentFor(), PARIS)).toMatchObject({
    status: 'FAILED',
    notes: 'not dialled: calls to the country FR are not allowed',
  });
  expect(trunk.numbers).toHaveLength(before);
});

test('a ceiling that is lowered applies at once to call limits that were set before', async () => {
  await ceilingOf({});
  expect((await limit({ allowedCountries: ['FR', 'DE'] })).status).toBe(200);
  // No country is both in the company's list and in the ceiling: none is called.
  await ceilingOf({ allowedCountries: ['CH'] });
  const agentId = await agentFor();
  const contact = (await company.api.post('/contacts', { ...inlineContact, phoneNumber: PARIS })).body;
  const checked = await company.api.post(`/agents/${agentId}/preflight`, { contactIds: [contact.id] });
  expect(checked.body).toMatchObject({ ok: false, contacts: { total: 1, callable: 0 } });
  const before = trunk.numbers.length;
  for (const number of [PARIS, ZURICH])
    expect(await called(agentId, number), number).toMatchObject({ status: 'FAILED' });
  expect(trunk.numbers).toHaveLength(before);
});

/** A call over the trunk that lasted so long. */
async function callOf(minutes: number, { id }: TestCompany): Promise<void> {
  const scope = service.services.database.within(id as CompanyId, { kind: 'system', id: 'test' });
  const admission = await admitCall(scope, { trunkId: null, workerId: UNKNOWN, to: ZURICH, from: null });
  if (admission.kind !== 'admitted') throw new Error(admission.words);
  const endedAfterMs = minutes * 60_000;
  const end = { status: 200, isOffered: true, rangAfterMs: 0, answeredAfterMs: 0, endedAfterMs };
  await endTrunkCall(scope, admission.callId, end);
}

test.each([
  ['maxMinutesPerHour', 'the company has reached its limit of 5 minutes per hour'],
  ['maxMinutesPerDay', 'the company has reached its limit of 5 minutes in 24 hours'],
])(
  'once the minutes of %s are used up, calls wait, preflight says so, and a raised limit lets them begin',
  async (name, words) => {
    company = await service.newCompany();
    await callOf(5, company);
    expect((await limit({ [name]: 5 })).status).toBe(200);
    const agentId = await agentFor();
    const before = trunk.numbers.length;
    const contact = { ...inlineContact, phoneNumber: ZURICH };
    const waiting = (await company.api.post('/conversations', { agentId, contact })).body;
    const notes = await eventually(async () => {
      const [attempt] = (await company.api.get(`/conversations/${waiting.id}`)).body.callAttempts;
      return attempt.status === 'SCHEDULED' ? (attempt.notes ?? undefined) : undefined;
    });
    expect(notes).toContain(words);
    const { problems } = (await company.api.post(`/agents/${agentId}/preflight`)).body;
    expect(JSON.stringify(problems)).toContain(words);
    expect(trunk.numbers).toHaveLength(before);

    expect((await limit({ [name]: 1000 })).status).toBe(200);
    expect(await called(agentId, '+41446681802')).toMatchObject({ status: 'COMPLETED' });
  },
);

test('an ATS key cannot exceed the ceiling for call limits of a company that it created', async () => {
  const { api: ats } = await service.newKey({ type: 'ATS' });
  const { id } = (await ats.post('/companies', { name: 'Made by an ATS', maxMinutesPerDay: 900 })).body;
  await service.admin.put(`/companies/${id}/call-ceiling`, { maxMinutesPerDay: 100 });
  const refused = await ats.patch(`/companies/${id}`, { maxMinutesPerDay: 200 });
  expect(refused.body.errors).toEqual([
    "maxMinutesPerDay must not exceed the administrator's ceiling of 100",
  ]);
});
