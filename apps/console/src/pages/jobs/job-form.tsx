import { Plus, Trash2 } from 'lucide-react';
import { type FormErrors, formErrors } from '../../api/form-errors.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { textControls } from '../../components/draft.ts';
import { CheckField, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { DraftForm, type DraftFormProps } from '../../components/form.tsx';
import { Section } from '../../components/page.tsx';
import { randomId } from '../../components/random-id.ts';
import { TagsField } from '../../components/search-select.tsx';
import type { JobDraft, LanguageDraft } from './job-draft.ts';
import {
  contractTypes,
  educations,
  experiences,
  jobStatuses,
  periods,
  proficiencies,
  workModes,
} from './job-facts.tsx';

/** The API's names of the controls. */
const paths: Readonly<Partial<Record<keyof JobDraft, string>>> = {
  workMode: 'location.workMode',
  street: 'location.street',
  city: 'location.city',
  postalCode: 'location.postalCode',
  countryCode: 'location.countryCode',
  salaryMin: 'salary.min',
  salaryMax: 'salary.max',
  currency: 'salary.currency',
  period: 'salary.period',
};
const plain = new Set([
  ...['title', 'status', 'description', 'jobUrl', 'benefits', 'otherRequirements', 'humanRecruiter'],
  ...['requiredSkills', 'niceToHaveSkills', 'education', 'experience', 'contractType'],
  ...Object.values(paths),
]);

/** The form of a job. */
export function JobForm({
  draft,
  was,
  failure,
  isBusy,
  verb,
  onChange,
  onSubmit,
  children,
}: DraftFormProps<JobDraft> & {
  /** The stored job: the API cannot clear values that are set there. */
  readonly was?: JobDraft;
}) {
  const errors = formErrors(failure, (path) => plain.has(path) || path.startsWith('languageRequirements['));
  const set = (change: Partial<JobDraft>) => onChange({ ...draft, ...change });
  const text = textControls(draft, onChange, errors.at, paths);
  const unset = (name: 'experience' | 'contractType') =>
    was?.[name] ? [] : [{ value: '', words: 'Not specified' }];
  return (
    <DraftForm errors={errors} isBusy={isBusy} verb={verb} onSubmit={onSubmit} actions={children}>
      <Section title="Job">
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <TextField label="Title" {...text('title')} />
          </div>
          <div className="sm:col-span-2">
            <TextArea label="Description" rows={8} {...text('description')} />
          </div>
          <SelectField label="Status" choices={jobStatuses} {...text('status')} />
          <TextField label="Posting URL" type="url" dir="ltr" {...text('jobUrl')} />
          <SelectField
            label="Contract"
            choices={[...unset('contractType'), ...contractTypes]}
            {...text('contractType')}
          />
          <TextField
            label="Recruiter"
            hint="The person responsible for the job. For information only."
            {...text('humanRecruiter')}
          />
        </div>
      </Section>
      <Section title="Requirements">
        <div className="grid gap-4 sm:grid-cols-2">
          <TagsField
            label="Required skills"
            value={draft.requiredSkills}
            error={errors.at('requiredSkills')}
            placeholder="Type and press Enter"
            onChange={(requiredSkills) => set({ requiredSkills })}
          />
          <TagsField
            label="Nice to have"
            value={draft.niceToHaveSkills}
            error={errors.at('niceToHaveSkills')}
            placeholder="Type and press Enter"
            onChange={(niceToHaveSkills) => set({ niceToHaveSkills })}
          />
          <SelectField
            label="Experience"
            choices={[...unset('experience'), ...experiences]}
            {...text('experience')}
          />
          <EducationField
            value={draft.education}
            error={errors.at('education')}
            onChange={(education) => set({ education })}
          />
          <div className="sm:col-span-2">
            <LanguagesField
              value={draft.languages}
              errors={errors}
              onChange={(languages) => set({ languages })}
            />
          </div>
          <div className="sm:col-span-2">
            <TextArea label="Other requirements" {...text('otherRequirements')} />
          </div>
        </div>
      </Section>
      <Section title="Location and pay">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Work mode"
            choices={[{ value: '', words: 'Not specified' }, ...workModes]}
            {...text('workMode')}
          />
          <TextField label="City" {...text('city')} />
          <TextField label="Street" {...text('street')} />
          <div className="grid grid-cols-2 gap-4">
            <TextField label="Postal code" {...text('postalCode')} />
            <TextField
              label="Country"
              placeholder="CH"
              maxLength={2}
              hint="Two-letter code"
              {...text('countryCode')}
            />
          </div>
          <div className="grid grid-cols-2 gap-4">
            <TextField label="Minimum salary" inputMode="decimal" {...text('salaryMin')} />
            <TextField label="Maximum salary" inputMode="decimal" {...text('salaryMax')} />
          </div>
          <div className="grid grid-cols-2 gap-4">
            <TextField label="Currency" placeholder="EUR" maxLength={3} {...text('currency')} />
            <SelectField
              label="Pay period"
              choices={[{ value: '', words: 'Not specified' }, ...periods]}
              {...text('period')}
            />
          </div>
          <div className="sm:col-span-2">
            <TextArea label="Benefits" {...text('benefits')} />
          </div>
        </div>
      </Section>
    </DraftForm>
  );
}

/** The accepted levels of education. */
function EducationField({
  value,
  error,
  onChange,
}: {
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (value: readonly string[]) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-soft">Accepted education</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-1">
        {educations.map(({ value: one, words }) => (
          <CheckField
            key={one}
            label={words}
            checked={value.includes(one)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, one] : value.filter((other) => other !== one))
            }
          />
        ))}
      </div>
      {error && <p className="text-xs text-bad">{error}</p>}
    </fieldset>
  );
}

/** The required languages with their levels. */
function LanguagesField({
  value,
  errors,
  onChange,
}: {
  readonly value: readonly LanguageDraft[];
  readonly errors: FormErrors;
  readonly onChange: (value: readonly LanguageDraft[]) => void;
}) {
  const set = (at: number, change: Partial<LanguageDraft>) =>
    onChange(value.map((item, place) => (place === at ? { ...item, ...change } : item)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-soft">Languages</legend>
      {value.map((item, at) => (
        <div key={item.key} className="flex items-start gap-2">
          <div className="w-24">
            <TextField
              label={`Language ${at + 1}`}
              hideLabel
              placeholder="EN"
              value={item.language}
              error={errors.at(`languageRequirements[${at}].language`)}
              onChange={({ target }) => set(at, { language: target.value })}
            />
          </div>
          <div className="w-36">
            <SelectField
              label={`Level of language ${at + 1}`}
              hideLabel
              value={item.proficiency}
              choices={[{ value: '', words: 'Any level' }, ...proficiencies]}
              error={errors.at(`languageRequirements[${at}].proficiency`)}
              onChange={({ target }) => set(at, { proficiency: target.value })}
            />
          </div>
          <IconButton
            label={`Remove language ${at + 1}`}
            icon={<Trash2 size={14} />}
            onClick={() => onChange(value.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} />}
          onClick={() => onChange([...value, { key: randomId(), language: '', proficiency: '' }])}
        >
          Add language
        </Button>
      </div>
    </fieldset>
  );
}
