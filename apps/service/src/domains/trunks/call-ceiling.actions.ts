import type { CallCeilingView, NewCallCeiling } from '@parley/contract/company.ts';
import type { Client } from '../../http/principal.ts';
import type { Actor, Everywhere } from '../../storage/scope.ts';
import { auditChange } from '../access/audit.actions.ts';
import { getCompany, setCeiling } from '../companies/company.actions.ts';
import { viewCeiling } from '../companies/company.model.ts';

export const readCallCeiling = async (everywhere: Everywhere, companyId: string): Promise<CallCeilingView> =>
  viewCeiling((await getCompany(everywhere, companyId)).callCeiling);

/** Replaces the ceiling, with its entry in the audit log. It counts from the next call on. */
export async function setCallCeiling(
  everywhere: Everywhere,
  companyId: string,
  { allowedCountries = null, maxMinutesPerHour = null, maxMinutesPerDay = null }: NewCallCeiling,
  by: { readonly actor: Actor; readonly client: Client | undefined },
): Promise<CallCeilingView> {
  const { id } = await getCompany(everywhere, companyId);
  const ceiling = { allowedCountries, maxMinutesPerHour, maxMinutesPerDay };
  await everywhere.transaction(async (inside) => {
    await setCeiling(inside.within(id, by.actor), ceiling);
    const metadata = { changed: ['callCeiling'], after: ceiling };
    await auditChange(inside, { eventType: 'CONFIG_CHANGED', apiKeyId: null, companyId: id, metadata }, by);
  });
  return ceiling;
}
