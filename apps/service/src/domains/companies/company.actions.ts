import type { CompanyChanges, NewCompany } from '@parley/contract/company.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { invalid, notFound } from '@parley/kernel/failure.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import {
  type CallCeiling,
  type Company,
  type CountryLimits,
  noCeiling,
  overCeiling,
  viewCompany,
} from './company.model.ts';
import * as companies from './company.store.ts';
import { invite } from './invitation.actions.ts';

/** Makes a company, and with it the owner's invitation and the task that mails it. */
export async function createCompany(
  everywhere: Everywhere,
  createdByKeyId: string | null,
  wanted: NewCompany,
): Promise<Company> {
  const now = everywhere.now();
  const company: Company = {
    id: everywhere.newId() as CompanyId,
    name: wanted.name,
    description: wanted.description ?? null,
    timezone: wanted.timezone ?? 'UTC',
    defaultCountry: wanted.defaultCountry ?? null,
    metadata: wanted.metadata ?? {},
    allowedCountries: wanted.allowedCountries ?? null,
    maxMinutesPerHour: wanted.maxMinutesPerHour ?? null,
    maxMinutesPerDay: wanted.maxMinutesPerDay ?? null,
    callCeiling: noCeiling,
    createdByKeyId,
    createdAt: now,
    updatedAt: now,
  };
  const { ownerEmail } = wanted;
  if (ownerEmail === undefined) await companies.insertCompany(everywhere, company);
  else {
    await everywhere.transaction(async (inside) => {
      await companies.insertCompany(inside, company);
      await invite(inside, company.id, { email: ownerEmail, role: 'owner' });
    });
  }
  return company;
}

export async function getCompany(everywhere: Everywhere, id: string): Promise<Company> {
  const company = await companies.findCompany(everywhere, id);
  if (!company) throw notFound('Company');
  return company;
}

/** The company that the scope is of. */
export async function ownCompany(scope: Scope): Promise<Company> {
  const company = await companies.findOwn(scope);
  if (!company) throw notFound('Company');
  return company;
}

/** Which countries the company calls over trunks, read anew for each call: a change counts from the next one on. */
export async function countryLimitsOf(everywhere: Everywhere, companyId: CompanyId): Promise<CountryLimits> {
  const limits = await companies.findCountryLimits(everywhere, companyId);
  if (!limits) throw notFound('Company');
  return limits;
}

/** Within the transaction that logs it. The company's own limits stay as they are, and count where they are stricter. */
export const setCeiling = (scope: Scope, ceiling: CallCeiling): Promise<number> =>
  companies.saveCeiling(scope, ceiling);

const DAY_MS = 86_400_000;

/** How many companies the same ATS key created in the days before it; 0 for one that no ATS key created. */
export const companiesBefore = async (scope: Scope, company: Company, days: number): Promise<number> =>
  company.createdByKeyId === null
    ? 0
    : companies.countBefore(scope, new Date(company.createdAt.getTime() - days * DAY_MS));

/** A company as its key or its ATS key sees it. Another's is not found: whether it exists is not theirs to know. */
export async function readCompany(everywhere: Everywhere, to: companies.Visible, id: string) {
  const company = await companies.findVisible(everywhere, to, id);
  if (!company) throw notFound('Company');
  return viewCompany(company);
}

export async function listCompanies(everywhere: Everywhere, to: companies.Visible, paging: Paging) {
  const [total, rows] = await Promise.all([
    companies.countVisible(everywhere, to),
    companies.listVisible(everywhere, to, cut(paging)),
  ]);
  return paged(paging, total, rows.map(viewCompany));
}

export async function changeCompany(
  everywhere: Everywhere,
  to: companies.Visible,
  id: string,
  changes: CompanyChanges,
) {
  const before = await companies.findVisible(everywhere, to, id);
  if (!before) throw notFound('Company');
  // A ceiling that is lowered meanwhile holds all the same: whoever reads a limit takes the stricter one.
  const violations = overCeiling(changes, before);
  if (violations.length > 0) throw invalid(violations);
  const company = await companies.changeVisible(everywhere, to, id, changes);
  if (!company) throw notFound('Company');
  return viewCompany(company);
}

/** The company, if this ATS key may act for it. */
export async function companyCreatedBy(
  everywhere: Everywhere,
  keyId: string,
  id: string,
): Promise<CompanyId | undefined> {
  return (await companies.findVisible(everywhere, { createdByKeyId: keyId }, id))?.id;
}

export const firstCompanyNamed = (everywhere: Everywhere, name: string): Promise<Company | undefined> =>
  companies.findFirstNamed(everywhere, name);

/** Every timezone that some company is in. */
export const companyTimezones = (everywhere: Everywhere): Promise<string[]> =>
  companies.listTimezones(everywhere);

/** Whether nobody uses this installation yet. The answer holds until the transaction ends. */
export const isInstallationEmpty = (everywhere: Everywhere): Promise<boolean> =>
  companies.lockWhenEmpty(everywhere);
