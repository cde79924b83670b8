import type { Reply } from '../../api/client.ts';

export type Company = Reply<'/console/api/companies/{id}', 'get'>;

/** A company while somebody writes it. */
export interface CompanyDraft {
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
