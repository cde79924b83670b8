import { type ReactNode, useState } from 'react';
import type { ContactField } from '../../api/catalog.ts';
import { formErrors } from '../../api/form-errors.ts';
import { textControls } from '../../components/draft.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { DraftForm, type DraftFormProps } from '../../components/form.tsx';
import { Section } from '../../components/page.tsx';
import { TagsField } from '../../components/search-select.tsx';
import { NumberCountry } from '../../csv/number-country.tsx';
import type { ContactDraft } from './contact-draft.ts';
import { CatalogControl, JobsField, WorkHistoryField } from './contact-form-fields.tsx';
import { categoryWords, contactStatusChoices } from './contact-labels.tsx';

const plain = new Set([
  ...['firstName', 'lastName', 'email', 'phoneNumber', 'gdprExpiryDate'],
  ...['status', 'gender', 'overallRating', 'jobIds', 'tags'],
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
            hint={<NumberCountry />}
            {...text('phoneNumber')}
          />
          <TextField label="E-mail" type="email" {...text('email')} />
          <TextField
            label="Delete documents on"
            type="date"
            hint="The contact stays; its documents and the CV text are deleted."
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
          <TagsField
            label="Tags"
            hint="Enter or a comma adds a tag."
            error={errors.at('tags')}
            value={draft.tags}
            onChange={(tags) => set({ tags })}
          />
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
