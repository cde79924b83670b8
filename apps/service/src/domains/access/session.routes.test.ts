import type { Role } from '@parley/contract/user.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { Browser, invited, newPerson, operatorToken, PASSWORD } from '@parley/testing/console-browser.ts';
import { mailed } from '@parley/testing/mailed.ts';
import { startTestService, type TestService, testSecrets } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyId } from '../../storage/sql.ts';
import { newLink, operatorLink, proveAddress, requireSession } from './session.actions.ts';
import { linkToken } from './session.model.ts';
import { findUserByEmail } from './user.store.ts';

const clock = new ManualClock('2026-03-14T09:30:00.000Z');
const DAY_MS = 86_400_000;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.stop());

const secret = testSecrets.PARLEY_LINK_SECRET;

const newBrowser = () => new Browser(service.url);
const person = (companyId: string, role: Role, email: string) => newPerson(service, companyId, role, email);

test('the first sign-in link of the command line works once and signs in as staff', async () => {
  const linkId = await operatorLink(service.services.database, {});
  const browser = newBrowser();
  const { status, set } = await browser.post('/console/api/sign-in-links/redeem', {
    token: linkToken(secret, linkId),
  });
  expect(status).toBe(200);
  expect(set).toMatch(/^parley_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Expires=/);
  expect((await browser.get('/console/api/me')).body).toMatchObject({
    email: 'operator@localhost',
    isStaff: true,
    hasPassword: false,
  });
  const again = await newBrowser().post('/console/api/sign-in-links/redeem', {
    token: linkToken(secret, linkId),
  });
  expect(again.status).toBe(401);
});

test('an invitation works once, and the new user chooses a password', async () => {
  const company = await service.newCompany({ ownerEmail: 'ann@acme.example' });
  const mails = () => mailed(service.dataDir);
  await expect.poll(async () => (await mails()).some((mail) => mail.includes('ann@acme.example'))).toBe(true);
  const mail = (await mails()).find((text) => text.includes('ann@acme.example')) ?? '';
  const token = /invitations#(\S+)/.exec(mail.replaceAll('=\n', ''))?.[1] ?? '';

  const ann = newBrowser();
  expect((await ann.post('/console/api/invitations/redeem', { token, password: PASSWORD })).status).toBe(200);
  expect((await ann.get('/console/api/me')).body).toMatchObject({
    role: 'owner',
    isStaff: false,
    company: { id: company.id, name: 'Acme' },
  });
  const second = await newBrowser().post('/console/api/invitations/redeem', {
    token,
    password: 'another long one',
  });
  expect(second).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('sign in instead') },
  });
  const back = newBrowser();
  const signedIn = await back.post('/console/api/sign-in', { email: 'ANN@acme.example', password: PASSWORD });
  expect(signedIn.status).toBe(200);
});

