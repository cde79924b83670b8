import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Api, startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { invitationIdOf } from './invitation.model.ts';

const DAY_MS = 86_400_000;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const newAts = async (): Promise<Api> => (await service.newKey({ type: 'ATS' })).api;

interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

const invitationsOf = (companyId: string) =>
  service.services.database.all<InvitationRow>(
    sql`select id, email, expires_at as "expiresAt", created_at as "createdAt", sent_at as "sentAt"
        from invitations where company_id = ${companyId}`,
  );

test('an ATS key creates a company with only a name, and the rest gets defaults', async () => {
  const answer = await (await newAts()).post('/companies', { name: 'Acme' });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    name: 'Acme',
    description: null,
    timezone: 'UTC',
    defaultCountry: null,
    metadata: {},
    allowedCountries: null,
    maxMinutesPerHour: null,
    maxMinutesPerDay: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: answer.body.createdAt,
  });
});

test('a company is returned as it was created', async () => {
  const ats = await newAts();
  const wanted = {
    name: 'Zürcher Käserei „Ost“ 🧀',
    description: "Robert'); drop table companies;--",
    timezone: 'Europe/Zurich',
    defaultCountry: 'CH',
    metadata: { crm: { id: 17, tags: ['a', null] } },
  };
  const created = await ats.post('/companies', wanted);
  expect(created.body).toMatchObject(wanted);
  expect((await ats.get(`/companies/${created.body.id}`)).body).toEqual(created.body);
});

