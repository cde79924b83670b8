import { importedRow, importsOf } from '@parley/testing/contact-imports.ts';
import { holdCall, renewalAgent } from '@parley/testing/held-call.ts';
import { runningCompany } from '@parley/testing/running-company.ts';
import { type Api, startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

let service: TestService;
let api: Api;
beforeAll(async () => {
  // Without a worker nobody calls, and nobody analyses but the tests.
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api } = await service.newCompany({ defaultCountry: 'CH' }));
});

const { create, start, send } = importsOf(() => api);
const undo = async (id: string) => (await api.post(`/contact-imports/${id}/undo`)).body;
const contact = async (id: string) => (await api.get(`/contacts/${id}`)).body;
const total = async () => (await api.get('/contacts')).body.total;

test('an import creates contacts, skips duplicates, and reports every reason for a refused row', async () => {
  const known = await create();
  const id = await start({ tags: ['Fair'] });
  const rows = await send(
    id,
    importedRow(2, { email: 'MARIA@example.com', phoneNumber: undefined }),
    importedRow(3, { email: undefined, phoneNumber: '044 668 18 00' }),
    importedRow(4, { email: 'ada@example.com', phoneNumber: undefined }),
    importedRow(5, { email: 'Ada@example.com', phoneNumber: undefined }),
    importedRow(6, { firstName: 7, email: 'nope', phoneNumber: undefined }),
    importedRow(7, { email: undefined, phoneNumber: '+10000000000' }),
  );
  expect(rows.map(({ result }: { result: string }) => result)).toEqual([
    'skipped',
    'skipped',
    'created',
    'skipped',
    'refused',
    'refused',
  ]);
  expect(rows[0].contactId).toBe(known.id);
  expect(rows[3]).toMatchObject({ sameAsLine: 4, contactId: rows[2].contactId });
  expect(rows[4].errors.map(({ path }: { path: string }) => path)).toEqual(['firstName', 'email']);
  expect((await contact(rows[2].contactId)).tags).toEqual(['fair']);
  expect((await api.get(`/contact-imports/${id}`)).body).toMatchObject({
    status: 'OPEN',
    created: 1,
    skipped: 3,
    refused: 2,
  });
  expect(await total()).toBe(2);
});

test("phone numbers without a country code are read in the import's country, or else in the company's", async () => {
  const row = (line: number, phoneNumber: string) => ({
    line,
    values: { firstName: 'Ada', lastName: 'Novak', phoneNumber },
  });
  const british = await send(
    await start({ defaultCountry: 'GB' }),
    row(2, '07700 900123'),
    row(3, '07700 90012'),
  );
  expect(british[0]).toMatchObject({ result: 'created', phoneNumber: '+447700900123' });
  expect(british[1].errors).toEqual([
    expect.objectContaining({
      path: 'phoneNumber',
      message: expect.stringContaining('read as one of United Kingdom. Check the digits'),
    }),
  ]);
  const swiss = await send(await start(), row(2, '044 668 18 00'));
  expect(swiss[0]).toMatchObject({ result: 'created', phoneNumber: '+41446681800' });

  ({ api } = await service.newCompany());
  const nowhere = await send(await start(), row(2, '07700 900123'));
  expect(nowhere[0].errors[0].message).toBe(
    'phoneNumber has no country code: write it with +, such as +44 7700 900123, or set the country that such numbers are from',
  );
  const unknown = await api.post('/contact-imports', { name: 'list.csv', defaultCountry: 'UK' });
  expect(unknown).toMatchObject({
    status: 400,
    body: { errors: ['defaultCountry must match format "country"'] },
  });
});

test('an import does not treat contacts with the same simulated phone number as duplicates', async () => {
  const id = await start();
  const rows = await send(
    id,
    importedRow(2, { email: undefined, phoneNumber: '+15005550000' }),
    importedRow(3, { email: undefined, phoneNumber: '+15005550000' }),
  );
  expect(rows.map(({ result }: { result: string }) => result)).toEqual(['created', 'created']);
});

