import { documentLookup } from '@parley/service/http/reference/document-lookup.ts';
import { exampleOf } from '@parley/service/http/reference/example-value.ts';
import type { SchemaLike } from '@parley/service/http/reference/openapi-document.ts';
import type { Route } from '@parley/service/http/route.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { seedDemo } from '@parley/service/workflows/seed-demo.ts';
import { Browser, newPerson } from '@parley/testing/console-browser.ts';
import { apiRoutes, consoleRoutes } from '@parley/testing/every-route.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * People of one company against everything of another: every route of the console, and every route of the API that a
 * signed-in person may use, with every id that the other company has.
 */

const MARK = 'known-to-the-victim-only';
const roles = ['viewer', 'member', 'owner'] as const;
type Person = (typeof roles)[number];

let service: TestService;
let victimId: string;
let victimIds: readonly string[];
/** By the name of its table. */
const victimIdOf = new Map<string, string>();
const people = new Map<Person, Browser>();
beforeAll(async () => {
  service = await startTestService();
});
beforeAll(async () => {
  const { database, secrets } = service.services;
  const { company, key } = await seedDemo(database, secrets.keyPepper);
  victimId = company.id;
  const victim = service.api(key);
  await victim.patch(`/companies/${victimId}`, { name: MARK, description: MARK });
  const [{ id: agentId }] = (await victim.get('/agents')).body.data;
  const [{ id: contactId }] = (await victim.get('/contacts')).body.data;
  await victim.post('/conversations', { agentId, contactId, isTest: true });
  await victim.post('/runs', { name: MARK, agentId });
  await victim.post('/webhooks', { name: MARK, url: 'https://example.com', events: ['PING'] });
  await newPerson(service, victimId, 'owner', 'owner@victim.example');
  victimIds = await idsOf(victimId);
});
beforeAll(async () => {
  const other = await service.newCompany();
  for (const role of roles) people.set(role, await newPerson(service, other.id, role, `${role}@example.com`));
});
afterAll(() => service.stop());

async function companyTables(): Promise<string[]> {
  const rows = await service.services.database.all<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' order by 1`);
  return rows.map(({ name }) => name);
}

/** One id of each table that has some, and those of its people. */
async function idsOf(companyId: string): Promise<string[]> {
  const { pool } = service.services.database;
  const ids = [companyId];
  victimIdOf.set('companies', companyId);
  for (const table of await companyTables()) {
    const text = `select to_jsonb(t) as row from ${table} t where company_id = $1 limit 1`;
    const { row } =
      (await pool.query<{ row: { id?: string; user_id?: string } }>(text, [companyId])).rows[0] ?? {};
    if (row?.id !== undefined) victimIdOf.set(table, row.id);
    for (const id of [row?.id, row?.user_id]) if (id !== undefined) ids.push(id);
  }
  return [...new Set(ids)];
}

/** Who came to the door is logged, and counts are made one now and then, whoever asks. */
const growing = new Set(['audit_log', 'contact_counts', 'conversation_counts', 'sessions']);

async function everythingOf(companyId: string): Promise<string[]> {
  const { pool } = service.services.database;
  const tables = (await companyTables()).filter((table) => !growing.has(table));
  const rows = await Promise.all(
    tables.map(async (table) => {
      const text = `select t::text as row from ${table} t where company_id = $1 order by 1`;
      return (await pool.query<{ row: string }>(text, [companyId])).rows.map(({ row }) => row);
    }),
  );
  return rows.flat();
}

/** The id of the thing that the path names, or every id where none of our tables is named like it. */
function idsFor({ path }: Route): readonly string[] {
  const table = /([\w-]+)\/\{\w+\}/.exec(path)?.[1]?.replaceAll('-', '_');
  const id = table === undefined ? undefined : victimIdOf.get(table);
  return id === undefined ? victimIds : [id];
}

const named = (list: readonly Route[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const);

const isUuidText = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);

/** An example of the body, naming the id wherever it names one. */
function bodyNaming(route: Route, id: string): unknown {
  if (route.body === undefined) return undefined;
  const lookup = documentLookup({ paths: {} } as Parameters<typeof documentLookup>[0]);
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part)]));
    return isUuidText(value) ? id : value;
  };
  const own = Object.keys(route.body.properties).filter((name) => /Id$/.test(name));
  const example = filled(exampleOf(lookup, route.body as unknown as SchemaLike, 'request')) as object;
  return { ...example, ...Object.fromEntries(own.map((name) => [name, id])) };
}

