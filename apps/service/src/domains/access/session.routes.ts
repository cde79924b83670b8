import { IdOf, Name, Strict, Uuid } from '@parley/contract/schema.ts';
import {
  Acceptance,
  LinkRequest,
  MeView,
  OidcFinish,
  OidcStart,
  OidcStarted,
  PasswordChange,
  Redemption,
  SessionView,
  SignIn,
  SignInAnswer,
  SignInMethodsView,
} from '@parley/contract/user.ts';
import { Type } from 'typebox';
import { openRoute, type Route, sessionRoute } from '../../http/route.ts';
import { CONSOLE_HEADER, type SessionJar, sessionOf } from '../../http/session-cookie.ts';
import { redeemInvitation } from './member.actions.ts';
import { finishOidc, startOidc } from './oidc-sign-in.actions.ts';
import {
  changeName,
  chooseCompany,
  endOtherSessions,
  endSession,
  me,
  mySessions,
} from './own-account.actions.ts';
import {
  type Begun,
  changePassword,
  redeemLink,
  requestLink,
  type SignInServices,
  signIn,
  signOut,
  visitor,
} from './session.actions.ts';

const tag = 'Console';
const Done = Strict({ done: Type.Literal(true) });
const done = { done: true as const };

const Accepted = Strict({
  isSignedIn: Type.Boolean({
    description:
      'False for a user who had an account before: they joined, and a sign-in link was mailed to them.',
  }),
});

const SignedOut = Strict({
  done: Type.Literal(true),
  logoutUrl: Type.Optional(Type.String({ description: 'Where to sign out at the identity provider too.' })),
});

function keep(jar: SessionJar, { token, expiresAt }: Begun) {
  jar.put(token, expiresAt);
  return done;
}

/** Without a session a code is needed. */
const answered = (jar: SessionJar, begun: Begun | undefined) =>
  begun === undefined ? { done: false } : keep(jar, begun);