test('an import that updates duplicates changes only the properties that a row has', async () => {
  const known = await create({
    fields: { job_title: 'Clerk', industry: 'Paper' },
    tags: ['old'],
    metadata: { a: 1 },
  });
  const id = await start({ duplicates: 'update', gdprExpiryDate: '2098-01-01' });
  const [updated] = await send(
    id,
    importedRow(2, { lastName: 'Novak', fields: { job_title: 'Pilot' }, tags: ['new'], metadata: { b: 2 } }),
  );
  expect(updated).toMatchObject({
    result: 'updated',
    contactId: known.id,
    changes: ['lastName', 'metadata', 'tags', 'fields.job_title'],
  });
  expect(await contact(known.id)).toMatchObject({
    lastName: 'Novak',
    fields: { job_title: 'Pilot', industry: 'Paper' },
    tags: ['new', 'old'],
    metadata: { a: 1, b: 2 },
    gdprExpiryDate: '2099-12-31',
  });
  const [again] = await send(id, importedRow(3, { lastName: 'Novak' }));
  expect(again.result).toBe('skipped');
});

test('an import that merges duplicates adds only values that the contact lacks', async () => {
  const known = await create({ phoneNumber: undefined, fields: { job_title: 'Clerk' } });
  const id = await start({ duplicates: 'merge' });
  const [merged] = await send(
    id,
    importedRow(2, {
      firstName: 'Marie',
      status: 'APPLIED',
      fields: { job_title: 'Pilot', industry: 'Air' },
    }),
  );
  expect(merged).toMatchObject({ result: 'merged', changes: ['phoneNumber', 'status', 'fields.industry'] });
  expect(await contact(known.id)).toMatchObject({
    firstName: 'Maria',
    phoneNumber: '+41446681800',
    status: 'APPLIED',
    fields: { job_title: 'Clerk', industry: 'Air' },
  });
});

test('an import row with a shared number updates the contact with the same name, and is a new contact if none has it', async () => {
  const maria = await create({ email: undefined });
  const paul = await create({ firstName: 'Paul', email: undefined });
  const id = await start({ duplicates: 'update' });
  const rows = await send(
    id,
    importedRow(2, { firstName: 'Paul', email: 'paul@example.com' }),
    importedRow(3, { firstName: 'Greta', email: undefined }),
  );
  expect(rows[0]).toMatchObject({ result: 'updated', contactId: paul.id });
  expect(rows[1]).toMatchObject({ result: 'created', sameNumberAs: { line: 2, name: 'Paul Keller' } });
  expect(await contact(maria.id)).not.toHaveProperty('email');
});

test('an import can set which property identifies duplicates, and can create duplicates on purpose', async () => {
  await create();
  const byNumber = await start({ matchBy: ['phoneNumber'] });
  const [other] = await send(byNumber, importedRow(2, { phoneNumber: '+41446681801' }));
  expect(other.result).toBe('created');
  const all = await start({ duplicates: 'create' });
  const [twin] = await send(all, importedRow(2));
  expect(twin.result).toBe('created');
  expect(await total()).toBe(3);
});

test('the preview of an import shows the result of each row, and stores nothing', async () => {
  const known = await create({ phoneNumber: undefined });
  const { status, body } = await api.post('/contact-imports/preview', {
    duplicates: 'merge',
    gdprExpiryDate: '2099-12-31',
    createMissingFields: true,
    rows: [
      importedRow(2, { fields: { shoe_size: 41 } }),
      importedRow(3, { email: 'ada@example.com', phoneNumber: undefined }),
      importedRow(4, { email: 'ada@example.com', phoneNumber: undefined }),
      importedRow(5, { lastName: '' }),
    ],
  });
  expect(status).toBe(200);
  expect(body.rows).toMatchObject([
    { line: 2, result: 'merged', contactId: known.id, changes: ['phoneNumber', 'fields.shoe_size'] },
    { line: 3, result: 'created', email: 'ada@example.com' },
    { line: 4, result: 'skipped', sameAsLine: 3 },
    { line: 5, result: 'refused' },
  ]);
  expect(body.rows[1]).not.toHaveProperty('contactId');
  expect(await total()).toBe(1);
  expect(await contact(known.id)).toEqual(known);
  const { data } = (await api.get('/contact-fields?limit=100')).body;
  expect(data.some(({ key }: { key: string }) => key === 'shoe_size')).toBe(false);
  expect((await api.get('/contact-imports')).body.total).toBe(0);
});

