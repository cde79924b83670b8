import { Browser, newPerson, PASSWORD } from '@parley/testing/console-browser.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyId } from '../../storage/sql.ts';
import { addMember } from './user.store.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
let companies = 0;

/** A company, its owner, and its identity provider. */
async function provisioned(role = 'member') {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', `owner-${++companies}@scim.example`);
  const made = await owner.post('/console/api/scim-tokens', { role });
  expect(made.status).toBe(201);
  const ask = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${made.body.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      location: response.headers.get('location'),
      // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
      body: (text === '' ? undefined : JSON.parse(text)) as any,
    };
  };
  return { company, owner, ask, tokenId: made.body.id as string };
}

const ada = (userName: string) => ({
  schemas: [USER],
  userName,
  externalId: `ext-${userName}`,
  name: { givenName: 'Ada', familyName: 'Poe' },
  emails: [{ value: userName, primary: true }],
  active: true,
});
const deactivation = {
  schemas: [PATCH],
  Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
};
const emailsIn = async (browser: Browser): Promise<string[]> =>
  (await browser.get('/console/api/users?limit=100')).body.data.map(({ email }: { email: string }) => email);

test('a user created through SCIM is a member of the company, and can be read, found and listed', async () => {
  const { ask, owner } = await provisioned();
  const created = await ask('POST', '/Users', ada('ada@scim.example'));
  expect([created.status, created.type]).toEqual([201, 'application/scim+json; charset=utf-8']);
  expect(created.body).toMatchObject({
    schemas: [USER],
    userName: 'ada@scim.example',
    externalId: 'ext-ada@scim.example',
    name: { givenName: 'Ada', familyName: 'Poe' },
    active: true,
    roles: [{ value: 'member' }],
    meta: { resourceType: 'User', location: created.location },
  });
  expect(await emailsIn(owner)).toContain('ada@scim.example');
  const { id } = created.body;
  expect((await ask('GET', `/Users/${id}`)).body).toEqual(created.body);
  await ask('POST', '/Users', ada('bob@scim.example'));
  const found = await ask('GET', `/Users?filter=${encodeURIComponent('userName eq "ADA@scim.example"')}`);
  expect(found.body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [{ id }] });
  expect((await ask('GET', '/Users?startIndex=2&count=1')).body).toMatchObject({
    totalResults: 2,
    startIndex: 2,
    Resources: [{ userName: 'bob@scim.example' }],
  });
  expect((await ask('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 2, Resources: [] });
});

test('a second SCIM user with the same userName is refused as a conflict', async () => {
  const { ask } = await provisioned();
  await ask('POST', '/Users', ada('once@scim.example'));
  const again = await ask('POST', '/Users', ada('ONCE@scim.example'));
  expect([again.status, again.body]).toMatchObject([
    409,
    { schemas: [ERROR], status: '409', scimType: 'uniqueness' },
  ]);
});

test('a user deactivated through SCIM loses access at once, stays listed, and regains access when activated', async () => {
  const { ask, owner, company } = await provisioned();
  const person = await newPerson(service, company.id, 'viewer', 'leaving@scim.example');
  const { id } = (await ask('POST', '/Users', ada('leaving@scim.example'))).body;
  const stream = await fetch(`${service.url}/console/api/events`, {
    headers: { cookie: person.cookie ?? '', 'x-parley-console': '1' },
  });
  const ended = stream.text();
  const gone = await ask('PATCH', `/Users/${id}`, deactivation);
  expect([gone.status, gone.body.active]).toEqual([200, false]);
  await ended;
  expect((await person.get('/console/api/me')).status).toBe(401);
  expect(await emailsIn(owner)).not.toContain('leaving@scim.example');
  expect((await ask('GET', `/Users/${id}`)).body.active).toBe(false);
  const back = await ask('PATCH', `/Users/${id}`, {
    Operations: [{ op: 'replace', value: { active: true } }],
  });
  expect(back.body.active).toBe(true);
  expect(await emailsIn(owner)).toContain('leaving@scim.example');
});

test('an existing member loses access when SCIM creates the same user as inactive', async () => {
  const { ask, owner, company } = await provisioned();
  const person = await newPerson(service, company.id, 'member', 'inactive@scim.example');
  const made = await ask('POST', '/Users', { ...ada('inactive@scim.example'), active: false });
  expect([made.status, made.body.active]).toEqual([201, false]);
  expect((await person.get('/console/api/me')).status).toBe(401);
  expect(await emailsIn(owner)).not.toContain('inactive@scim.example');
});

test('a repeated SCIM activation or deactivation restores a membership that was changed in the console', async () => {
  const { ask, owner, company } = await provisioned();
  const email = 'in-step@scim.example';
  const { id } = (await ask('POST', '/Users', { ...ada(email), active: false })).body;
  // Invited by hand, behind the back of the provider.
  const { database } = service.services;
  await addMember(database, company.id as CompanyId, id, 'member');
  expect(await emailsIn(owner)).toContain(email);
  for (let n = 0; n < 2; n++) expect((await ask('PATCH', `/Users/${id}`, deactivation)).status).toBe(200);
  expect(await emailsIn(owner)).not.toContain(email);
  for (let n = 0; n < 2; n++) expect((await ask('PUT', `/Users/${id}`, ada(email))).status).toBe(200);
  expect(await emailsIn(owner)).toContain(email);
  expect((await owner.ask('DELETE', `/console/api/users/${id}`)).status).toBe(204);
  expect((await ask('PUT', `/Users/${id}`, ada(email))).status).toBe(200);
  expect(await emailsIn(owner)).toContain(email);
});

test('a SCIM PUT without "active" leaves a deactivated user deactivated', async () => {
  const { ask, owner } = await provisioned();
  const { active: _, ...unsaid } = ada('unsaid@scim.example');
  const { id } = (await ask('POST', '/Users', unsaid)).body;
  await ask('PATCH', `/Users/${id}`, deactivation);
  expect((await ask('PUT', `/Users/${id}`, unsaid)).body.active).toBe(false);
  expect(await emailsIn(owner)).not.toContain('unsaid@scim.example');
});

test('a SCIM request that removes or empties the property "active" is refused', async () => {
  const { ask } = await provisioned();
  const { id } = (await ask('POST', '/Users', ada('emptied@scim.example'))).body;
  await ask('PATCH', `/Users/${id}`, deactivation);
  for (const operation of [
    { op: 'remove', path: 'active' },
    { op: 'replace', path: 'active', value: null },
    { op: 'replace', path: 'active' },
    { op: 'add', value: { active: null } },
  ]) {
    const { status, body } = await ask('PATCH', `/Users/${id}`, { Operations: [operation] });
    expect([operation, status, body.scimType]).toEqual([operation, 400, 'invalidValue']);
  }
  expect((await ask('GET', `/Users/${id}`)).body.active).toBe(false);
});

test('a user reactivated through SCIM gets the role from before the deactivation, and SCIM shows that role', async () => {
  const { ask, owner, company } = await provisioned('viewer');
  await newPerson(service, company.id, 'owner', 'promoted@scim.example');
  const roleOf = ({ body }: { body: { roles: [{ value: string }] } }) => body.roles[0].value;
  const made = await ask('POST', '/Users', ada('promoted@scim.example'));
  expect(roleOf(made)).toBe('owner');
  const { id } = made.body;
  await owner.ask('PATCH', `/console/api/users/${id}`, { role: 'member' });
  expect(roleOf(await ask('GET', `/Users/${id}`))).toBe('member');
  expect(roleOf(await ask('PATCH', `/Users/${id}`, deactivation))).toBe('member');
  expect(roleOf(await ask('PUT', `/Users/${id}`, ada('promoted@scim.example')))).toBe('member');
  const { data } = (await owner.get('/console/api/users?limit=100')).body;
  expect(data).toContainEqual(expect.objectContaining({ id, role: 'member' }));
});

test('a SCIM request without a valid token is refused before its body is parsed', async () => {
  const { ask } = await provisioned();
  const refused = await ask('POST', '/Users', '{', { authorization: 'Bearer nothing' });
  expect(refused.status).toBe(401);
});

test('SCIM PUT and PATCH change names, but not the userName or the account', async () => {
  const { ask, owner } = await provisioned();
  const { id } = (await ask('POST', '/Users', ada('names@scim.example'))).body;
  const put = await ask('PUT', `/Users/${id}`, { ...ada('names@scim.example'), name: { givenName: 'Eve' } });
  expect(put.body.name).toEqual({ givenName: 'Eve' });
  const patched = await ask('PATCH', `/Users/${id}`, {
    Operations: [
      { op: 'add', path: 'name.familyName', value: 'Roe' },
      { op: 'replace', path: `${USER}:displayName`, value: 'Eve Roe' },
      { op: 'replace', path: 'title', value: 'Not kept' },
      { op: 'remove', path: 'externalId' },
    ],
  });
  expect(patched.body).toMatchObject({
    name: { givenName: 'Eve', familyName: 'Roe' },
    displayName: 'Eve Roe',
  });
  expect(patched.body.externalId).toBeUndefined();
  for (const [method, body] of [
    ['PUT', ada('other@scim.example')],
    ['PATCH', { Operations: [{ op: 'replace', path: 'userName', value: 'other@scim.example' }] }],
  ] as const) {
    const refused = await ask(method, `/Users/${id}`, body);
    expect([refused.status, refused.body.scimType]).toEqual([400, 'mutability']);
  }
  expect(await emailsIn(owner)).toContain('names@scim.example');
});

test('a user deleted through SCIM is gone and can be created again', async () => {
  const { ask, owner } = await provisioned();
  const { id } = (await ask('POST', '/Users', ada('deleted@scim.example'))).body;
  expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204);
  expect((await ask('DELETE', `/Users/${id}`)).status).toBe(404);
  expect((await ask('GET', `/Users/${id}`)).body).toMatchObject({ schemas: [ERROR], status: '404' });
  expect(await emailsIn(owner)).not.toContain('deleted@scim.example');
  expect((await ask('POST', '/Users', ada('deleted@scim.example'))).status).toBe(201);
});

test('SCIM brings no account into the company that somebody else made with a copied link', async () => {
  const [mine, theirs] = [await provisioned(), await provisioned()];
  const email = 'copied@scim.example';
  const { body } = await theirs.owner.post('/console/api/invitations', { email, role: 'member' });
  const made = await new Browser(service.url).post('/console/api/invitations/redeem', {
    token: body.link.split('#')[1],
    password: PASSWORD,
  });
  expect(made.status).toBe(200);
  expect(await mine.ask('POST', '/Users', ada(email))).toMatchObject({ status: 409 });
  expect(await emailsIn(mine.owner)).not.toContain(email);
  // It is a member there already.
  expect(await theirs.ask('POST', '/Users', ada(email))).toMatchObject({ status: 201 });
});

test('SCIM cannot remove the last owner', async () => {
  const { ask, owner } = await provisioned('viewer');
  const { email } = (await owner.get('/console/api/me')).body;
  const { id } = (await ask('POST', '/Users', ada(email))).body;
  expect((await ask('PATCH', `/Users/${id}`, deactivation)).status).toBe(409);
  expect((await ask('DELETE', `/Users/${id}`)).status).toBe(409);
  expect((await owner.get('/console/api/me')).body.role).toBe('owner');
});

test('the SCIM token of a company cannot read or change users or memberships of another company', async () => {
  const [mine, theirs] = [await provisioned(), await provisioned()];
  const { id } = (await theirs.ask('POST', '/Users', ada('shared@scim.example'))).body;
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', ada('shared@scim.example')],
    ['PATCH', deactivation],
    ['DELETE', undefined],
  ] as const)
    expect([method, (await mine.ask(method, `/Users/${id}`, body)).status]).toEqual([method, 404]);
  expect((await mine.ask('GET', '/Users')).body.totalResults).toBe(0);
  expect((await mine.ask('POST', '/Users', ada('shared@scim.example'))).body.id).toBe(id);
  await mine.ask('DELETE', `/Users/${id}`);
  expect(await emailsIn(theirs.owner)).toContain('shared@scim.example');
});

