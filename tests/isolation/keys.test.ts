import { type Permission, permissionSpellings, permissions } from '@parley/contract/api-key.ts';
import { isUuid } from '@parley/kernel/id.ts';
import { aliasOfPath } from '@parley/service/http/aliases.ts';
import { documentLookup } from '@parley/service/http/reference/document-lookup.ts';
import { exampleOf } from '@parley/service/http/reference/example-value.ts';
import type { SchemaLike } from '@parley/service/http/reference/openapi-document.ts';
import type { Route } from '@parley/service/http/route.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { seedDemo } from '@parley/service/workflows/seed-demo.ts';
import { apiRoutes } from '@parley/testing/every-route.ts';
import {
  type Answer,
  type Api,
  startTestService,
  type TestCompany,
  type TestService,
  UNKNOWN,
} from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The one who is spied on is the demo company, because it has a sample of everything. */
const ofKind = (kind: Route['access']['kind']) => apiRoutes.filter(({ access }) => access.kind === kind);
const keyRoutes = [...ofKind('company'), ...ofKind('companies')];
const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const);

const MARK = 'known-to-the-victim-only';
type Ids = ReadonlyMap<string, string>;

let service: TestService;
let victim: { id: string; api: Api; ids: Ids };
let intruder: TestCompany & { ids: Ids };
let ats: { id: string; api: Api };
let atsCompanyId: string;

beforeAll(async () => {
  service = await startTestService();
  const { company, key } = await seedDemo(service.services.database, service.services.secrets.keyPepper);
  const api = service.api(key);
  await api.patch(`/companies/${company.id}`, { name: MARK, description: MARK, metadata: { MARK } });
  victim = { id: company.id, api, ids: await idsOf(company.id) };
  const other = await service.newCompany();
  for (const owner of [victim, { api: other.api, ids: await idsOf(other.id) }]) await populate(owner);
  await sourcingEnded();
  victim = { ...victim, ids: await idsOf(victim.id) };
  intruder = { ...other, ids: await idsOf(other.id) };
  ats = await service.newKey({ type: 'ATS' });
  atsCompanyId = (await ats.api.post('/companies', { name: 'Of the ATS key' })).body.id;
});
afterAll(() => service.stop());

/** Makes one of whatever can be made from an example; what needs more than that is left to the demo's samples. */
async function populate(owner: { api: Api; ids: Ids }): Promise<void> {
  for (const route of ofKind('company')) {
    if (route.method !== 'POST' || route.path.includes('{')) continue;
    await call(owner.api, route, route.path, exampleBody(route, owner.ids));
  }
}

/** What goes on by itself would look as if somebody had changed it. */
const sourcingEnded = () =>
  waitFor(
    async () =>
      expect(
        await service.services.database.all(
          sql`select id from sourcing_requests where status = 'processing'`,
        ),
      ).toEqual([]),
    { interval: 50 },
  );

