import { NewSavedView, SavedView, SavedViewChanges } from '@parley/contract/saved-view.ts';
import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import { route } from '../../http/route.ts';
import { changeSavedView, createSavedView, listSavedViews, removeSavedView } from './saved-view.actions.ts';

const tag = 'Contact segments';
const params = { id: IdOf('Contact view') };

export const savedViewRoutes = [
  route({
    method: 'GET',
    path: '/contact-views',
    name: 'listContactViews',
    summary: 'List saved views',
    description: 'By name. A view says which contacts a list shows, in which order and with which columns.',
    tag,
    needs: ['read:contacts'],
    query: PageQuery({}),
    reply: { 200: PageOf(SavedView) },
    handle: ({ scope, query }) => listSavedViews(scope, query),
  }),
  route({
    method: 'POST',
    path: '/contact-views',
    name: 'createContactView',
    summary: 'Save a view',
    tag,
    needs: ['write:contacts'],
    body: NewSavedView,
    reply: { 201: SavedView },
    failures: ['not_found', 'conflict'],
    handle: ({ scope, body }) => createSavedView(scope, body),
  }),
  route({
    method: 'PATCH',
    path: '/contact-views/{id}',
    name: 'changeContactView',
    summary: 'Change a saved view',
    description: 'Changes only what is sent; `columns` and `where` are replaced as a whole.',
    tag,
    needs: ['write:contacts'],
    params,
    body: SavedViewChanges,
    reply: { 200: SavedView },
    failures: ['conflict'],
    handle: ({ scope, params, body }) => changeSavedView(scope, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/contact-views/{id}',
    name: 'deleteContactView',
    summary: 'Delete a saved view',
    tag,
    needs: ['delete:contacts'],
    params,
    reply: { 204: null },
    handle: ({ scope, params }) => removeSavedView(scope, params.id),
  }),
];
