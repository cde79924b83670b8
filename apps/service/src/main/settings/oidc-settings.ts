import { grantText, readGrant } from '../../domains/access/oidc.model.ts';
import { flag, must, oneOf, optional, type Setting, text, whole } from './setting.ts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Tokens and the client's secret go over it: without encryption only this machine is talked to. */
const issuer = (given: string | undefined) => {
  if (!given) return undefined;
  const parsed = URL.parse(given);
  const isSafe =
    parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && LOOPBACK.test(parsed.hostname));
  return isSafe && parsed.search === '' && parsed.hash === ''
    ? given
    : must('be the issuer of the provider, an address that begins with https://');
};

const scopes = (given: string | undefined) => {
  const asked = (given || 'openid email profile').split(/[\s,]+/).filter(Boolean);
  return asked.includes('openid') ? asked : must('contain openid');
};

const roles = (given: string | undefined) => {
  const grants = (given ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readGrant);
  return grants.every((grant) => grant !== undefined) ? grants : must(`be ${grantText}`);
};

/** Sign-in through an identity provider. */
export const oidcSettings = {
  PARLEY_OIDC_ISSUER: {
    meaning:
      'Identity provider for the console (OpenID Connect): its issuer, such as https://login.example.com',
    preset: 'none',
    read: issuer,
  },
  PARLEY_OIDC_CLIENT_ID: {
    meaning: 'Client id that the provider gave Parley',
    preset: 'none',
    read: optional,
  },
  PARLEY_OIDC_CLIENT_SECRET: {
    meaning: 'Client secret; none for a public client, which PKCE protects',
    preset: 'none',
    secret: true,
    read: optional,
  },
  PARLEY_OIDC_NAME: {
    meaning: 'What the button on the sign-in page says after "Sign in with"',
    preset: 'single sign-on',
    read: text('single sign-on'),
  },
  PARLEY_OIDC_SCOPES: {
    meaning: 'Scopes that are asked for',
    preset: 'openid email profile',
    read: scopes,
  },
  PARLEY_OIDC_GROUPS_CLAIM: {
    meaning: "Claim that has the person's groups",
    preset: 'groups',
    read: text('groups'),
  },
  PARLEY_OIDC_ROLES: {
    meaning:
      'Roles by group: admins=staff; recruiters=member@<id of the company>. Roles are viewer, member, owner; staff without a company',
    preset: 'none',
    read: roles,
  },
  PARLEY_OIDC_TRUST_EMAIL: {
    meaning:
      'Accept e-mail addresses that the provider does not mark as verified (email_verified): true or false. Only if its people cannot choose their address',
    preset: 'false',
    read: flag,
  },
  PARLEY_OIDC_SESSION_HOURS: {
    meaning: 'Hours after which people who signed in through the provider must do so again',
    preset: '12',
    read: whole(12, 1, 24 * 90),
  },
  PARLEY_LOCAL_SIGN_IN: {
    meaning:
      'Sign-in with passwords and mailed links: on or off. Links of npx parley sign-in-link work always',
    preset: 'on',
    read: oneOf(['on', 'off'], 'on'),
  },
} as const satisfies Record<string, Setting<unknown>>;