test('the preview of an import shows the jobs of new and of matching contacts', async () => {
  const job = (await api.post('/jobs', { title: 'Clerk' })).body;
  await create({ jobIds: [job.id] });
  const { status, body } = await api.post('/contact-imports/preview', {
    duplicates: 'update',
    gdprExpiryDate: '2099-12-31',
    rows: [
      importedRow(2, { lastName: 'Novak' }),
      importedRow(3, { email: 'ada@example.com', phoneNumber: undefined, jobIds: [job.id] }),
    ],
  });
  expect(status).toBe(200);
  expect(body.rows).toMatchObject([{ result: 'updated' }, { result: 'created' }]);
});

test('import rows sent again after a lost response are stored once, and a refused row can be corrected and resent', async () => {
  const id = await start({ duplicates: 'create' });
  const [first, bad] = await send(id, importedRow(2), importedRow(3, { firstName: '' }));
  const [again, good] = await send(id, importedRow(2), importedRow(3, { firstName: 'Ada' }));
  expect(again).toEqual({ line: 2, result: 'created', contactId: first.contactId });
  expect([bad.result, good.result]).toEqual(['refused', 'created']);
  expect(await total()).toBe(2);
  expect((await api.get(`/contact-imports/${id}`)).body).toMatchObject({ created: 2, refused: 0 });
});

test('an import row that would give a contact too many tags is refused', async () => {
  const tags = (from: number, count: number) => Array.from({ length: count }, (_, at) => `tag ${from + at}`);
  const known = await create({ tags: tags(0, 49) });
  const id = await start({ duplicates: 'update', tags: ['import'] });
  const rows = await send(
    id,
    importedRow(2, { tags: ['one more'] }),
    importedRow(3, { email: 'ada@example.com', phoneNumber: undefined, tags: tags(0, 50) }),
    importedRow(4, { tags: ['TAG 0'] }),
  );
  const refusal = {
    result: 'refused',
    errors: [{ message: 'tags must be at most 50, with those that are added' }],
  };
  expect(rows).toMatchObject([refusal, refusal, { result: 'updated', contactId: known.id }]);
  expect((await contact(known.id)).tags).toHaveLength(50);
});

test('while rows of an import are being stored, further import requests of the company get 429', async () => {
  const id = await start();
  const path = `/contact-imports/${id}/rows`;
  const { companyId } = (
    await service.services.database.all<{ companyId: string }>(
      sql`select company_id as "companyId" from contact_imports where id = ${id}`,
    )
  )[0] as { companyId: string };
  await service.services.database.transaction(async (inside) => {
    await inside.run(
      sql`select pg_advisory_xact_lock(hashtextextended('contact-imports:' || ${companyId}::text, 0))`,
    );
    const busy = await api.post(path, { rows: [importedRow(2)] });
    expect([busy.status, busy.body.retryAfter]).toEqual([429, 2]);
  });
  expect(await total()).toBe(0);
  expect((await send(id, importedRow(2)))[0].result).toBe('created');
  expect((await send(await start(), importedRow(2)))[0].result).toBe('skipped');
});

