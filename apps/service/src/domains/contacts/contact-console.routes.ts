import { DoNotCall } from '@parley/contract/contact.ts';
import { IdOf } from '@parley/contract/schema.ts';
import { consoleRoute, type Route } from '../../http/route.ts';
import { isDoNotCall, setDoNotCall } from './contact.actions.ts';

const params = { id: IdOf('Contact') };

/** What is for people to do: to say whether somebody may be called. */
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
