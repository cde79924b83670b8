import { Type } from 'typebox';
import { consoleRoute, type Route } from '../../http/route.ts';
import { IdOf, Strict } from '../../http/schema.ts';
import { isDoNotCall, setDoNotCall } from './contact.actions.ts';

const DoNotCall = Strict({ doNotCall: Type.Boolean() });
const params = { id: IdOf('Contact') };

/** Whether a person may be called is for people to say, not for keys. */
export const contactConsoleRoutes: readonly Route[] = [
  consoleRoute({
    method: 'GET',
    path: '/console/api/contacts/{id}/do-not-call',
    name: 'getDoNotCall',
    summary: 'Whether a contact asked not to be called',
    tag: 'Console',
    atLeast: 'viewer',
    params,
    reply: { 200: DoNotCall },
    handle: async ({ scope, params }) => ({ doNotCall: await isDoNotCall(scope, params.id) }),
  }),
  consoleRoute({
    method: 'PUT',
    path: '/console/api/contacts/{id}/do-not-call',
    name: 'setDoNotCall',
    summary: 'Stop calls to a contact, or allow them again',
    tag: 'Console',
    atLeast: 'member',
    params,
    body: DoNotCall,
    reply: { 200: DoNotCall },
    handle: async ({ scope, params, body }) => {
      await setDoNotCall(scope, params.id, body.doNotCall);
      return body;
    },
  }),
];
