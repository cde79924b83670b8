import { CURSOR_PROBLEM, writeCursor } from '@parley/service/http/cursor.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  company = await service.newCompany();
}, 60_000);
afterAll(() => service.stop());

/** Ids ascend as those of uuid7 do; every third contact has no e-mail address, and names repeat. */
const addContacts = (companyId: string, from: number, count: number) =>
  service.services.database.run(sql`
    insert into contacts (id, company_id, first_name, last_name, email, status, gdpr_expiry_date, work_history, metadata, fields,
                          search, created_at, updated_at)
    select (lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || '8' || left(md5(n::text || ${companyId}::text), 15))::uuid,
           ${companyId}::uuid, 'Maria', 'Keller ' || n % 7, case when n % 3 > 0 then 'Maria' || n % 1000 || '@example.com' end,
           'APPLIED', '2099-12-31', '[]', '{}', '{}', '', now(), now()
    from generate_series(${from}::int, ${from + count - 1}::int) n`);

const deleteContacts = (ids: readonly string[]) =>
  service.services.database.run(sql`delete from contacts where id = any(${ids}::uuid[])`);

const contactIds = async (companyId: string) =>
  (
    await service.services.database.all<{ id: string }>(
      sql`select id from contacts where company_id = ${companyId}::uuid`,
    )
  ).map(({ id }) => id);

test.each([
  [5000, '-createdAt'],
  [1000, 'createdAt'],
  [1000, 'name'],
  [1000, 'email'],
  [1000, '-email'],
])(
  'paging %i contacts by cursor (sort %s) skips and repeats none while others are added and removed',
  async (count, sort) => {
    const { id: companyId, api } = await service.newCompany();
    await addContacts(companyId, 1, count);
    const throughout = new Set(await contactIds(companyId));
    const seen = new Set<string>();
    let cursor = '';
    for (let pages = 1; ; pages++) {
      const { status, body } = await api.get(`/contacts?limit=100&sort=${sort}${cursor}`);
      expect(status).toBe(200);
      const shown: string[] = body.data.map(({ id }: { id: string }) => id);
      expect(shown.filter((id) => seen.has(id))).toEqual([]);
      for (const id of shown) seen.add(id);
      if (body.nextCursor === undefined) break;
      expect(body.page).toBe(pages);
      cursor = `&cursor=${body.nextCursor}`;
      // Before and after the place, at both ends of the ids, and the very row that the cursor names.
      const later = [...throughout].filter((id) => !seen.has(id)).slice(0, 3);
      const gone = [shown.at(-1) ?? '', shown[0] ?? '', ...later];
      await deleteContacts(gone);
      for (const id of gone) throughout.delete(id);
      await addContacts(companyId, 10_000 + pages * 5, 5);
      await addContacts(companyId, -pages * 5, 5);
    }
    expect([...throughout].filter((id) => !seen.has(id))).toEqual([]);
  },
  30_000,
);

/** The lists of the contract, and of what was added to it, as the OpenAPI document has them. */
async function listPaths(): Promise<string[]> {
  const document = (await (await fetch(`${service.url}/openapi.json?aliases=false`)).json()) as {
    paths: Record<string, { get?: { parameters?: { name: string }[] } }>;
  };
  return Object.entries(document.paths)
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'page'))
    .map(([path]) => path);
}

test('every list takes a cursor, and reports an invalid one together with all other violations', async () => {
  const paths = await listPaths();
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    const address = `${path.replaceAll(/\{\w+\}/g, UNKNOWN)}?cursor=x&limit=0`;
    const byKey = await company.api.get(address);
    const { status, body } =
      byKey.status < 402 && byKey.status !== 401 ? byKey : await service.admin.get(address);
    expect([path, status, body.errors]).toEqual([
      path,
      400,
      ['limit must be >= 1', `cursor ${CURSOR_PROBLEM}`],
    ]);
  }
});

const wrong = (order: string, ...after: (string | number)[]) => writeCursor({ order, page: 2, after });

test.each([
  ['/contacts?sort=name', wrong('newest', UNKNOWN)],
  ['/contacts?sort=email', wrong('contacts:name', 'Keller', 'Maria', UNKNOWN)],
  ['/contacts?limit=5', wrong('newest', 'Keller')],
  ['/contact-fields?limit=5', wrong('newest', UNKNOWN)],
])('%s refuses the cursor of another sort order', async (address, cursor) => {
  const { status, body } = await company.api.get(`${address}&cursor=${cursor}`);
  expect([status, body.errors]).toEqual([400, [`cursor ${CURSOR_PROBLEM}`]]);
});

test('a cursor continues where page 10,000 ends', async () => {
  const { api } = await service.newCompany();
  for (const title of ['First job', 'Second job']) await api.post('/jobs', { title });
  expect((await api.get('/jobs?page=10001&limit=1')).status).toBe(400);
  const [newest, oldest] = (await api.get('/jobs')).body.data;
  const cursor = writeCursor({ order: 'newest', page: 20_000, after: [newest.id] });
  const { body } = await api.get(`/jobs?limit=1&cursor=${cursor}`);
  expect(body).toMatchObject({ data: [{ id: oldest.id }], page: 20_000, total: 2 });
});

