import type { Everywhere, Scope } from '@parley/service/storage/scope.ts';
import { type CompanyId, sql } from '@parley/service/storage/sql.ts';
import type { Api, TestService } from './service.ts';

/** A company that makes runs, seen from outside. */
export interface RunningCompany {
  readonly id: string;
  readonly keyId: string;
  readonly key: string;
  readonly api: Api;
  readonly agentId: string;
  /** Its rows, for looks behind the API. */
  readonly scope: Scope;
  newContact(more?: object): Promise<string>;
  newContacts(count: number): Promise<string[]>;
  /** A draft with so many contacts attached. */
  newRun(contacts?: number | readonly string[], more?: object): Promise<string>;
  setPlan(changes: object): Promise<void>;
}

export async function runningCompany(
  service: TestService,
  { agent = {}, plan = {} }: { agent?: object; plan?: object } = {},
): Promise<RunningCompany> {
  const { id, keyId, key, api } = await service.newCompany();
  const setPlan = async (changes: object) => {
    await service.admin.put(`/companies/${id}/plan`, {
      billingSystem: 'minutes',
      status: 'active',
      included: 1e8,
      purchased: 0,
      currency: 'EUR',
      maxConcurrentCalls: 100,
      storageBytes: 1e9,
      creditsPerMinute: 1,
      ...changes,
    });
  };
  await setPlan(plan);
  const { body } = await api.post('/agents', {
    name: 'Grace',
    focus: 'GENERIC',
    duration: 10,
    callingWindow: null,
    ...agent,
  });
  const newContact = async (more: object = {}): Promise<string> => {
    const contact = { firstName: 'Ada', lastName: 'Novak', phoneNumber: '+15005550000', ...more };
    return (await api.post('/contacts', { ...contact, gdprExpiryDate: '2099-12-31' })).body.id;
  };
  const newContacts = (count: number) => Promise.all(Array.from({ length: count }, () => newContact()));
  return {
    id,
    keyId,
    key,
    api,
    agentId: body.id,
    scope: (service.services.database as Everywhere).within(id as CompanyId, { kind: 'system', id: 'test' }),
    newContact,
    newContacts,
    setPlan,
    async newRun(contacts = 0, more = {}) {
      const run = await api.post('/runs', { name: 'Spring', agentId: body.id, ...more });
      const contactIds = typeof contacts === 'number' ? await newContacts(contacts) : contacts;
      if (contactIds.length > 0) await api.post(`/runs/${run.body.id}/contacts`, { contactIds });
      return run.body.id;
    },
  };
}

/** As if every call that waits had been held by somebody: the conversations are over. */
export const endAll = (scope: Scope, runId: string, status = 'COMPLETED') =>
  scope.run(sql`
    update conversations set status = ${status}, open_agent_id = null where company_id = ${scope.companyId} and run_id = ${runId}`);
