import { claimDue } from '@parley/service/domains/conversations/dispatch.actions.ts';
import { requeue } from '@parley/service/domains/conversations/requeue.actions.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { callingCompany, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { ScriptedMedia } from '@parley/testing/scripted-sip.ts';
import { type Api, startTestService, type TestService } from '@parley/testing/service.ts';
import { unzipped } from '@parley/testing/unzipped.ts';
import { eventually } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTrunk } from '../real/sip/udp-trunk.ts';

const ZURICH = '+41446681800';
const GENEVA = '+41227306111';
const NOBODYS = '+15005550000';

let trunk: Awaited<ReturnType<typeof openTrunk>>;
let connected: TestService;
let withTrunk: RunningCompany;
let alone: TestService;
let withoutTrunk: RunningCompany;
beforeAll(async () => {
  // Whoever is called is busy, so that a call takes no time.
  trunk = await openTrunk(() => '486 Busy Here');
  const agent = { retryPolicy: { maxAttempts: 1, delaySeconds: 1 } };
  connected = await startTestService({
    environment: {
      PARLEY_SIP_TRUNK: `sip:127.0.0.1:${trunk.port}`,
      PARLEY_SIP_FROM: '+41446681801',
      PARLEY_CALLING_LAW: 'off',
      PARLEY_SIP_BIND: '127.0.0.1:0',
      PARLEY_SIM_SPEED: '100000',
    },
    sound: { media: new ScriptedMedia(), partyOf: () => new ScriptedParty([]) },
  });
  withTrunk = await runningCompany(connected, { agent });
  alone = await startTestService({ environment: { PARLEY_SIM_SPEED: '100000' } });
  withoutTrunk = await runningCompany(alone, { agent });
});
afterAll(async () => {
  await Promise.all([connected.stop(), alone.stop()]);
  await trunk.close();
});

const isWaiting = ({ status }: { status: string }) => ['SCHEDULED', 'IN_PROGRESS'].includes(status);

/** The first attempt to call a number, once it has ended. */
async function called({ newContact, agentId, api }: RunningCompany, phoneNumber: string, by: Api = api) {
  const contactId = await newContact({ phoneNumber });
  const { status, body, text } = await by.post('/conversations', { agentId, contactId });
  expect(status, text).toBe(201);
  return eventually(async () => {
    const [attempt] = (await api.get(`/conversations/${body.id}`)).body.callAttempts;
    return isWaiting(attempt) ? undefined : attempt;
  });
}

/** A run that has called these numbers. */
async function calledRun({ api, newContact, newRun }: RunningCompany, numbers: readonly string[]) {
  const contactIds = [];
  for (const phoneNumber of numbers) contactIds.push(await newContact({ phoneNumber }));
  const id = await newRun(contactIds);
  await api.post(`/runs/${id}/launch`);
  await eventually(async () => (await api.get(`/runs/${id}`)).body.status === 'COMPLETED' || undefined);
  return { id, contactIds };
}

