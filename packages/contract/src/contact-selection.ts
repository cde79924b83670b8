import { type Static, Type } from 'typebox';
import { contactStatuses, Tags } from './contact.ts';
import { SegmentFilterInput } from './contact-segment.ts';
import { Cursor, Named, Nullable, OneOf, Pattern, Strict, Uuid } from './schema.ts';

/** Each has an index: a list of any length can be read in this order. */
const indexed = ['createdAt', 'name', 'email', 'phoneNumber', 'status'] as const;
/** Without an index, as each catalog field: the contacts found are sorted. */
const sorted = ['updatedAt', 'overallRating'] as const;
/** So many are sorted without an index: as many as every list counts exactly. Chosen, not measured. */
export const MAX_SORTED = 50_000;

type EitherWay<Name extends string> = Name | `-${Name}`;
export type IndexedOrder = EitherWay<(typeof indexed)[number]>;
type SortedOrder = EitherWay<(typeof sorted)[number] | `fields.${string}`>;
export type ContactOrder = IndexedOrder | SortedOrder;

export const ContactSort = Type.Unsafe<ContactOrder>(
  Pattern(
    `^-?(${[...indexed, ...sorted].join('|')}|fields\\.[a-z][a-z0-9_]{0,63})$`,
    `use ${[...indexed, ...sorted].join(', ')} or fields.<key>, with a minus in front for the reverse`,
    {
      description: `The order: ${[...indexed, ...sorted].map((name) => `\`${name}\``).join(', ')}, or \`fields.<key>\` of a contact field; with a minus, from the last to the first. Default: the newest first. ${sorted.map((name) => `\`${name}\``).join(', ')} and fields sort at most ${MAX_SORTED.toLocaleString('en')} contacts (400 beyond: narrow the list), and have numbered pages only; contacts without a value come last.`,
      example: '-createdAt',
    },
  ),
);

/** What a list of contacts can be narrowed to, beside job, status and search. */
export const listFilters = {
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: 'Contacts with this tag.' })),
  phoneNumber: Type.Optional(
    Pattern('^\\D*(\\d\\D*){3,}$', 'write at least three digits of a telephone number', {
      maxLength: 50,
      example: '0171 555',
      description: 'A part of the phone number, at least three digits. Other characters are ignored.',
    }),
  ),
  segmentId: Type.Optional(Uuid({ description: 'Contacts of this segment.' })),
  sort: Type.Optional(ContactSort),
};

/** Contacts to list. */
export const ContactSearch = Named(
  'ContactSearch',
  Strict({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Default: 1.' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Rows on a page. Default: 20.' }),
    ),
    cursor: Type.Optional(Cursor),
    jobId: Type.Optional(Uuid({ description: 'Contacts assigned to this job.' })),
    status: Type.Optional(OneOf(contactStatuses)),
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Part of the first name, the last name or the e-mail address.',
      }),
    ),
    ...listFilters,
    filter: Type.Optional(SegmentFilterInput),
  }),
);
export type ContactSearch = Static<typeof ContactSearch>;

/** So many contacts can be named one by one. */
export const MAX_SELECTED = 1000;

/** So many can be deleted in one request: deleting one takes a dozen statements. */
export const MAX_DELETED = 200;

const { page: _page, limit: _limit, cursor: _cursor, sort: _sort, ...narrowing } = ContactSearch.properties;

/** Either named one by one, or by what they have in common. */
const selection = (most: number, whole: string) => ({
  contactIds: Type.Optional(
    Type.Array(Uuid(), {
      minItems: 1,
      maxItems: most,
      uniqueItems: true,
      description: 'These contacts. Not together with `where`.',
    }),
  ),
  where: Type.Optional(
    Strict(narrowing, {
      description: `All contacts that the same search finds; ${whole}. Not together with \`contactIds\`.`,
    }),
  ),
  after: Type.Optional(
    Uuid({ description: 'With `where`: `next` of the last answer, to go on where it ended.' }),
  ),
});

export const BulkChange = Named(
  'ContactBulkChange',
  Strict(
    {
      ...selection(MAX_SELECTED, 'without properties, all contacts of the company'),
      addTags: Type.Optional(Tags),
      removeTags: Type.Optional(Tags),
      addJobId: Type.Optional(Uuid({ description: 'Assigns this job.' })),
      status: Type.Optional(OneOf(contactStatuses)),
    },
    { example: { contactIds: ['01957a2e-7c00-7000-8000-0000000000c1'], addTags: ['renewal'] } },
  ),
);
export type BulkChange = Static<typeof BulkChange>;

export const BulkDeletion = Named(
  'ContactBulkDeletion',
  Strict(selection(MAX_DELETED, 'it must leave somebody out, or the request is refused'), {
    example: { contactIds: ['01957a2e-7c00-7000-8000-0000000000c1'] },
  }),
);
export type BulkDeletion = Static<typeof BulkDeletion>;

export const BulkResult = Named(
  'ContactBulkResult',
  Strict({
    contacts: Type.Integer({ minimum: 0, description: 'Contacts that this request found.', example: 1 }),
    changed: Type.Integer({ minimum: 0, description: 'Of those, the ones that it changed.', example: 1 }),
    next: Nullable(
      Uuid({
        description: 'There are more: send the request again with this as `after`. Null: all are done.',
      }),
    ),
  }),
);
export type BulkResult = Static<typeof BulkResult>;

/** What of the other contact can replace what the kept one has, beside `fields.<key>`. */
export const takenParts = [
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'status',
  'gender',
  'gdprExpiryDate',
  'overallRating',
] as const;

export const ContactMerge = Named(
  'ContactMerge',
  Strict({
    contactId: Uuid({ description: 'The other contact, which is deleted.' }),
    take: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 200,
        uniqueItems: true,
        description:
          'What to take from the other contact although the kept one has it, such as `email` or `fields.job_title`.',
        example: ['email'],
      }),
    ),
  }),
);
export type ContactMerge = Static<typeof ContactMerge>;
