import { Name, Named, OneOf, Pattern, Strict, Uuid } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';

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

/** A field as the rules see it, whoever defined it. */
export interface ContactField {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly dataType: DataType;
  readonly category: Category;
  readonly isPii: boolean;
  readonly allowPiiInContext: boolean;
  readonly inEssentialPromptSet: boolean;
  readonly displayOrder: number;
  readonly isSystem: boolean;
  readonly isCompanyOverride: boolean;
  readonly readOnly: boolean;
  readonly writable: boolean;
  readonly enumOptions: readonly string[];
  readonly csvAliases: readonly string[];
  readonly description: string | null;
}

/** What a company's own field keeps; the rest follows from its key. */
export type OwnField = Pick<
  ContactField,
  | 'id'
  | 'key'
  | 'label'
  | 'dataType'
  | 'isPii'
  | 'allowPiiInContext'
  | 'displayOrder'
  | 'enumOptions'
  | 'csvAliases'
  | 'description'
>;

export const MAX_OWN_FIELDS = 200;

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
        'Personal: masked in logs, and kept from the agent unless allowed. Default: as the seeded field that it shadows, else false.',
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

export const viewField = ({
  enumOptions,
  csvAliases,
  description,
  ...field
}: ContactField): ContactFieldView => ({
  ...field,
  ...(field.dataType === 'enum' ? { enumOptions: [...enumOptions] } : {}),
  csvAliases: [...csvAliases],
  ...(description === null ? {} : { description }),
});

/** Why a field cannot become what was sent; each entry begins with its property. */
export function fieldViolations(field: OwnField, sent: ContactFieldChanges): string[] {
  return [
    ...(field.dataType === 'enum' && field.enumOptions.length === 0
      ? ['enumOptions must name at least one option of an enum']
      : []),
    // Not even to forbid it: who says it takes the field for personal.
    ...(sent.allowPiiInContext !== undefined && !field.isPii
      ? ['allowPiiInContext needs isPii to be true']
      : []),
  ];
}

/** Whether the agent may see a field's value. */
export const reachesAgent = (field: ContactField): boolean =>
  !field.readOnly && (!field.isPii || field.allowPiiInContext);
