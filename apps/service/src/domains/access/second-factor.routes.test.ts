import { ManualClock } from '@parley/kernel/clock.ts';
import { Browser, newPerson, operatorToken, PASSWORD } from '@parley/testing/console-browser.ts';
import { startTestService, type TestService, testSecrets } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { newLink, operatorLink } from './session.actions.ts';
import { linkToken } from './session.model.ts';
import { codeAt, stepAt } from './totp.model.ts';

const clock = new ManualClock('2026-03-14T09:30:00.000Z');
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.stop());

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** As an app reads it. */
function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const path = '/console/api/me/second-factor';

/** Somebody with an app, and the app. Its clock goes on with each code, so that none comes twice. */
async function protectedPerson(email: string) {
  const company = await service.newCompany();
  const browser = await newPerson(service, company.id, 'owner', email);
  const proposal = (await browser.post(path)).body;
  const secret = bytesOf(proposal.secret);
  const nextCode = () => {
    clock.advance(30_000);
    return codeAt(secret, stepAt(clock.now()));
  };
  const confirmed = await browser.post(`${path}/confirm`, { code: nextCode() });
  expect(confirmed.status).toBe(200);
  const signIn = (more: object = {}) =>
    new Browser(service.url).post('/console/api/sign-in', { email, password: PASSWORD, ...more });
  return { company, browser, nextCode, signIn, codes: confirmed.body.recoveryCodes as string[] };
}

test('once an authenticator app is confirmed, signing in needs a code', async () => {
  const company = await service.newCompany();
  const email = 'new@factor.example';
  const browser = await newPerson(service, company.id, 'owner', email);
  const { secret, uri } = (await browser.post(path)).body;
  expect(uri).toContain(`secret=${secret}`);
  const signIn = (more: object = {}) =>
    new Browser(service.url).post('/console/api/sign-in', { email, password: PASSWORD, ...more });
  expect((await signIn()).body).toEqual({ done: true });
  expect((await browser.post(`${path}/confirm`, { code: '000000' })).status).toBe(409);

  const other = new Browser(service.url);
  await other.post('/console/api/sign-in', { email, password: PASSWORD });
  const code = () => codeAt(bytesOf(secret), stepAt(clock.now()));
  expect((await browser.post(`${path}/confirm`, { code: code() })).body.recoveryCodes).toHaveLength(10);
  expect((await browser.get('/console/api/me')).body).toMatchObject({
    hasSecondFactor: true,
    recoveryCodesLeft: 10,
  });
  // It began without a code.
  expect((await other.get('/console/api/me')).status).toBe(401);

  const asked = await signIn();
  expect([asked.status, asked.body, asked.set]).toEqual([200, { done: false }, null]);
  clock.advance(30_000);
  const entered = await signIn({ code: ` ${code().slice(0, 3)} ${code().slice(3)}` });
  expect([entered.status, entered.body]).toEqual([200, { done: true }]);
  expect(entered.set).toContain('parley_session=');
});

test('an authenticator app can be added only within ten minutes after signing in', async () => {
  const company = await service.newCompany();
  const email = 'stale@factor.example';
  const browser = await newPerson(service, company.id, 'owner', email);
  clock.advance(10 * 60_000 + 1);
  const refused = await browser.post(path);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('sign in again')]);
  await browser.post('/console/api/sign-in', { email, password: PASSWORD });
  expect((await browser.post(path)).status).toBe(200);
});

test('at sign-in the password is checked before the code of the second factor', async () => {
  const { signIn, nextCode } = await protectedPerson('order@factor.example');
  const refused = await signIn({ password: 'not the password', code: nextCode() });
  expect(refused).toMatchObject({
    status: 401,
    body: { message: expect.stringContaining('password is wrong') },
  });
});

test('each code of the authenticator app, and each recovery code, works once', async () => {
  const { signIn, nextCode, codes, browser } = await protectedPerson('replay@factor.example');
  const code = nextCode();
  expect((await signIn({ code })).body).toEqual({ done: true });
  expect((await signIn({ code })).status).toBe(401);
  const [recovery = ''] = codes;
  expect((await signIn({ code: recovery.toLowerCase().replace('-', ' ') })).body).toEqual({ done: true });
  expect((await signIn({ code: recovery })).status).toBe(401);
  expect((await browser.get('/console/api/me')).body.recoveryCodesLeft).toBe(9);
});

