import { queryOptions } from '@tanstack/react-query';
import { useId } from 'react';
import { get, type Reply } from '../../api/client.ts';
import { CountryField } from '../../components/country.tsx';
import { textControls } from '../../components/draft.ts';
import { TextArea, TextField } from '../../components/field.tsx';

export const companyPaths = ['name', 'description', 'timezone', 'defaultCountry', 'ownerEmail'];

const zones = Intl.supportedValuesOf('timeZone');

/** The form fields of a company. */
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
  const text = textControls(draft, onChange, errorAt);
  return (
    <>
      <TextField label="Name" required {...text('name')} />
      <TextArea
        label="Description"
        hint="Agents can use it as {{contact.company_description}}"
        {...text('description')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Time zone"
          required
          list={list}
          hint="Used for contacts without a time zone."
          {...text('timezone')}
        />
        <datalist id={list}>
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <CountryField
          label="Country"
          none="Not set"
          hint="Phone numbers without a country code are read as numbers of this country."
          value={draft.defaultCountry}
          error={errorAt('defaultCountry')}
          onChange={({ target }) => onChange({ ...draft, defaultCountry: target.value })}
        />
      </div>
    </>
  );
}

export type Company = Reply<'/console/api/companies/{id}', 'get'>;

/** The draft of a company. */
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

export const draftOf = (
  company: Pick<Company, 'name' | 'description' | 'timezone' | 'defaultCountry'>,
): CompanyDraft => ({
  name: company.name,
  description: company.description ?? '',
  timezone: company.timezone,
  defaultCountry: company.defaultCountry ?? '',
});

export const companyOf = ({ name, description, timezone, defaultCountry }: CompanyDraft) => ({
  name,
  description: description === '' ? null : description,
  timezone,
  defaultCountry: defaultCountry === '' ? null : defaultCountry,
});

type Account = Reply<'/console/api/companies/{id}/account', 'get'>;
export type Plan = Account['plan'];

/** Its key starts with that of the company, so that both are refetched together. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['company', id, 'account'],
    queryFn: ({ signal }) => get('/console/api/companies/{id}/account', { path: { id }, signal }),
  });
