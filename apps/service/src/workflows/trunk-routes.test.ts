import type { SipTrunk } from '@parley/sip/sip-trunk.ts';
import { placeCall } from '@parley/telephone/sip-placing.ts';
import { addLiveWorker } from '@parley/testing/live-worker.ts';
import { ScriptedMedia, scriptedNetwork } from '@parley/testing/scripted-sip.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Trunk } from '../domains/trunks/trunk.model.ts';
import { admitCall } from '../domains/trunks/trunk-call.actions.ts';
import { type CompanyId, sql } from '../storage/sql.ts';
import { TrunkRoutes } from './trunk-routes.ts';

const workerId = '01890000-0000-7000-8000-00000000cccc';
const [TO, OURS] = ['+41446681800', '+41446681801'];

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany();
  await addLiveWorker(service.services.database, workerId);
});

const scope = () => service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
const trunkWith = async (fields: object): Promise<string> =>
  (await company.api.post('/trunks', { name: 'T', host: 'sip.example.com', ...fields })).body.id;
const switchOff = (trunkId: string) => company.api.patch(`/trunks/${trunkId}`, { isActive: false });
/** The number of an agent, which only this trunk may show. */
async function pinTo(trunkId: string): Promise<void> {
  const number = { companyId: company.id, phoneNumber: OURS, trunkId };
  expect((await service.admin.post('/phone-numbers', number)).status).toBe(201);
}

const routesWith = (
  connectTo: (trunk: Trunk) => Promise<SipTrunk>,
  defaults: readonly SipTrunk[] = [],
  onError: (error: Error) => void = (error) => {
    throw error;
  },
) =>
  new TrunkRoutes({
    everywhere: service.services.database,
    workerId,
    defaults: defaults.map((trunk) => ({ key: `@${trunk.address}`, trunk })),
    connectTo,
    fraction: () => 0.5,
    onError,
  });

/** What becomes of a call that no trunk may place. */
async function dial(from: string | null, onRouted: () => Promise<unknown> = async () => undefined) {
  const { agent, transport, trunkAt } = scriptedNetwork();
  const routes = routesWith(async () => {
    await onRouted();
    return trunkAt('sip:198.51.100.1');
  });
  const parts = { agent, trunks: [], media: new ScriptedMedia(), from: null, sessionSeconds: 180 };
  const steps = placeCall(
    { ...parts, routesOf: (order) => routes.of(company.id as CompanyId, order) },
    { to: TO, from, ringTimeoutMs: 30_000 },
    new AbortController().signal,
  );
  const events = await Array.fromAsync(steps);
  expect(transport.sent).toEqual([]);
  return events.at(-1);
}

test('a call waits while the trunk of its caller ID is at its daily limit, however long that takes', async () => {
  const [trunkId] = [await trunkWith({ maxCallsPerDay: 1 }), await trunkWith({})];
  await pinTo(trunkId);
  expect((await admitCall(scope(), { trunkId, workerId, to: TO, from: OURS })).kind).toBe('admitted');
  const end = await dial(OURS);
  expect(end).toMatchObject({ kind: 'not_placed', isTrunkDown: true });
  expect(end?.kind === 'not_placed' && end.retryAfterMs > 3_600_000).toBe(true);
});

test("calls that wait for their company's minute limit are retried after ten minutes, spread out", async () => {
  await trunkWith({});
  await company.api.patch(`/companies/${company.id}`, { maxMinutesPerDay: 1 });
  await service.services.database.run(sql`
    insert into call_minutes (company_id, hour, shard, minutes, held)
    values (${company.id}, date_trunc('hour', clock_timestamp(), 'UTC'), 0, 1, 0)`);
  expect(await dial(null)).toMatchObject({ kind: 'not_placed', retryAfterMs: 630_000, isTrunkDown: true });
});

test('a call whose only trunk is switched off while it waits is requeued, and does not fail', async () => {
  const trunkId = await trunkWith({});
  expect(await dial(null, () => switchOff(trunkId))).toMatchObject({
    kind: 'not_placed',
    retryAfterMs: 60_000,
    isTrunkDown: true,
  });
});

test('a call waits while the trunk of its caller ID is switched off, even if other trunks could take it', async () => {
  const [trunkId] = [await trunkWith({}), await trunkWith({})];
  await pinTo(trunkId);
  await switchOff(trunkId);
  expect(await dial(OURS)).toMatchObject({ kind: 'not_placed', retryAfterMs: 60_000, isTrunkDown: true });
});

test("a call to a number outside the prefixes of its caller ID's trunk fails with the reason", async () => {
  const [trunkId] = [await trunkWith({ prefixes: ['+49'] }), await trunkWith({})];
  await pinTo(trunkId);
  expect(await dial(OURS)).toEqual({
    kind: 'failed',
    code: 'the trunk of the caller ID takes no calls to this number',
  });
});