test('a wrong password and an unknown e-mail address get the same answer', async () => {
  const company = await service.newCompany();
  await person(company.id, 'member', 'bob@acme.example');
  const answers = await Promise.all(
    ['bob@acme.example', 'nobody@acme.example'].map((email) =>
      newBrowser().post('/console/api/sign-in', { email, password: 'not the password' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect(answers[0]?.body.message).toBe(answers[1]?.body.message);
});

test('guessing passwords is rate-limited', async () => {
  const guess = () =>
    newBrowser().post('/console/api/sign-in', { email: 'guessed@acme.example', password: 'x' });
  for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(401);
  expect(await guess()).toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
});

test('the role of a user decides which API requests are allowed', async () => {
  const company = await service.newCompany();
  const viewer = await person(company.id, 'viewer', 'vic@acme.example');
  const member = await person(company.id, 'member', 'mia@acme.example');
  const contact = {
    firstName: 'Ada',
    lastName: 'Poe',
    email: 'ada@example.com',
    phoneNumber: '+15005550000',
    gdprExpiryDate: '2099-12-31',
  };
  expect((await viewer.get('/contacts')).status).toBe(200);
  expect(await viewer.post('/contacts', contact)).toMatchObject({
    status: 403,
    body: { message: 'Your role (viewer) does not allow this' },
  });
  expect((await member.post('/contacts', contact)).status).toBe(201);
  expect((await viewer.get('/contacts')).body.total).toBe(1);
  // Staff of the installation may; no role of a company does.
  const owner = await person(company.id, 'owner', 'ona@acme.example');
  expect((await owner.get('/api-keys')).status).toBe(403);
  for (const one of [viewer, member])
    expect((await one.post('/console/api/invitations', { email: 'x@y.example', role: 'owner' })).status).toBe(
      403,
    );
});

test('a cross-site request with the session cookie is refused', async () => {
  const company = await service.newCompany();
  const owner = await person(company.id, 'owner', 'eve@acme.example');
  const response = await fetch(`${service.url}/contacts`, { headers: { cookie: owner.cookie ?? '' } });
  expect(response.status).toBe(401);
});

test('a console window that still shows another company than the session gets 409 for every change', async () => {
  const [first, second] = [await service.newCompany(), await service.newCompany()];
  const owner = await person(first.id, 'owner', 'two@windows.example');
  const token = await invited(service, second.id, 'owner', 'two@windows.example');
  await new Browser(service.url).post('/console/api/invitations/redeem', { token });
  const shows = (companyId: string) => ({ 'x-parley-company': companyId });
  const agree = (companyId: string) =>
    owner.ask('GET', '/console/api/users', undefined, shows(companyId)).then(({ status }) => status);
  expect(await agree(first.id)).toBe(200);
  expect(await agree(first.id.toUpperCase())).toBe(200);

  const chosen = await owner.ask('PUT', '/console/api/me/company', { companyId: second.id });
  expect(chosen.status).toBe(200);
  const guest = { email: 'guest@windows.example', role: 'viewer' };
  const refused = await owner.ask('POST', '/console/api/invitations', guest, shows(first.id));
  expect(refused).toMatchObject({ status: 409, body: { errors: [{ path: 'x-parley-company' }] } });
  expect((await owner.get('/console/api/invitations')).body.data).toEqual([]);
  expect(await agree(first.id)).toBe(409);
  expect(await agree('none')).toBe(409);
  expect(await agree(second.id)).toBe(200);
});

const tokenIn = (link: string): string => /invitations#(\S+)$/.exec(link)?.[1] ?? '';
const redeem = (browser: Browser, token: string, password?: string) =>
  browser.post('/console/api/invitations/redeem', { token, ...(password === undefined ? {} : { password }) });
const membersOf = async (owner: Browser): Promise<string[]> =>
  (await owner.get('/console/api/users')).body.data.map(({ email }: { email: string }) => email);

/** Somebody who made an account with a link that an owner copied. */
async function unproven(email: string) {
  const company = await service.newCompany();
  const owner = await person(company.id, 'owner', `owner-of-${email}`);
  const { body } = await owner.post('/console/api/invitations', { email, role: 'member' });
  const browser = newBrowser();
  expect((await redeem(browser, tokenIn(body.link), PASSWORD)).status).toBe(200);
  return { browser, company };
}

test('without a mail server whoever invites is told that nothing was mailed and gets a link to copy', async () => {
  const company = await service.newCompany();
  const owner = await person(company.id, 'owner', 'owner@links.example');
  const staff = newBrowser();
  const token = await operatorToken(service, company.id);
  await staff.post('/console/api/sign-in-links/redeem', { token });
  for (const [index, browser] of [owner, staff].entries()) {
    const email = `guest-${index}@links.example`;
    const { status, body } = await browser.post('/console/api/invitations', { email, role: 'member' });
    expect([status, body.isMailOn]).toEqual([201, false]);
    const listed = (await browser.get('/console/api/invitations')).body;
    expect(listed.isMailOn).toBe(false);
    expect(listed.data.find(({ id }: { id: string }) => id === body.id).link).toBe(body.link);
    const guest = newBrowser();
    expect((await redeem(guest, tokenIn(body.link), PASSWORD)).body).toEqual({ isSignedIn: true });
    expect((await guest.get('/console/api/me')).body).toMatchObject({ email, role: 'member' });
  }
});

test('a copied link asks a new person for a password, because no sign-in link could be mailed to them', async () => {
  const company = await service.newCompany();
  const owner = await person(company.id, 'owner', 'owner@passwords.example');
  const { body } = await owner.post('/console/api/invitations', {
    email: 'new@passwords.example',
    role: 'viewer',
  });
  const refused = await redeem(newBrowser(), tokenIn(body.link));
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } });
  expect((await redeem(newBrowser(), tokenIn(body.link), PASSWORD)).status).toBe(200);
});

test('a copied link lets nobody in who has an account, unless they are signed in with it', async () => {
  const theirs = await service.newCompany();
  const ann = await person(theirs.id, 'member', 'ann@accounts.example');
  const mine = await service.newCompany();
  const owner = await person(mine.id, 'owner', 'owner@accounts.example');
  const { body } = await owner.post('/console/api/invitations', {
    email: 'ann@accounts.example',
    role: 'member',
  });
  for (const browser of [newBrowser(), owner]) {
    const refused = await redeem(browser, tokenIn(body.link), PASSWORD);
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('sign in') } });
  }
  expect(await membersOf(owner)).toEqual(['owner@accounts.example']);
  expect((await redeem(ann, tokenIn(body.link))).body).toEqual({ isSignedIn: true });
  expect((await ann.get('/console/api/me')).body.company.id).toBe(mine.id);
});

