import { ContactRequest } from '@parley/contract/contact.ts';
import {
  ImportedRows,
  ImportPreview,
  ImportRows,
  ImportView,
  NewImport,
  UndoneImport,
} from '@parley/contract/contact-import.ts';
import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import { route } from '../../http/route.ts';
import { Validator } from '../../http/validation.ts';
import type { BeforeRemoval } from './contact.actions.ts';
import {
  createImport,
  importRows,
  listCompanyImports,
  previewRows,
  readImport,
} from './contact-import.actions.ts';
import { undoImport } from './contact-import-undo.actions.ts';

const tag = 'Contact imports';
const params = { id: IdOf('Contact import') };
const { profileId: _profileId, ...importable } = ContactRequest.properties;
/** A row of a file: whatever POST /contacts takes, and says of itself. */
const checkRow = new Validator().body({ ...ContactRequest, properties: importable });

export const contactImportRoutes = (beforeRemoval: BeforeRemoval) => [
  route({
    method: 'GET',
    path: '/contact-imports',
    name: 'listContactImports',
    summary: 'List imports of contacts',
    tag,
    needs: ['read:contacts'],
    query: PageQuery({}),
    reply: { 200: PageOf(ImportView) },
    handle: ({ scope, query }) => listCompanyImports(scope, query),
  }),
  route({
    method: 'POST',
    path: '/contact-imports',
    name: 'createContactImport',
    summary: 'Start an import of contacts',
    description: 'Then send the rows, up to 1,000 a request. The import can be undone as a whole.',
    tag,
    needs: ['write:contacts'],
    body: NewImport,
    reply: { 201: ImportView },
    handle: ({ scope, body }) => createImport(scope, body),
  }),
  route({
    method: 'POST',
    path: '/contact-imports/preview',
    name: 'previewContactImport',
    summary: 'Preview an import of contacts',
    description:
      'What importing these rows would do: which are new, which are duplicates, which would be refused. Nothing is stored.',
    tag,
    needs: ['read:contacts', 'write:contacts'],
    body: ImportPreview,
    reply: { 200: ImportedRows },
    handle: ({ scope, body }) => previewRows(scope, body, checkRow),
  }),
  route({
    method: 'GET',
    path: '/contact-imports/{id}',
    name: 'getContactImport',
    summary: 'Get an import of contacts',
    tag,
    needs: ['read:contacts'],
    params,
    reply: { 200: ImportView },
    handle: ({ scope, params }) => readImport(scope, params.id),
  }),
  route({
    method: 'POST',
    path: '/contact-imports/{id}/rows',
    name: 'importContactRows',
    summary: 'Import rows',
    description:
      'Rows that are wrong are refused, each with everything that is wrong with it; the others are imported. A line that was imported before is answered as it was then, so rows can be sent again after a lost answer; a line that was refused can be corrected and sent again. While another request of the company imports rows, the answer is 429: send one request after the other.',
    tag,
    needs: ['read:contacts', 'write:contacts'],
    params,
    body: ImportRows,
    reply: { 200: ImportedRows },
    failures: ['conflict'],
    handle: ({ scope, params, body }) => importRows(scope, params.id, body, checkRow),
  }),
  route({
    method: 'POST',
    path: '/contact-imports/{id}/undo',
    name: 'undoContactImport',
    summary: 'Undo an import of contacts',
    description:
      'Removes the contacts it created and takes back what it changed, up to 200 rows a request: send it again until `remaining` is 0. Possible for 30 days. Contacts that somebody changed since are kept, and so are new ones that have a conversation, a document, a place in a run, or a tag or job that the import did not give them. Each contact that is removed leaves an erasure receipt.',
    tag,
    needs: ['write:contacts', 'delete:contacts'],
    params,
    reply: { 200: UndoneImport },
    failures: ['conflict'],
    handle: ({ scope, params }) => undoImport(scope, params.id, beforeRemoval),
  }),
];
