import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualClock } from '@parley/kernel/clock.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { SECRET, startTestService, type TestService } from '@parley/testing/service.ts';
import {
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdminTokens, looksLikeToken } from './admin-token.actions.ts';

const clock = new ManualClock('2026-03-14T09:30:00.000Z');
const nowSeconds = () => clock.now().getTime() / 1000;
const secretKey = new TextEncoder().encode(SECRET);
const claims = () => ({ sub: 'ada', role: 'admin', exp: nowSeconds() + 60 });
const AUDIENCE = 'parley';
const ISSUER = 'https://id.example';
const provided = () => ({ ...claims(), aud: AUDIENCE, iss: ISSUER });

let service: TestService;
let withProvider: TestService;
let provider: Server;
let rsa: { publicKey: CryptoKey; privateKey: CryptoKey };
let elliptic: { publicKey: CryptoKey; privateKey: CryptoKey };
let foreign: { publicKey: CryptoKey; privateKey: CryptoKey };
let jwksUrl: string;

beforeAll(async () => {
  rsa = await generateKeyPair('RS256', { extractable: true });
  elliptic = await generateKeyPair('ES256', { extractable: true });
  foreign = await generateKeyPair('RS256', { extractable: true });
  const keys = [
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa' },
    { ...(await exportJWK(elliptic.publicKey)), kid: 'elliptic' },
  ];
  provider = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  jwksUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`;
  service = await startTestService({ clock });
  withProvider = await startTestService({ clock, environment: providerSettings(jwksUrl) });
});
afterAll(async () => {
  await withProvider.stop();
  await service.stop();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

const providerSettings = (url: string) => ({
  PARLEY_ADMIN_JWKS_URL: url,
  PARLEY_ADMIN_JWT_AUDIENCE: AUDIENCE,
  PARLEY_ADMIN_JWT_ISSUER: ISSUER,
});

const sign = (
  payload: Record<string, unknown>,
  key: CryptoKey | Uint8Array = secretKey,
  header: JWTHeaderParameters = { alg: 'HS256' },
) => new SignJWT(payload).setProtectedHeader(header).sign(key);
const without = (name: string) =>
  Object.fromEntries(Object.entries(claims()).filter(([claim]) => claim !== name));
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const statusOf = async (to: TestService, token: string) => (await to.api(token).get('/api-keys')).status;

test('an administrator token with a valid signature and all required claims is accepted', async () => {
  expect(await statusOf(service, await sign(claims()))).toBe(200);
});

test('the audit log names the subject of the administrator token that made a request', async () => {
  const api = service.api(await sign({ ...claims(), sub: 'grace' }));
  const { data } = (await api.post('/api-keys', { type: 'ATS', name: 'Key', scopes: ['read:jobs'] })).body;
  const log = await service.admin.get(`/api-keys/${data.id}/audit-logs`);
  expect(log.body.data[0].metadata.by).toBe('grace');
});

test.each<[string, () => Promise<string> | string]>([
  ['unsigned', () => new UnsecuredJWT(claims()).encode()],
  [
    'unsigned, with the signature of another token',
    async () => {
      const [, , signature] = (await sign(claims())).split('.');
      return `${base64url({ alg: 'none' })}.${base64url(claims())}.${signature}`;
    },
  ],
  ['signed with HS512', () => sign(claims(), secretKey, { alg: 'HS512' })],
  ['signed with RS256 without a configured provider', () => sign(claims(), rsa.privateKey, { alg: 'RS256' })],
  ['signed with another secret', () => sign(claims(), new TextEncoder().encode(`${SECRET}!`))],
  [
    'changed after signing',
    async () => {
      const [header, , signature] = (await sign({ ...claims(), role: 'user' })).split('.');
      return `${header}.${base64url(claims())}.${signature}`;
    },
  ],
  ['that expires this second', () => sign({ ...claims(), exp: nowSeconds() })],
  ['not valid yet', () => sign({ ...claims(), nbf: nowSeconds() + 60 })],
  ['without an expiry', () => sign(without('exp'))],
  ['with text as its expiry', () => sign({ ...claims(), exp: 'never' })],
  ['without a subject', () => sign(without('sub'))],
  ['with an empty subject', () => sign({ ...claims(), sub: '' })],
  ['with a number as its subject', () => sign({ ...claims(), sub: 7 })],
  ['without a role', () => sign(without('role'))],
  ['with another role', () => sign({ ...claims(), role: 'user' })],
  ['with a list of roles', () => sign({ ...claims(), role: ['admin'] })],
  ['with a role in another case', () => sign({ ...claims(), role: 'Admin' })],
  ['made of three parts of garbage', () => 'a.b.c'],
  ['made of dots', () => '..'],
  ['with a header that is not an object', () => `${base64url(7)}.${base64url(claims())}.x`],
  ['with only one part', () => 'garbage'],
])('an administrator token %s gets the same 401 as an invalid API key', async (_words, make) => {
  const { status, body } = await service.api(await make()).get('/api-keys');
  expect(status).toBe(401);
  expect(body.message).toBe('Invalid API key');
});

test("without a token the administrators' routes answer 401", async () => {
  const { status, body } = await service.api(undefined).get('/api-keys');
  expect(status).toBe(401);
  expect(body.message).toBe('Invalid API key');
});

test("an API key gets 403 on the administrators' routes, whatever its scopes", async () => {
  const { api } = await service.newCompany();
  const answers = [
    await api.get('/api-keys'),
    await api.post('/api-keys', { nonsense: true }),
    await (await service.newKey({ type: 'ATS' })).api.get('/api-keys'),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(403);
    expect(body).toMatchObject({ statusCode: 403, error: 'Forbidden' });
  }
});

test('an administrator token gives no access to the data of a company', async () => {
  expect((await service.admin.get('/billing/usage')).status).toBe(401);
});

test('an administrator token is refused from its expiry on', async () => {
  const turning = new ManualClock(clock.now());
  const tokens = new AdminTokens({ secret: SECRET, clock: turning });
  const token = await tokens.mint('ada', 1);
  turning.advance(3_599_999);
  expect(await tokens.subjectOf(token)).toBe('ada');
  turning.advance(1);
  expect(await tokens.subjectOf(token)).toBeUndefined();
});

test('an administrator token made on the command line has the requested subject, role and lifetime', async () => {
  const token = await new AdminTokens({ secret: SECRET, clock }).mint('ada', 5);
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(decodeJwt(token)).toEqual({
    sub: 'ada',
    role: 'admin',
    iat: nowSeconds(),
    exp: nowSeconds() + 5 * 3600,
  });
});

test('a bearer token is treated as an administrator token only if it has the three parts of a JWT', () => {
  expect(looksLikeToken('a.b.c')).toBe(true);
  expect(looksLikeToken('sk_live_abc')).toBe(false);
});

test.each([
  ['RS256', () => sign(provided(), rsa.privateKey, { alg: 'RS256', kid: 'rsa' })],
  ['ES256', () => sign(provided(), elliptic.privateKey, { alg: 'ES256', kid: 'elliptic' })],
])('with a configured identity provider a token signed with %s is accepted', async (_words, make) => {
  expect(await statusOf(withProvider, await make())).toBe(200);
});

test.each<[string, () => Promise<string> | string]>([
  [
    'signed with HS256 and the public key as secret',
    async () =>
      sign(claims(), new TextEncoder().encode(await exportSPKI(rsa.publicKey)), { alg: 'HS256', kid: 'rsa' }),
  ],
  [
    'signed with HS256 and the JWK as secret',
    async () =>
      sign(claims(), new TextEncoder().encode(JSON.stringify(await exportJWK(rsa.publicKey))), {
        alg: 'HS256',
      }),
  ],
  ['with an unknown key id', () => sign(provided(), foreign.privateKey, { alg: 'RS256', kid: 'unknown' })],
  [
    'with a known key id and a foreign key',
    () => sign(provided(), foreign.privateKey, { alg: 'RS256', kid: 'rsa' }),
  ],
  [
    'with a key id of another kind',
    () => sign(provided(), elliptic.privateKey, { alg: 'ES256', kid: 'rsa' }),
  ],
  [
    'that carries its own key',
    async () =>
      sign(provided(), foreign.privateKey, { alg: 'RS256', jwk: await exportJWK(foreign.publicKey) }),
  ],
  [
    'signed with PS256',
    async () => {
      const pkcs = await crypto.subtle.exportKey('pkcs8', rsa.privateKey);
      const key = await crypto.subtle.importKey('pkcs8', pkcs, { name: 'RSA-PSS', hash: 'SHA-256' }, false, [
        'sign',
      ]);
      return sign(provided(), key, { alg: 'PS256', kid: 'rsa' });
    },
  ],
  ['signed with HS256 and the secret', () => sign(provided())],
  [
    'for another audience',
    () => sign({ ...provided(), aud: 'payroll' }, rsa.privateKey, { alg: 'RS256', kid: 'rsa' }),
  ],
  [
    'of another issuer',
    () => sign({ ...provided(), iss: 'https://other.example' }, rsa.privateKey, { alg: 'RS256', kid: 'rsa' }),
  ],
  ['without audience and issuer', () => sign(claims(), rsa.privateKey, { alg: 'RS256', kid: 'rsa' })],
  ['unsigned', () => new UnsecuredJWT(provided()).encode()],
  [
    'expired',
    () => sign({ ...provided(), exp: nowSeconds() - 1 }, rsa.privateKey, { alg: 'RS256', kid: 'rsa' }),
  ],
  [
    'without an expiry',
    () =>
      sign({ ...without('exp'), aud: AUDIENCE, iss: ISSUER }, rsa.privateKey, { alg: 'RS256', kid: 'rsa' }),
  ],
  [
    'without a subject',
    () =>
      sign({ ...without('sub'), aud: AUDIENCE, iss: ISSUER }, rsa.privateKey, { alg: 'RS256', kid: 'rsa' }),
  ],
  [
    'with another role',
    () => sign({ ...provided(), role: 'user' }, elliptic.privateKey, { alg: 'ES256', kid: 'elliptic' }),
  ],
])('with a configured identity provider a token %s is refused', async (_words, make) => {
  const { status, body } = await withProvider.api(await make()).get('/api-keys');
  expect(status).toBe(401);
  expect(body.message).toBe('Invalid API key');
});

test('while the identity provider is down its tokens are refused, and command-line tokens and API keys still work', async () => {
  const away = await startTestService({
    clock,
    environment: {
      ...providerSettings(`http://127.0.0.1:${await freePort()}/keys`),
      PARLEY_ADMIN_JWT_HS256: 'on',
    },
  });
  try {
    const token = await sign(provided(), rsa.privateKey, { alg: 'RS256', kid: 'rsa' });
    expect(await statusOf(away, token)).toBe(401);
    expect((await away.admin.get('/api-keys')).status).toBe(200);
    expect((await (await away.newCompany()).api.get('/billing/usage')).status).toBe(200);
    expect((await away.api(undefined).get('/readyz')).status).toBe(200);
  } finally {
    await away.stop();
  }
});