/** Signing in and out, and one's own account. Only the console needs these routes. */
export const sessionRoutes = (services: SignInServices): readonly Route[] => [
  openRoute({
    method: 'GET',
    path: '/console/api/sign-in-methods',
    name: 'getSignInMethods',
    summary: 'Get the ways to sign in',
    tag,
    reply: { 200: SignInMethodsView },
    handle: () => ({
      isLocal: services.isLocal,
      oidc: services.oidc ? { name: services.oidc.options.name } : null,
      passkeys: services.passkeys ? { host: services.passkeys.host } : null,
    }),
  }),
  openRoute({
    method: 'POST',
    path: '/console/api/sign-in/oidc/start',
    name: 'startOidcSignIn',
    summary: 'Begin to sign in at the identity provider',
    tag,
    body: OidcStart,
    reply: { 200: OidcStarted },
    failures: ['not_found', 'unavailable'],
    handle: ({ everywhere, body, client }) => startOidc(services, body.returnTo, client, everywhere.now()),
  }),
  openRoute({
    method: 'POST',
    path: '/console/api/sign-in/oidc/finish',
    name: 'finishOidcSignIn',
    summary: 'Sign in with what the identity provider answered',
    tag,
    body: OidcFinish,
    reply: { 200: Strict({ returnTo: Type.String() }) },
    failures: ['not_found', 'forbidden', 'unavailable'],
    handle: async ({ everywhere, body, client, jar }) => {
      const { attempt, ...returned } = body;
      const { begun, returnTo } = await finishOidc(everywhere, services, { attempt, returned }, client);
      keep(jar, begun);
      return { returnTo };
    },
  }),
  openRoute({
    method: 'POST',
    path: '/console/api/sign-in',
    name: 'signIn',
    summary: 'Sign in with a password',
    tag,
    body: SignIn,
    reply: { 200: SignInAnswer },
    handle: async ({ everywhere, body, client, jar }) =>
      answered(jar, await signIn(everywhere, services, body, client)),
  }),
  openRoute({
    method: 'POST',
    path: '/console/api/sign-in-links',
    name: 'requestSignInLink',
    summary: 'Mail a link that signs in once',
    tag,
    body: LinkRequest,
    reply: { 202: Done },
    handle: async ({ everywhere, body, client }) => {
      await requestLink(everywhere, services, body.email, client);
      return done;
    },
  }),
  openRoute({
    method: 'POST',
    path: '/console/api/sign-in-links/redeem',
    name: 'redeemSignInLink',
    summary: 'Sign in with a link',
    tag,
    body: Redemption,
    reply: { 200: SignInAnswer },
    handle: async ({ everywhere, body, client, jar }) =>
      answered(jar, await redeemLink(everywhere, services, body, client)),
  }),
  openRoute({
    method: 'POST',
    path: '/console/api/invitations/redeem',
    name: 'redeemInvitation',
    summary: 'Accept an invitation',
    tag,
    body: Acceptance,
    reply: { 200: Accepted },
    handle: async ({ everywhere, body, client, jar, header }) => {
      const session = sessionOf({ [CONSOLE_HEADER]: header(CONSOLE_HEADER), cookie: header('cookie') });
      const user = session === undefined ? undefined : await visitor(everywhere, services.pepper, session);
      const { isSignedIn, begun } = await redeemInvitation(everywhere, services, body, client, user);
      if (begun) keep(jar, begun);
      return { isSignedIn };
    },
  }),
  sessionRoute({
    method: 'GET',
    path: '/console/api/me',
    name: 'getMe',
    summary: 'Get the signed-in user',
    tag,
    reply: { 200: MeView },
    handle: ({ everywhere, principal }) => me(everywhere, principal),
  }),
  sessionRoute({
    method: 'PUT',
    path: '/console/api/me/company',
    name: 'chooseCompany',
    summary: 'Switch to another company',
    tag,
    body: Strict({ companyId: Uuid() }),
    reply: { 200: Done },
    handle: async ({ everywhere, principal, body }) => {
      await chooseCompany(everywhere, principal, body.companyId);
      return done;
    },
  }),
  sessionRoute({
    method: 'PUT',
    path: '/console/api/me/name',
    name: 'changeName',
    summary: 'Change your name',
    tag,
    body: Strict({ name: Name() }),
    reply: { 200: Done },
    handle: async ({ everywhere, principal, body }) => {
      await changeName(everywhere, principal, body.name);
      return done;
    },
  }),
  sessionRoute({
    method: 'PUT',
    path: '/console/api/me/password',
    name: 'changePassword',
    summary: 'Change your password',
    tag,
    body: PasswordChange,
    reply: { 200: Done },
    handle: async ({ everywhere, principal, body, client }) => {
      await changePassword(everywhere, principal, body, services, client);
      return done;
    },
  }),
  sessionRoute({
    method: 'POST',
    path: '/console/api/sign-out',
    name: 'signOut',
    summary: 'Sign out',
    tag,
    reply: { 200: SignedOut },
    handle: async ({ everywhere, principal, client, jar }) => {
      const logoutUrl = await signOut(everywhere, services, principal, client);
      jar.clear();
      return { ...done, ...(logoutUrl === undefined ? {} : { logoutUrl }) };
    },
  }),
  sessionRoute({
    method: 'GET',
    path: '/console/api/me/sessions',
    name: 'listSessions',
    summary: 'List your sessions',
    tag,
    reply: { 200: Strict({ data: Type.Array(SessionView) }) },
    handle: async ({ everywhere, principal }) => ({ data: await mySessions(everywhere, principal) }),
  }),
  sessionRoute({
    method: 'DELETE',
    path: '/console/api/me/sessions',
    name: 'endOtherSessions',
    summary: 'End all your other sessions',
    tag,
    reply: { 204: null },
    handle: ({ everywhere, principal, client }) => endOtherSessions(everywhere, principal, client),
  }),
  sessionRoute({
    method: 'DELETE',
    path: '/console/api/me/sessions/{id}',
    name: 'endSession',
    summary: 'End a session',
    tag,
    params: { id: IdOf('Session') },
    reply: { 204: null },
    handle: ({ everywhere, principal, params, client }) =>
      endSession(everywhere, principal, params.id, client),
  }),
];