test.each<[string, unknown, string]>([
  ['no name', {}, 'name is required'],
  ['an empty name', { name: '' }, 'name must NOT have fewer than 1 characters'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name must NOT have more than 200 characters'],
  ['a name that is a number', { name: 5 }, 'name must be string'],
  [
    'an unknown timezone',
    { name: 'A', timezone: 'Europe/Atlantis' },
    'timezone must match format "timezone"',
  ],
  [
    'an offset instead of a timezone',
    { name: 'A', timezone: '+01:00' },
    'timezone must match format "timezone"',
  ],
  ['null as its timezone', { name: 'A', timezone: null }, 'timezone must be string'],
  [
    'a country that does not exist',
    { name: 'A', defaultCountry: 'XX' },
    'defaultCountry must match format "country"',
  ],
  ['UK, which is GB', { name: 'A', defaultCountry: 'UK' }, 'defaultCountry must match format "country"'],
  [
    'a country in lower case',
    { name: 'A', defaultCountry: 'ch' },
    'defaultCountry must match format "country"',
  ],
  [
    'an owner without an e-mail address',
    { name: 'A', ownerEmail: 'nobody' },
    'ownerEmail must match format "email"',
  ],
  ['null as its owner', { name: 'A', ownerEmail: null }, 'ownerEmail must be string'],
  ['a list as metadata', { name: 'A', metadata: [] }, 'metadata must be object'],
  [
    'metadata over 64 KiB',
    { name: 'A', metadata: { x: 'x'.repeat(65_536) } },
    'metadata must not exceed 64 KiB as JSON',
  ],
  [
    'a description over 20,000 characters',
    { name: 'A', description: 'x'.repeat(20_001) },
    'description must NOT have more than 20000 characters',
  ],
  ['an unknown property', { name: 'A', plan: 'gold' }, 'plan is not a known property'],
])('a new company with %s is refused', async (_case, body, error) => {
  const ats = await newAts();
  const answer = await ats.post('/companies', body);
  expect([answer.status, answer.body.message, answer.body.errors]).toEqual([
    400,
    'Validation failed',
    [error],
  ]);
  expect((await ats.get('/companies')).body.total).toBe(0);
});

test('all problems of a company are reported together', async () => {
  const answer = await (await newAts()).post('/companies', {
    timezone: 'x',
    defaultCountry: 'x',
    owner: 'x',
  });
  expect(answer.body.errors).toHaveLength(4);
});

test('a standard key cannot create companies', async () => {
  const { api } = await service.newCompany();
  for (const body of [{ name: 'Acme' }, { nonsense: true }, '{']) {
    const answer = await api.post('/companies', body);
    expect([answer.status, answer.body.message]).toEqual([403, 'Only ATS keys may do this']);
  }
});

test('the owner of a new company is mailed an invitation link, which is signed and valid for a week', async () => {
  const created = await (await newAts()).post('/companies', {
    name: 'Acme',
    ownerEmail: 'owner@acme.example',
  });
  expect(created.status).toBe(201);
  expect(created.body).not.toHaveProperty('ownerEmail');
  const [invitation] = await invitationsOf(created.body.id);
  expect(invitation).toMatchObject({ email: 'owner@acme.example' });
  expect((invitation as InvitationRow).expiresAt.getTime()).toBe(
    (invitation as InvitationRow).createdAt.getTime() + 7 * DAY_MS,
  );

  await waitFor(async () => expect((await invitationsOf(created.body.id))[0]?.sentAt).toBeInstanceOf(Date));
  const outbox = join(service.dataDir, 'outbox');
  expect(await readdir(outbox)).toContain(`${invitation?.id}.eml`);
  const mail = await readFile(join(outbox, `${invitation?.id}.eml`), 'utf8');
  expect(mail).toMatch(/^To: owner@acme\.example$/m);
  expect(mail).toMatch(/^Subject: You are invited to Parley$/m);
  const unfolded = mail.replaceAll('=\n', '').replaceAll('=3D', '=');
  const token = /\/console\/invitations#(\S+)/.exec(unfolded)?.[1] ?? '';
  expect(unfolded).toContain(`${service.url}/console/invitations#${token}`);
  expect(invitationIdOf(service.services.secrets.link, token)).toBe(invitation?.id);
  expect(invitationIdOf(`${service.services.secrets.link}x`, token)).toBeUndefined();
});

test('a company created without an owner invites nobody', async () => {
  const created = await (await newAts()).post('/companies', { name: 'Acme' });
  expect(await invitationsOf(created.body.id)).toEqual([]);
});

test('changing a company changes only the properties that are sent', async () => {
  const ats = await newAts();
  const wanted = { name: 'Acme', description: 'Old', defaultCountry: 'CH', metadata: { a: 1 } };
  const created = (await ats.post('/companies', wanted)).body;
  const changed = await ats.patch(`/companies/${created.id}`, { name: 'Acme AG', timezone: 'Asia/Tokyo' });
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({
    ...created,
    name: 'Acme AG',
    timezone: 'Asia/Tokyo',
    updatedAt: expect.any(String),
  });
  expect(Date.parse(changed.body.updatedAt)).toBeGreaterThan(Date.parse(created.updatedAt));
  expect((await ats.get(`/companies/${created.id}`)).body).toEqual(changed.body);
});

test('null clears the description and country of a company, and sent metadata replaces all metadata', async () => {
  const ats = await newAts();
  const wanted = { name: 'Acme', description: 'Old', defaultCountry: 'CH', metadata: { a: 1, b: 2 } };
  const { id } = (await ats.post('/companies', wanted)).body;
  const body = { description: null, defaultCountry: null, metadata: { c: 3 } };
  expect((await ats.patch(`/companies/${id}`, body)).body).toMatchObject({ ...body, name: 'Acme' });
});

test.each<[string, unknown, string]>([
  ['null as its name', { name: null }, 'name must be string'],
  ['null as its timezone', { timezone: null }, 'timezone must be string'],
  ['null as its metadata', { metadata: null }, 'metadata must be object'],
  [
    'an owner, who is invited only on creation',
    { ownerEmail: 'a@b.example' },
    'ownerEmail is not a known property',
  ],
])('a change of a company with %s is refused', async (_case, body, error) => {
  const ats = await newAts();
  const { id } = (await ats.post('/companies', { name: 'Acme' })).body;
  const answer = await ats.patch(`/companies/${id}`, body);
  expect([answer.status, answer.body.errors]).toEqual([400, [error]]);
});

test('companies are listed newest first, and a page beyond the last is empty', async () => {
  const ats = await newAts();
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E']) ids.unshift((await ats.post('/companies', { name })).body.id);
  const page = async (query: string) => {
    const { data, ...rest } = (await ats.get(`/companies${query}`)).body;
    return { ...rest, ids: data.map(({ id }: { id: string }) => id) };
  };
  expect(await page('')).toEqual({ total: 5, page: 1, limit: 20, totalPages: 1, ids });
  expect(await page('?limit=2')).toEqual({
    total: 5,
    page: 1,
    limit: 2,
    totalPages: 3,
    nextCursor: expect.any(String),
    ids: ids.slice(0, 2),
  });
  expect(await page('?limit=2&page=3')).toEqual({
    total: 5,
    page: 3,
    limit: 2,
    totalPages: 3,
    ids: ids.slice(4),
  });
  expect(await page('?limit=2&page=4')).toEqual({ total: 5, page: 4, limit: 2, totalPages: 3, ids: [] });
});

test('the company list of an ATS key that created no company is empty and has 0 pages', async () => {
  expect((await (await newAts()).get('/companies')).body).toEqual({
    data: [],
    total: 0,
    page: 1,
    limit: 20,
    totalPages: 0,
  });
});

test.each(['page=0', 'page=10001', 'limit=0', 'limit=101', 'limit=x', 'sort=name'])(
  'the list of companies with %s is refused',
  async (query) => {
    expect((await (await newAts()).get(`/companies?${query}`)).status).toBe(400);
  },
);

test('a standard key can read its own company and no other', async () => {
  const [mine, theirs] = [await service.newCompany({ name: 'Mine' }), await service.newCompany()];
  const list = (await mine.api.get(`/companies?companyId=${theirs.id}`)).body;
  expect([list.total, list.data[0].id]).toEqual([1, mine.id]);
  expect((await mine.api.get(`/companies/${mine.id}`)).body.name).toBe('Mine');
  expect((await mine.api.patch(`/companies/${mine.id}`, { name: 'Still mine' })).body.name).toBe(
    'Still mine',
  );
  expect((await mine.api.get(`/companies/${theirs.id}`)).status).toBe(404);
  expect((await mine.api.patch(`/companies/${theirs.id}`, { name: 'Stolen' })).status).toBe(404);
  expect((await theirs.api.get(`/companies/${theirs.id}`)).body.name).toBe('Acme');
});

test('an ATS key cannot read companies of another ATS key', async () => {
  const [mine, theirs] = [await newAts(), await newAts()];
  const { id } = (await theirs.post('/companies', { name: 'Theirs' })).body;
  expect((await mine.get(`/companies/${id}`)).status).toBe(404);
  expect((await mine.patch(`/companies/${id}`, { name: 'Stolen' })).status).toBe(404);
  expect((await mine.get('/companies')).body.total).toBe(0);
});

test.each([UNKNOWN, 'not-a-uuid', `${UNKNOWN}%00`])(
  'a company that does not exist gets 404: %s',
  async (id) => {
    const ats = await newAts();
    for (const answer of [
      await ats.get(`/companies/${id}`),
      await ats.patch(`/companies/${id}`, { name: 'A' }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([404, 'Company not found']);
    }
  },
);

test('reading and writing companies require their scopes', async () => {
  const { id } = await service.newCompany();
  const reader = await service.newKey({ companyId: id, scopes: ['read:companies'] });
  const writer = await service.newKey({ companyId: id, scopes: ['write:companies'] });
  expect((await reader.api.get(`/companies/${id}`)).status).toBe(200);
  expect((await reader.api.patch(`/companies/${id}`, { name: 'A' })).status).toBe(403);
  expect((await writer.api.get('/companies')).status).toBe(403);
  expect((await writer.api.patch(`/companies/${id}`, { name: 'A' })).status).toBe(200);
});

test('a company can limit the countries that it calls, and null allows all countries again', async () => {
  const { api, id } = await service.newCompany();
  expect((await api.get(`/companies/${id}`)).body.allowedCountries).toBeNull();
  const changed = await api.patch(`/companies/${id}`, { allowedCountries: ['CH', 'DE'] });
  expect([changed.status, changed.body.allowedCountries]).toEqual([200, ['CH', 'DE']]);
  expect((await api.patch(`/companies/${id}`, { name: 'B' })).body.allowedCountries).toEqual(['CH', 'DE']);
  const cleared = await api.patch(`/companies/${id}`, { allowedCountries: null });
  expect(cleared.body.allowedCountries).toBeNull();
});

test.each<[string, unknown]>([
  ['no country', []],
  ['an unknown country', ['CH', 'XX']],
  ['a country twice', ['CH', 'CH']],
  ['a text', 'CH'],
])('a list of allowed countries with %s is refused', async (_case, allowedCountries) => {
  const { api, id } = await service.newCompany();
  expect((await api.patch(`/companies/${id}`, { allowedCountries })).status).toBe(400);
});

test('a company can neither read nor change the allowed countries of another company', async () => {
  const [mine, theirs] = [await service.newCompany(), await service.newCompany()];
  await theirs.api.patch(`/companies/${theirs.id}`, { allowedCountries: ['CH'] });
  const answer = await mine.api.patch(`/companies/${theirs.id}`, { allowedCountries: ['FR'] });
  expect(answer.status).toBe(404);
  expect((await mine.api.get(`/companies/${mine.id}`)).body.allowedCountries).toBeNull();
  expect((await theirs.api.get(`/companies/${theirs.id}`)).body.allowedCountries).toEqual(['CH']);
});
