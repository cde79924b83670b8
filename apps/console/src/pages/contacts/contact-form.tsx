import { type FormEvent, type ReactNode, useState } from 'react';
import type { ContactField } from '../../api/catalog.ts';
import type { ApiFailure } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { FormActions } from '../../components/form.tsx';
import { Section } from '../../components/page.tsx';
import type { ContactDraft } from './contact-draft.ts';
import { CatalogControl, JobsField, WorkHistoryField } from './contact-form-fields.tsx';
import { categoryWords, contactStatusChoices } from './contact-labels.tsx';

const plain = new Set([
  ...['firstName', 'lastName', 'email', 'phoneNumber', 'gdprExpiryDate'],
  ...['status', 'gender', 'overallRating', 'jobIds'],
]);

/** Everything that can be said of a contact, by the catalog of the company. */
export function ContactForm({
  catalog,
  draft,
  failure,
  isBusy,
  verb,
  onChange,
  onSubmit,
  children,
}: {
  readonly catalog: readonly ContactField[];
  readonly draft: ContactDraft;
  readonly failure: ApiFailure | undefined;
  readonly isBusy: boolean;
  readonly verb: string;
  readonly onChange: (draft: ContactDraft) => void;
  readonly onSubmit: () => void;
  /** Beside the button. */
  readonly children?: ReactNode;
}) {
  const fields = catalog.filter(({ writable }) => writable);
  const keys = new Set(fields.map(({ key }) => `fields.${key}`));
  const errors = formErrors(
    failure,
    (path) => plain.has(path) || keys.has(path) || /^workHistory\[\d+\]\.\w+$/.test(path),
  );
  const [shown, setShown] = useState(() => new Set(openCategories(fields, draft)));
  const set = (change: Partial<ContactDraft>) => onChange({ ...draft, ...change });
  const text = (name: 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'overallRating') => ({
    value: draft[name],
    error: errors.at(name),
    onChange: (event: { readonly target: { readonly value: string } }) => set({ [name]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    // The service says what is wrong with each field: the browser's own bubbles would say it one at a time.
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Section title="The person">
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
            hint="At this date documents and the text of the CV are deleted."
            value={draft.gdprExpiryDate}
            error={errors.at('gdprExpiryDate')}
            onChange={(event) => set({ gdprExpiryDate: event.target.value })}
          />
          <SelectField
            label="Status"
            value={draft.status}
            error={errors.at('status')}
            choices={contactStatusChoices}
            onChange={(event) => set({ status: event.target.value })}
          />
          <SelectField
            label="Gender"
            hint="How the agent addresses them. Not set: told by the name."
            value={draft.gender}
            error={errors.at('gender')}
            choices={[
              { value: '', words: 'Not set' },
              { value: 'female', words: 'Female' },
              { value: 'male', words: 'Male' },
            ]}
            onChange={(event) => set({ gender: event.target.value })}
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
        // What is wrong must be seen.
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
      <FormActions errors={errors}>
        <Button type="submit" look="primary" busy={isBusy}>
          {verb}
        </Button>
        {children}
      </FormActions>
    </form>
  );
}

const categoriesOf = (fields: readonly ContactField[]): readonly ContactField['category'][] => [
  ...new Set(fields.map(({ category }) => category)),
];

/** Those that say something already; of a new contact, the company's own. */
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