test('an account made with a copied link joins another company only when its person signs in with it', async () => {
  const { browser } = await unproven('bob@unproven.example');
  const other = await service.newCompany();
  const owner = await person(other.id, 'owner', 'owner@unproven.example');
  const token = await invited(service, other.id, 'member', 'bob@unproven.example');
  expect((await redeem(newBrowser(), token, PASSWORD)).status).toBe(409);
  expect(await membersOf(owner)).toEqual(['owner@unproven.example']);
  expect((await redeem(browser, token)).body).toEqual({ isSignedIn: true });
  expect(await membersOf(owner)).toHaveLength(2);
});

test('a sign-in link proves the address of an account, and ends what its maker could sign in with', async () => {
  const { browser: maker } = await unproven('eva@unproven.example');
  const { database } = service.services;
  const user = await findUserByEmail(database, 'eva@unproven.example');
  const link = await newLink(database, user?.id ?? '', 15);
  const eva = newBrowser();
  const token = linkToken(secret, link);
  expect((await eva.post('/console/api/sign-in-links/redeem', { token })).status).toBe(200);
  expect((await maker.get('/console/api/me')).status).toBe(401);
  const byPassword = { email: 'eva@unproven.example', password: PASSWORD };
  expect((await newBrowser().post('/console/api/sign-in', byPassword)).status).toBe(401);
  const other = await service.newCompany();
  const welcome = await invited(service, other.id, 'member', 'eva@unproven.example');
  expect((await redeem(newBrowser(), welcome)).status).toBe(200);
});

test('a sign-in link leaves the password and the sessions of a proven account', async () => {
  const company = await service.newCompany();
  const kim = await person(company.id, 'member', 'kim@proven.example');
  const user = await findUserByEmail(service.services.database, 'kim@proven.example');
  const token = linkToken(secret, await newLink(service.services.database, user?.id ?? '', 15));
  expect((await newBrowser().post('/console/api/sign-in-links/redeem', { token })).status).toBe(200);
  expect((await kim.get('/console/api/me')).body.hasPassword).toBe(true);
});

test('the command line gives an account made with a copied link to its new person alone', async () => {
  const { browser: maker } = await unproven('ops@unproven.example');
  const company = await service.newCompany();
  await operatorLink(service.services.database, {
    email: 'ops@unproven.example',
    companyId: company.id as CompanyId,
  });
  expect((await maker.get('/console/api/me')).status).toBe(401);
});

test('a password that is on its way while its session ends is not set', async () => {
  const { browser } = await unproven('late@unproven.example');
  const { database } = service.services;
  const user = await findUserByEmail(database, 'late@unproven.example');
  const session = (await browser.get('/console/api/me/sessions')).body.data[0];
  await database.transaction((inside) => proveAddress(inside, user?.id ?? ''));
  await expect(database.transaction((inside) => requireSession(inside, session.id))).rejects.toMatchObject({
    message: 'Your session has ended: sign in again',
  });
});

test('a console window without a chosen company gets 409 once another window has chosen one', async () => {
  const company = await service.newCompany();
  const staff = new Browser(service.url);
  const linkId = await operatorLink(service.services.database, { email: 'staff@windows.example' });
  const token = linkToken(secret, linkId);
  expect((await staff.post('/console/api/sign-in-links/redeem', { token })).status).toBe(200);
  const ask = () => staff.ask('GET', '/console/api/me', undefined, { 'x-parley-company': 'none' });
  expect((await ask()).status).toBe(200);
  await staff.ask('PUT', '/console/api/me/company', { companyId: company.id });
  expect((await ask()).status).toBe(409);
});