const inCompany = consoleRoutes.filter(({ access }) => access.kind === 'console');
const ofKeys = apiRoutes.filter(({ access }) => access.kind === 'company' || access.kind === 'companies');
/** Reads what a call decided, and writes nothing. */
const harmless = new Set(['replayConversation']);
const isChange = ({ access, method, name }: Route): boolean =>
  'needs' in access
    ? access.needs.some((permission) => !permission.startsWith('read:'))
    : method !== 'GET' && !harmless.has(name);
/** Profiles of candidates go by whatever their owner calls them, also by what another company's things are called. */
const isNamedByCallers = ({ path }: Route): boolean => /^\/(sourcing|enrichment)/.test(path);
/** Who may do the most stands for the others where the door is the same for all. */
const triedBy = (role: Person) => (role === 'owner' ? [...inCompany, ...ofKeys] : inCompany);

test('the isolation test of the console finds routes and ids to try', () => {
  expect(inCompany.length).toBeGreaterThan(15);
  expect(victimIds.length).toBeGreaterThan(8);
});

describe.each(roles)('isolation of a %s of one company from another company', (role) => {
  let before: string[];
  beforeAll(async () => {
    before = await everythingOf(victimId);
  });

  test.each(named(triedBy(role)))(
    'a console user cannot reach another company through %s',
    async (_name, route) => {
      const person = people.get(role) as Browser;
      for (const id of idsFor(route)) {
        const path = route.path.replaceAll(/\{\w+\}/g, id);
        const body = bodyNaming(route, id);
        const names = path.includes(id) || JSON.stringify(body ?? {}).includes(id);
        // A stream has no end to wait for.
        if (route.stream !== undefined && !names) continue;
        const { status, body: answer } = await person.ask(route.method, path, body);
        expect(status).toBeLessThan(500);
        if (names && !isNamedByCallers(route)) expect(status).toBeGreaterThanOrEqual(400);
        const text = JSON.stringify(answer ?? {});
        expect(text).not.toContain(MARK);
        // The log of what people did repeats what this very test asked for.
        const others = route.name === 'listPeopleAudit' ? [] : victimIds.filter((other) => other !== id);
        for (const other of others) expect(text).not.toContain(other);
        if (!names) break;
      }
    },
  );

  test('after all attempts of a console user nothing has changed in the other company', async () => {
    expect(await everythingOf(victimId)).toEqual(before);
  });
});

test('a user cannot switch to a company they do not belong to', async () => {
  for (const role of roles) {
    const person = people.get(role) as Browser;
    const chosen = await person.ask('PUT', '/console/api/me/company', { companyId: victimId });
    expect(chosen.status).toBe(404);
    expect(JSON.stringify((await person.get('/console/api/me')).body)).not.toContain(MARK);
  }
});

test.each(named([...inCompany, ...ofKeys].filter(isChange)))('a viewer may not %s', async (_name, route) => {
  const viewer = people.get('viewer') as Browser;
  const path = route.path.replaceAll(/\{\w+\}/g, 'not-a-uuid');
  const body = route.method === 'GET' ? undefined : { unknown: true };
  const { status } = await viewer.ask(route.method, path, body);
  expect(status).toBe(403);
});

test.each(named(apiRoutes.filter(({ access }) => access.kind === 'admin')))(
  '%s is open to staff, and not to owners of companies',
  async (_name, route) => {
    const path = route.path.replaceAll(/\{\w+\}/g, victimIds[0] ?? '');
    expect((await (people.get('owner') as Browser).ask(route.method, path)).status).toBe(403);
  },
);

test.each(named(inCompany))(
  '%s is closed to requests without a session and to API keys',
  async (_name, route) => {
    const path = route.path.replaceAll(/\{\w+\}/g, victimIds[0] ?? '');
    const stranger = new Browser(service.url);
    expect((await stranger.ask(route.method, path)).status).toBe(401);
    const key = await service.newKey({ companyId: victimId });
    const keyed = new Browser(service.url, { authorization: `Bearer ${key.key}` });
    expect((await keyed.ask(route.method, path)).status).toBe(401);
  },
);