test('undoing an import removes its contacts and restores those it changed', async () => {
  const job = (await api.post('/jobs', { title: 'Clerk' })).body;
  const known = await create({ tags: ['old'] });
  const id = await start({ duplicates: 'update', tags: ['import'] });
  const [, fresh] = await send(
    id,
    importedRow(2, { lastName: 'Novak', jobIds: [job.id] }),
    importedRow(3, { email: 'ada@example.com', phoneNumber: undefined }),
    importedRow(4, { lastName: 'Marsh' }),
    importedRow(5, { email: 'ada@example.com', phoneNumber: undefined, firstName: 'Ada' }),
  );
  await api.post('/contacts/bulk', { contactIds: [known.id], addTags: ['since'] });
  const undone = await undo(id);
  expect(undone).toMatchObject({
    kept: [],
    remaining: 0,
    import: { status: 'UNDONE', removed: 1, restored: 3, kept: 0 },
  });
  expect(await contact(known.id)).toEqual({ ...known, tags: ['old', 'since'] });
  expect((await api.get(`/contacts/${fresh.contactId}`)).status).toBe(404);
  expect(await total()).toBe(1);
  expect((await undo(id)).import.status).toBe('UNDONE');
  expect((await api.post(`/contact-imports/${id}/rows`, { rows: [importedRow(6)] })).status).toBe(409);
});

test('undoing an import keeps contacts that were changed or called since, and reports them', async () => {
  const company = await runningCompany(service, { agent: { focus: undefined, ...renewalAgent } });
  ({ api } = company);
  const known = await create();
  const id = await start({ duplicates: 'update' });
  const rows = await send(
    id,
    importedRow(2, { lastName: 'Novak' }),
    importedRow(3, { email: 'a@example.com', phoneNumber: undefined }),
    importedRow(4, { email: 'b@example.com', phoneNumber: '+15005550000' }),
    importedRow(5, { email: 'c@example.com', phoneNumber: undefined }),
  );
  await api.patch(`/contacts/${known.id}`, { firstName: 'Mia' });
  await api.patch(`/contacts/${rows[1].contactId}`, { firstName: 'Ada' });
  const talk = await api.post('/conversations', { contactId: rows[2].contactId, agentId: company.agentId });
  expect(talk.status).toBe(201);
  const undone = await undo(id);
  expect(undone.kept).toEqual([
    { contactId: rows[2].contactId, reason: 'CALLED' },
    { contactId: rows[1].contactId, reason: 'CHANGED' },
    { contactId: known.id, reason: 'CHANGED' },
  ]);
  expect(undone.import).toMatchObject({ status: 'UNDONE', removed: 1, restored: 0, kept: 3 });
  expect(await contact(known.id)).toMatchObject({ firstName: 'Mia', lastName: 'Novak' });
});

test('undoing an import keeps a new contact that has since got a tag, a job, a document or a place in a run', async () => {
  const company = await runningCompany(service);
  ({ api } = company);
  const job = (await api.post('/jobs', { title: 'Clerk' })).body;
  const run = (await api.post('/runs', { name: 'Spring', agentId: company.agentId })).body;
  const id = await start({ tags: ['import'] });
  const rows = await send(
    id,
    ...['a', 'b', 'c', 'd', 'e'].map((name, at) =>
      importedRow(at + 2, { email: `${name}@example.com`, phoneNumber: '+15005550000' }),
    ),
  );
  const [tagged, assigned, listed, documented] = rows.map((one: { contactId: string }) => one.contactId);
  await api.post('/contacts/bulk', { contactIds: [tagged], addTags: ['since'] });
  await api.post('/contacts/bulk', { contactIds: [assigned], addJobId: job.id });
  expect((await api.post(`/runs/${run.id}/contacts`, { contactIds: [listed] })).status).toBe(200);
  await service.services.database.run(sql`
    insert into documents (id, company_id, contact_id, object_key, name, file_name, content_type, size_bytes, source,
                           status, is_active, upload_expires_at, created_at, updated_at)
    values (${job.id}, ${company.id}, ${documented}, ${`documents/${job.id}`}, 'CV', 'cv.pdf', 'application/pdf', 1,
            'UPLOAD', 'READY', true, now(), now(), now())`);
  const undone = await undo(id);
  expect(undone.kept).toEqual(
    [documented, listed, assigned, tagged].map((contactId) => ({ contactId, reason: 'CHANGED' })),
  );
  expect(undone.import).toMatchObject({ status: 'UNDONE', removed: 1, kept: 4 });
});

