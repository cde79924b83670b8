import { ContactImport, ContactImportView, ContactRequest, DoNotCall } from '@parley/contract/contact.ts';
import { IdOf } from '@parley/contract/schema.ts';
import { consoleRoute, type Route } from '../../http/route.ts';
import { Validator } from '../../http/validation.ts';
import { isDoNotCall, setDoNotCall } from './contact.actions.ts';
import { importContacts } from './contact-import.actions.ts';

const params = { id: IdOf('Contact') };
const { profileId: _profileId, ...importable } = ContactRequest.properties;
/** A row of a file: whatever POST /contacts takes, and says of itself. */
const checkRow = new Validator().body({ ...ContactRequest, properties: importable });

/** What is for people to do: to say whether somebody may be called, and to bring a file along. */
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
  consoleRoute({
    method: 'POST',
    path: '/console/api/contacts/import',
    name: 'importContacts',
    summary: 'Import contacts from the rows of a file',
    tag: 'Console',
    atLeast: 'member',
    body: ContactImport,
    reply: { 200: ContactImportView },
    handle: ({ scope, body }) => importContacts(scope, body, checkRow),
  }),
];
