import { newLink } from '@parley/service/domains/access/session.actions.ts';
import { linkToken } from '@parley/service/domains/access/session.model.ts';
import { findUserByEmail } from '@parley/service/domains/access/user.store.ts';
import { Browser, newPerson, PASSWORD } from '@parley/testing/console-browser.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcAccount,
  type OidcServer,
  signInAt,
  startOidcServer,
} from '@parley/testing/oidc-server.ts';
import { startTestService, type TestService, testSecrets, UNKNOWN } from '@parley/testing/service.ts';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

/** The console's sign-in against a real OpenID Connect provider. */

const STAFF = 'cn=admins,ou=groups';
let provider: OidcServer;
let earlier: TestService;
let service: TestService;
let companyId: string;
let soloId: string;
let environment: Record<string, string>;
beforeAll(async () => {
  provider = await startOidcServer();
  // The setting names the company by its id.
  earlier = await startTestService();
  companyId = (await earlier.newCompany({ name: 'Grouped' })).id;
  // Groups take no role from the last owner.
  await newPerson(earlier, companyId, 'owner', 'first-owner@grouped.example');
  soloId = (await earlier.newCompany({ name: 'Solo' })).id;
  environment = {
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_CLIENT_ID: CLIENT_ID,
    PARLEY_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    PARLEY_OIDC_NAME: 'Example',
    PARLEY_OIDC_ROLES: `recruiters=member@${companyId}; leads=owner@${companyId}; ${STAFF}=staff; lost=viewer@${UNKNOWN}; soloists=owner@${soloId}; choir=member@${soloId}`,
  };
  service = await startTestService({ databaseUrl: earlier.databaseUrl, environment });
  await provider.serve(service.url);
});
afterEach(() => provider.tamper(undefined));
afterAll(async () => {
  await service?.stop();
  await earlier?.stop();
  await provider?.stop();
});

let people = 0;
function account(more: OidcAccount = {}): { subject: string; email: string } {
  const subject = `subject-${++people}`;
  const email = `person-${people}@grouped.example`;
  provider.addAccount(subject, { email, email_verified: true, name: `Person ${people}`, ...more });
  return { subject, email: more.email ?? email };
}

async function started(returnTo = '/console/contacts', browser = new Browser(service.url)) {
  const { status, body } = await browser.post('/console/api/sign-in/oidc/start', { returnTo });
  expect(status).toBe(200);
  return { browser, url: body.url as string, attempt: body.attempt as string };
}

async function signedIn(subject: string, at = service) {
  const { browser, url, attempt } = await started('/console/contacts', new Browser(at.url));
  const returned = await signInAt(url, subject);
  const answer = await browser.post('/console/api/sign-in/oidc/finish', { attempt, ...returned });
  return { browser, url, attempt, returned, ...answer };
}

const me = async (browser: Browser) => (await browser.get('/console/api/me')).body;

test('a person whose group has a role is signed in with that role and returns to the requested page', async () => {
  const { subject, email } = account({ groups: ['recruiters', 'others'] });
  const { browser, status, body, set, url } = await signedIn(subject);
  expect([status, body]).toEqual([200, { returnTo: '/console/contacts' }]);
  expect(set).toMatch(/^parley_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/);
  expect(await me(browser)).toMatchObject({
    email,
    role: 'member',
    isStaff: false,
    hasPassword: false,
    company: { id: companyId },
  });
  const asked = new URL(url).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
  expect((await browser.get('/console/api/me/sessions')).body.data).toMatchObject([
    { isThis: true, signedInBy: 'oidc' },
  ]);
});

test('the highest role of several groups counts, and later sign-ins follow changed groups', async () => {
  const { subject } = account({ groups: ['recruiters', 'leads'] });
  const first = await signedIn(subject);
  expect(await me(first.browser)).toMatchObject({ role: 'owner' });
  account();
  provider.addAccount(subject, { groups: ['recruiters'] });
  const second = await signedIn(subject);
  expect(await me(second.browser)).toMatchObject({ role: 'member' });
  // The session from before has the new role too.
  expect(await me(first.browser)).toMatchObject({ role: 'member' });
});

test('a person who lost every group is refused, and their other sessions end', async () => {
  const { subject } = account({ groups: ['recruiters'] });
  const { browser } = await signedIn(subject);
  provider.addAccount(subject, { groups: ['others'] });
  const { status, body } = await signedIn(subject);
  expect([status, body.message]).toEqual([403, expect.stringContaining('no access here')]);
  expect((await browser.get('/console/api/me')).status).toBe(401);
});

