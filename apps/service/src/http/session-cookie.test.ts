import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type SessionJar, sessionJar, sessionOf } from './session-cookie.ts';

const token = 'aB3_-'.repeat(8).padEnd(43, 'x');
const ofConsole = { 'x-parley-console': '1' };

/** The cookie that a browser is given. */
async function cookieOf(fill: (jar: SessionJar) => void, isSecure: boolean): Promise<string> {
  const server = Fastify();
  server.get('/', (_request, reply) => {
    fill(sessionJar(reply, isSecure));
    return reply.send('');
  });
  const { headers } = await server.inject('/');
  await server.close();
  return String(headers['set-cookie']);
}

const put = (jar: SessionJar) => jar.put(token, new Date('2026-03-14T09:30:00Z'));

test('the console reads the session cookie as it was set', async () => {
  const [cookie] = (await cookieOf(put, true)).split(';');
  expect(sessionOf({ ...ofConsole, cookie })).toBe(token);
});

test('the session cookie is found among other cookies of the request', () => {
  const cookie = `theme=dark; parley_session=short;parley_session=${token}; last=1`;
  expect(sessionOf({ ...ofConsole, cookie })).toBe(token);
});

test("a session cookie in a request without the console's header is ignored", () => {
  expect(sessionOf({ cookie: `parley_session=${token}` })).toBeUndefined();
});

test.each([
  ['no cookie at all', undefined],
  ['an empty cookie', 'parley_session='],
  ['a cookie of another name', `xparley_session=${token}`],
  ['a cookie that is too long', `parley_session=${token}x`],
  ['a cookie with other characters', `parley_session=${token.slice(1)}%`],
  ['a cookie without a value', 'parley_session'],
])('a request with %s has no session', (_case, cookie) => {
  expect(sessionOf({ ...ofConsole, ...(cookie === undefined ? {} : { cookie }) })).toBeUndefined();
});

test('the session cookie is HttpOnly and SameSite, and expires with the session', async () => {
  expect(await cookieOf(put, false)).toBe(
    `parley_session=${token}; Path=/; HttpOnly; SameSite=Strict; Expires=Sat, 14 Mar 2026 09:30:00 GMT`,
  );
});

test('under https the session cookie is never sent without encryption', async () => {
  expect(await cookieOf(put, true)).toMatch(/; Secure$/);
});

test('signing out clears the session cookie', async () => {
  const cookie = await cookieOf((jar) => jar.clear(), false);
  expect(cookie).toMatch(/^parley_session=; Path=\/; .*Expires=Thu, 01 Jan 1970/);
});
