import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

/** Whether it is the first call to the country. Waits for another transaction that is adding the same one. */
export const insertCountry = async (scope: Scope, country: string): Promise<boolean> =>
  (await scope.run(sql`
    insert into called_countries (company_id, country, first_called_at)
    values (${scope.companyId}, ${country}, ${scope.now()}) on conflict (company_id, country) do nothing`)) >
  0;

/** Two who add a company's first countries at the same time do so one after the other. */
export const lockCompanyLimits = (scope: Scope) =>
  scope.all(sql`select 1 as one from companies where id = ${scope.companyId} for no key update`);

export const hasOtherCountry = async (scope: Scope, country: string): Promise<boolean> =>
  (await scope.first(sql`
    select 1 as one from called_countries where company_id = ${scope.companyId} and country <> ${country} limit 1`)) !==
  undefined;
