import type { providers } from '@parley/call-engine/llm/endpoint.ts';
import type { CompanyModelView } from '@parley/contract/company.ts';

/** As it is stored. */
export interface CompanyModel {
  readonly provider: (typeof providers)[number];
  readonly url: string | null;
  readonly model: string;
  readonly key: Buffer | null;
}

export const viewCompanyModel = ({ provider, url, model, key }: CompanyModel): CompanyModelView => ({
  provider,
  url,
  model,
  hasKey: key !== null,
});