test('a user reaches no data of another company', async () => {
  const [mine, other] = [await service.newCompany(), await service.newCompany()];
  const owner = await person(mine.id, 'owner', 'own@mine.example');
  const stranger = await person(other.id, 'owner', 'own@other.example');
  const theirs = (await stranger.get('/console/api/me')).body.id;
  expect((await owner.ask('PUT', '/console/api/me/company', { companyId: other.id })).status).toBe(404);
  expect((await owner.ask('DELETE', `/console/api/users/${theirs}`)).status).toBe(404);
  expect((await owner.ask('PATCH', `/console/api/users/${theirs}`, { role: 'viewer' })).status).toBe(404);
  const { body } = await owner.get('/console/api/users');
  expect(body.data.map(({ email }: { email: string }) => email)).toEqual(['own@mine.example']);
  const contact = (
    await other.api.post('/contacts', {
      firstName: 'Ada',
      lastName: 'Poe',
      email: 'a@example.com',
      phoneNumber: '+15005550000',
      gdprExpiryDate: '2099-12-31',
    })
  ).body;
  for (const path of [`/contacts/${contact.id}`, `/console/api/contacts/${contact.id}/do-not-call`])
    expect((await owner.get(path)).status).toBe(403);
});

test('the last owner cannot be removed or get a lower role', async () => {
  const company = await service.newCompany();
  const owner = await person(company.id, 'owner', 'last@acme.example');
  const { id } = (await owner.get('/console/api/me')).body;
  expect((await owner.ask('DELETE', `/console/api/users/${id}`)).status).toBe(409);
  expect((await owner.ask('PATCH', `/console/api/users/${id}`, { role: 'member' })).status).toBe(409);
});

test('a removed member loses access at once', async () => {
  const company = await service.newCompany();
  const owner = await person(company.id, 'owner', 'boss@acme.example');
  const member = await person(company.id, 'member', 'gone@acme.example');
  const { id } = (await member.get('/console/api/me')).body;
  expect((await owner.ask('DELETE', `/console/api/users/${id}`)).status).toBe(204);
  expect((await member.get('/contacts')).status).toBe(401);
});

test('an operator cancels a scheduled conversation, and the event names the operator', async () => {
  const company = await service.newCompany();
  const owner = await person(company.id, 'owner', 'can@acme.example');
  const { id: userId } = (await owner.get('/console/api/me')).body;
  const made = await company.api.post('/conversations', {
    agent: {
      name: 'Grace',
      flow: {
        firstMessage: { type: 'first_message', text: 'Hello' },
        sections: [{ type: 'sequential', prompt: 'Chat' }],
      },
    },
    contact: {
      firstName: 'Ada',
      lastName: 'Poe',
      email: 'ada@example.com',
      phoneNumber: '+15005550000',
      gdprExpiryDate: '2099-12-31',
    },
    scheduleTime: new Date(clock.now().getTime() + DAY_MS).toISOString(),
  });
  expect(made.status).toBe(201);
  const cancelled = await owner.post(`/console/api/conversations/${made.body.id}/cancel`);
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  const { history } = await import('../events/event.actions.ts');
  const scope = service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  expect(await history(scope, made.body.id)).toMatchObject([
    { type: 'conversation.cancelled', data: { reason: 'USER_REQUEST', cancelledBy: userId } },
  ]);
  expect((await owner.post(`/console/api/conversations/${made.body.id}/cancel`)).status).toBe(409);
});

test('a member can forbid calls to a contact and allow them again', async () => {
  const company = await service.newCompany();
  const member = await person(company.id, 'member', 'dnc@acme.example');
  const contact = (
    await company.api.post('/contacts', {
      firstName: 'Ada',
      lastName: 'Poe',
      email: 'b@example.com',
      phoneNumber: '+15005550000',
      gdprExpiryDate: '2099-12-31',
    })
  ).body;
  const path = `/console/api/contacts/${contact.id}/do-not-call`;
  expect((await member.ask('PUT', path, { doNotCall: true })).status).toBe(200);
  expect((await member.get(path)).body).toEqual({ doNotCall: true });
  expect((await member.ask('PUT', path, { doNotCall: false })).body).toEqual({ doNotCall: false });
});

