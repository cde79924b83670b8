import { ManualClock } from '@parley/kernel/clock.ts';
import { Browser, newPerson, PASSWORD } from '@parley/testing/console-browser.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { SoftwareAuthenticator } from '@parley/testing/software-authenticator.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeySiteOf } from './passkey.model.ts';
import { purgeSessions } from './session.actions.ts';

const clock = new ManualClock('2026-03-14T09:30:00.000Z');
const site = { host: 'parley.example', origin: 'https://parley.example' };
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, environment: { PARLEY_PUBLIC_URL: site.origin } });
});
afterAll(() => service.stop());

const MINE = '/console/api/me/passkeys';
const SIGN_IN = '/console/api/sign-in/passkey';

/** Signed in with a password. */
async function person(email: string) {
  const company = await service.newCompany();
  return newPerson(service, company.id, 'owner', email);
}

async function added(browser: Browser, authenticator = new SoftwareAuthenticator(site)) {
  const { attempt, options } = (await browser.post(`${MINE}/start`)).body;
  const answer = { attempt, name: 'Laptop', ...authenticator.create(options.challenge) };
  return { authenticator, answer, reply: await browser.post(MINE, answer) };
}

const begin = async () => (await new Browser(service.url).post(`${SIGN_IN}/start`)).body;

async function signIn(
  authenticator: SoftwareAuthenticator,
  how: Parameters<SoftwareAuthenticator['get']>[1] = {},
) {
  const { attempt, options } = await begin();
  const answer = { attempt, ...authenticator.get(options.challenge, how) };
  const browser = new Browser(service.url);
  return { answer, browser, reply: await browser.post(`${SIGN_IN}/finish`, answer) };
}

test('a user signs in with a passkey, without a password and without a code', async () => {
  const owner = await person('ada@passkey.example');
  const { authenticator, reply } = await added(owner);
  expect([reply.status, reply.body]).toEqual([
    201,
    expect.objectContaining({ name: 'Laptop', isSynced: false, usedAt: null }),
  ]);
  const { browser, reply: entered } = await signIn(authenticator);
  expect([entered.status, entered.body]).toEqual([200, { done: true }]);
  expect((await browser.get('/console/api/me')).body.email).toBe('ada@passkey.example');
  expect((await browser.get('/console/api/me/sessions')).body.data).toContainEqual(
    expect.objectContaining({ isThis: true, signedInBy: 'passkey' }),
  );
  expect((await owner.get(MINE)).body.data).toMatchObject([{ usedAt: expect.any(String) }]);
});

test('a passkey response signs in only once, and only within five minutes', async () => {
  const { authenticator } = await added(await person('twice@passkey.example'));
  const { answer, reply } = await signIn(authenticator);
  expect(reply.status).toBe(200);
  expect((await new Browser(service.url).post(`${SIGN_IN}/finish`, answer)).status).toBe(401);
  // An authenticator that does not count: only the challenge tells the two apart.
  const uncounted = (await added(await person('zero@passkey.example'))).authenticator;
  const first = await signIn(uncounted, { uses: 0 });
  expect(first.reply.status).toBe(200);
  expect((await new Browser(service.url).post(`${SIGN_IN}/finish`, first.answer)).status).toBe(401);

  const { attempt, options } = await begin();
  clock.advance(300_001);
  const late = { attempt, ...authenticator.get(options.challenge) };
  expect((await new Browser(service.url).post(`${SIGN_IN}/finish`, late)).status).toBe(401);
  await purgeSessions(service.services.database);
});

test.each([
  ['of a page on another site', { origin: 'https://parley.example.evil' }],
  ['without user verification (fingerprint, face or PIN)', { isVerified: false }],
  ['of a copied authenticator, whose signature counter goes back', { uses: 1 }],
])('a passkey response %s is refused', async (_, how) => {
  const { authenticator } = await added(await person(`${crypto.randomUUID()}@passkey.example`));
  expect((await signIn(authenticator, { uses: 5 })).reply.status).toBe(200);
  expect((await signIn(authenticator, how)).reply.status).toBe(401);
});

test('an unknown passkey, a forged signature and a challenge that was not issued here are refused', async () => {
  const { authenticator } = await added(await person('known@passkey.example'));
  const stranger = (await signIn(new SoftwareAuthenticator(site))).reply;
  expect([stranger.status, stranger.body.message]).toEqual([401, expect.stringContaining('not known here')]);
  const { attempt, options } = await begin();
  const forged = {
    attempt,
    ...new SoftwareAuthenticator(site).get(options.challenge),
    id: authenticator.id.toString('base64url'),
  };
  const invented = { attempt, ...authenticator.get(Buffer.alloc(32).toString('base64url')) };
  const unsealed = { ...authenticator.get(options.challenge), attempt: 'AAAA' };
  for (const answer of [forged, invented, unsealed]) {
    const { status, body } = await new Browser(service.url).post(`${SIGN_IN}/finish`, answer);
    expect([status, body.message]).toEqual([401, stranger.body.message]);
  }
});

test('a user can add a passkey only once, and only within ten minutes after signing in', async () => {
  const browser = await person('fresh@passkey.example');
  const { answer, authenticator, reply } = await added(browser);
  expect(reply.status).toBe(201);
  expect((await browser.post(MINE, answer)).status).toBe(409);
  const other = await person('other@passkey.example');
  expect((await other.post(MINE, answer)).status).toBe(409);
  expect((await added(other, authenticator)).reply.status).toBe(409);
  clock.advance(600_001);
  const refused = await browser.post(`${MINE}/start`);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('sign in again')]);
  await browser.post('/console/api/sign-in', { email: 'fresh@passkey.example', password: PASSWORD });
  expect((await browser.post(`${MINE}/start`)).status).toBe(200);
});

test('removing a passkey ends its sessions, and a user cannot remove the passkey of another user', async () => {
  const browser = await person('remove@passkey.example');
  const { authenticator, reply } = await added(browser);
  const entered = (await signIn(authenticator)).browser;
  expect((await entered.get('/console/api/me')).status).toBe(200);
  const other = await person('thief@passkey.example');
  expect((await other.ask('DELETE', `${MINE}/${reply.body.id}`)).status).toBe(404);
  expect((await browser.ask('DELETE', `${MINE}/${reply.body.id}`)).status).toBe(204);
  expect((await signIn(authenticator)).reply.status).toBe(401);
  expect((await entered.get('/console/api/me')).status).toBe(401);
  expect((await browser.get('/console/api/me')).status).toBe(200);
});

test.each([
  ['https://parley.example', site],
  ['https://parley.example:8443', { host: 'parley.example', origin: 'https://parley.example:8443' }],
  ['http://localhost:3000', { host: 'localhost', origin: 'http://localhost:3000' }],
  ['http://parley.example', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
  ['', undefined],
])('with the public address %j the passkey settings are %j', (url, expected) => {
  expect(passkeySiteOf(url)).toEqual(expected);
});
