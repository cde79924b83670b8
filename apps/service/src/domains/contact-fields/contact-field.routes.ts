import { ContactFieldChanges, ContactFieldView, NewContactField } from '@parley/contract/contact-field.ts';
import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import { route } from '../../http/route.ts';
import { fieldChangeViolations, newFieldViolations } from './catalog.model.ts';
import { changeField, defineField, listFields, removeField } from './contact-field.actions.ts';

const tag = 'Contact fields';
const params = { id: IdOf('Contact field') };

export const contactFieldRoutes = [
  route({
    method: 'GET',
    path: '/contact-fields',
    name: 'listContactFields',
    summary: 'List the catalog of contact fields',
    description: "The platform's fields and the company's own, ordered by category, `displayOrder` and key.",
    tag,
    needs: ['read:contacts'],
    query: PageQuery({}),
    reply: { 200: PageOf(ContactFieldView) },
    handle: ({ scope, query }) => listFields(scope, query),
  }),
  route({
    method: 'POST',
    path: '/contact-fields',
    name: 'createContactField',
    summary: 'Define a contact field',
    description: "A field with the key of one of the platform's takes its place. Eight keys are reserved.",
    tag,
    needs: ['write:contacts'],
    body: NewContactField,
    violations: newFieldViolations,
    reply: { 201: ContactFieldView },
    failures: ['conflict'],
    handle: ({ scope, body }) => defineField(scope, body),
  }),
  route({
    method: 'PATCH',
    path: '/contact-fields/{id}',
    name: 'changeContactField',
    summary: 'Change a contact field',
    description:
      'A key cannot change. Another `dataType` holds for future writes; stored values stay as they are.',
    tag,
    needs: ['write:contacts'],
    params,
    body: ContactFieldChanges,
    violations: fieldChangeViolations,
    reply: { 200: ContactFieldView },
    handle: ({ scope, params, body }) => changeField(scope, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/contact-fields/{id}',
    name: 'deleteContactField',
    summary: 'Delete a contact field',
    description: 'Its values are hidden, and return when the key is defined again.',
    tag,
    needs: ['delete:contacts'],
    params,
    reply: { 204: null },
    handle: ({ scope, params }) => removeField(scope, params.id),
  }),
];