async function companyTables(): Promise<string[]> {
  const rows = await service.services.database.all<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by 1`);
  return rows.map(({ name }) => name);
}

/** Of each table one row's id, by the name of the table. */
async function idsOf(companyId: string): Promise<Map<string, string>> {
  const ids = new Map([['companies', companyId]]);
  for (const table of await companyTables()) {
    const { rows } = await service.services.database.pool.query<{ row: { id?: string } }>(
      `select to_jsonb(t) as row from ${table} t where company_id = $1 limit 1`,
      [companyId],
    );
    const id = rows[0]?.row.id;
    if (id !== undefined) ids.set(table, id);
  }
  return ids;
}

/** Everything the victim has, as text; the audit log apart, which grows by itself. */
/** Who came to the door is logged, and counts of many rows are made one now and then, whoever asks. */
const kept = new Set(['audit_log', 'contact_counts', 'conversation_counts']);

async function everythingOf(companyId: string): Promise<string[]> {
  const { database } = service.services;
  const tables = (await companyTables()).filter((table) => !kept.has(table));
  const rows = await Promise.all([
    database.all<{ row: string }>(sql`select t::text as row from companies t where id = ${companyId}`),
    ...tables.map(async (table) => {
      const text = `select t::text as row from ${table} t where company_id = $1 order by 1`;
      return (await database.pool.query<{ row: string }>(text, [companyId])).rows;
    }),
  ]);
  return rows.flat().map(({ row }) => row);
}

/** agentId and agentIds are ids of the table agents. */
const tableOf = (property: string) =>
  `${property.replace(/Ids?$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}s`;

/** An example of the route's body, with the given ids wherever it wants one. */
function exampleBody(route: Route, ids: Ids): Record<string, unknown> | undefined {
  if (route.body === undefined) return undefined;
  const lookup = documentLookup({ paths: {} } as Parameters<typeof documentLookup>[0]);
  const filled = (value: unknown, property: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => filled(item, property));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part, name)]));
    return typeof value === 'string' && isUuid(value) ? (ids.get(tableOf(property)) ?? UNKNOWN) : value;
  };
  const example = exampleOf(lookup, route.body as unknown as SchemaLike, 'request');
  return filled(example, '') as Record<string, unknown>;
}

/** The same body once more for each id that it may name besides, alone or in a list. */
function bodiesNaming(route: Route, ids: Ids): (Record<string, unknown> | undefined)[] {
  const example = exampleBody(route, ids);
  const optional = Object.entries(route.body?.properties ?? {}).flatMap(([name, schema]) => {
    const { format, items } = schema as { format?: string; items?: { format?: string } };
    const id = ids.get(tableOf(name)) ?? [...ids.values()][0];
    if (format === 'uuid') return [{ ...example, [name]: id }];
    return items?.format === 'uuid' ? [{ ...example, [name]: [id] }] : [];
  });
  return [example, ...optional];
}

const call = (api: Api, route: Route, path: string, body?: unknown): Promise<Answer> => {
  const method = route.method.toLowerCase() as Lowercase<Route['method']>;
  return method === 'get' ? api.get(path) : api[method](path, body);
};
const withIds = (path: string, ...ids: string[]) => {
  let used = 0;
  return path.replaceAll(/\{\w+\}/g, () => ids[Math.min(used++, ids.length - 1)] ?? '');
};

/**
 * The path with the victim's ids in it, all of them or all but the first, which is the intruder's own. Where no table is
 * named like the part before the id, ids of other tables are tried, as many as `guesses`.
 */
function foreignPaths(path: string, foreign: Ids, own: Ids, guesses: number): Set<string> {
  const tables = [...path.matchAll(/([\w-]+)\/\{\w+\}/g)].map(([, part = '']) => part.replaceAll('-', '_'));
  const idsIn = (ids: Ids): string[] => tables.flatMap((table) => ids.get(table) ?? []);
  const all = idsIn(foreign);
  const guessed = [...foreign.values()].slice(0, guesses);
  const paths =
    all.length === tables.length ? [withIds(path, ...all)] : guessed.map((id) => withIds(path, id));
  const [first] = idsIn(own);
  const rest = all.length > 0 ? all.slice(1) : guessed;
  if (tables.length > 1 && first !== undefined) for (const id of rest) paths.push(withIds(path, first, id));
  return new Set(paths);
}

test('the isolation test of API keys finds routes of every kind and data to protect', () => {
  for (const kind of ['company', 'companies', 'admin'] as const) expect(ofKind(kind)).not.toEqual([]);
  expect(victim.ids.size).toBeGreaterThan(1);
});

test('an API key reaches its own company', async () => {
  const { status, body } = await victim.api.get(`/companies/${victim.id}`);
  expect(status).toBe(200);
  expect(body.name).toBe(MARK);
});

/** The first guesses every id. What the others do differently is decided before an id is looked up. */
const intruders: [string, () => { api: Api; ids: Ids; query: string; guesses: number }][] = [
  ['a standard key', () => ({ ...intruder, query: '', guesses: victim.ids.size })],
  [
    "a standard key that names the other's company",
    () => ({ ...intruder, query: `?companyId=${victim.id}`, guesses: 2 }),
  ],
  ['an ATS key', () => ({ ...ats, ids: new Map(), query: `?companyId=${atsCompanyId}`, guesses: 2 })],
];

describe.each(intruders)('%s reaches nothing of another company', (_words, make) => {
  let before: string[];
  beforeAll(async () => {
    before = await everythingOf(victim.id);
  });

  test.each(named(keyRoutes))(
    'an API key reaches nothing of another company through %s',
    async (_name, route) => {
      const { api, ids, query, guesses } = make();
      for (const path of foreignPaths(route.path, victim.ids, ids, guesses)) {
        for (const body of bodiesNaming(route, victim.ids)) {
          const answer = await call(api, route, path + query, body);
          const sent = path + JSON.stringify(body ?? {});
          const carried = [...victim.ids.values()].filter((id) => sent.includes(id));
          expect(answer.status).toBeLessThan(500);
          if (carried.length > 0) expect(answer.status).toBeGreaterThanOrEqual(400);
          expect(answer.text).not.toContain(MARK);
          for (const id of victim.ids.values()) {
            if (!carried.includes(id)) expect(answer.text).not.toContain(id);
          }
        }
      }
    },
  );

  test('after all attempts of an API key nothing has changed in the other company', async () => {
    expect(await everythingOf(victim.id)).toEqual(before);
  });
});

test.each(named(keyRoutes.filter(({ method, path }) => method === 'GET' && !path.includes('{'))))(
  '%s ignores the companyId that a standard key sends',
  async (_name, { path }) => {
    const shown = async (query: string) => {
      const { status, body } = await intruder.api.get(path + query);
      const { traceId, timestamp, ...rest } = body;
      return { status, rest };
    };
    const plain = await shown('');
    const values = [
      victim.id,
      intruder.id,
      UNKNOWN,
      'not-a-uuid',
      '',
      'a&companyId=b',
      'x'.repeat(2000),
      '%27--',
    ];
    for (const value of values) expect(await shown(`?companyId=${value}`)).toEqual(plain);
  },
);

test.each(named(ofKind('company')))(
  '%s accepts an ATS key only for a company that it created',
  async (_name, route) => {
    const path = withIds(route.path, UNKNOWN);
    const body = exampleBody(route, new Map());
    const missing = await call(ats.api, route, path, body);
    expect(missing.status).toBe(400);
    expect(missing.body.errors).toContain('companyId is required for an ATS key');
    for (const value of ['', 'not-a-uuid', `${atsCompanyId}&companyId=${atsCompanyId}`]) {
      const malformed = await call(ats.api, route, `${path}?companyId=${value}`, body);
      expect(malformed.status).toBe(400);
      expect(malformed.body.errors).toContainEqual(expect.stringMatching(/^companyId /));
    }
    const messages = [];
    for (const company of [victim.id, intruder.id, UNKNOWN]) {
      const foreign = await call(ats.api, route, `${path}?companyId=${company}`, body);
      // An example that is no valid body is refused before the company is looked at.
      if (body === undefined || foreign.status !== 400) expect(foreign.status).toBe(403);
      messages.push(foreign.body.message);
    }
    expect(new Set(messages).size).toBe(1);
  },
);

test('an ATS key acts for a company that it created', async () => {
  const { status } = await ats.api.get(`/billing/usage?companyId=${atsCompanyId}`);
  expect(status).toBe(200);
});

test('an ATS key cannot act for a company of another ATS key', async () => {
  const another = await service.newKey({ type: 'ATS' });
  expect((await another.api.get(`/billing/usage?companyId=${atsCompanyId}`)).status).toBe(403);
  expect((await another.api.get(`/companies/${atsCompanyId}`)).status).toBe(404);
  expect((await another.api.get('/companies')).body).toMatchObject({ data: [], total: 0 });
});

test('an ATS key creates, lists, reads and changes its companies without companyId', async () => {
  const key = await service.newKey({ type: 'ATS' });
  const created = await key.api.post('/companies', { name: 'New' });
  expect(created.status).toBe(201);
  const list = (await key.api.get('/companies')).body;
  expect(list.data.map(({ id }: { id: string }) => id)).toEqual([created.body.id]);
  expect((await key.api.get(`/companies/${created.body.id}`)).status).toBe(200);
  expect((await key.api.patch(`/companies/${created.body.id}`, { name: 'Newer' })).body.name).toBe('Newer');
});

test('a standard key cannot create companies and sees only its own', async () => {
  expect((await intruder.api.post('/companies', { name: 'Mine' })).status).toBe(403);
  const { body } = await intruder.api.get('/companies');
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([intruder.id]);
});

const everyScopeBut = (scope: Permission) => permissions.filter((one) => one !== scope);
/** A standard and an ATS key that lack one scope, made once for all routes that need it. */
const lacking = new Map<Permission, Promise<{ api: Api }[]>>();
function keysWithout(scope: Permission): Promise<{ api: Api }[]> {
  const scopes = everyScopeBut(scope);
  const made =
    lacking.get(scope) ??
    Promise.all([
      service.newKey({ companyId: intruder.id, scopes }),
      service.newKey({ type: 'ATS', scopes }),
    ]);
  lacking.set(scope, made);
  return made;
}
const wrongInEveryWay = '?companyId=not-a-uuid&unknown=1';

test.each(
  keyRoutes.flatMap((route) =>
    'needs' in route.access
      ? route.access.needs.map((scope) => [`${route.method} ${route.path}`, scope, route] as const)
      : [],
  ),
)('%s requires the scope %s, and checks it before anything else', async (_name, scope, route) => {
  for (const { api } of await keysWithout(scope)) {
    const path = withIds(route.path, 'not-a-uuid') + wrongInEveryWay;
    const { status, body } = await call(api, route, path, route.method === 'GET' ? undefined : '{broken');
    expect(status).toBe(403);
    expect(body.message).toBe(`Insufficient permissions: Required scope ${scope} not found`);
  }
});

test('every route that an API key may call requires a scope', () => {
  expect(keyRoutes.filter(({ access }) => !('needs' in access && access.needs.length > 0))).toEqual([]);
});

test('scope aliases grant the same permissions as their scopes', async () => {
  const aliases = permissionSpellings.filter((spelling) => !permissions.includes(spelling as Permission));
  const unaliased = permissions.filter((scope) => !/:(contacts|conversations)$/.test(scope));
  const aliased = await service.newKey({ companyId: intruder.id, scopes: [...aliases, ...unaliased] });
  for (const route of keyRoutes.filter(({ method }) => method === 'GET')) {
    const path = withIds(route.path, UNKNOWN);
    expect((await aliased.api.get(path)).status).toBe((await intruder.api.get(path)).status);
  }
});

test.each(named(ofKind('admin')))('%s is closed to every API key', async (_name, route) => {
  const path = withIds(route.path, victim.id);
  const body = exampleBody(route, victim.ids);
  for (const api of [victim.api, intruder.api, ats.api]) {
    expect((await call(api, route, path, body)).status).toBe(403);
  }
});

test.each(named(apiRoutes))('%s requires an API key before it validates anything', async (_name, route) => {
  for (const path of [route.path, aliasOfPath(route.path)]) {
    if (path === undefined) continue;
    const wrong = withIds(path, 'not-a-uuid') + wrongInEveryWay;
    const body = route.method === 'GET' ? undefined : '{broken';
    const answer = await call(service.api(undefined), route, wrong, body);
    expect(answer.status).toBe(401);
    expect(answer.body.message).toBe('Invalid API key');
  }
});
