import { useId } from 'react';
import type { Reply } from '../../api/client.ts';
import { TextArea, TextField } from '../../components/field.tsx';

export const companyPaths = ['name', 'description', 'timezone', 'defaultCountry', 'ownerEmail'];

const zones = Intl.supportedValuesOf('timeZone');

/** What is said of a company, new or not. */
export function CompanyFields({
  draft,
  errorAt,
  onChange,
}: {
  readonly draft: CompanyDraft;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (draft: CompanyDraft) => void;
}) {
  const list = useId();
  const set = (part: Partial<CompanyDraft>) => onChange({ ...draft, ...part });
  return (
    <>
      <TextField
        label="Name"
        required
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextArea
        label="What it does"
        hint="Agents may say it: {{contact.company_description}}"
        value={draft.description}
        error={errorAt('description')}
        onChange={(event) => set({ description: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Time zone"
          required
          list={list}
          hint="Of contacts whose own is not known."
          value={draft.timezone}
          error={errorAt('timezone')}
          onChange={(event) => set({ timezone: event.target.value })}
        />
        <datalist id={list}>
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <TextField
          label="Country"
          maxLength={2}
          placeholder="CH"
          hint="Phone numbers without + are read in it."
          value={draft.defaultCountry}
          error={errorAt('defaultCountry')}
          onChange={(event) => set({ defaultCountry: event.target.value })}
        />
      </div>
    </>
  );
}

export type Company = Reply<'/console/api/companies/{id}', 'get'>;

/** A company while somebody writes it. */
interface CompanyDraft {
  readonly name: string;
  readonly description: string;
  readonly timezone: string;
  readonly defaultCountry: string;
}

export const emptyCompany: CompanyDraft = {
  name: '',
  description: '',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  defaultCountry: '',
};

export const draftOf = (company: Company): CompanyDraft => ({
  name: company.name,
  description: company.description ?? '',
  timezone: company.timezone,
  defaultCountry: company.defaultCountry ?? '',
});

export const companyOf = ({ name, description, timezone, defaultCountry }: CompanyDraft) => ({
  name,
  description: description === '' ? null : description,
  timezone,
  defaultCountry: defaultCountry === '' ? null : defaultCountry.toUpperCase(),
});
