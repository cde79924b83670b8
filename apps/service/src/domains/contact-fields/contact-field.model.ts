import type {
  Category,
  ContactFieldChanges,
  ContactFieldView,
  DataType,
} from '@parley/contract/contact-field.ts';

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
