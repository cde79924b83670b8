import { Browser, operatorToken } from '@parley/testing/console-browser.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { claimDue } from '../conversations/dispatch.actions.ts';
import { purgeRegisters } from './do-not-call-register.actions.ts';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  // Without a worker nothing is dialled before the test says so.
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
});
afterAll(() => service.stop());

const worker = '01890000-0000-7000-8000-000000000009';
const listed = '+493012345678';

async function register(of: TestCompany, name: string) {
  const { status, body } = await of.api.post('/do-not-call-registers', {
    name,
    country: 'DE',
    date: '2026-01-31',
  });
  expect(status).toBe(201);
  return body.id as string;
}

async function imported(of: TestCompany, id: string, mode: string, numbers: readonly string[]) {
  const path = `/do-not-call-registers/${id}/imports`;
  const started = await of.api.post(path, { mode });
  expect([started.status, started.body.state]).toEqual([201, 'loading']);
  await of.api.post(`${path}/${started.body.id}/numbers`, { numbers });
  const finished = await of.api.post(`${path}/${started.body.id}/finish`);
  expect([finished.status, finished.body.state]).toEqual([200, 'active']);
  return { ...finished.body, path: `${path}/${started.body.id}` };
}

const isListed = async (of: TestCompany, number: string) => {
  const [row] = await service.services.database.all<{ is: boolean }>(
    sql`select is_registered(${of.id}::uuid, ${number}) as is`,
  );
  return row?.is;
};

test('a do-not-call register stores each number once, in any notation, and counts entries that are no numbers', async () => {
  const id = await register(company, 'Spellings');
  const numbers = ['030 12345678', listed, '0049-30-12345678', '+49 30 87654321', 'Telefon', ''];
  expect(await imported(company, id, 'append', numbers)).toMatchObject({ numbers: 2, refused: 2 });
  expect((await company.api.get(`/do-not-call-registers/${id}`)).body).toMatchObject({
    name: 'Spellings',
    country: 'DE',
    date: '2026-01-31',
    numbers: 2,
    isShared: false,
  });
  expect((await company.api.delete(`/do-not-call-registers/${id}`)).status).toBe(204);
  expect(await isListed(company, listed)).toBe(false);
});

test('an import into a do-not-call register takes effect when finished, and the latest import can be undone', async () => {
  const id = await register(company, 'National');
  const path = `/do-not-call-registers/${id}/imports`;
  const started = await company.api.post(path, { mode: 'append' });
  await company.api.post(`${path}/${started.body.id}/numbers`, { numbers: [listed] });
  expect(await isListed(company, listed)).toBe(false);
  await company.api.post(`${path}/${started.body.id}/finish`);
  expect(await isListed(company, listed)).toBe(true);

  const replacing = await imported(company, id, 'replace', ['+493087654321']);
  expect([await isListed(company, listed), await isListed(company, '+493087654321')]).toEqual([false, true]);
  expect((await company.api.post(`${path}/${started.body.id}/undo`)).status).toBe(409);
  expect((await company.api.post(`${path}/${started.body.id}/numbers`, { numbers: ['1'] })).status).toBe(409);
  expect((await company.api.post(`${replacing.path}/undo`)).body.state).toBe('undone');
  expect([await isListed(company, listed), await isListed(company, '+493087654321')]).toEqual([true, false]);
  await company.api.delete(`/do-not-call-registers/${id}`);
});

async function waitingCall(of: TestCompany, phoneNumber: string) {
  const agent = await of.api.post('/agents', { name: 'Grace', focus: 'GENERIC', callingWindow: null });
  const { status, body } = await of.api.post('/conversations', {
    agentId: agent.body.id,
    contact: { firstName: 'Ada', lastName: 'Bell', phoneNumber, gdprExpiryDate: '2099-12-31' },
  });
  expect(status).toBe(201);
  return { id: body.id as string, agentId: agent.body.id as string };
}

test('a waiting call is not dialled if its number is put on a do-not-call register meanwhile', async () => {
  const call = await waitingCall(company, listed);
  const id = await register(company, 'Before the call');
  await imported(company, id, 'append', [listed]);
  expect(await claimDue(service.services.database, worker, 10)).toEqual([]);
  const { body } = await company.api.get(`/conversations/${call.id}`);
  expect(body).toMatchObject({
    status: 'CANCELLED',
    callAttempts: [
      { status: 'CANCELLED', reasonCode: 'OPT_OUT', notes: 'The number is on a do-not-call register' },
    ],
  });
  await company.api.delete(`/do-not-call-registers/${id}`);
});