test('changes by users are in the audit log of their company', async () => {
  const company = await service.newCompany();
  const owner = await person(company.id, 'owner', 'log@acme.example');
  await owner.post('/console/api/invitations', { email: 'new@acme.example', role: 'viewer' });
  const kinds = async () =>
    (await owner.get('/console/api/audit')).body.data.map(
      ({ eventType }: { eventType: string }) => eventType,
    );
  await expect
    .poll(kinds)
    .toEqual(expect.arrayContaining(['USER_REQUEST', 'USER_INVITED', 'USER_SIGNED_IN', 'USER_JOINED']));
});

test('the audit log distinguishes refused requests from successful ones', async () => {
  const company = await service.newCompany();
  const owner = await person(company.id, 'owner', 'asks@acme.example');
  const viewer = await person(company.id, 'viewer', 'may-not@acme.example');
  await owner.post('/jobs', { title: 'Clerk' });
  await viewer.post('/jobs', { title: 'Clerk' });
  const jobs = async () =>
    (await owner.get('/console/api/audit')).body.data
      .filter(({ endpoint }: { endpoint: string }) => endpoint === 'POST /jobs')
      .map(({ userEmail, metadata }: { userEmail: string; metadata: object }) => ({ userEmail, metadata }));
  await expect.poll(jobs).toEqual([
    { userEmail: 'may-not@acme.example', metadata: { status: 403 } },
    { userEmail: 'asks@acme.example', metadata: { status: 201 } },
  ]);
});

test('users can change their own names, and a name without letters is refused', async () => {
  const company = await service.newCompany();
  const somebody = await person(company.id, 'viewer', 'named@acme.example');
  expect((await somebody.ask('PUT', '/console/api/me/name', { name: ' ' })).status).toBe(400);
  expect((await somebody.ask('PUT', '/console/api/me/name', { name: 'Žofie' })).status).toBe(200);
  expect((await somebody.get('/console/api/me')).body.name).toBe('Žofie');
});

test('whoever has no password sets a first one only within ten minutes after signing in', async () => {
  const link = async () => {
    const browser = newBrowser();
    const token = await operatorToken(service);
    expect((await browser.post('/console/api/sign-in-links/redeem', { token })).status).toBe(200);
    return browser;
  };
  const password = 'a first and long one';
  const setting = (browser: Browser) => browser.ask('PUT', '/console/api/me/password', { password });
  const old = await link();
  clock.advance(600_001);
  expect(await setting(old)).toMatchObject({
    status: 409,
    body: { message: 'Sign out and sign in again, then set a password within ten minutes' },
  });
  expect((await setting(await link())).status).toBe(200);
});

test('a session ends by sign-out, remote sign-out, inactivity or a password change', async () => {
  const company = await service.newCompany();
  const first = await person(company.id, 'member', 'many@acme.example');
  const signIn = async () => {
    const browser = newBrowser();
    expect(
      (await browser.post('/console/api/sign-in', { email: 'many@acme.example', password: PASSWORD })).status,
    ).toBe(200);
    return browser;
  };
  const [second, third, fourth] = [await signIn(), await signIn(), await signIn()];
  const old = { cookie: second.cookie };
  expect((await second.post('/console/api/sign-out')).status).toBe(200);
  second.cookie = old.cookie;
  expect((await second.get('/console/api/me')).status).toBe(401);

  const { data } = (await third.get('/console/api/me/sessions')).body;
  const ofThird = data.find(({ isThis }: { isThis: boolean }) => isThis);
  expect((await first.ask('DELETE', `/console/api/me/sessions/${ofThird.id}`)).status).toBe(204);
  expect((await third.get('/console/api/me')).status).toBe(401);

  const change = { current: PASSWORD, password: 'a new and longer one' };
  expect((await first.ask('PUT', '/console/api/me/password', { ...change, current: 'wrong' })).status).toBe(
    409,
  );
  expect((await first.ask('PUT', '/console/api/me/password', change)).status).toBe(200);
  expect((await fourth.get('/console/api/me')).status).toBe(401);
  expect((await first.get('/console/api/me')).status).toBe(200);

  clock.advance(15 * DAY_MS);
  expect((await first.get('/console/api/me')).status).toBe(401);
});
