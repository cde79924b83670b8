import { type Static, Type } from 'typebox';
import { ContactSearch, ContactSort } from './contact-selection.ts';
import { Name, Named, Strict, Timestamp, Uuid } from './schema.ts';

export const MAX_VIEWS = 100;

const { page: _page, limit: _limit, cursor: _cursor, sort: _sort, ...narrowing } = ContactSearch.properties;

const ViewName = Name({ example: 'Renewals by name' });
const Columns = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 50,
  uniqueItems: true,
  description: 'What the list shows beside the name, such as `email` or `fields.job_title`.',
  example: ['phone', 'tags'],
});
const Where = Strict(narrowing, { description: 'Which contacts it shows: as in `POST /contacts/search`.' });

export const NewSavedView = Named(
  'NewContactView',
  Strict({
    name: ViewName,
    columns: Type.Optional(Columns),
    sort: Type.Optional(ContactSort),
    where: Type.Optional(Where),
  }),
);
export type NewSavedView = Static<typeof NewSavedView>;

export const SavedViewChanges = Named(
  'ContactViewUpdate',
  Strict({
    name: Type.Optional(ViewName),
    columns: Type.Optional(Columns),
    sort: Type.Optional(ContactSort),
    where: Type.Optional(Where),
  }),
);
export type SavedViewChanges = Static<typeof SavedViewChanges>;

export const SavedView = Named(
  'ContactView',
  Strict({
    id: Uuid(),
    name: Type.String(),
    columns: Type.Optional(Type.Array(Type.String())),
    sort: Type.Optional(Type.String({ example: 'name' })),
    where: Type.Unsafe<NonNullable<NewSavedView['where']>>({ type: 'object', additionalProperties: true }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
);
export type SavedView = Static<typeof SavedView>;
