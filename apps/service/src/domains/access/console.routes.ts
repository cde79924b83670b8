import { PersonEntryView } from '@parley/contract/audit.ts';
import { PageOf, PageQuery } from '@parley/contract/pagination.ts';
import { IdOf, Name, Strict, Uuid } from '@parley/contract/schema.ts';
import {
  Acceptance,
  InvitationView,
  LinkRequest,
  MemberChange,
  MemberView,
  MeView,
  NewMember,
  PasswordChange,
  Redemption,
  SessionView,
  SignIn,
} from '@parley/contract/user.ts';
import { Type } from 'typebox';
import { consoleRoute, openRoute, type Route, sessionRoute } from '../../http/route.ts';
import type { SessionJar } from '../../http/session-cookie.ts';
import { redeemInvitation } from './acceptance.actions.ts';
import { readPeopleAudit } from './audit.actions.ts';
import {
  changeRole,
  inviteMember,
  readInvitations,
  readMembers,
  removeMember,
  withdraw,
} from './member.actions.ts';
import {
  type Begun,
  changeName,
  changePassword,
  chooseCompany,
  endSession,
  me,
  mySessions,
  redeemLink,
  requestLink,
  type SignInServices,
  signIn,
  signOut,
} from './session.actions.ts';

const tag = 'Console';
const Done = Strict({ done: Type.Literal(true) });
const done = { done: true as const };

const Accepted = Strict({
  isSignedIn: Type.Boolean({
    description:
      'False for who had an account before: they joined, and a link to sign in was mailed to them.',
  }),
});

function keep(jar: SessionJar, { token, expiresAt }: Begun) {
  jar.put(token, expiresAt);
  return done;
}

/** How people get in and out, and who they are: what the API leaves to the console. */
export const accessConsoleRoutes = (services: SignInServices): readonly Route[] => [
  openRoute({
    method: 'POST',
    path: '/console/api/sign-in',
    name: 'signIn',
    summary: 'Sign in with a password',
    tag,
    body: SignIn,
    reply: { 200: Done },
    handle: async ({ everywhere, body, client, jar }) =>
      keep(jar, await signIn(everywhere, services, body, client)),
  }),
  openRoute({
    method: 'POST',
    path: '/console/api/sign-in-links',
    name: 'requestSignInLink',
    summary: 'Have a link mailed that signs in once',
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
    reply: { 200: Done },
    handle: async ({ everywhere, body, client, jar }) =>
      keep(jar, await redeemLink(everywhere, services, body.token, client)),
  }),
  openRoute({
    method: 'POST',
    path: '/console/api/invitations/redeem',
    name: 'redeemInvitation',
    summary: 'Accept an invitation',
    tag,
    body: Acceptance,
    reply: { 200: Accepted },
    handle: async ({ everywhere, body, client, jar }) => {
      const begun = await redeemInvitation(everywhere, services, body, client);
      if (begun) keep(jar, begun);
      return { isSignedIn: begun !== undefined };
    },
  }),
  sessionRoute({
    method: 'GET',
    path: '/console/api/me',
    name: 'getMe',
    summary: 'Who is signed in',
    tag,
    reply: { 200: MeView },
    handle: ({ everywhere, principal }) => me(everywhere, principal),
  }),
  sessionRoute({
    method: 'PUT',
    path: '/console/api/me/company',
    name: 'chooseCompany',
    summary: 'Look at another company',
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
    summary: 'Say how one is called',
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
    summary: 'Choose a new password',
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
    reply: { 200: Done },
    handle: async ({ everywhere, principal, client, jar }) => {
      await signOut(everywhere, principal, client);
      jar.clear();
      return done;
    },
  }),
  sessionRoute({
    method: 'GET',
    path: '/console/api/me/sessions',
    name: 'listSessions',
    summary: 'Where one is signed in',
    tag,
    reply: { 200: Strict({ data: Type.Array(SessionView) }) },
    handle: async ({ everywhere, principal }) => ({ data: await mySessions(everywhere, principal) }),
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
  consoleRoute({
    method: 'GET',
    path: '/console/api/users',
    name: 'listUsers',
    summary: 'The people of the company',
    tag,
    atLeast: 'viewer',
    query: PageQuery({}),
    reply: { 200: PageOf(MemberView) },
    handle: ({ scope, query }) => readMembers(scope, query),
  }),
  consoleRoute({
    method: 'PATCH',
    path: '/console/api/users/{id}',
    name: 'changeUser',
    summary: "Change a person's role",
    tag,
    atLeast: 'owner',
    params: { id: IdOf('User') },
    body: MemberChange,
    reply: { 200: MemberView },
    handle: ({ everywhere, scope, principal, params, body, client }) =>
      changeRole(everywhere, params.id, body.role, { user: principal, client, companyId: scope.companyId }),
  }),
  consoleRoute({
    method: 'DELETE',
    path: '/console/api/users/{id}',
    name: 'removeUser',
    summary: 'Remove a person from the company',
    tag,
    atLeast: 'owner',
    params: { id: IdOf('User') },
    reply: { 204: null },
    handle: ({ everywhere, scope, principal, params, client }) =>
      removeMember(everywhere, params.id, { user: principal, client, companyId: scope.companyId }),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/invitations',
    name: 'listInvitations',
    summary: 'Invitations that wait for an answer',
    tag,
    atLeast: 'owner',
    reply: { 200: Strict({ data: Type.Array(InvitationView) }) },
    handle: async ({ scope }) => ({ data: await readInvitations(scope) }),
  }),
  consoleRoute({
    method: 'POST',
    path: '/console/api/invitations',
    name: 'inviteUser',
    summary: 'Invite somebody to the company',
    tag,
    atLeast: 'owner',
    body: NewMember,
    limit: { name: 'invitations', max: 30, perSeconds: 60 },
    reply: { 201: Strict({ id: Uuid() }) },
    handle: ({ everywhere, scope, principal, body, client }) =>
      inviteMember(everywhere, scope.companyId, body, { user: principal, client }),
  }),
  consoleRoute({
    method: 'DELETE',
    path: '/console/api/invitations/{id}',
    name: 'withdrawInvitation',
    summary: 'Withdraw an invitation',
    tag,
    atLeast: 'owner',
    params: { id: IdOf('Invitation') },
    reply: { 204: null },
    handle: ({ scope, params }) => withdraw(scope, params.id),
  }),
  consoleRoute({
    method: 'GET',
    path: '/console/api/audit',
    name: 'listPeopleAudit',
    summary: 'What people did in the company',
    tag,
    atLeast: 'owner',
    query: PageQuery({}),
    reply: { 200: PageOf(PersonEntryView) },
    handle: ({ scope, query }) => readPeopleAudit(scope, query),
  }),
];
