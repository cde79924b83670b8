import { expect, test } from 'vitest';
import { consolePage, grantedBy, joinClaims, readClaims, readGrant } from './oidc.model.ts';

const ACME = '01957a2e-7c00-7000-8000-0000000000c1';
const OTHER = '01957a2e-7c00-7000-8000-0000000000c2';

test('a group of the identity provider gives a role in a company, or staff access', () => {
  expect(readGrant('admins=staff')).toEqual({ group: 'admins', role: 'staff' });
  expect(readGrant(` recruiters = member @ ${ACME.toUpperCase()}`)).toEqual({
    group: 'recruiters',
    role: 'member',
    companyId: ACME,
  });
  expect(readGrant(`cn=leads,ou=hr=owner@${ACME}`)).toMatchObject({ group: 'cn=leads,ou=hr', role: 'owner' });
});

test('a configured group mapping without a role, with an unknown role or without a company is refused', () => {
  for (const text of [
    'admins',
    '=staff',
    'admins=',
    'admins=boss',
    `admins=staff@${ACME}`,
    'recruiters=member',
    'recruiters=member@Acme',
    `recruiters=member@${ACME}@${OTHER}`,
  ])
    expect([text, readGrant(text)]).toEqual([text, undefined]);
});

test('a user in several groups gets the highest role in each company', () => {
  const grants = [
    `a=viewer@${ACME}`,
    `b=owner@${ACME}`,
    `c=member@${ACME}`,
    `c=viewer@${OTHER}`,
    's=staff',
  ].flatMap((text) => readGrant(text) ?? []);
  expect(grantedBy(['a', 'b', 'c'], grants)).toEqual({
    isStaff: false,
    roles: new Map([
      [ACME, 'owner'],
      [OTHER, 'viewer'],
    ]),
  });
  expect(grantedBy(['s', 'S', 'A'], grants)).toEqual({ isStaff: true, roles: new Map() });
});

test('claims of an identity token that have the wrong type are ignored', () => {
  const empty = { email: undefined, isEmailVerified: undefined, name: undefined, groups: [] };
  expect(readClaims({}, 'groups')).toEqual(empty);
  const odd = { email: ['a@b.example'], email_verified: 1, name: { first: 'A' }, groups: [1, null, {}] };
  expect(readClaims(odd, 'groups')).toEqual({ ...empty, isEmailVerified: false });
  expect(readClaims({ email: 'not an address', email_verified: 'true' }, 'groups')).toEqual({
    ...empty,
    isEmailVerified: true,
  });
  expect(readClaims({ roles: 'admins' }, 'roles').groups).toEqual(['admins']);
});

test('an e-mail address marked as unverified is told apart from one without a verification claim', () => {
  const verified = (email_verified?: unknown) => readClaims({ email_verified }, 'groups').isEmailVerified;
  expect([true, 'true', false, 'false', 0, null, undefined].map(verified)).toEqual([
    true,
    true,
    false,
    false,
    false,
    undefined,
    undefined,
  ]);
});

test('claims of the ID token override those of userinfo, and each source vouches only for its own e-mail address', () => {
  const more = { email: 'b@b.example', email_verified: true, name: 'B', groups: ['leads'] };
  expect(joinClaims({ email: 'a@b.example', groups: [] }, more)).toEqual({
    email: 'a@b.example',
    email_verified: undefined,
    name: 'B',
    groups: [],
  });
  expect(joinClaims({ email_verified: false }, more)).toEqual(more);
});

test('the redirect after sign-in leads only to pages of the console', () => {
  const page = (returnTo: string) => consolePage(returnTo, 'https://parley.example');
  expect(page('/console')).toBe('/console');
  expect(page('/console/runs?status=running#top')).toBe('/console/runs?status=running#top');
  for (const returnTo of [
    '//evil.example/console/',
    '/\\evil.example/console/',
    'https://parley.example.evil.example/console/',
    '/console/../docs',
    '/console/%2e%2e/docs',
    'console/',
    '/\tconsole/',
  ])
    expect([returnTo, page(returnTo)]).toEqual([returnTo, undefined]);
});
