import { DocumentChanges, DocumentView, NewDocument, StartedUpload } from '@parley/contract/document.ts';
import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import { type Route, type RouteLimit, route } from '../../http/route.ts';
import type { Scope } from '../../storage/scope.ts';
import {
  changeOwnerDocument,
  completeCv,
  completeUpload,
  listOwnerDocuments,
  removeOwnerDocument,
  startUpload,
  type Uploads,
} from './document.actions.ts';
import { announcementViolations, type Owner, type OwnerKind } from './document.model.ts';

const tag = 'Documents';
/** One limit for contacts, CVs and agents together. */
const limit: RouteLimit = { name: 'upload-start', max: 30, perSeconds: 60 };

const kinds = {
  contact: { noun: 'Contact', word: 'contact', path: '/contacts/{id}', scopes: 'contacts' },
  agent: { noun: 'Agent', word: 'agent', path: '/agents/{id}', scopes: 'agents' },
} as const;

/** Of up to 20 MiB each. Asked 200 times at once to complete one such file: 0.9 GB and 23 s all together, 0.3 GB and 3 s in turn. */
const FILES_LOOKED_AT_AT_ONCE = 4;

export interface DocumentRoutesOptions extends Omit<Uploads, 'inTurn'> {
  readonly owner: OwnerKind;
}

/** The five endpoints of a contact's or an agent's documents; a contact also has a CV. */
export function documentRoutes({ owner: kind, ...options }: DocumentRoutesOptions): Route[] {
  const uploads: Uploads = { ...options, inTurn: limitConcurrency(FILES_LOOKED_AT_AT_ONCE) };
  const { noun, word, path, scopes } = kinds[kind];
  const params = { id: IdOf(noun) };
  const documentParams = { ...params, documentId: IdOf('Document') };
  const ownerOf = (id: string): Owner => ({ kind, id });
  return [
    route({
      method: 'GET',
      path: `${path}/documents`,
      name: `list${noun}Documents`,
      summary: `List the documents of ${anA(word)}`,
      tag,
      needs: [`read:${scopes}`],
      params,
      query: PageQuery({}),
      reply: { 200: PageOf(DocumentView) },
      handle: ({ scope, params, query }) => listOwnerDocuments(scope, uploads, ownerOf(params.id), query),
    }),
    route({
      method: 'POST',
      path: `${path}/documents`,
      name: `start${noun}Document`,
      summary: `Start the upload of a document of ${anA(word)}`,
      description:
        'Returns a URL to PUT the file to; then complete the upload. At most 5 documents, uploads under way included, of 20 MiB each, within the storage of the plan.',
      tag,
      needs: [`write:${scopes}`],
      params,
      body: NewDocument,
      violations: announcementViolations,
      reply: { 201: StartedUpload },
      failures: kind === 'contact' ? ['conflict'] : [],
      limit,
      handle: ({ scope, params, body }) => startUpload(scope, uploads, ownerOf(params.id), body),
    }),
    route({
      method: 'POST',
      path: `${path}/documents/{documentId}/complete`,
      name: `complete${noun}Document`,
      summary: 'Complete an upload',
      description:
        'Compares the file with its announced size and type, and starts to read its text. A file that differs is refused and deleted.',
      tag,
      needs: [`write:${scopes}`],
      params: documentParams,
      reply: { 200: DocumentView },
      failures: ['invalid'],
      handle: ({ scope, params }) => completeUpload(scope, uploads, ownerOf(params.id), params.documentId),
    }),
    route({
      method: 'PATCH',
      path: `${path}/documents/{documentId}`,
      name: `change${noun}Document`,
      summary: 'Rename or deactivate a document',
      tag,
      needs: [`write:${scopes}`],
      params: documentParams,
      body: DocumentChanges,
      reply: { 200: DocumentView },
      failures: ['conflict'],
      handle: ({ scope, params, body }) =>
        changeOwnerDocument(scope, uploads, ownerOf(params.id), params.documentId, body),
    }),
    route({
      method: 'DELETE',
      path: `${path}/documents/{documentId}`,
      name: `delete${noun}Document`,
      summary: 'Delete a document',
      tag,
      needs: [`delete:${scopes}`],
      params: documentParams,
      reply: { 204: null },
      failures: ['conflict'],
      handle: ({ scope, params }) =>
        removeOwnerDocument(scope, uploads, ownerOf(params.id), params.documentId),
    }),
    ...(kind === 'contact' ? cvRoutes(uploads) : []),
  ];
}

function cvRoutes(uploads: Uploads): Route[] {
  const params = { id: IdOf('Contact') };
  const start = (scope: Scope, id: string, wanted: NewDocument) =>
    startUpload(scope, uploads, { kind: 'contact', id }, wanted, 'CV');
  return [
    route({
      method: 'POST',
      path: '/contacts/{id}/cv',
      name: 'startContactCv',
      summary: 'Start the upload of a CV',
      description:
        'Like the start of a document. When processed, it replaces the previous CV, and `anonymizedCvText` of the contact is its text without personal details.',
      tag,
      needs: ['write:contacts'],
      params,
      body: NewDocument,
      violations: announcementViolations,
      reply: { 201: StartedUpload },
      failures: ['conflict'],
      limit,
      handle: ({ scope, params, body }) => start(scope, params.id, body),
    }),
    route({
      method: 'POST',
      path: '/contacts/{id}/cv/complete',
      name: 'completeContactCv',
      summary: 'Complete the upload of a CV',
      tag,
      needs: ['write:contacts'],
      params,
      reply: { 200: DocumentView },
      failures: ['invalid'],
      handle: ({ scope, params }) => completeCv(scope, uploads, params.id),
    }),
  ];
}

const anA = (word: string): string => `${word.startsWith('a') ? 'an' : 'a'} ${word}`;
