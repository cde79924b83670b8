import { ContactChanges, ContactRequest, ContactView, contactStatuses } from '@parley/contract/contact.ts';
import { Deleted, IdOf, OneOf, PageOf, PageQuery, Strict, Uuid } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import {
  type BeforeRemoval,
  changeContact,
  createContactOf,
  type FindOrigin,
  listCompanyContacts,
  readContact,
  removeContact,
} from './contact.actions.ts';

const tag = 'Contacts';
const params = { id: IdOf('Contact') };
const WriteQuery = Strict({
  createMissingFields: Type.Boolean({
    default: false,
    description: 'Define unknown keys of `fields`.',
  }),
});

export const contactRoutes = ({
  beforeRemoval,
  findOrigin,
}: {
  beforeRemoval: BeforeRemoval;
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
    }),
    reply: { 200: PageOf(ContactView) },
    handle: ({ scope, query }) => listCompanyContacts(scope, query),
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
    reply: { 200: ContactView },
    failures: ['unprocessable'],
    handle: ({ scope, params, query, body }) =>
      changeContact(scope, params.id, body, query.createMissingFields),
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
