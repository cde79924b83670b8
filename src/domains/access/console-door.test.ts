import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, invited, newPerson, PASSWORD } from '../../../tests/console-browser.ts';
import { startTestService, type TestService } from '../../../tests/service.ts';
import { ManualClock } from '../../kernel/clock.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { operatorLink } from './operator.actions.ts';

const clock = new ManualClock('2026-03-14T09:30:00.000Z');
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.stop());

const redeem = (token: string, more: object = {}) =>
  new Browser(service.url).post('/console/api/invitations/redeem', { token, ...more });

/** The sign-in links that were mailed to an address. */
async function linksMailedTo(email: string): Promise<string[]> {
  const outbox = join(service.dataDir, 'outbox');
  const names = await readdir(outbox).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails
    .filter((mail) => mail.includes(`To: ${email}`))
    .flatMap((mail) => /sign-in#(\S+)/.exec(plainOf(mail))?.[1] ?? []);
}

/** Quoted-printable undone, as far as a link needs it. */
const plainOf = (mail: string): string => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');

test('who was removed does not come back by an older invitation', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'boss@removing.example');
  const member = await newPerson(service, company.id, 'member', 'gone@removing.example');
  const older = await invited(service, company.id, 'member', 'Gone@removing.example');
  const { id } = (await member.get('/console/api/me')).body;
  expect((await owner.ask('DELETE', `/console/api/users/${id}`)).status).toBe(204);
  expect((await redeem(older)).status).toBe(404);
  expect((await owner.get('/console/api/users')).body.total).toBe(1);
});

test('who was made less is not made more by an older invitation', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'boss@demoting.example');
  const member = await newPerson(service, company.id, 'owner', 'less@demoting.example');
  const older = await invited(service, company.id, 'owner', 'less@demoting.example');
  const { id } = (await member.get('/console/api/me')).body;
  expect((await owner.ask('PATCH', `/console/api/users/${id}`, { role: 'viewer' })).status).toBe(200);
  expect((await redeem(older)).status).toBe(404);
  expect((await member.get('/console/api/me')).body.role).toBe('viewer');
});

test('a new invitation to the same address takes the place of the older one', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'boss@again.example');
  const older = await invited(service, company.id, 'owner', 'twice@again.example');
  const newer = await invited(service, company.id, 'viewer', 'Twice@again.example');
  const { data } = (await owner.get('/console/api/invitations')).body;
  expect(data).toMatchObject([{ email: 'Twice@again.example', role: 'viewer' }]);
  expect((await redeem(older)).status).toBe(404);
  expect((await redeem(newer, { password: PASSWORD })).status).toBe(200);
});

test('an invitation signs in who is new', async () => {
  const company = await service.newCompany();
  const token = await invited(service, company.id, 'viewer', 'fresh@joining.example');
  const { body, set } = await redeem(token, { name: 'Fresh', password: PASSWORD });
  expect(body).toEqual({ isSignedIn: true });
  expect(set).toContain('parley_session=');
});

test('an invitation to somebody with an account adds the company, and opens nothing', async () => {
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

test('who joined with an account is mailed a link that signs in', async () => {
  const [first, second] = [await service.newCompany(), await service.newCompany()];
  const email = 'linked@joining.example';
  await newPerson(service, first.id, 'member', email);
  await redeem(await invited(service, second.id, 'viewer', email));
  await expect.poll(() => linksMailedTo(email), { timeout: 20_000 }).toHaveLength(1);
  const [token] = await linksMailedTo(email);
  const answer = await new Browser(service.url).post('/console/api/sign-in-links/redeem', { token });
  expect(answer.status).toBe(200);
});

test('an invitation never signs in as staff', async () => {
  const company = await service.newCompany();
  const email = 'staff@joining.example';
  await operatorLink(service.house.database, { email, companyId: company.id as CompanyId });
  const token = await invited(service, company.id, 'viewer', email);
  expect(await redeem(token, { password: PASSWORD })).toMatchObject({
    set: null,
    body: { isSignedIn: false },
  });
  const answer = await new Browser(service.url).post('/console/api/sign-in', { email, password: PASSWORD });
  expect(answer.status).toBe(401);
});
