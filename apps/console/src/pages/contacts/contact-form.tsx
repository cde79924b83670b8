import { Plus, Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ContactField } from '../../api/catalog.ts';
import { type FormErrors, formErrors } from '../../api/form-errors.ts';
import { searchJobs, useJobTitles } from '../../api/jobs.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { textControls } from '../../components/draft.ts';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { DraftForm, type DraftFormProps } from '../../components/form.tsx';
import { Section } from '../../components/page.tsx';
import { randomId } from '../../components/random-id.ts';
import { SearchSelect, TagsField } from '../../components/search-select.tsx';
import { type ContactDraft, emptyWork, type WorkDraft } from './contact-draft.ts';
import { categoryWords, contactStatusChoices } from './contact-labels.tsx';

const plain = new Set([
  ...['firstName', 'lastName', 'email', 'phoneNumber', 'gdprExpiryDate'],
  ...['status', 'gender', 'overallRating', 'jobIds'],
]);

/** The form of a contact, with the fields of the catalog. */
export function ContactForm({
  catalog,
  draft,
  failure,
  isBusy,
  verb,
  onChange,
  onSubmit,
  children,
}: DraftFormProps<ContactDraft> & { readonly catalog: readonly ContactField[] }) {
  const fields = catalog.filter(({ writable }) => writable);
  const keys = new Set(fields.map(({ key }) => `fields.${key}`));
  const errors = formErrors(
    failure,
    (path) => plain.has(path) || keys.has(path) || /^workHistory\[\d+\]\.\w+$/.test(path),
  );
  const [shown, setShown] = useState(() => new Set(openCategories(fields, draft)));
  const set = (change: Partial<ContactDraft>) => onChange({ ...draft, ...change });
  const text = textControls(draft, onChange, errors.at);
  return (
    <DraftForm errors={errors} isBusy={isBusy} verb={verb} onSubmit={onSubmit} actions={children}>
      <Section title="Person">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="off" {...text('firstName')} />
          <TextField label="Last name" autoComplete="off" {...text('lastName')} />
          <TextField
            label="Phone number"
            type="tel"
            dir="ltr"
            placeholder="+15005550000"
            {...text('phoneNumber')}
          />
          <TextField label="E-mail" type="email" {...text('email')} />
          <TextField
            label="Keep documents until"
            type="date"
            hint="Documents and the CV text are deleted on this date."
            {...text('gdprExpiryDate')}
          />
          <SelectField label="Status" choices={contactStatusChoices} {...text('status')} />
          <SelectField
            label="Gender"
            hint="How the agent addresses them. If not set, it is guessed from the name."
            choices={[
              { value: '', words: 'Not set' },
              { value: 'female', words: 'Female' },
              { value: 'male', words: 'Male' },
            ]}
            {...text('gender')}
          />
          <TextField label="Rating" inputMode="numeric" hint="0 to 100" {...text('overallRating')} />
          <div className="sm:col-span-2">
            <JobsField
              value={draft.jobIds}
              error={errors.at('jobIds')}
              onChange={(jobIds) => set({ jobIds })}
            />
          </div>
        </div>
      </Section>
      {categoriesOf(fields).map((category) => {
        const inIt = fields.filter((field) => field.category === category);
        // Errors must be visible.
        const isOpen =
          shown.has(category) || inIt.some(({ key }) => errors.at(`fields.${key}`) !== undefined);
        return (
          <Fold
            key={category}
            title={categoryWords(category)}
            count={inIt.length}
            isOpen={isOpen}
            onToggle={(open) =>
              setShown(
                (before) =>
                  new Set(open ? [...before, category] : [...before].filter((one) => one !== category)),
              )
            }
          >
            <div className="grid gap-4 sm:grid-cols-2">
              {inIt.map((field) => (
                <CatalogControl
                  key={field.id}
                  field={field}
                  value={draft.fields[field.key]}
                  error={errors.at(`fields.${field.key}`)}
                  onChange={(value) => set({ fields: { ...draft.fields, [field.key]: value } })}
                />
              ))}
            </div>
          </Fold>
        );
      })}
      <Section title="Work history">
        <WorkHistoryField
          value={draft.workHistory}
          errors={errors}
          onChange={(workHistory) => set({ workHistory })}
        />
      </Section>
    </DraftForm>
  );
}

const categoriesOf = (fields: readonly ContactField[]): readonly ContactField['category'][] => [
  ...new Set(fields.map(({ category }) => category)),
];

/** Sections with values; for a new contact, the custom fields. */
const openCategories = (fields: readonly ContactField[], draft: ContactDraft) =>
  fields
    .filter(({ key, category }) => (draft.fields[key]?.length ?? 0) > 0 || category === 'custom')
    .map(({ category }) => category);

function Fold({
  title,
  count,
  isOpen,
  onToggle,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <details
      open={isOpen}
      onToggle={(event) => event.currentTarget.open !== isOpen && onToggle(event.currentTarget.open)}
      className="rounded-lg border border-line bg-surface"
    >
      <summary className="flex min-h-11 items-center gap-2 px-4 text-sm font-semibold">
        {title}
        <span className="text-xs font-normal text-soft tabular-nums">{count}</span>
      </summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  );
}

/** Fields with more than one line. */
const longKeys = new Set(['notes']);

/** The control for a field of the catalog. */
function CatalogControl({
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
function WorkHistoryField({
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
function JobsField({
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
