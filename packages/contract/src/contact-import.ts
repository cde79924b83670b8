import { type Static, Type } from 'typebox';
import { RowError, ContactRows as rows, Tags } from './contact.ts';
import { Country, DateOnly, Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

export const duplicateRules = ['create', 'skip', 'update', 'merge'] as const;
export type DuplicateRule = (typeof duplicateRules)[number];
export const matchedBy = ['phoneNumber', 'email'] as const;

const options = {
  duplicates: Type.Optional(
    OneOf(duplicateRules, {
      description:
        'What to do with a row whose contact is there already: create another, skip the row, update what the row says, or merge what the contact lacks. Default: skip.',
      example: 'skip',
    }),
  ),
  matchBy: Type.Optional(
    Type.Array(OneOf(matchedBy), {
      minItems: 1,
      maxItems: matchedBy.length,
      uniqueItems: true,
      description:
        'What tells that two are the same: the phone number, the e-mail address in any case, or either of them, which is the default. The same number under another name and e-mail address is another person. Numbers of the simulated network (+1500555…) tell nothing.',
    }),
  ),
  gdprExpiryDate: Type.Optional(
    DateOnly({ description: 'Of new contacts whose row has none.', example: '2099-12-31' }),
  ),
  tags: Type.Optional(Tags),
  defaultCountry: Type.Optional(
    Country({
      description:
        "ISO 3166 code: phone numbers without `+` are read in it. Default: the company's `defaultCountry`.",
      example: 'GB',
    }),
  ),
  createMissingFields: Type.Optional(Type.Boolean({ description: 'Define unknown keys of `fields`.' })),
};

export const NewImport = Named(
  'NewContactImport',
  Strict({ name: Name({ description: 'Of the file, for example.', example: 'renewals.csv' }), ...options }),
);
export type NewImport = Static<typeof NewImport>;
export type ImportOptions = Omit<NewImport, 'name'>;

export const ImportRows = Named('ContactImportRows', Strict({ rows }));
export type ImportRows = Static<typeof ImportRows>;

export const ImportPreview = Named('ContactImportPreview', Strict({ ...options, rows }));
export type ImportPreview = Static<typeof ImportPreview>;

export const rowResults = ['created', 'updated', 'merged', 'skipped', 'refused'] as const;
export type RowResult = (typeof rowResults)[number];

export const ImportedRow = Named(
  'ContactImportRow',
  Strict({
    line: Type.Integer({ minimum: 1, example: 2 }),
    result: OneOf(rowResults, { example: 'created' }),
    contactId: Type.Optional(
      Uuid({ description: 'The contact, new or already there. Not of a new one in a preview.' }),
    ),
    sameAsLine: Type.Optional(
      Type.Integer({ minimum: 1, description: 'An earlier row of the request is about the same contact.' }),
    ),
    sameNumberAs: Type.Optional(
      Strict(
        {
          line: Type.Optional(Type.Integer({ minimum: 1, description: 'Of an earlier row of the request.' })),
          contactId: Type.Optional(Uuid({ description: 'Of a contact that was there before.' })),
          name: Type.String({ example: 'Ada Novak' }),
        },
        { description: 'Of a new contact: somebody with another name who has the same phone number.' },
      ),
    ),
    changes: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What of the contact the row changed.',
        example: ['email', 'fields.job_title'],
      }),
    ),
    phoneNumber: Type.Optional(Type.String({ description: 'As it is stored.' })),
    email: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(RowError, { description: 'Why it was refused.' })),
  }),
);
export type ImportedRow = Static<typeof ImportedRow>;

export const ImportedRows = Named('ContactImportedRows', Strict({ rows: Type.Array(ImportedRow) }));
export type ImportedRows = Static<typeof ImportedRows>;

/** So long an import can be undone; then what contacts were before it is deleted. */
export const UNDO_DAYS = 30;
export const importStatuses = ['OPEN', 'UNDOING', 'UNDONE'] as const;

const count = (description: string, example = 0) => Type.Integer({ minimum: 0, description, example });

export const ImportView = Named(
  'ContactImport',
  Strict({
    id: Uuid(),
    name: Type.String({ example: 'renewals.csv' }),
    status: OneOf(importStatuses, { example: 'OPEN' }),
    duplicates: OneOf(duplicateRules),
    matchBy: Type.Array(OneOf(matchedBy)),
    created: count('Rows that became contacts.', 1980),
    updated: count('Rows that updated a contact.'),
    merged: count('Rows that added to a contact.'),
    skipped: count('Rows whose contact was there already, or that changed nothing.', 18),
    refused: count('Rows with something wrong.', 2),
    removed: count('Contacts that undoing removed.'),
    restored: count('Changes that undoing took back.'),
    kept: count('What undoing left, because somebody changed or called the contact since.'),
    createdAt: Timestamp(),
    undoneAt: Nullable(Timestamp()),
  }),
);
export type ImportView = Static<typeof ImportView>;

export const UndoneImport = Named(
  'ContactImportUndo',
  Strict({
    import: ImportView,
    kept: Type.Array(
      Strict({
        contactId: Uuid(),
        reason: OneOf(['CHANGED', 'CALLED'], {
          description:
            'Somebody changed the contact since the import or gave it a document, a tag, a job or a place in a run; or it has a conversation.',
        }),
      }),
      { description: 'What this request left as it is.' },
    ),
    remaining: count('Rows still to undo: send the request again until there are none.'),
  }),
);
export type UndoneImport = Static<typeof UndoneImport>;
