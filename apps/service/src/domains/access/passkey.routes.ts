import { IdOf, Strict } from '@parley/contract/schema.ts';
import { NewPasskey, PasskeyChallenge, PasskeySignIn, PasskeyView } from '@parley/contract/user.ts';
import { Type } from 'typebox';
import { openRoute, type Route, sessionRoute } from '../../http/route.ts';
import {
  addPasskey,
  finishPasskeySignIn,
  myPasskeys,
  removePasskey,
  startPasskey,
  startPasskeySignIn,
} from './passkey.actions.ts';
import type { SignInServices } from './session.actions.ts';

const tag = 'Console';

/** Passkeys of local accounts (WebAuthn). */
export const passkeyRoutes = (services: SignInServices): readonly Route[] => [
  openRoute({
    method: 'POST',
    path: '/console/api/sign-in/passkey/start',
    name: 'startPasskeySignIn',
    summary: 'Begin to sign in with a passkey',
    tag,
    reply: { 200: PasskeyChallenge },
    failures: ['not_found'],
    handle: ({ everywhere, client }) => startPasskeySignIn(everywhere, services, client),
  }),
  openRoute({
    method: 'POST',
    path: '/console/api/sign-in/passkey/finish',
    name: 'finishPasskeySignIn',
    summary: 'Sign in with what the passkey signed',
    tag,
    body: PasskeySignIn,
    reply: { 200: Strict({ done: Type.Literal(true) }) },
    failures: ['not_found'],
    handle: async ({ everywhere, body, client, jar }) => {
      const { token, expiresAt } = await finishPasskeySignIn(everywhere, services, body, client);
      jar.put(token, expiresAt);
      return { done: true as const };
    },
  }),
  sessionRoute({
    method: 'GET',
    path: '/console/api/me/passkeys',
    name: 'listPasskeys',
    summary: 'List your passkeys',
    tag,
    reply: { 200: Strict({ data: Type.Array(PasskeyView) }) },
    handle: async ({ everywhere, principal }) => ({ data: await myPasskeys(everywhere, principal) }),
  }),
  sessionRoute({
    method: 'POST',
    path: '/console/api/me/passkeys/start',
    name: 'startPasskey',
    summary: 'Begin to add a passkey',
    tag,
    reply: { 200: PasskeyChallenge },
    failures: ['not_found', 'conflict'],
    handle: ({ everywhere, principal }) => startPasskey(everywhere, services, principal),
  }),
  sessionRoute({
    method: 'POST',
    path: '/console/api/me/passkeys',
    name: 'addPasskey',
    summary: 'Add a passkey',
    tag,
    body: NewPasskey,
    reply: { 201: PasskeyView },
    failures: ['not_found', 'conflict'],
    handle: ({ everywhere, principal, body, client }) =>
      addPasskey(everywhere, services, principal, body, client),
  }),
  sessionRoute({
    method: 'DELETE',
    path: '/console/api/me/passkeys/{id}',
    name: 'removePasskey',
    summary: 'Remove a passkey',
    tag,
    params: { id: IdOf('Passkey') },
    reply: { 204: null },
    handle: ({ everywhere, principal, params, client }) =>
      removePasskey(everywhere, principal, params.id, client),
  }),
];
