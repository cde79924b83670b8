import { ContactChanges, ContactRequest, ContactView, contactStatuses } from '@parley/contract/contact.ts';
import {
  BulkChange,
  BulkDeletion,
  BulkResult,
  ContactMerge,
  ContactSearch,
  listFilters,
} from '@parley/contract/contact-selection.ts';
import { Deleted, IdOf, OneOf, PageOf, PageQuery, Strict, Uuid } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import type { Caller } from '../../http/principal.ts';
import { route } from '../../http/route.ts';
import type { Scope } from '../../storage/scope.ts';
import {
  type BeforeRemoval,
  changeContact,
  createContactOf,
  type FindOrigin,
  readContact,
  removeContact,
} from './contact.actions.ts';
import { changeContacts, removeContacts } from './contact-bulk.actions.ts';
import { listCompanyContacts, refuseCallConditions, searchCompanyContacts } from './contact-list.actions.ts';
import { type MoveParts, mergeContacts } from './contact-merge.actions.ts';
import { newContactViolations, sentContactViolations } from './sent-contact.model.ts';

const tag = 'Contacts';
const params = { id: IdOf('Contact') };
const WriteQuery = Strict({
  createMissingFields: Type.Boolean({
    default: false,
    description: 'Define unknown keys of `fields`.',
  }),
});

const requireCalls = async ({ permissions }: Caller, scope: Scope, where: ContactSearch): Promise<void> => {
  if (!permissions.has('read:conversations')) await refuseCallConditions(scope, where);
};

export const contactRoutes = ({
  beforeRemoval,
  moveParts,
  findOrigin,
}: {
  beforeRemoval: BeforeRemoval;
  moveParts: MoveParts;
  findOrigin: FindOrigin;
}) => [
  route({
    method: 'POST',
    path: '/contacts',
    name: 'createContact',
    summary: 'Create a contact',
    description:
      'Needs names, and an e-mail address or a phone number. With a `profileId`, it needs only what the profile lacks.',
    tag,
    needs: ['write:contacts'],
    query: WriteQuery,
    body: ContactRequest,
    violations: newContactViolations,
    reply: { 201: ContactView },
    failures: ['not_found', 'unprocessable'],
    handle: ({ scope, query, body }) => createContactOf(scope, body, query.createMissingFields, findOrigin),
  }),
  route({
    method: 'GET',
    path: '/contacts',
    name: 'listContacts',
    summary: 'List contacts',
    tag,
    needs: ['read:contacts'],
    query: PageQuery({
      jobId: Type.Optional(Uuid({ description: 'Contacts assigned to this job.' })),
      status: Type.Optional(OneOf(contactStatuses)),
      search: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Part of the first name, the last name or the e-mail address.',
        }),
      ),
      ...listFilters,
    }),
    reply: { 200: PageOf(ContactView) },
    // A segment that is not there.
    failures: ['not_found'],
    handle: async ({ scope, query, principal }) => {
      await requireCalls(principal, scope, query);
      return listCompanyContacts(scope, query);
    },
  }),
  route({
    method: 'POST',
    path: '/contacts/search',
    name: 'searchContacts',
    summary: 'Search contacts',
    description:
      'The same list as `GET /contacts`, also by a filter that is not saved as a segment. Conditions on `outcome`, `conversation`, `calls` and `lastCall`, here and in segments, need `read:conversations`.',
    tag,
    needs: ['read:contacts'],
    body: ContactSearch,
    reply: { 200: PageOf(ContactView) },
    failures: ['not_found'],
    handle: async ({ scope, body, principal }) => {
      await requireCalls(principal, scope, body);
      return searchCompanyContacts(scope, body);
    },
  }),
  route({
    method: 'POST',
    path: '/contacts/bulk',
    name: 'changeContacts',
    summary: 'Change many contacts alike',
    description:
      'Adds and removes tags, assigns a job or sets the status, of up to 10,000 contacts a request; `next` says where to go on. Tags and jobs do not change `updatedAt`. To call many contacts, attach them to a run.',
    tag,
    needs: ['write:contacts'],
    body: BulkChange,
    reply: { 200: BulkResult },
    failures: ['not_found', 'conflict'],
    handle: async ({ scope, body, principal }) => {
      await requireCalls(principal, scope, body.where ?? {});
      return changeContacts(scope, body);
    },
  }),
  route({
    method: 'POST',
    path: '/contacts/bulk-delete',
    name: 'deleteContacts',
    summary: 'Delete many contacts',
    description:
      'Their documents and conversations are deleted too; each contact leaves an erasure receipt. With `where`, up to 200 a request; `next` says where to go on.',
    tag,
    needs: ['delete:contacts'],
    body: BulkDeletion,
    reply: { 200: BulkResult },
    failures: ['not_found'],
    handle: async ({ scope, body, principal }) => {
      await requireCalls(principal, scope, body.where ?? {});
      return removeContacts(scope, body, beforeRemoval);
    },
  }),
  route({
    method: 'GET',
    path: '/contacts/{id}',
    name: 'getContact',
    summary: 'Get a contact',
    tag,
    needs: ['read:contacts'],
    params,
    reply: { 200: ContactView },
    handle: ({ scope, params }) => readContact(scope, params.id),
  }),
  route({
    method: 'PATCH',
    path: '/contacts/{id}',
    name: 'changeContact',
    summary: 'Change a contact',
    description:
      'Changes only what is sent. `fields` merge with what is stored; `metadata` is replaced as a whole.',
    tag,
    needs: ['write:contacts'],
    params,
    query: WriteQuery,
    body: ContactChanges,
    violations: sentContactViolations,
    reply: { 200: ContactView },
    failures: ['unprocessable'],
    handle: ({ scope, params, query, body }) =>
      changeContact(scope, params.id, body, query.createMissingFields),
  }),
  route({
    method: 'POST',
    path: '/contacts/{id}/merge',
    name: 'mergeContacts',
    summary: 'Merge another contact into this one',
    description:
      'This contact keeps its values, gets what it lacks from the other (and what `take` names), and all its conversations, documents, jobs, tags and places in runs. The other contact is deleted and leaves an erasure receipt. If one of them asked not to be called, neither number is called. This cannot be undone.',
    tag,
    needs: ['write:contacts', 'delete:contacts'],
    params,
    body: ContactMerge,
    reply: { 200: ContactView },
    failures: ['conflict'],
    handle: ({ scope, params, body }) => mergeContacts(scope, params.id, body, moveParts, beforeRemoval),
  }),
  route({
    method: 'DELETE',
    path: '/contacts/{id}',
    name: 'deleteContact',
    summary: 'Delete a contact',
    description: 'Its documents and conversations are deleted too.',
    tag,
    needs: ['delete:contacts'],
    params,
    reply: { 200: Deleted },
    handle: ({ scope, params }) => removeContact(scope, params.id, beforeRemoval),
  }),
];