test('a staff group makes a person staff, and losing the group takes that away', async () => {
  const { subject } = account({ groups: [STAFF, 'recruiters'] });
  const { browser } = await signedIn(subject);
  expect(await me(browser)).toMatchObject({ isStaff: true });
  provider.addAccount(subject, { groups: ['recruiters'] });
  await signedIn(subject);
  expect(await me(browser)).toMatchObject({ isStaff: false, role: 'member' });
});

/** Signs in with a link from the mail. */
async function byLink(email: string): Promise<Browser> {
  const { database } = service.services;
  const { id } = (await findUserByEmail(database, email)) ?? { id: '' };
  const token = linkToken(testSecrets.PARLEY_LINK_SECRET, await newLink(database, id, 30));
  const browser = new Browser(service.url);
  expect((await browser.post('/console/api/sign-in-links/redeem', { token })).status).toBe(200);
  return browser;
}

test('rights from groups count only in sessions signed in through the provider', async () => {
  const { subject, email } = account({ groups: [STAFF, 'leads'] });
  const { browser } = await signedIn(subject);
  const local = await byLink(email);
  expect(await me(local)).toMatchObject({ isStaff: false, role: 'viewer', company: null, companies: [] });
  expect((await local.ask('PUT', '/console/api/me/company', { companyId })).status).toBe(404);
  expect(await me(browser)).toMatchObject({ isStaff: true, role: 'owner', company: { id: companyId } });
});

test('a sign-in by link gives only the companies that invited the person, not those from groups', async () => {
  const { subject, email } = account({ groups: ['recruiters'] });
  const other = (await earlier.newCompany({ name: 'Inviting' })).id;
  await newPerson(service, other, 'viewer', email);
  const { browser } = await signedIn(subject);
  const listed = async (one: Browser) => (await me(one)).companies.map(({ id }: { id: string }) => id).sort();
  expect(await listed(browser)).toEqual([companyId, other].sort());
  expect(await listed(await byLink(email))).toEqual([other]);
});

test('groups neither remove nor demote the last owner of a company', async () => {
  const { subject } = account({ groups: ['soloists'] });
  await signedIn(subject);
  for (const groups of [['choir'], []]) {
    provider.addAccount(subject, { groups });
    expect(await me((await signedIn(subject)).browser)).toMatchObject({ role: 'owner' });
  }
  await newPerson(service, soloId, 'owner', 'second@solo.example');
  provider.addAccount(subject, { groups: ['choir'] });
  expect(await me((await signedIn(subject)).browser)).toMatchObject({ role: 'member' });
});

test('the userinfo endpoint does not override the ID token', async () => {
  const { subject } = account({ groups: ['leads'] });
  provider.tamper((token, sign) => sign({ ...decodeJwt(token), groups: ['recruiters'] }));
  expect(await me((await signedIn(subject)).browser)).toMatchObject({ role: 'member' });
});

test('the userinfo endpoint cannot verify an email address that only the ID token has', async () => {
  await newPerson(service, companyId, 'owner', 'signed@grouped.example');
  const { subject } = account({ groups: ['leads'] });
  provider.tamper((token, sign) => sign({ ...decodeJwt(token), email: 'signed@grouped.example' }));
  const { status, body } = await signedIn(subject);
  expect([status, body.message]).toEqual([403, expect.stringContaining('did not confirm your e-mail')]);
});

test('a provider with trusted email addresses cannot use one that it marks as not verified', async () => {
  const trusting = await startTestService({
    databaseUrl: earlier.databaseUrl,
    environment: { ...environment, PARLEY_OIDC_TRUST_EMAIL: 'true' },
  });
  await provider.serve(trusting.url);
  try {
    const denied = account({ email_verified: false, groups: ['recruiters'] });
    expect((await signedIn(denied.subject, trusting)).status).toBe(403);
    const { subject } = account();
    provider.addAccount(subject, { email: 'unsaid@grouped.example', groups: ['recruiters'] });
    expect((await signedIn(subject, trusting)).status).toBe(200);
  } finally {
    await trusting.stop();
    await provider.serve(service.url);
  }
});

