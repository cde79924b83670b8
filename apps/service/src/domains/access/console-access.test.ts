import { ManualClock } from '@parley/kernel/clock.ts';
import { Browser, invited, newPerson, PASSWORD } from '@parley/testing/console-browser.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import { mailed } from '@parley/testing/mailed.ts';
import { startTestService, type TestService, testSecrets } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limiterInDatabase } from '../../http/rate-limit.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { acceptInvitation } from '../companies/invitation.actions.ts';
import { invitationIdOf } from '../companies/invitation.model.ts';
import { operatorLink, purgeSessions } from './session.actions.ts';

import { addMember } from './user.store.ts';

const clock = new ManualClock('2026-03-14T09:30:00.000Z');
let service: TestService;
beforeAll(async () => {
  // Requests may then say which network they come from.
  service = await startTestService({ clock, environment: { PARLEY_TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => service.stop());

const redeem = (token: string, more: object = {}) =>
  new Browser(service.url).post('/console/api/invitations/redeem', { token, ...more });

/** The sign-in links that were mailed to an address. */
async function linksMailedTo(email: string): Promise<string[]> {
  return (await mailed(service.dataDir))
    .filter((mail) => mail.includes(`To: ${email}`))
    .flatMap((mail) => /sign-in#(\S+)/.exec(plainOf(mail))?.[1] ?? []);
}

async function linksMadeFor(email: string): Promise<number | undefined> {
  const row = await service.services.database.first<{ made: number }>(sql`
    select count(*) as made from sign_in_links l join users u on u.id = l.user_id where u.email = ${email}`);
  return row?.made;
}

/** Quoted-printable undone, as far as a link needs it. */
const plainOf = (mail: string): string => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');

test('an invitation from before a member was removed does not restore the member', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'boss@removing.example');
  const member = await newPerson(service, company.id, 'member', 'gone@removing.example');
  const older = await invited(service, company.id, 'member', 'Gone@removing.example');
  const { id } = (await member.get('/console/api/me')).body;
  expect((await owner.ask('DELETE', `/console/api/users/${id}`)).status).toBe(204);
  expect((await redeem(older)).status).toBe(404);
  expect((await owner.get('/console/api/users')).body.total).toBe(1);
});

test('a member who is removed while accepting an invitation ends up without access', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'boss@racing.example');
  const member = await newPerson(service, company.id, 'member', 'gone@racing.example');
  const token = await invited(service, company.id, 'owner', 'gone@racing.example');
  const { id } = (await member.get('/console/api/me')).body;
  const { database } = service.services;
  const { removing } = await database.transaction(async (inside) => {
    await acceptInvitation(inside, invitationIdOf(testSecrets.PARLEY_LINK_SECRET, token) ?? '');
    const removing = owner.ask('DELETE', `/console/api/users/${id}`);
    await somebodyWaits(database, removing);
    await addMember(inside, company.id as CompanyId, id, 'owner');
    // In an object: a transaction that waited for the removal would wait for itself.
    return { removing };
  });
  expect((await removing).status).toBe(204);
  expect((await owner.get('/console/api/users')).body.total).toBe(1);
});

test("an invitation from before a member's role was lowered does not restore the role", async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'boss@demoting.example');
  const member = await newPerson(service, company.id, 'owner', 'less@demoting.example');
  const older = await invited(service, company.id, 'owner', 'less@demoting.example');
  const { id } = (await member.get('/console/api/me')).body;
  expect((await owner.ask('PATCH', `/console/api/users/${id}`, { role: 'viewer' })).status).toBe(200);
  expect((await redeem(older)).status).toBe(404);
  expect((await member.get('/console/api/me')).body.role).toBe('viewer');
});

test('a new invitation to the same address replaces the older one', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'boss@again.example');
  const older = await invited(service, company.id, 'owner', 'twice@again.example');
  const newer = await invited(service, company.id, 'viewer', 'Twice@again.example');
  const { data } = (await owner.get('/console/api/invitations')).body;
  expect(data).toMatchObject([{ email: 'Twice@again.example', role: 'viewer' }]);
  expect((await redeem(older)).status).toBe(404);
  expect((await redeem(newer, { password: PASSWORD })).status).toBe(200);
});

test('an invitation signs in a new user', async () => {
  const company = await service.newCompany();
  const token = await invited(service, company.id, 'viewer', 'fresh@joining.example');
  const { body, set } = await redeem(token, { name: 'Fresh', password: PASSWORD });
  expect(body).toEqual({ isSignedIn: true });
  expect(set).toContain('parley_session=');
});