test('a cursor of one company shows nothing of it to another company', async () => {
  const [ours, theirs] = [await service.newCompany(), await service.newCompany()];
  for (let i = 0; i < 3; i++) await ours.api.post('/jobs', { title: 'Night shift' });
  const { nextCursor } = (await ours.api.get('/jobs?limit=1')).body;
  expect((await theirs.api.get(`/jobs?cursor=${nextCursor}`)).body).toMatchObject({ data: [], total: 0 });
});

const webhook = { url: 'https://8.8.8.8/hook', events: ['CONVERSATION_COMPLETED'] };
const flow = {
  firstMessage: { type: 'first_message', text: 'Hello.' },
  sections: [{ type: 'sequential', prompt: 'Talk.' }],
};

test('paging by cursor returns the same rows in the same order as paging by number', async () => {
  const { api, keyId } = await service.newCompany();
  const post = async (path: string, sent: object) => {
    const { status, body } = await api.post(path, sent);
    expect([path, status, body.errors]).toEqual([path, 201, undefined]);
    return body;
  };
  const agent = await post('/agents', { name: 'Agent 0', flow });
  const run = await post('/runs', { name: 'Run 0', agentId: agent.id });
  const people: string[] = [];
  for (let i = 0; i < 3; i++) {
    await post('/jobs', { title: `Night shift ${i}` });
    await post('/agents', { name: `Agent ${i}`, flow });
    await api.patch(`/agents/${agent.id}`, { name: `Agent ${i}` });
    await post('/runs', { name: `Run ${i}`, agentId: agent.id });
    await post('/webhooks', { ...webhook, name: `CRM ${i}` });
    await post('/contact-fields', { key: `field_${i}`, label: `Field ${i}`, dataType: 'string' });
    await post('/contact-segments', {
      name: `Segment ${(i * 2) % 3}`,
      filter: { conditions: [{ on: 'tag', anyOf: ['vip'] }] },
    });
    const contact = await post('/contacts', {
      firstName: 'Maria',
      lastName: `Keller ${(i * 2) % 3}`,
      ...(i % 2 ? { phoneNumber: `+1500555000${i}` } : { email: `maria${i}@example.com` }),
      gdprExpiryDate: '2099-12-31',
      tags: [`tag ${i}`],
    });
    people.push(contact.id);
  }
  expect((await api.post(`/runs/${run.id}/contacts`, { contactIds: people })).status).toBe(200);
  const lists: [path: string, least: number][] = [
    ['/jobs?status=OPEN', 3],
    ['/jobs?search=night', 3],
    ['/agents?', 4],
    [`/agents/${agent.id}/versions?`, 1],
    ['/runs?status=DRAFT', 4],
    [`/runs/${run.id}/contacts?`, 3],
    [`/runs/${run.id}/contacts?sort=POSITION&order=DESC`, 3],
    ['/webhooks?', 3],
    ['/contact-fields?', 3],
    ['/contact-segments?', 3],
    ['/contact-tags?', 3],
    ['/contacts?search=keller&sort=-name', 3],
    ['/contacts?sort=phoneNumber', 3],
    ['/contacts?sort=-phoneNumber', 3],
    ['/contacts?sort=status', 3],
  ];
  for (const [path, least] of lists) {
    const expected = await walk(api, `${path}&limit=100`);
    expect([path, expected.length]).toEqual([path, Math.max(least, expected.length)]);
    expect([path, await walk(api, `${path}&limit=2`)]).toEqual([path, expected]);
  }
  const audit = `/api-keys/${keyId}/audit-logs?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`;
  const entries = await walk(service.admin, `${audit}&limit=100`);
  expect((await walk(service.admin, `${audit}&limit=40`)).slice(-entries.length)).toEqual(entries);
  // Times that JavaScript takes and PostgreSQL does not.
  for (const time of ['2021-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z']) {
    const cursor = Buffer.from(JSON.stringify(['audit', 2, time, keyId])).toString('base64url');
    expect((await service.admin.get(`${audit}&cursor=${cursor}`)).status).toBe(400);
  }
  // An order that is computed for the whole list has numbered pages only.
  const byName = await api.get(`/runs/${run.id}/contacts?sort=NAME&limit=2`);
  expect(byName.body.data).toHaveLength(2);
  expect(byName.body.nextCursor).toBeUndefined();
}, 30_000);

async function walk(api: TestCompany['api'], address: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await api.get(`${address}${cursor}`);
    expect([address, status]).toEqual([address, 200]);
    rows.push(...body.data);
    if (body.nextCursor === undefined) return rows;
    cursor = `&cursor=${body.nextCursor}`;
  }
}