test('a segment can select contacts by import, run, number of calls and outcome, including corrected outcomes', async () => {
  const company = await runningCompany(service, { agent: { focus: undefined, ...renewalAgent } });
  ({ api } = company);
  const agent = (await api.get(`/agents/${company.agentId}`)).body;
  const questionId = agent.flow.sections[0].questions[0].id;
  const [yes, no, nobody] = [
    await company.newContact(),
    await company.newContact(),
    await company.newContact(),
  ];
  const held = async (contactId: string, willRenew: boolean) => {
    const { body } = await api.post('/conversations', { contactId, agentId: company.agentId });
    await holdCall(service, { companyId: company.id, conversationId: body.id, questionId }, { willRenew });
    return body.id;
  };
  await held(yes, true);
  const talk = await held(no, false);
  const id = await start();
  const [imported] = await send(id, importedRow(2));
  const find = async (condition: object) => {
    const answer = await api.post('/contacts/search', {
      filter: { conditions: [condition] },
      sort: 'createdAt',
    });
    expect(answer.status).toBe(200);
    return answer.body.data.map((one: { id: string }) => one.id);
  };
  const renews = (result: string) => ({ on: 'outcome', key: 'will_renew', anyOf: [result] });
  expect(await find(renews('met'))).toEqual([yes]);
  expect(await find(renews('not_met'))).toEqual([no]);
  await api.post(`/conversations/${talk}/corrections`, { kind: 'outcome', key: 'will_renew', value: true });
  expect(await find(renews('met'))).toEqual([yes, no]);
  await api.post(`/conversations/${talk}/corrections`, { kind: 'outcome', key: 'will_renew', value: null });
  expect(await find(renews('unknown'))).toEqual([no]);
  expect(await find({ on: 'import', anyOf: [id] })).toEqual([imported.contactId]);
  expect(await find({ on: 'agent', anyOf: [company.agentId] })).toEqual([yes, no]);
  expect(await find({ on: 'conversation', anyOf: ['COMPLETED'] })).toEqual([yes, no]);
  expect(await find({ on: 'calls', min: 1 })).toEqual([yes, no]);
  expect(await find({ on: 'lastCall', min: '2020-01-01' })).toEqual([yes, no]);
  expect(await find({ on: 'lastCall', min: '2020-01-01', not: true })).toEqual([nobody, imported.contactId]);
  expect(await find({ on: 'run', anyOf: [id] })).toEqual([]);
});

test('imports of another company cannot be used, and an invalid import request gets all its problems', async () => {
  const id = await start();
  const other = await service.newCompany();
  for (const path of [`/contact-imports/${id}/rows`, `/contact-imports/${id}/undo`])
    expect(
      (await other.api.post(path, path.endsWith('rows') ? { rows: [importedRow(2)] } : undefined)).status,
    ).toBe(404);
  expect((await other.api.get(`/contact-imports/${id}`)).status).toBe(404);
  expect((await other.api.get('/contact-imports')).body.total).toBe(0);
  const bad = await api.post('/contact-imports', { duplicates: 'eat', matchBy: [], shoe: 1 });
  expect(bad.status).toBe(400);
  expect(bad.body.errors).toHaveLength(4);
  const twice = await api.post(`/contact-imports/${id}/rows`, { rows: [importedRow(2), importedRow(2)] });
  expect(twice.body.errors).toEqual(['rows[1].line is the line of an earlier row: 2']);
  const far = await api.post(`/contact-imports/${id}/rows`, { rows: [importedRow(2_147_483_648)] });
  expect(far.status).toBe(400);
  expect(far.body.errors).toEqual(['rows[0].line must be <= 2147483647']);
});
