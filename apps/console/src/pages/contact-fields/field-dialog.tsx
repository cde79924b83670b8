import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import type { ContactField } from '../../api/catalog.ts';
import { type Body, patch, post } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { keyOf } from '../../api/key-of.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { FormActions } from '../../components/form.tsx';
import { TagsField } from '../../components/search-select.tsx';

const controls = [
  ...['key', 'label', 'dataType', 'enumOptions', 'csvAliases'],
  ...['description', 'displayOrder'],
];

/** Creates or edits a field. */
export function FieldDialog({
  of: editing,
  suggested,
  onCreated,
  onClose,
}: {
  readonly of: ContactField | 'new' | undefined;
  /** What a new field begins with. */
  readonly suggested?: Partial<FieldDraft> | undefined;
  readonly onCreated?: (key: string) => void;
  readonly onClose: () => void;
}) {
  const field = editing === 'new' ? undefined : editing;
  return (
    <Dialog
      title={field ? `Edit ${field.label}` : 'New field'}
      isOpen={editing !== undefined}
      onClose={onClose}
    >
      <FieldForm
        key={field?.id ?? 'new'}
        field={field}
        suggested={suggested}
        onCreated={onCreated}
        onClose={onClose}
      />
    </Dialog>
  );
}

function FieldForm({
  field,
  suggested,
  onCreated,
  onClose,
}: {
  readonly field: ContactField | undefined;
  readonly suggested: Partial<FieldDraft> | undefined;
  readonly onCreated: ((key: string) => void) | undefined;
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => ({ ...draftOf(field), ...suggested }));
  const set = (change: Partial<FieldDraft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useAction(
    () =>
      field
        ? patch('/contact-fields/{id}', changesOf(draft), { path: { id: field.id } })
        : post('/contact-fields', newFieldOf(draft)),
    {
      isQuiet: true,
      done: field ? 'Saved' : 'Field created',
      invalidates: [['contact-fields'], ['contact']],
      onDone: ({ key }) => {
        if (field === undefined) onCreated?.(key);
        onClose();
      },
    },
  );
  const errors = formErrors(save.failure, (path) => controls.includes(path));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(undefined);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Label"
        autoFocus
        value={draft.label}
        error={errors.at('label')}
        onChange={({ target }) =>
          set({ label: target.value, ...(draft.isKeyFree && { key: keyOf(target.value) }) })
        }
      />
      <TextField
        label="Key"
        dir="ltr"
        className="font-mono"
        value={draft.key}
        disabled={field !== undefined}
        hint={
          field
            ? 'The key cannot be changed.'
            : `The token will be {{contact.${draft.key || '…'}}}. It cannot be changed later.`
        }
        error={errors.at('key')}
        onChange={({ target }) => set({ key: target.value, isKeyFree: false })}
      />
      <SelectField
        label="Type"
        value={draft.dataType}
        hint={field && draft.dataType !== field.dataType ? 'Existing values stay unchanged.' : undefined}
        error={errors.at('dataType')}
        choices={Object.entries(typeWords).map(([value, words]) => ({ value, words }))}
        onChange={({ target }) => set({ dataType: target.value as FieldDraft['dataType'] })}
      />
      {draft.dataType === 'enum' && (
        <TagsField
          label="Options"
          hint="Press Enter after each option."
          value={draft.enumOptions}
          error={errors.at('enumOptions')}
          onChange={(enumOptions) => set({ enumOptions })}
        />
      )}
      <TextField
        label="Description"
        hint="Shown beside the field, up to 300 characters."
        value={draft.description}
        error={errors.at('description')}
        onChange={({ target }) => set({ description: target.value })}
      />
      <CheckField
        label="Personal"
        hint="Masked in logs and hidden from agents."
        checked={draft.isPii}
        onChange={({ target }) => set({ isPii: target.checked })}
      />
      {draft.isPii && (
        <CheckField
          label="Allow agents to see it"
          checked={draft.allowPiiInContext}
          onChange={({ target }) => set({ allowPiiInContext: target.checked })}
        />
      )}
      <TagsField
        label="CSV column names"
        hint="Columns with these names are mapped to this field on import."
        value={draft.csvAliases}
        error={errors.at('csvAliases')}
        onChange={(csvAliases) => set({ csvAliases })}
      />
      <TextField
        label="Sort order"
        inputMode="numeric"
        hint="Lower numbers come first. Empty: last."
        value={draft.displayOrder}
        error={errors.at('displayOrder')}
        onChange={({ target }) => set({ displayOrder: target.value })}
      />
      <FormActions errors={errors} isInDialog>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={save.busy}>
          {field ? 'Save' : 'Create field'}
        </Button>
      </FormActions>
    </form>
  );
}

type DataType = ContactField['dataType'];

export const typeWords: Readonly<Record<DataType, string>> = {
  string: 'Text',
  number: 'Number',
  date: 'Date',
  bool: 'Yes or no',
  enum: 'One of a list',
  tags: 'Several values',
};

/** The draft of a field. */
export interface FieldDraft {
  readonly key: string;
  /** The key follows the label until it is edited. */
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

function shared(draft: FieldDraft) {
  const order = draft.displayOrder.trim();
  return {
    label: draft.label,
    dataType: draft.dataType,
    ...(draft.dataType === 'enum' && { enumOptions: [...draft.enumOptions] }),
    csvAliases: [...draft.csvAliases],
    isPii: draft.isPii,
    // The service refuses it for a field that is not personal.
    ...(draft.isPii && { allowPiiInContext: draft.allowPiiInContext }),
    description: draft.description,
    ...(order !== '' && { displayOrder: Number.isNaN(Number(order)) ? (order as never) : Number(order) }),
  };
}

export const newFieldOf = (draft: FieldDraft): Body<'/contact-fields', 'post'> => ({
  key: draft.key,
  ...shared(draft),
});

const changesOf = (draft: FieldDraft): Body<'/contact-fields/{id}', 'patch'> => shared(draft);
