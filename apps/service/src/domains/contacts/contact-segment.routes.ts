import { NewSegment, SegmentChanges, SegmentView, TagCount } from '@parley/contract/contact-segment.ts';
import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import { listCompanyTags } from './contact-list.actions.ts';
import {
  changeSegment,
  createSegment,
  listCompanySegments,
  readSegment,
  removeSegment,
} from './contact-segment.actions.ts';

const tag = 'Contact segments';
const params = { id: IdOf('Contact segment') };

export const contactSegmentRoutes = [
  route({
    method: 'GET',
    path: '/contact-tags',
    name: 'listContactTags',
    summary: 'List the tags of contacts',
    description: 'Each with the number of contacts that have it, in alphabetical order.',
    tag,
    needs: ['read:contacts'],
    query: PageQuery({
      search: Type.Optional(Type.String({ maxLength: 50, description: 'A part of the tag.' })),
    }),
    reply: { 200: PageOf(TagCount) },
    handle: ({ scope, query }) => listCompanyTags(scope, query),
  }),
  route({
    method: 'GET',
    path: '/contact-segments',
    name: 'listContactSegments',
    summary: 'List segments',
    description: 'By name. `GET /contacts?segmentId=…` lists the contacts of one.',
    tag,
    needs: ['read:contacts'],
    query: PageQuery({}),
    reply: { 200: PageOf(SegmentView) },
    handle: ({ scope, query }) => listCompanySegments(scope, query),
  }),
  route({
    method: 'POST',
    path: '/contact-segments',
    name: 'createContactSegment',
    summary: 'Create a segment',
    description:
      'A filter with a name. It is applied when it is used: contacts enter and leave a segment as they change.',
    tag,
    needs: ['write:contacts'],
    body: NewSegment,
    reply: { 201: SegmentView },
    failures: ['conflict'],
    handle: ({ scope, body }) => createSegment(scope, body),
  }),
  route({
    method: 'GET',
    path: '/contact-segments/{id}',
    name: 'getContactSegment',
    summary: 'Get a segment',
    tag,
    needs: ['read:contacts'],
    params,
    reply: { 200: SegmentView },
    handle: ({ scope, params }) => readSegment(scope, params.id),
  }),
  route({
    method: 'PATCH',
    path: '/contact-segments/{id}',
    name: 'changeContactSegment',
    summary: 'Change a segment',
    description: 'Changes only what is sent; `filter` is replaced as a whole.',
    tag,
    needs: ['write:contacts'],
    params,
    body: SegmentChanges,
    reply: { 200: SegmentView },
    failures: ['conflict'],
    handle: ({ scope, params, body }) => changeSegment(scope, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/contact-segments/{id}',
    name: 'deleteContactSegment',
    summary: 'Delete a segment',
    description: 'Its contacts stay.',
    tag,
    needs: ['delete:contacts'],
    params,
    reply: { 204: null },
    handle: ({ scope, params }) => removeSegment(scope, params.id),
  }),
];