test("a second provider account with the same email address does not open the first person's account", async () => {
  const first = account({ groups: ['recruiters'] });
  await signedIn(first.subject);
  const second = account({ email: first.email, groups: ['leads'] });
  const { status, body } = await signedIn(second.subject);
  expect([status, body.message]).toEqual([403, expect.stringContaining('ask an administrator')]);
  expect((await signedIn(first.subject)).status).toBe(200);
});

test('a person without a group is refused, and a group of an unknown company gives nothing', async () => {
  for (const groups of [[], ['others'], ['lost']]) {
    const { subject, email } = account({ groups });
    const { status, set } = await signedIn(subject);
    expect([status, set]).toEqual([403, null]);
    expect(await known(email)).toBe(groups[0] === 'lost');
  }
});

const known = async (email: string) =>
  (await findUserByEmail(service.services.database, email)) !== undefined;

test('a member with the same verified email address keeps their account and the role they were invited to', async () => {
  await newPerson(service, companyId, 'viewer', 'invited@grouped.example');
  const { subject } = account({ email: 'Invited@grouped.example', groups: ['leads'] });
  const { browser, status } = await signedIn(subject);
  expect(status).toBe(200);
  expect(await me(browser)).toMatchObject({
    email: 'invited@grouped.example',
    hasPassword: true,
    role: 'viewer',
  });
});

test('the provider proves an account made with a copied link, and ends what its maker could sign in with', async () => {
  const { subject, email } = account({ groups: ['recruiters'] });
  const owner = await newPerson(service, soloId, 'owner', `owner-of-${email}`);
  const { body } = await owner.post('/console/api/invitations', { email, role: 'member' });
  const maker = new Browser(service.url);
  const token = body.link.split('#')[1];
  const made = await maker.post('/console/api/invitations/redeem', { token, password: PASSWORD });
  expect(made.body).toEqual({ isSignedIn: true });
  const { browser } = await signedIn(subject);
  expect(await me(browser)).toMatchObject({ email, hasPassword: false });
  expect((await maker.get('/console/api/me')).status).toBe(401);
});

test('an email address that the provider has not verified opens no account', async () => {
  await newPerson(service, companyId, 'owner', 'victim@grouped.example');
  const { subject } = account({ email: 'victim@grouped.example', email_verified: false, groups: ['leads'] });
  const { status, body } = await signedIn(subject);
  expect([status, body.message]).toEqual([403, expect.stringContaining('did not confirm your e-mail')]);
});

test('a person is identified by the subject claim, even if their email address changes', async () => {
  const { subject, email } = account({ groups: ['recruiters'] });
  const first = await me((await signedIn(subject)).browser);
  provider.addAccount(subject, {
    email: 'renamed@grouped.example',
    email_verified: false,
    groups: ['recruiters'],
  });
  expect(await me((await signedIn(subject)).browser)).toMatchObject({ id: first.id, email });
});

test('an authorization code works once', async () => {
  const { subject } = account({ groups: ['recruiters'] });
  const { attempt, returned, status } = await signedIn(subject);
  expect(status).toBe(200);
  const thief = new Browser(service.url);
  const again = await thief.post('/console/api/sign-in/oidc/finish', { attempt, ...returned });
  expect([again.status, again.set]).toEqual([401, null]);
});

test('a forged state, the state of another attempt, a foreign issuer and a missing code are refused', async () => {
  const { subject } = account({ groups: ['recruiters'] });
  const mine = await started();
  const other = await started();
  const returned = await signInAt(mine.url, subject);
  const finish = (body: object) => mine.browser.post('/console/api/sign-in/oidc/finish', body);
  for (const body of [
    { attempt: mine.attempt, ...returned, state: 'forged' },
    { attempt: other.attempt, ...returned },
    { attempt: mine.attempt, ...returned, iss: 'https://evil.example' },
    { attempt: mine.attempt, state: returned.state },
    { attempt: mine.attempt, state: returned.state, error: 'access_denied' },
    { attempt: `${mine.attempt.slice(0, -4)}AAAA`, ...returned },
    { attempt: '', ...returned },
  ]) {
    const { status, set } = await finish(body);
    expect([body, status, set]).toEqual([body, 401, null]);
  }
  expect((await finish({ ...returned })).status).toBe(400);
});

