import type { ModelEndpoint } from '@parley/call-engine/llm/endpoint.ts';
import type { CompanyModelView, NewCompanyModel } from '@parley/contract/company.ts';
import { notFound } from '@parley/kernel/failure.ts';
import type { Seal } from '@parley/kernel/seal.ts';
import type { Client } from '../../http/principal.ts';
import type { Actor, Everywhere, Scope } from '../../storage/scope.ts';
import { auditChange } from '../access/audit.actions.ts';
import { getCompany } from '../companies/company.actions.ts';
import {
  type CompanyModel,
  deleteCompanyModel,
  findCompanyModel,
  lockModelKeys,
  saveCompanyModel,
  saveModelKey,
} from './company-model.store.ts';

interface By {
  readonly actor: Actor;
  readonly client: Client | undefined;
}

/** Where a key belongs: in another company's row it does not open. */
const place = (companyId: string): string => `model of ${companyId}`;

/** The model that the company's calls are held with; undefined: the installation's. */
export async function companyModel(scope: Scope, seal: Seal): Promise<ModelEndpoint | undefined> {
  const stored = await findCompanyModel(scope);
  if (stored === undefined) return undefined;
  const { provider, url, model, key } = stored;
  return {
    provider,
    model,
    ...(url === null ? {} : { url }),
    ...(key === null ? {} : { key: seal.open(key, place(scope.companyId)) }),
  };
}

/** Closes every key again, so that none needs an older value of the pepper. */
export const resealModels = (everywhere: Everywhere, seal: Seal): Promise<void> =>
  everywhere.transaction(async (inside) => {
    for (const { companyId, key } of await lockModelKeys(inside))
      await saveModelKey(inside, companyId, seal.close(seal.open(key, place(companyId)), place(companyId)));
  });

export async function setCompanyModel(
  everywhere: Everywhere,
  seal: Seal,
  companyId: string,
  { provider, url = null, model, key = null }: NewCompanyModel,
  by: By,
): Promise<CompanyModelView> {
  const { id } = await getCompany(everywhere, companyId);
  const stored: CompanyModel = {
    provider,
    url,
    model,
    key: key === null ? null : seal.close(key, place(id)),
  };
  await change(everywhere, id, by, { provider, url, model }, (scope) => saveCompanyModel(scope, stored));
  return viewCompanyModel(stored);
}

export async function readCompanyModel(everywhere: Everywhere, companyId: string): Promise<CompanyModelView> {
  const { id } = await getCompany(everywhere, companyId);
  const stored = await findCompanyModel(everywhere.within(id, { kind: 'system', id: 'admin' }));
  if (stored === undefined) throw notFound('Model of the company');
  return viewCompanyModel(stored);
}

export async function removeCompanyModel(
  everywhere: Everywhere,
  companyId: string,
  by: By,
): Promise<{ id: string; deleted: true }> {
  const { id } = await getCompany(everywhere, companyId);
  await change(everywhere, id, by, null, async (scope) => {
    if ((await deleteCompanyModel(scope)) === 0) throw notFound('Model of the company');
  });
  return { id, deleted: true };
}

/** With its entry in the audit log, in which no key stands. */
const change = (
  everywhere: Everywhere,
  companyId: Awaited<ReturnType<typeof getCompany>>['id'],
  by: By,
  after: object | null,
  work: (scope: Scope) => Promise<unknown>,
): Promise<void> =>
  everywhere.transaction(async (inside) => {
    await work(inside.within(companyId, by.actor));
    const metadata = { changed: ['model'], after };
    await auditChange(inside, { eventType: 'CONFIG_CHANGED', apiKeyId: null, companyId, metadata }, by);
  });

const viewCompanyModel = ({ provider, url, model, key }: CompanyModel): CompanyModelView => ({
  provider,
  url,
  model,
  hasKey: key !== null,
});