test('the launch preview of a run says how many contacts are on a do-not-call register', async () => {
  const id = await register(company, 'Preview');
  await imported(company, id, 'append', ['+493022222222']);
  const agent = await company.api.post('/agents', { name: 'Run', focus: 'GENERIC', callingWindow: null });
  const run = await company.api.post('/runs', { name: 'Autumn', agentId: agent.body.id });
  const contacts = ['+493022222222', '+493033333333'].map((phoneNumber) => ({
    firstName: 'Ada',
    lastName: 'Bell',
    phoneNumber,
    gdprExpiryDate: '2099-12-31',
  }));
  const ids = [];
  for (const contact of contacts) ids.push((await company.api.post('/contacts', contact)).body.id);
  await company.api.post(`/runs/${run.body.id}/contacts`, { contactIds: ids });
  const preview = await company.api.get(`/runs/${run.body.id}/launch-preview`);
  expect(preview.body).toMatchObject({
    contacts: 2,
    callable: 1,
    uncallable: [{ reason: 'registered', contacts: 1 }],
  });
  expect(preview.body.summary).toContain('1 cannot be called: 1 is on a do-not-call register');
  await company.api.delete(`/do-not-call-registers/${id}`);
});

test('a do-not-call register applies to other companies only if the operator shares it', async () => {
  const other = await service.newCompany();
  const id = await register(company, 'Of the operator');
  await imported(company, id, 'append', [listed]);
  expect(await isListed(other, listed)).toBe(false);
  expect((await other.api.get(`/do-not-call-registers/${id}`)).status).toBe(404);
  const path = `/console/api/companies/${company.id}/do-not-call-registers/${id}`;
  expect((await service.admin.put(path, { isShared: true })).status).toBe(204);
  expect(await isListed(other, listed)).toBe(true);
  const scope = service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  expect(
    await scope.all(
      sql`select is_shared as "isShared" from do_not_call_registers where company_id = ${scope.companyId} and id = ${id}`,
    ),
  ).toEqual([{ isShared: true }]);
  expect((await service.admin.put(path, { isShared: false })).status).toBe(204);
  expect((await company.api.delete(`/do-not-call-registers/${id}`)).status).toBe(204);
});

