import { type PageServer, startPageServer } from '@parley/testing/page-server.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';

let pages: PageServer;
let service: TestService;
let key: CryptoKey;
beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  key = pair.privateKey;
  pages = await startPageServer();
  const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one' }] };
  service = await startTestService({
    roles: ['api'],
    environment: {
      PARLEY_ADMIN_JWKS_URL: pages.serve('/keys', JSON.stringify(keys), 'application/json'),
      PARLEY_ADMIN_JWT_AUDIENCE: 'parley',
      PARLEY_ADMIN_JWT_ISSUER: 'https://id.example',
    },
  });
});
afterAll(async () => {
  await service.stop();
  await pages.stop();
});

/** A token of the identity provider: its key signs for all its applications and tenants. */
const signed = (claims: { readonly aud?: string; readonly iss?: string }) =>
  new SignJWT({ role: 'admin', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setSubject('mallory')
    .setExpirationTime('1h')
    .sign(key);
const statusWith = async (token: string) => (await service.api(token).get('/api-keys')).status;

const ours = { aud: 'parley', iss: 'https://id.example' };

test.each([
  ['for this audience and of this issuer is accepted', ours, 200],
  ['for another audience is refused', { ...ours, aud: 'payroll' }, 401],
  ['of another issuer is refused', { ...ours, iss: 'https://other.example' }, 401],
  ['without an audience and issuer is refused', {}, 401],
])('an administrator token signed by the identity provider %s', async (_, claims, status) => {
  expect(await statusWith(await signed(claims))).toBe(status);
});

test("with an identity provider, an administrator token signed with the installation's secret is refused", async () => {
  expect(await statusWith(service.adminToken)).toBe(401);
});
