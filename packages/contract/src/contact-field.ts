import { type Static, Type } from 'typebox';
import { Name, Named, OneOf, Pattern, Strict, Uuid } from './schema.ts';

export const dataTypes = ['string', 'number', 'date', 'bool', 'enum', 'tags'] as const;
export type DataType = (typeof dataTypes)[number];

/** In the order of the catalog. */
export const categories = [
  'identity',
  'organisation',
  'commercial',
  'relationship',
  'scheduling',
  'recruiting',
  'platform',
  'custom',
] as const;
export type Category = (typeof categories)[number];

const Label = Name({ example: 'Shoe size' });
const EnumOptions = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  maxItems: 200,
  uniqueItems: true,
});
const CsvAliases = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  maxItems: 200,
  description: 'Stored only.',
});
const FieldDescription = Type.String({ maxLength: 300 });
const DisplayOrder = Type.Number({
  minimum: -1e9,
  maximum: 1e9,
  description: 'Ascending within the category; default: last.',
});

const optional = {
  enumOptions: Type.Optional(EnumOptions),
  isPii: Type.Optional(
    Type.Boolean({
      description:
        'Personal: masked in logs, and hidden from the agent unless allowed. Default: that of the built-in field with the same key, else false.',
    }),
  ),
  csvAliases: Type.Optional(CsvAliases),
  allowPiiInContext: Type.Optional(
    Type.Boolean({ description: 'Only for a personal field: the agent may see it.' }),
  ),
  description: Type.Optional(FieldDescription),
  displayOrder: Type.Optional(DisplayOrder),
};

export const NewContactField = Named(
  'NewContactField',
  Strict({
    key: Pattern(
      '^[a-z][a-z0-9_]{0,63}$',
      'use lower-case letters, digits and underscores, up to 64, and begin with a letter',
      { example: 'shoe_size' },
    ),
    label: Label,
    dataType: OneOf(dataTypes, { example: 'number' }),
    ...optional,
  }),
);
export type NewContactField = Static<typeof NewContactField>;

export const ContactFieldChanges = Named(
  'ContactFieldUpdate',
  Strict({
    label: Type.Optional(Label),
    dataType: Type.Optional(OneOf(dataTypes)),
    ...optional,
  }),
);
export type ContactFieldChanges = Static<typeof ContactFieldChanges>;

export const ContactFieldView = Named(
  'ContactField',
  Strict(
    {
      id: Uuid(),
      key: Type.String(),
      label: Type.String(),
      dataType: OneOf(dataTypes),
      category: OneOf(categories),
      isPii: Type.Boolean(),
      isSystem: Type.Boolean(),
      allowPiiInContext: Type.Boolean(),
      inEssentialPromptSet: Type.Boolean(),
      displayOrder: Type.Number(),
      isCompanyOverride: Type.Boolean(),
      readOnly: Type.Boolean(),
      writable: Type.Boolean(),
      enumOptions: Type.Optional(Type.Array(Type.String(), { description: 'Only for `enum`.' })),
      csvAliases: Type.Array(Type.String()),
      description: Type.Optional(Type.String()),
    },
    {
      example: {
        id: '01957a2e-7c00-7000-8000-0000000000e1',
        key: 'shoe_size',
        label: 'Shoe size',
        dataType: 'number',
        category: 'custom',
        isPii: false,
        isSystem: false,
        allowPiiInContext: false,
        inEssentialPromptSet: false,
        displayOrder: 1,
        isCompanyOverride: false,
        readOnly: false,
        writable: true,
        csvAliases: [],
        description: 'For the safety shoes.',
      },
    },
  ),
);
export type ContactFieldView = Static<typeof ContactFieldView>;

export type FieldValue = string | number | boolean | readonly string[];
