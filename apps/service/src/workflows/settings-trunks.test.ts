import { addLiveWorker } from '@parley/testing/live-worker.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { admitCall, endTrunkCall } from '../domains/trunks/trunk-call.actions.ts';
import type { CompanyId } from '../storage/sql.ts';
import { TrunkChecks } from './trunk-checks.ts';
import { TrunkProblems } from './trunk-problems.ts';
import { TrunkRegistrations } from './trunk-registrations.ts';

const workerId = '01890000-0000-7000-8000-00000000de01';
const PASSWORD = 'correct-horse-battery-staple';
/** As the processes that place calls name them. */
const FIRST = 'acme@sip:sip.example.com;transport=tls';
const SECOND = '@sip:198.51.100.2:5070';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({
    roles: ['api'],
    environment: {
      PARLEY_SIP_TRUNK: `sip:acme:${PASSWORD}@sip.example.com;transport=tls`,
      PARLEY_SIP_TRUNK_2: 'sip:198.51.100.2:5070',
      PARLEY_SIP_REGISTER: 'true',
    },
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany();
  await addLiveWorker(service.services.database, workerId);
});

const fail = (error: Error) => {
  throw error;
};
const trunks = async () => (await service.admin.get('/settings-trunks')).body.data;

async function called(settingsTrunk: string, end: { status: number; answeredAfterMs: number | null }) {
  const scope = service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  const wanted = { trunkId: null, settingsTrunk, workerId, to: '+41446681800', from: null };
  const admission = await admitCall(scope, wanted);
  if (admission.kind !== 'admitted') throw new Error(JSON.stringify(admission));
  const rest = { isOffered: true, rangAfterMs: 1000, endedAfterMs: 12_000 };
  await endTrunkCall(scope, admission.callId, { ...rest, ...end });
}

test('administrators see the trunks of the settings in order, without passwords, before any call', async () => {
  const reply = await service.admin.get('/settings-trunks');
  expect(reply.status).toBe(200);
  expect(reply.text).not.toContain(PASSWORD);
  expect(reply.body.data).toMatchObject([
    {
      ...{ setting: 'PARLEY_SIP_TRUNK', host: 'sip.example.com', port: null, transport: 'TLS' },
      ...{ username: 'acme', isRegistering: true },
      health: { state: 'NOT_KNOWN', calls: 0, responses: [], registration: null, problem: null },
    },
    { setting: 'PARLEY_SIP_TRUNK_2', host: '198.51.100.2', port: 5070, transport: null, username: null },
  ]);
  expect((await company.api.get('/settings-trunks')).status).toBe(403);
  expect((await service.admin.get('/settings-trunks?hours=0')).status).toBe(400);
});

test('calls over a trunk of the settings count in its health, and in that of no other trunk', async () => {
  await called(FIRST, { status: 200, answeredAfterMs: 2000 });
  await called(FIRST, { status: 486, answeredAfterMs: null });
  await called(SECOND, { status: 404, answeredAfterMs: null });
  const [first, second] = await trunks();
  expect(first.health).toMatchObject({
    ...{ state: 'WORKING', liveCalls: 0, calls: 2, answeredCalls: 1, answerSeizureRatio: 0.5 },
    ...{ averageCallSeconds: 10, postDialDelayMs: { median: 1000, p95: 1000 } },
    ...{ lastCall: { code: 486 }, responses: [expect.anything(), expect.anything()] },
  });
  expect(second.health).toMatchObject({ calls: 1, responses: [{ code: 404, calls: 1 }] });
});

test('the health of a trunk of the settings has its last check, its registration and what is wrong with it', async () => {
  const { database } = service.services;
  await new TrunkChecks(database, fail).noteSettings(SECOND, 200);
  await new TrunkRegistrations(database, workerId, fail).note(SECOND, {
    ...{ state: 'refused', status: 403, seconds: null },
  });
  const problems = new TrunkProblems(database, workerId, fail);
  const trunk = { key: SECOND, name: '198.51.100.2' };
  expect((await trunks())[1].health).toMatchObject({
    lastCheck: { code: 200 },
    registration: { state: 'REFUSED', code: 403 },
    problem: null,
  });
  await problems.noteOperators(trunk, { fault: 'dead', words: 'does not answer' });
  const [first, second] = await trunks();
  expect(second.health).toMatchObject({ state: 'DOWN', problem: { message: 'does not answer' } });
  expect(first.health).toMatchObject({ lastCheck: null, registration: null, problem: null });
});