test('a SCIM request without a valid token gets 401, and a revoked token stops working at once', async () => {
  const { ask, owner, tokenId, company } = await provisioned();
  for (const authorization of [
    '',
    'Bearer nothing',
    `Bearer scim_${'A'.repeat(43)}`,
    `Bearer ${company.key}`,
  ])
    for (const path of ['/Users', `/Users/${UNKNOWN}`, '/ServiceProviderConfig'])
      expect((await ask('GET', path, undefined, { authorization })).status).toBe(401);
  const member = await newPerson(service, company.id, 'member', 'no-owner@scim.example');
  expect((await member.post('/console/api/scim-tokens', { role: 'owner' })).status).toBe(403);
  expect((await owner.get('/console/api/scim-tokens')).body.data).toMatchObject([
    { id: tokenId, role: 'member' },
  ]);
  expect((await ask('GET', '/Users')).status).toBe(200);
  expect((await owner.ask('DELETE', `/console/api/scim-tokens/${tokenId}`)).status).toBe(204);
  expect((await ask('GET', '/Users')).status).toBe(401);
});

test('invalid SCIM requests get a SCIM error, never a 500', async () => {
  const { ask } = await provisioned();
  const { id } = (await ask('POST', '/Users', ada('bad@scim.example'))).body;
  const cases: [string, string, unknown, number, string?][] = [
    ['POST', '/Users', '{', 400, 'invalidSyntax'],
    ['POST', '/Users', '[]', 400, 'invalidSyntax'],
    ['POST', '/Users', 'null', 400, 'invalidSyntax'],
    ['POST', '/Users', undefined, 400, 'invalidSyntax'],
    ['POST', '/Users', {}, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 5 }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'no address' }, 400, 'invalidValue'],
    [
      'POST',
      '/Users',
      { userName: 'a@b.example', emails: 'x', name: 7, active: 'maybe' },
      400,
      'invalidValue',
    ],
    ['POST', '/Users', { userName: `${'a'.repeat(300)}@b.example` }, 400, 'invalidValue'],
    ['POST', '/Users', { userName: 'a\u0000@b.example' }, 400],
    ['PATCH', `/Users/${id}`, {}, 400, 'invalidSyntax'],
    ['PATCH', `/Users/${id}`, { Operations: [] }, 400, 'invalidSyntax'],
    ['PATCH', `/Users/${id}`, { Operations: [null] }, 400, 'invalidSyntax'],
    ['PATCH', `/Users/${id}`, { Operations: [{ op: 'move', path: 'active' }] }, 400, 'invalidSyntax'],
    ['PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 7 }] }, 400, 'invalidPath'],
    [
      'PATCH',
      `/Users/${id}`,
      { Operations: [{ op: 'replace', path: 'active', value: 7 }] },
      400,
      'invalidValue',
    ],
    ['PATCH', `/Users/${id}`, { schemas: ['x'], Operations: [{}] }, 400, 'invalidSyntax'],
    ['GET', '/Users?filter=userName%20co%20%22a%22', undefined, 400, 'invalidFilter'],
    ['GET', '/Users?filter=x&filter=y', undefined, 400, 'invalidFilter'],
    ['GET', '/Users?count=many', undefined, 400, 'invalidValue'],
    ['GET', '/Users/not-an-id', undefined, 404],
    ['GET', `/Users?filter=${encodeURIComponent('userName eq "\\u0000"')}`, undefined, 400, 'invalidFilter'],
  ];
  for (const [method, path, body, status, scimType] of cases) {
    const answer = await ask(method, path, body);
    expect([method, path, body, answer.status]).toEqual([method, path, body, status]);
    expect(answer.body).toMatchObject({
      schemas: [ERROR],
      status: String(status),
      detail: expect.any(String),
    });
    if (scimType) expect([path, body, answer.body.scimType]).toEqual([path, body, scimType]);
  }
  const text = await ask('POST', '/Users', '<a/>', { 'content-type': 'text/xml' });
  expect([text.status, text.body.schemas]).toEqual([415, [ERROR]]);
});

test('a SCIM provider can read which features are supported, and its changes are in the audit log', async () => {
  const { ask, owner } = await provisioned();
  expect((await ask('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true },
    bulk: { supported: false },
  });
  expect((await ask('GET', '/ResourceTypes')).body.Resources).toMatchObject([{ id: 'User', schema: USER }]);
  const { id } = (await ask('POST', '/Users', ada('audited@scim.example'))).body;
  await ask('DELETE', `/Users/${id}`);
  const { data } = (await owner.get('/console/api/audit?limit=100')).body;
  const types = data
    .filter(({ metadata }: { metadata: { member?: string } }) => metadata.member === id)
    .map(({ eventType }: { eventType: string }) => eventType);
  expect(types.sort()).toEqual(['USER_JOINED', 'USER_REMOVED']);
});
