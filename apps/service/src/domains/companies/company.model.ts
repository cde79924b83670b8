import type { CompanyView } from '@parley/contract/company.ts';
import type { CompanyId } from '../../storage/sql.ts';

export interface Company {
  readonly id: CompanyId;
  readonly name: string;
  readonly description: string | null;
  readonly timezone: string;
  readonly defaultCountry: string | null;
  readonly metadata: Record<string, unknown>;
  /** ISO codes of the countries that may be called over trunks; null: all. */
  readonly allowedCountries: readonly string[] | null;
  /** Of calls over trunks; null: no limit. */
  readonly maxMinutesPerHour: number | null;
  readonly maxMinutesPerDay: number | null;
  /** The ATS key that may act for it. */
  readonly createdByKeyId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const viewCompany = (company: Company): CompanyView => ({
  id: company.id,
  name: company.name,
  description: company.description,
  timezone: company.timezone,
  defaultCountry: company.defaultCountry,
  metadata: company.metadata,
  allowedCountries: company.allowedCountries && [...company.allowedCountries],
  maxMinutesPerHour: company.maxMinutesPerHour,
  maxMinutesPerDay: company.maxMinutesPerDay,
  createdAt: company.createdAt.toISOString(),
  updatedAt: company.updatedAt.toISOString(),
});