test('only staff of the installation can change a shared do-not-call register', async () => {
  const other = await service.newCompany();
  const id = await register(company, 'For all');
  const listing = await imported(company, id, 'append', [listed]);
  const path = `/do-not-call-registers/${id}`;
  const loading = await company.api.post(`${path}/imports`, { mode: 'replace' });
  await service.admin.put(`/console/api/companies/${company.id}${path}`, { isShared: true });

  const loadingPath = `${path}/imports/${loading.body.id}`;
  const refused = [
    await company.api.delete(path),
    await company.api.post(`${path}/imports`, { mode: 'replace' }),
    await company.api.post(`${loadingPath}/numbers`, { numbers: ['+493087654321'] }),
    await company.api.post(`${loadingPath}/finish`),
    await company.api.post(`${loadingPath}/undo`),
    await company.api.post(`${listing.path}/undo`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect(await isListed(other, listed)).toBe(true);
  expect((await company.api.get(path)).body).toMatchObject({ isShared: true, numbers: 1 });

  const staff = new Browser(service.url);
  const token = await operatorToken(service, company.id);
  expect((await staff.post('/console/api/sign-in-links/redeem', { token })).status).toBe(200);
  expect((await staff.post(`${loadingPath}/numbers`, { numbers: ['+493087654321'] })).status).toBe(200);
  expect((await staff.post(`${loadingPath}/finish`)).status).toBe(200);
  expect([await isListed(other, listed), await isListed(other, '+493087654321')]).toEqual([false, true]);
  expect((await staff.ask('DELETE', path)).status).toBe(204);
});

const stored = async (of: TestCompany) => {
  const [row] = await service.services.database.all<{
    numbers: number;
    imports: number;
    registers: number;
  }>(sql`
    select (select count(*)::int from registered_numbers where company_id = ${of.id}) as numbers,
           (select count(*)::int from do_not_call_imports where company_id = ${of.id}) as imports,
           (select count(*)::int from do_not_call_registers where company_id = ${of.id}) as registers`);
  return row;
};
const purge = () => purgeRegisters(service.services.database, new AbortController().signal);

test('the do-not-call numbers of a deleted company stop applying at once, and are purged later', async () => {
  const [gone, other] = [await service.newCompany(), await service.newCompany()];
  const { database } = service.services;
  const id = await register(gone, 'Of a company that goes');
  await imported(gone, id, 'append', [listed, '+493087654321']);
  await service.admin.put(`/console/api/companies/${gone.id}/do-not-call-registers/${id}`, {
    isShared: true,
  });
  expect(await isListed(other, listed)).toBe(true);
  await database.run(sql`delete from companies where id = ${gone.id}`);
  expect(await isListed(other, listed)).toBe(false);
  expect(await stored(gone)).toEqual({ numbers: 2, imports: 1, registers: 1 });
  await purge();
  expect(await stored(gone)).toEqual({ numbers: 0, imports: 0, registers: 0 });
});

test('a company can be deleted while an import into its do-not-call register is written, and neither fails', async () => {
  const gone = await service.newCompany();
  const { database } = service.services;
  const id = await register(gone, 'Of a company that goes, too');
  await imported(gone, id, 'append', [listed]);
  let runs = 0;
  const { deletion } = await database.transaction(async (inside) => {
    runs += 1;
    await inside.run(sql`select from do_not_call_registers where id = ${id} for update`);
    const deleting = database.run(sql`delete from companies where id = ${gone.id}`);
    await somebodyWaits(database, deleting);
    await inside.run(sql`update do_not_call_imports set updated_at = now() where register_id = ${id}`);
    return { deletion: deleting };
  });
  expect([await deletion, runs]).toEqual([1, 1]);
});

test('replaced or deleted do-not-call numbers stop applying at once, and are purged in the background', async () => {
  const other = await service.newCompany();
  const id = await register(other, 'Large');
  await imported(other, id, 'append', [listed]);
  await imported(other, id, 'replace', ['+493087654321']);
  const last = await imported(other, id, 'replace', ['+493087654322']);
  await purge();
  // The first can no longer be had back.
  expect(await stored(other)).toEqual({ numbers: 2, imports: 2, registers: 1 });
  await other.api.post(`${last.path}/undo`);
  expect([await isListed(other, '+493087654321'), await isListed(other, '+493087654322')]).toEqual([
    true,
    false,
  ]);
  expect((await stored(other))?.numbers).toBe(2);
  await purge();
  expect(await stored(other)).toEqual({ numbers: 1, imports: 2, registers: 1 });

  expect((await other.api.delete(`/do-not-call-registers/${id}`)).status).toBe(204);
  expect((await other.api.get(`/do-not-call-registers/${id}`)).status).toBe(404);
  expect([await isListed(other, '+493087654321'), (await stored(other))?.numbers]).toEqual([false, 1]);
  await purge();
  expect(await stored(other)).toEqual({ numbers: 0, imports: 0, registers: 0 });
});

test('an unfinished import into a do-not-call register is deleted after a day', async () => {
  const other = await service.newCompany();
  const id = await register(other, 'Abandoned');
  const { database } = service.services;
  const begin = async () => {
    const { body } = await other.api.post(`/do-not-call-registers/${id}/imports`, { mode: 'append' });
    const path = `/do-not-call-registers/${id}/imports/${body.id}`;
    await other.api.post(`${path}/numbers`, { numbers: [listed] });
    return { id: body.id as string, path };
  };
  const [old, young] = [await begin(), await begin()];
  await database.run(sql`
    update do_not_call_imports set updated_at = updated_at - interval '25 hours'
    where company_id = ${other.id} and id = ${old.id}`);
  await purge();
  expect(await stored(other)).toEqual({ numbers: 1, imports: 1, registers: 1 });
  expect((await other.api.post(`${old.path}/finish`)).status).toBe(404);
  expect((await other.api.post(`${young.path}/finish`)).status).toBe(200);
});

test('do-not-call registers are listed in pages, with their latest imports and number counts', async () => {
  const other = await service.newCompany();
  const ids = [await register(other, 'A'), await register(other, 'B'), await register(other, 'C')];
  for (let n = 0; n < 21; n++) await imported(other, ids[1] as string, 'append', [`+4930123456${n + 10}`]);
  const { body } = await other.api.get('/do-not-call-registers?page=2&limit=1');
  expect(body).toMatchObject({ total: 3, page: 2, limit: 1, totalPages: 3 });
  expect(body.data).toMatchObject([{ id: ids[1], name: 'B', numbers: 21 }]);
  expect(body.data[0].imports).toHaveLength(20);
});

test('a company has at most fifty do-not-call registers', async () => {
  const other = await service.newCompany();
  for (let n = 0; n < 50; n++) await register(other, `List ${n}`);
  const { status, body } = await other.api.post('/do-not-call-registers', { name: 'One more' });
  expect([status, body.message]).toEqual([
    409,
    'A company has at most 50 do-not-call registers: delete one first',
  ]);
});