/** A file of the company with a trunk. */
async function downloaded(path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${withTrunk.key}` };
  return Buffer.from(await (await fetch(`${connected.url}${path}`, { headers })).arrayBuffer());
}

test('without a trunk each call says that it was simulated, to whatever number', async () => {
  expect(await called(withoutTrunk, ZURICH)).toMatchObject({ isSimulated: true });
  expect(await called(withoutTrunk, NOBODYS)).toMatchObject({ isSimulated: true });
});

test('over a trunk a call to a telephone says that it was not simulated', async () => {
  expect(await called(withTrunk, ZURICH)).toMatchObject({ status: 'BUSY', isSimulated: false });
  expect(trunk.numbers).toContain(ZURICH);
});

test('a call to a number of the simulated network says that it was simulated, although there is a trunk', async () => {
  expect(await called(withTrunk, NOBODYS)).toMatchObject({ status: 'COMPLETED', isSimulated: true });
  expect(trunk.numbers).not.toContain(NOBODYS);
});

test('a call of a test key says that it was simulated, although there is a trunk', async () => {
  const { api } = await connected.newKey({ companyId: withTrunk.id, environment: 'test' });
  expect(await called(withTrunk, GENEVA, api)).toMatchObject({ status: 'COMPLETED', isSimulated: true });
  expect(trunk.numbers).not.toContain(GENEVA);
});

test('the call of a test conversation, which nobody is called for, says that it was simulated', async () => {
  const { api, agentId, newContact } = withTrunk;
  const contactId = await newContact({ phoneNumber: GENEVA });
  const { body } = await api.post('/conversations', { agentId, contactId, isTest: true });
  expect(body.callAttempts).toMatchObject([{ status: 'COMPLETED', isSimulated: true }]);
});

test('a call that waits does not say yet whether it will be simulated', async () => {
  const { api, agentId, newContact } = withoutTrunk;
  const scheduleTime = new Date(alone.services.clock.now().getTime() + 86_400_000).toISOString();
  const { body } = await api.post('/conversations', { agentId, contactId: await newContact(), scheduleTime });
  expect(body.callAttempts[0].status).toBe('SCHEDULED');
  expect(body.callAttempts[0]).not.toHaveProperty('isSimulated');
});

test('a call that a test key takes over before it is dialled stays on the machine, and says so', async () => {
  const { database } = connected.services;
  const number = '+41587580000';
  const contactId = await withTrunk.newContact({ phoneNumber: number });
  // Between the claim, which sends it over the trunk, and the dialling.
  await database.run(sql`
    create function take_over() returns trigger language plpgsql as $$ begin
      update conversations c set is_simulated = true from contacts p
      where c.id = new.conversation_id and p.id = c.contact_id and p.phone_number = '+41587580000';
      return null; end $$`);
  await database.run(sql`
    create trigger take_over after update on call_attempts for each row
    when (new.status = 'IN_PROGRESS' and old.status = 'SCHEDULED') execute function take_over()`);
  try {
    const { agentId, api } = withTrunk;
    const { body } = await api.post('/conversations', { agentId, contactId });
    const attempt = await eventually(async () => {
      const [first] = (await api.get(`/conversations/${body.id}`)).body.callAttempts;
      return isWaiting(first) ? undefined : first;
    });
    expect(attempt).toMatchObject({ status: 'COMPLETED', retryNumber: 0, isSimulated: true });
    expect(trunk.numbers).not.toContain(number);
  } finally {
    await database.run(sql`drop trigger take_over on call_attempts`);
  }
});

test('a run says how many of its calls were simulated: all of them without a trunk, and only those to simulated numbers with one', async () => {
  const all = await calledRun(withoutTrunk, [ZURICH, GENEVA]);
  const some = await calledRun(withTrunk, [ZURICH, GENEVA, NOBODYS]);
  const results = async ({ api }: RunningCompany, id: string, query = '') =>
    (await api.get(`/runs/${id}/results${query}`)).body.calls;
  expect(await results(withoutTrunk, all.id)).toEqual({ placed: 2, simulated: 2, unknown: 0 });
  expect(await results(withTrunk, some.id)).toEqual({ placed: 3, simulated: 1, unknown: 0 });
  // Whom the trunk called was busy.
  expect(await results(withTrunk, some.id, '?step=ANSWERED')).toEqual({
    placed: 1,
    simulated: 1,
    unknown: 0,
  });
  expect(await results(withTrunk, some.id, '?ending=NOT_REACHED')).toEqual({
    placed: 2,
    simulated: 0,
    unknown: 0,
  });
});

test('each export of the results of a run says of every contact how many of the calls were simulated', async () => {
  const { id, contactIds } = await calledRun(withTrunk, [ZURICH, NOBODYS]);
  const [head = '', ...lines] = (await withTrunk.api.get(`/runs/${id}/results.csv`)).text
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n');
  expect(head).toMatch(/,corrections,simulatedCalls,overallRating$/);
  const endOf = (contactId = '') =>
    lines.find((line) => line.includes(contactId))?.match(/,(\d*),[^,]*$/)?.[1];
  expect(contactIds.map(endOf)).toEqual(['0', '1']);

  const objects = String(await downloaded(`/runs/${id}/results.ndjson`))
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
  const ofContact = (wanted: string) => objects.find(({ contactId }) => contactId === wanted);
  expect(contactIds.map((one) => ofContact(one).simulatedCalls)).toEqual([0, 1]);

  const workbook = unzipped(await downloaded(`/runs/${id}/results.xlsx`));
  const sheet = String(workbook.get('xl/worksheets/sheet1.xml'));
  expect(sheet).toMatch(/>Status<\/t>.{0,60}>Simulated calls<\/t>/);
});

test('calls from before Parley recorded which ones were simulated count as unknown, and exports say nothing of them', async () => {
  const { id } = await calledRun(withoutTrunk, [ZURICH]);
  const { scope, api } = withoutTrunk;
  await scope.run(sql`
    update call_attempts set is_simulated = null where company_id = ${scope.companyId} and dial_queue = ${id}`);
  expect((await api.get(`/runs/${id}/results`)).body.calls).toEqual({ placed: 1, simulated: 0, unknown: 1 });
  expect((await api.get(`/runs/${id}/results.ndjson`)).body.simulatedCalls).toBeNull();
});

test('the export of a contact says of each call whether it was simulated', async () => {
  const { contactIds } = await calledRun(withTrunk, [ZURICH, NOBODYS]);
  const simulated = [];
  for (const id of contactIds) {
    const files = [...unzipped(await downloaded(`/contacts/${id}/export`))];
    const text = files.find(([name]) => name.endsWith('/conversation.json'))?.[1];
    simulated.push(JSON.parse(String(text)).callAttempts[0].isSimulated);
  }
  expect(simulated).toEqual([false, true]);
});

test('a claimed call says whether it is simulated even if its process dies before it dials; put back, it is decided anew', async () => {
  const { database, close } = await testDatabase();
  try {
    const place = await callingCompany(database);
    const { conversation, attemptId } = await waitingCall(place);
    const { companyId } = place.scope;
    await database.run(sql`update contacts set phone_number = ${ZURICH} where company_id = ${companyId}`);
    const recorded = async () =>
      (
        await database.first<{ is: boolean | null }>(
          sql`select is_simulated as is from call_attempts where id = ${attemptId}`,
        )
      )?.is;
    expect(await recorded()).toBeNull();
    await claimDue(database, workerId, 1);
    expect(await recorded()).toBe(true);

    const call = { attemptId, companyId, conversationId: conversation.id, workerId };
    expect(await requeue(database, { ...call, notes: 'no room', retryAfterMs: 0 })).toBe(true);
    expect(await recorded()).toBeNull();
    await database.run(sql`update call_attempts set scheduled_at = now() where id = ${attemptId}`);
    await database.run(sql`
      insert into trunks (id, company_id, revision, name, is_active, connection, prefixes, priority, weight, created_at, updated_at)
      values (gen_random_uuid(), ${companyId}, 1, 'Ours', true, '{}', '{}', 1, 1, now(), now())`);
    await claimDue(database, workerId, 1);
    expect(await recorded()).toBe(false);
  } finally {
    await close();
  }
});