test('an invitation to an existing user adds the company and does not sign in', async () => {
  const [first, second] = [await service.newCompany(), await service.newCompany()];
  const email = 'known@joining.example';
  const known = await newPerson(service, first.id, 'member', email);
  const token = await invited(service, second.id, 'viewer', email);
  const { body, set } = await redeem(token, { name: 'Mallory', password: 'a password of a thief' });
  expect(body).toEqual({ isSignedIn: false });
  expect(set).toBeNull();
  const me = (await known.get('/console/api/me')).body;
  expect(me.name).toBe('Somebody');
  expect(me.companies.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
  const thief = await new Browser(service.url).post('/console/api/sign-in', {
    email,
    password: 'a password of a thief',
  });
  expect(thief.status).toBe(401);
});

test('an existing user who accepts an invitation is mailed a sign-in link', async () => {
  const [first, second] = [await service.newCompany(), await service.newCompany()];
  const email = 'linked@joining.example';
  await newPerson(service, first.id, 'member', email);
  await redeem(await invited(service, second.id, 'viewer', email));
  await expect.poll(() => linksMailedTo(email)).toHaveLength(1);
  const [token] = await linksMailedTo(email);
  const answer = await new Browser(service.url).post('/console/api/sign-in-links/redeem', { token });
  expect(answer.status).toBe(200);
});

test('an invitation never signs in a staff account', async () => {
  const company = await service.newCompany();
  const email = 'staff@joining.example';
  await operatorLink(service.services.database, { email, companyId: company.id as CompanyId });
  const token = await invited(service, company.id, 'viewer', email);
  expect(await redeem(token, { password: PASSWORD })).toMatchObject({
    set: null,
    body: { isSignedIn: false },
  });
  const answer = await new Browser(service.url).post('/console/api/sign-in', { email, password: PASSWORD });
  expect(answer.status).toBe(401);
});

const from = (network: string) => new Browser(service.url, { 'x-forwarded-for': network });

test('password guesses by a stranger do not lock out the user', async () => {
  const company = await service.newCompany();
  const email = 'guessed@limits.example';
  await newPerson(service, company.id, 'member', email);
  const guess = () => from('203.0.113.1').post('/console/api/sign-in', { email, password: 'x' });
  for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  const own = await from('198.51.100.1').post('/console/api/sign-in', { email, password: PASSWORD });
  expect(own.status).toBe(200);
});

test('sign-in links requested by a stranger do not keep the user from getting one', async () => {
  const company = await service.newCompany();
  const email = 'asked@limits.example';
  await newPerson(service, company.id, 'member', email);
  const ask = (network: string) => from(network).post('/console/api/sign-in-links', { email });
  for (let n = 0; n < 5; n++) expect((await ask('203.0.113.2')).status).toBe(202);
  expect((await ask('203.0.113.2')).status).toBe(429);
  expect((await ask('198.51.100.2')).status).toBe(202);
});

test('password guesses for one account from many networks are rate-limited together', async () => {
  const email = 'spread@limits.example';
  const limiter = limiterInDatabase(service.services.database);
  // As many as twenty networks may make, without the time that it takes to hash them.
  for (let n = 0; n < 200; n++) await limiter(`sign-in:${email}`, { max: 200, perSeconds: 900 });
  const answer = await from('203.0.113.3').post('/console/api/sign-in', { email, password: 'x' });
  expect(answer.status).toBe(429);
});

test('a second sign-in link is not mailed while the first is recent and unused', async () => {
  const company = await service.newCompany();
  const email = 'young@limits.example';
  await newPerson(service, company.id, 'member', email);
  const ask = () => from('198.51.100.4').post('/console/api/sign-in-links', { email });
  await Promise.all([ask(), ask(), ask()]);
  expect(await linksMadeFor(email)).toBe(1);
  clock.advance(60_000);
  await ask();
  expect(await linksMadeFor(email)).toBe(2);
});

test('a user who used a sign-in link gets the next one immediately', async () => {
  const company = await service.newCompany();
  const email = 'used@limits.example';
  await newPerson(service, company.id, 'member', email);
  const ask = () => from('198.51.100.5').post('/console/api/sign-in-links', { email });
  await ask();
  await expect.poll(() => linksMailedTo(email)).toHaveLength(1);
  const [token] = await linksMailedTo(email);
  await from('198.51.100.5').post('/console/api/sign-in-links/redeem', { token });
  await ask();
  expect(await linksMadeFor(email)).toBe(2);
});

test('the daily purge deletes the e-mail addresses that strangers tried to sign in with', async () => {
  await from('203.0.113.6').post('/console/api/sign-in', { email: 'once@limits.example', password: 'x' });
  clock.advance(86_400_000);
  await purgeSessions(service.services.database);
  expect(await service.services.database.all(sql`select bucket from rate_limits`)).toEqual([]);
});