test('one of two concurrent sign-ins with the same authenticator code succeeds', async () => {
  const { signIn, nextCode } = await protectedPerson('race@factor.example');
  const code = nextCode();
  const answers = await Promise.all([signIn({ code }), signIn({ code })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('guesses of authenticator codes and recovery codes are rate-limited', async () => {
  const { signIn, nextCode } = await protectedPerson('guessed@factor.example');
  // The limit on passwords is as high, and counts these as well.
  for (let n = 0; n < 9; n++)
    expect((await signIn({ code: n % 2 ? '000000' : 'AAAAA-AAAAA' })).status).toBe(401);
  expect((await signIn({ code: '000001' })).status).toBe(429);
  expect((await signIn({ code: nextCode() })).status).toBe(429);
});

test('a mailed sign-in link needs a code too, and stays valid until the right code is entered', async () => {
  const { browser, nextCode } = await protectedPerson('link@factor.example');
  const { id } = (await browser.get('/console/api/me')).body;
  const linkId = await newLink(service.services.database, id, 30);
  const token = linkToken(testSecrets.PARLEY_LINK_SECRET, linkId);
  const redeem = (more: object = {}) =>
    new Browser(service.url).post('/console/api/sign-in-links/redeem', { token, ...more });
  expect((await redeem()).body).toEqual({ done: false });
  expect((await redeem({ code: '000000' })).status).toBe(401);
  expect((await redeem({ code: nextCode() })).body).toEqual({ done: true });
  expect((await redeem({ code: nextCode() })).status).toBe(401);
});

test('removing the second factor, or creating new recovery codes, needs a code', async () => {
  const { browser, nextCode, signIn, codes } = await protectedPerson('remove@factor.example');
  for (const code of ['000000', 'AAAAA-AAAAA', ''])
    expect((await browser.ask('DELETE', path, { code })).status).toBe(code === '' ? 400 : 409);
  const fresh = await browser.post(`${path}/recovery-codes`, { code: nextCode() });
  expect(fresh.body.recoveryCodes).toHaveLength(10);
  expect((await signIn({ code: codes[0] })).status).toBe(401);
  expect((await browser.post(path)).status).toBe(409);
  expect((await browser.ask('DELETE', path, { code: fresh.body.recoveryCodes[0] })).status).toBe(204);
  expect((await signIn()).body).toEqual({ done: true });
  expect((await browser.ask('DELETE', path, { code: '000000' })).status).toBe(409);
});

test('staff can reset the second factor of a member, and owners cannot', async () => {
  const { company, browser, signIn } = await protectedPerson('lost@factor.example');
  const { id } = (await browser.get('/console/api/me')).body;
  const owner = await newPerson(service, company.id, 'owner', 'owner-of-lost@factor.example');
  const reset = `/console/api/users/${id}/second-factor`;
  expect((await owner.ask('DELETE', reset)).status).toBe(403);
  const staff = new Browser(service.url);
  await staff.post('/console/api/sign-in-links/redeem', { token: await operatorToken(service, company.id) });
  expect((await staff.ask('DELETE', reset)).status).toBe(204);
  expect((await staff.ask('DELETE', reset)).status).toBe(409);
  expect((await signIn()).body).toEqual({ done: true });
});

test('the command line can create a sign-in link that needs no second factor', async () => {
  const email = 'operator@factor.example';
  const { database } = service.services;
  const redeem = async (linkId: string) =>
    new Browser(service.url).post('/console/api/sign-in-links/redeem', {
      token: linkToken(testSecrets.PARLEY_LINK_SECRET, linkId),
    });
  await protectedPerson(email);
  expect((await redeem(await operatorLink(database, { email }))).body).toEqual({ done: false });
  const linkId = await operatorLink(database, { email, withoutSecondFactor: true });
  expect((await redeem(linkId)).body).toEqual({ done: true });
});

test('the secret of the authenticator app and the recovery codes are not stored in plain text', async () => {
  const { codes, browser } = await protectedPerson('sealed@factor.example');
  const { id } = (await browser.get('/console/api/me')).body;
  const { database } = service.services;
  const stored = await database.all<{ secret: Buffer }>(
    sql`select secret from totp_secrets where user_id = ${id} union all select code_hash from recovery_codes where user_id = ${id}`,
  );
  expect(stored).toHaveLength(11);
  const text = stored.map(({ secret }) => secret.toString('latin1')).join();
  for (const code of codes) expect(text).not.toContain(code.replace('-', ''));
});

test('the audit log records changes of the second factor', async () => {
  const { browser, codes, signIn } = await protectedPerson('audited@factor.example');
  await signIn({ code: '000000' });
  await signIn({ code: codes[0] });
  await browser.ask('DELETE', path, { code: codes[1] });
  const { body } = await browser.get('/console/api/audit?limit=100');
  const types = body.data.map(({ eventType }: { eventType: string }) => eventType);
  expect(types).toEqual(expect.arrayContaining(['SECOND_FACTOR_ENABLED', 'SECOND_FACTOR_REMOVED']));
});

test('the open event streams of a session end at once when the session is ended', async () => {
  const company = await service.newCompany();
  const email = 'streams@factor.example';
  const here = await newPerson(service, company.id, 'owner', email);
  const others = await Promise.all(
    [0, 1].map(async () => {
      const browser = new Browser(service.url);
      await browser.post('/console/api/sign-in', { email, password: PASSWORD });
      const response = await fetch(`${service.url}/console/api/events`, {
        headers: { cookie: browser.cookie ?? '', 'x-parley-console': '1' },
      });
      expect(response.status).toBe(200);
      return { browser, ended: response.text() };
    }),
  );
  const { data } = (await here.get('/console/api/me/sessions')).body;
  type Listed = { id: string; isThis: boolean; signedInBy: string };
  expect(data.map(({ signedInBy }: Listed) => signedInBy).sort()).toEqual([
    'invitation',
    'password',
    'password',
  ]);
  const one = data.find(({ isThis }: Listed) => !isThis);
  expect((await here.ask('DELETE', `/console/api/me/sessions/${one.id}`)).status).toBe(204);
  await Promise.race(others.map(({ ended }) => ended));
  expect((await here.ask('DELETE', '/console/api/me/sessions')).status).toBe(204);
  await Promise.all(others.map(({ ended }) => ended));
  for (const { browser } of others) expect((await browser.get('/console/api/me')).status).toBe(401);
  expect((await here.get('/console/api/me')).status).toBe(200);
});
