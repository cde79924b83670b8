import type { providers } from '@parley/call-engine/llm/endpoint.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

/** As it is stored. */
export interface CompanyModel {
  readonly provider: (typeof providers)[number];
  readonly url: string | null;
  readonly model: string;
  readonly key: Buffer | null;
}

export const findCompanyModel = (scope: Scope) =>
  scope.first<CompanyModel>(
    sql`select provider, url, model, key from company_models where company_id = ${scope.companyId}`,
  );

export const saveCompanyModel = (scope: Scope, { provider, url, model, key }: CompanyModel) =>
  scope.run(sql`
    insert into company_models (company_id, provider, url, model, key, updated_at)
    values (${scope.companyId}, ${provider}, ${url}, ${model}, ${key}, ${scope.now()})
    on conflict (company_id) do update set provider = excluded.provider, url = excluded.url, model = excluded.model,
      key = excluded.key, updated_at = excluded.updated_at`);

/** Of every company. */
export const lockModelKeys = (everywhere: Everywhere) =>
  everywhere.all<{ companyId: string; key: Buffer }>(sql`
    select company_id as "companyId", key from company_models where key is not null order by company_id for no key update`);

export const saveModelKey = (everywhere: Everywhere, companyId: string, key: Buffer) =>
  everywhere.run(sql`update company_models set key = ${key} where company_id = ${companyId}`);

export const deleteCompanyModel = (scope: Scope) =>
  scope.run(sql`delete from company_models where company_id = ${scope.companyId}`);
