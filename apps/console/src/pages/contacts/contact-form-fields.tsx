import { Plus, Trash2, X } from 'lucide-react';
import type { ContactField } from '../../api/catalog.ts';
import type { FormErrors } from '../../api/form-errors.ts';
import { searchJobs, useJobTitles } from '../../api/jobs.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { randomId } from '../../components/random-id.ts';
import { SearchSelect, TagsField } from '../../components/search-select.tsx';
import { emptyWork, type WorkDraft } from './contact-draft.ts';

const longKeys = new Set(['notes']);

/** The control for a field of the catalog. */
export function CatalogControl({
  field,
  value,
  error,
  onChange,
}: {
  readonly field: ContactField;
  readonly value: string | readonly string[] | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: string | readonly string[]) => void;
}) {
  const frame = {
    label: field.isPii ? `${field.label} (personal)` : field.label,
    ...(field.description !== undefined && { hint: field.description }),
    error,
  };
  const text = typeof value === 'string' ? value : (value?.join(', ') ?? '');
  const write = (event: { readonly target: { readonly value: string } }) => onChange(event.target.value);
  switch (field.dataType) {
    case 'tags':
      return (
        <TagsField
          {...frame}
          value={typeof value === 'string' ? [value] : (value ?? [])}
          placeholder="Type and press Enter"
          onChange={onChange}
        />
      );
    case 'date':
      return <TextField {...frame} type="date" value={text} onChange={write} />;
    case 'number':
      return <TextField {...frame} inputMode="decimal" value={text} onChange={write} />;
    case 'bool':
      return (
        <SelectField
          {...frame}
          value={text}
          onChange={write}
          choices={[
            { value: '', words: 'Not set' },
            { value: 'true', words: 'Yes' },
            { value: 'false', words: 'No' },
          ]}
        />
      );
    case 'enum': {
      const options = field.enumOptions ?? [];
      // A value whose option was removed stays until another one is chosen.
      const kept = text === '' || options.includes(text) ? options : [text, ...options];
      return (
        <SelectField
          {...frame}
          value={text}
          onChange={write}
          choices={[{ value: '', words: 'Not set' }, ...kept.map((one) => ({ value: one, words: one }))]}
        />
      );
    }
    default:
      return longKeys.has(field.key) || text.length > 80 ? (
        <TextArea {...frame} value={text} onChange={write} />
      ) : (
        <TextField {...frame} value={text} onChange={write} />
      );
  }
}

const MAX = 20;

const parts = [
  ['companyName', 'Company', 'text'],
  ['candidatePosition', 'Position', 'text'],
  ['startDate', 'From', 'date'],
  ['endDate', 'Until', 'date'],
  ['referenceName', 'Reference', 'text'],
  ['referencePhone', 'Reference phone', 'tel'],
] as const;

/** The work history, with references. */
export function WorkHistoryField({
  value,
  errors,
  onChange,
}: {
  readonly value: readonly WorkDraft[];
  readonly errors: FormErrors;
  readonly onChange: (value: readonly WorkDraft[]) => void;
}) {
  const set = (at: number, change: Partial<WorkDraft>) =>
    onChange(value.map((item, place) => (place === at ? { ...item, ...change } : item)));
  return (
    <div className="flex flex-col gap-3">
      {value.map((item, at) => (
        <fieldset key={item.key} className="relative rounded-md border border-line p-3">
          <legend className="px-1 text-xs font-medium text-soft">Position {at + 1}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {parts.map(([name, words, type]) => (
              <TextField
                key={name}
                label={words}
                type={type}
                value={item[name]}
                error={errors.at(`workHistory[${at}].${name}`)}
                onChange={(event) => set(at, { [name]: event.target.value })}
              />
            ))}
          </div>
          <div className="mt-2 flex justify-end">
            <IconButton
              label={`Remove position ${at + 1}`}
              icon={<Trash2 size={14} />}
              onClick={() => onChange(value.filter((_, place) => place !== at))}
            />
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} />}
          disabled={value.length >= MAX}
          onClick={() => onChange([...value, emptyWork(randomId())])}
        >
          Add position
        </Button>
      </div>
    </div>
  );
}

/** The jobs to which a contact is assigned. */
export function JobsField({
  value,
  error,
  onChange,
}: {
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (jobIds: readonly string[]) => void;
}) {
  const titles = useJobTitles(value);
  return (
    <div className="flex flex-col gap-2">
      <SearchSelect
        label="Jobs"
        placeholder="Find a job by its title"
        name="jobs"
        search={searchJobs}
        without={value}
        error={error}
        onPick={({ id }) => onChange([...value, id])}
      />
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {value.map((id) => (
            <li
              key={id}
              className="inline-flex max-w-full items-center gap-1 rounded-md border border-line ps-2"
            >
              <span dir="auto" className="truncate">
                {titles.get(id) ?? '…'}
              </span>
              <IconButton
                label={`Remove ${titles.get(id) ?? 'the job'}`}
                icon={<X size={14} />}
                onClick={() => onChange(value.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