test.each([
  ['an error', 500, '{}'],
  ['something other than JSON', 200, '<html>'],
  ['no keys', 200, '{}'],
])(
  'when the identity provider answers its key request with %s, its tokens are refused',
  async (_words, status, text) => {
    const broken = createServer((_request, response) => response.writeHead(status).end(text));
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}/`;
    const tokens = new AdminTokens({
      secret: SECRET,
      identityProvider: { jwksUrl: url, audience: AUDIENCE, issuer: ISSUER },
      acceptsSecret: true,
      clock,
    });
    expect(
      await tokens.subjectOf(await sign(provided(), rsa.privateKey, { alg: 'RS256', kid: 'rsa' })),
    ).toBeUndefined();
    expect(await tokens.subjectOf(await sign(claims()))).toBe('ada');
    broken.closeAllConnections();
    await new Promise((resolve) => broken.close(resolve));
  },
);

test('beside an identity provider, administrator tokens from the command line are accepted only if enabled', async () => {
  const identityProvider = { jwksUrl, audience: AUDIENCE, issuer: ISSUER };
  const both = new AdminTokens({ secret: SECRET, identityProvider, acceptsSecret: true, clock });
  const one = new AdminTokens({ secret: SECRET, identityProvider, clock });
  const token = await both.mint('ada', 1);
  expect([await both.subjectOf(token), await one.subjectOf(token)]).toEqual(['ada', undefined]);
});