test.each([
  ['for another audience', { aud: 'another-client' }],
  ['for several audiences, authorised for another', { aud: [CLIENT_ID, 'other'], azp: 'other' }],
  ['with another nonce', { nonce: 'another' }],
  ['without a nonce', { nonce: undefined }],
  ['from another issuer', { iss: 'https://evil.example' }],
  ['that has expired', { exp: 1_000_000_000, iat: 999_999_000 }],
  ['without an expiry', { exp: undefined }],
])('an ID token %s is refused, though the provider signed it', async (_, change) => {
  provider.tamper((token, sign) => sign({ ...decodeJwt(token), ...(change as object) }));
  const { subject } = account({ groups: ['leads'] });
  const { status, set } = await signedIn(subject);
  expect([status, set]).toEqual([401, null]);
});

test('an unsigned ID token, or one signed by somebody else, is refused', async () => {
  const { subject } = account({ groups: ['leads'] });
  provider.tamper((token) => new UnsecuredJWT(decodeJwt(token)).encode());
  expect((await signedIn(subject)).status).toBe(401);
  provider.tamper((token) => `${token.slice(0, -8)}AAAAAAAA`);
  expect((await signedIn(subject)).status).toBe(401);
  // The confusion of a public key, or the client's secret, with a key for HS256.
  provider.tamper((token) =>
    new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(CLIENT_SECRET)),
  );
  expect((await signedIn(subject)).status).toBe(401);
  provider.tamper((token, sign) => sign(decodeJwt(token)));
  expect((await signedIn(subject)).status).toBe(200);
});

test('a sign-in returns only to a page of the console', async () => {
  const browser = new Browser(service.url);
  for (const returnTo of [
    'https://evil.example/console/',
    '//evil.example/console',
    '/\\evil.example/console',
    '/console/../../evil',
    '/console\t/../..//evil.example',
    'javascript:alert(1)',
    '/contacts',
    '/consolex',
    '',
  ]) {
    const { status } = await browser.post('/console/api/sign-in/oidc/start', { returnTo });
    expect([returnTo, status]).toEqual([returnTo, 400]);
  }
});

test('signing out continues at the provider with the ID token that it issued', async () => {
  const { subject } = account({ groups: ['recruiters'] });
  const { browser } = await signedIn(subject);
  const { body } = await browser.post('/console/api/sign-out');
  const url = new URL(body.logoutUrl);
  expect(url.origin).toBe(provider.issuer);
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${service.url}/console/sign-in`);
  expect(decodeJwt(url.searchParams.get('id_token_hint') ?? '')).toMatchObject({ sub: subject });
  expect((await fetch(url)).status).toBe(200);
  expect((await browser.get('/console/api/me')).status).toBe(401);
});

test('signing keys are cached, and fetched again when the provider changes them', async () => {
  const { subject } = account({ groups: ['recruiters'] });
  await signedIn(subject);
  const lookUps = () => provider.asked.filter((path) => path === 'GET /jwks').length;
  const before = lookUps();
  expect((await signedIn(subject)).status).toBe(200);
  expect(lookUps()).toBe(before);
  await provider.serve(service.url);
  expect((await signedIn(subject)).status).toBe(200);
  expect(lookUps()).toBe(before + 1);
});

test('the audit log of the company has sign-ins and changes of roles by groups', async () => {
  const { subject } = account({ groups: ['recruiters'] });
  await signedIn(subject);
  provider.addAccount(subject, { groups: [] });
  await signedIn(subject);
  const lead = account({ groups: ['leads'] });
  const { browser } = await signedIn(lead.subject);
  const { body } = await browser.get('/console/api/audit?limit=10');
  type Entry = { eventType: string; metadata: object };
  const entries = body.data.map(({ eventType, metadata }: Entry) => ({ eventType, ...metadata }));
  for (const entry of [
    { eventType: 'USER_JOINED', role: 'member', source: 'groups' },
    { eventType: 'USER_SIGNED_IN', method: 'oidc' },
    { eventType: 'USER_REMOVED', member: expect.any(String), source: 'groups' },
    { eventType: 'USER_JOINED', role: 'owner', source: 'groups' },
  ])
    expect(entries).toContainEqual(entry);
});

test('neither tokens nor email addresses are logged when a sign-in is refused', async () => {
  const { subject, email } = account({ groups: ['leads'] });
  let sent = '';
  provider.tamper((token, sign) => {
    sent = token;
    return sign({ ...decodeJwt(token), aud: 'another-client' });
  });
  await signedIn(subject);
  const logged = service.logged.join('\n');
  expect(logged).toContain('the identity provider did not confirm it');
  expect(logged).not.toContain(sent.split('.')[1]);
  expect(logged).not.toContain(email);
  expect(logged).not.toContain(CLIENT_SECRET);
});
