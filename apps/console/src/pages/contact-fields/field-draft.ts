import type { ContactField } from '../../api/catalog.ts';
import type { Body } from '../../api/client.ts';

type DataType = ContactField['dataType'];

export const typeWords: Readonly<Record<DataType, string>> = {
  string: 'Text',
  number: 'Number',
  date: 'Date',
  bool: 'Yes or no',
  enum: 'One of a list',
  tags: 'Several values',
};

/** A field while it is typed. */
export interface FieldDraft {
  readonly key: string;
  /** Nobody typed the key yet: it follows the label. */
  readonly isKeyFree: boolean;
  readonly label: string;
  readonly dataType: DataType;
  readonly enumOptions: readonly string[];
  readonly csvAliases: readonly string[];
  readonly isPii: boolean;
  readonly allowPiiInContext: boolean;
  readonly description: string;
  readonly displayOrder: string;
}

export const draftOf = (field: ContactField | undefined): FieldDraft => ({
  key: field?.key ?? '',
  isKeyFree: field === undefined,
  label: field?.label ?? '',
  dataType: field?.dataType ?? 'string',
  enumOptions: field?.enumOptions ?? [],
  csvAliases: field?.csvAliases ?? [],
  isPii: field?.isPii ?? false,
  allowPiiInContext: field?.allowPiiInContext ?? false,
  description: field?.description ?? '',
  displayOrder: field?.displayOrder.toString() ?? '',
});

/** "Shoe size (EU)" → shoe_size_eu */
export const keyOf = (label: string): string =>
  label
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .slice(0, 64);

function shared(draft: FieldDraft) {
  const order = draft.displayOrder.trim();
  return {
    label: draft.label,
    dataType: draft.dataType,
    ...(draft.dataType === 'enum' && { enumOptions: [...draft.enumOptions] }),
    csvAliases: [...draft.csvAliases],
    isPii: draft.isPii,
    // On a field that is not personal it is refused.
    ...(draft.isPii && { allowPiiInContext: draft.allowPiiInContext }),
    description: draft.description,
    ...(order !== '' && { displayOrder: Number.isNaN(Number(order)) ? (order as never) : Number(order) }),
  };
}

export const newFieldOf = (draft: FieldDraft): Body<'/contact-fields', 'post'> => ({
  key: draft.key,
  ...shared(draft),
});

export const changesOf = (draft: FieldDraft): Body<'/contact-fields/{id}', 'patch'> => shared(draft);