test('a call uses the shared trunk of its caller ID even if the company has a trunk of its own', async () => {
  const shared = { name: 'Shared', host: 'shared.example.com' };
  const { id } = (await service.admin.post('/shared-trunks', shared)).body;
  await trunkWith({});
  await pinTo(id);
  const { trunkAt } = scriptedNetwork();
  const connected: string[] = [];
  const routes = routesWith(async ({ host }) => {
    connected.push(host);
    return trunkAt('sip:198.51.100.1');
  });
  const found = await routes.of(company.id as CompanyId, { to: TO, from: OURS, ringTimeoutMs: 30_000 });
  expect(connected).toEqual(['shared.example.com']);
  if ('kind' in found) throw new Error(found.kind);
  expect(found[0]?.knownAs).toBe("the operator's trunk");
  expect(await found[0]?.admit?.(new AbortController().signal)).toMatchObject({ kind: 'admitted' });
  await service.admin.delete(`/shared-trunks/${id}`);
});

test("a call waits while the company's own trunk is switched off, and does not use the default trunk", async () => {
  await switchOff(await trunkWith({}));
  const { trunkAt } = scriptedNetwork();
  const routes = routesWith(async () => trunkAt('sip:198.51.100.1'), [trunkAt('sip:198.51.100.2')]);
  const order = { to: TO, from: null, ringTimeoutMs: 30_000 };
  expect(await routes.of(company.id as CompanyId, order)).toMatchObject({
    kind: 'not_placed',
    code: 'the trunk for this number is switched off',
    isTrunkDown: true,
  });
});

test('a call over a trunk of the settings is stored with the key of the trunk, and its end is reported', async () => {
  const { trunkAt } = scriptedNetwork();
  const trunk = trunkAt('sip:acme@198.51.100.2');
  const ends: (number | null)[] = [];
  const routes = new TrunkRoutes({
    everywhere: service.services.database,
    workerId,
    defaults: [{ key: 'acme@sip:198.51.100.2', trunk }],
    connectTo: async () => trunk,
    fraction: () => 0.5,
    onCallEnd: (_, { status }) => ends.push(status),
    onError: (error) => {
      throw error;
    },
  });
  const found = await routes.of(company.id as CompanyId, { to: TO, from: null, ringTimeoutMs: 30_000 });
  if ('kind' in found) throw new Error(found.kind);
  expect(found[0]?.knownAs).toBe("the operator's trunk");
  const admission = await found[0]?.admit?.(new AbortController().signal);
  if (admission?.kind !== 'admitted') throw new Error(JSON.stringify(admission));
  const nothing = { isOffered: true, rangAfterMs: null, answeredAfterMs: null, endedAfterMs: 10 };
  admission.line.end({ status: 486, ...nothing });
  await routes.close(5000);
  const [stored] = await service.services.database.all<object>(
    sql`select trunk_id, settings_trunk, status from trunk_calls where company_id = ${company.id}`,
  );
  expect(stored).toEqual({ trunk_id: null, settings_trunk: 'acme@sip:198.51.100.2', status: 486 });
  expect(ends).toEqual([486]);
});

test('a call waits five seconds for a free trunk, and not longer if several trunks are full', async () => {
  for (const trunkId of [
    await trunkWith({ maxConcurrentCalls: 1 }),
    await trunkWith({ maxConcurrentCalls: 1 }),
  ])
    await admitCall(scope(), { trunkId, workerId, to: TO, from: null });
  const { trunkAt } = scriptedNetwork();
  const routes = await routesWith(async () => trunkAt('sip:198.51.100.1')).of(company.id as CompanyId, {
    to: TO,
    from: null,
    ringTimeoutMs: 30_000,
  });
  if ('kind' in routes) throw new Error(routes.kind);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  try {
    const { signal } = new AbortController();
    const first = routes[0]?.admit?.(signal);
    now.mockReturnValue(5000);
    expect(await first).toMatchObject({ kind: 'refused', waitMs: 5000 });
    expect(await routes[1]?.admit?.(signal)).toMatchObject({ kind: 'refused', waitMs: 5000 });
  } finally {
    now.mockRestore();
  }
});

test('a stopping process waits until the ends of its calls are stored, but only for a limited time', async () => {
  await trunkWith({});
  const { trunkAt } = scriptedNetwork();
  const errors: string[] = [];
  const routes = routesWith(
    async () => trunkAt('sip:198.51.100.1'),
    [],
    ({ message }) => errors.push(message),
  );
  const found = await routes.of(company.id as CompanyId, { to: TO, from: null, ringTimeoutMs: 30_000 });
  if ('kind' in found) throw new Error(found.kind);
  // Its own.
  expect(found[0]?.knownAs).toBeUndefined();
  const admission = await found[0]?.admit?.(new AbortController().signal);
  if (admission?.kind !== 'admitted') throw new Error(JSON.stringify(admission));
  const calls = sql`from trunk_calls where company_id = ${company.id}`;
  await service.services.database.transaction(async (inside) => {
    await inside.all(sql`select 1 as one ${calls} for update`);
    const report = {
      status: 486,
      isOffered: true,
      rangAfterMs: null,
      answeredAfterMs: null,
      endedAfterMs: 10,
    };
    admission.line.end(report);
    await routes.close(1);
    expect(errors).toEqual(['No answer within 1 ms']);
  });
  await routes.close(5000);
  expect(await service.services.database.first(sql`select status ${calls} and ended_at is not null`)).toEqual(
    {
      status: 486,
    },
  );
  expect(errors).toHaveLength(1);
});
