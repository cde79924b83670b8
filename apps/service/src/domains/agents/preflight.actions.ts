import type { PreflightView } from '@parley/contract/preflight.ts';
import type { Scope } from '../../storage/scope.ts';
import { foresee } from '../billing/account.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { readCatalog } from '../contact-fields/contact-field.actions.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import { getAgent } from './agent.actions.ts';
import { type CallSpeech, preflight } from './preflight.model.ts';

/** What would go wrong if the agent called these contacts now. Nobody is called and nothing is promised. */
export async function preflightAgent(
  scope: Scope,
  id: string,
  contactIds: readonly string[],
  speech: CallSpeech,
): Promise<PreflightView> {
  const agent = await getAgent(scope, id);
  const contacts = await getContacts(scope, contactIds);
  const [company, catalog, outlook] = await Promise.all([
    ownCompany(scope),
    readCatalog(scope),
    foresee(scope),
  ]);
  return preflight({ agent, company, catalog, contacts, speech, ...outlook });
}
