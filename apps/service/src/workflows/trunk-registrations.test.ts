import type { TrunkRegistration } from '@parley/sip/sip-trunk.ts';
import { addLiveWorker } from '@parley/testing/live-worker.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetOldTrunkCalls } from '../domains/trunks/trunk-call.actions.ts';
import { sql } from '../storage/sql.ts';
import { TrunkRegistrations } from './trunk-registrations.ts';

const [ONE, OTHER] = [
  '01890000-0000-7000-8000-00000000df01',
  '01890000-0000-7000-8000-00000000df02',
] as const;
const registered: TrunkRegistration = { state: 'registered', status: 200, seconds: 300 };
const refused: TrunkRegistration = { state: 'refused', status: 403, seconds: null };
const silent: TrunkRegistration = { state: 'unreachable', status: null, seconds: null };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  for (const id of [ONE, OTHER]) await addLiveWorker(service.services.database, id);
});

const processOf = (workerId: string) =>
  new TrunkRegistrations(service.services.database, workerId, (error) => {
    throw error;
  });

async function newTrunk() {
  const company = await service.newCompany();
  const wanted = { name: 'PBX', host: 'sip.example.com', username: 'acme', isRegistering: true };
  const { body } = await company.api.post('/trunks', wanted);
  const path = `/trunks/${body.id}`;
  const read = async () => (await company.api.get(`${path}/health`)).body.registration;
  return { company, id: body.id as string, path, read };
}

test('the health of a trunk says whether it is registered, until when, and what it answered otherwise', async () => {
  const { id, read } = await newTrunk();
  const worker = processOf(ONE);
  expect(await read()).toBeNull();
  await worker.note(id, registered);
  const first = await read();
  expect(first).toEqual({
    state: 'REGISTERED',
    since: expect.any(String),
    expiresAt: expect.any(String),
    code: 200,
  });
  expect(Date.parse(first.expiresAt) - Date.parse(first.since)).toBe(300_000);
  await worker.note(id, registered);
  expect((await read()).since).toBe(first.since);
  // What was granted before holds until its end.
  await worker.note(id, refused);
  const then = await read();
  expect(then).toMatchObject({ state: 'REFUSED', code: 403, expiresAt: expect.any(String) });
  expect(Date.parse(then.since)).toBeGreaterThan(Date.parse(first.since));
  await worker.note(id, silent);
  expect(await read()).toMatchObject({ state: 'UNREACHABLE', code: null });
});

test('the process whose registration fails is shown before one that is registered, and a lost process no more', async () => {
  const { id, read } = await newTrunk();
  await processOf(ONE).note(id, refused);
  await processOf(OTHER).note(id, registered);
  expect(await read()).toMatchObject({ state: 'REFUSED' });
  await service.services.database.run(sql`delete from workers where id = ${ONE}`);
  expect(await read()).toMatchObject({ state: 'REGISTERED' });
  await forgetOldTrunkCalls(service.services.database);
  const left = await service.services.database.all<{ worker_id: string }>(
    sql`select worker_id from trunk_registrations where trunk = ${id}`,
  );
  expect(left).toEqual([{ worker_id: OTHER }]);
});

test('a registration that was not renewed in time is not known any more', async () => {
  const { id, read } = await newTrunk();
  await processOf(ONE).note(id, registered);
  await service.services.database.run(
    sql`update trunk_registrations set expires_at = now() - interval '1 second' where trunk = ${id}`,
  );
  expect(await read()).toBeNull();
});

test('a changed trunk begins anew, and one that a process leaves has no registration', async () => {
  const { company, id, path, read } = await newTrunk();
  const worker = processOf(ONE);
  await worker.note(id, registered);
  expect((await company.api.patch(path, { name: 'Other' })).status).toBe(200);
  expect(await read()).toBeNull();
  await Promise.all([worker.forget(id), worker.note(id, refused)]);
  expect(await read()).toMatchObject({ state: 'REFUSED', expiresAt: null });
  await worker.forget(id);
  expect(await read()).toBeNull();
});
