import { IdOf, Strict } from '@parley/contract/schema.ts';
import { Code, RecoveryCodes, SecondFactorProposal } from '@parley/contract/user.ts';
import { consoleRoute, type Route, sessionRoute } from '../../http/route.ts';
import {
  confirmSecondFactor,
  proposeSecondFactor,
  removeSecondFactor,
  replaceCodes,
  resetSecondFactor,
} from './second-factor.actions.ts';
import type { SignInServices } from './session.actions.ts';

const tag = 'Console';
const body = Strict({ code: Code() });

/** The second factor of local accounts: an authenticator app. */
export const secondFactorRoutes = (services: SignInServices): readonly Route[] => [
  sessionRoute({
    method: 'POST',
    path: '/console/api/me/second-factor',
    name: 'proposeSecondFactor',
    summary: 'Get a secret for an authenticator app',
    tag,
    reply: { 200: SecondFactorProposal },
    failures: ['conflict'],
    handle: ({ everywhere, principal }) => proposeSecondFactor(everywhere, services, principal),
  }),
  sessionRoute({
    method: 'POST',
    path: '/console/api/me/second-factor/confirm',
    name: 'confirmSecondFactor',
    summary: 'Enable the second factor with a code of the app',
    tag,
    body,
    reply: { 200: RecoveryCodes },
    failures: ['conflict'],
    handle: async ({ everywhere, principal, body, client }) => ({
      recoveryCodes: await confirmSecondFactor(everywhere, services, principal, body.code, client),
    }),
  }),
  sessionRoute({
    method: 'POST',
    path: '/console/api/me/second-factor/recovery-codes',
    name: 'replaceRecoveryCodes',
    summary: 'Replace the recovery codes',
    tag,
    body,
    reply: { 200: RecoveryCodes },
    failures: ['conflict'],
    handle: async ({ everywhere, principal, body, client }) => ({
      recoveryCodes: await replaceCodes(everywhere, services, principal, body.code, client),
    }),
  }),
  sessionRoute({
    method: 'DELETE',
    path: '/console/api/me/second-factor',
    name: 'removeSecondFactor',
    summary: 'Remove the second factor',
    tag,
    body,
    reply: { 204: null },
    failures: ['conflict'],
    handle: ({ everywhere, principal, body, client }) =>
      removeSecondFactor(everywhere, services, principal, body.code, client),
  }),
  consoleRoute({
    method: 'DELETE',
    path: '/console/api/users/{id}/second-factor',
    name: 'resetSecondFactor',
    summary: "Remove a member's second factor, as staff",
    tag,
    atLeast: 'owner',
    params: { id: IdOf('User') },
    reply: { 204: null },
    failures: ['conflict'],
    handle: ({ everywhere, scope, principal, params, client }) =>
      resetSecondFactor(everywhere, scope, principal, params.id, client),
  }),
];
