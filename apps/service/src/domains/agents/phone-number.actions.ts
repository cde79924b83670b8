import type { NewPhoneNumber, PhoneNumberChanges, PhoneNumberView } from '@parley/contract/company.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { belongsToAnother, conflict, invalid, notFound } from '@parley/kernel/failure.ts';
import { e164, phoneProblem } from '@parley/kernel/phone-number.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Actor, Everywhere, Scope } from '../../storage/scope.ts';
import { getCompany } from '../companies/company.actions.ts';
import {
  countPhoneNumbers,
  insertPhoneNumber,
  isTrunkOf,
  listPhoneNumbers,
  lockPhoneNumber,
  ownerOf,
  type PhoneNumber,
  savePhoneNumber,
} from './phone-number.store.ts';

/** Gives a company a number to call from. That the number is theirs is for the administrator to know. */
export async function addPhoneNumber(everywhere: Everywhere, actor: Actor, wanted: NewPhoneNumber) {
  const company = await getCompany(everywhere, wanted.companyId);
  const phoneNumber = e164(wanted.phoneNumber, company.defaultCountry);
  if (phoneNumber === undefined)
    throw invalid([`phoneNumber ${phoneProblem(wanted.phoneNumber, company.defaultCountry)}`]);
  const number: PhoneNumber = {
    ...unlimited,
    ...wanted,
    id: everywhere.newId(),
    companyId: company.id,
    phoneNumber,
    createdAt: everywhere.now(),
  };
  const scope = everywhere.within(company.id, actor);
  await refuseTrunk(scope, wanted);
  if (!(await insertPhoneNumber(scope, number))) throw conflict('The company has this phone number already');
  return viewPhoneNumber(number);
}

const unlimited = {
  label: null,
  isPooled: false,
  trunkId: null,
  maxConcurrentCalls: null,
  maxCallsPerSecond: null,
  maxCallsPerDay: null,
  coolDownSeconds: null,
};

/** Changes how the company uses a number; it counts from the next call on. */
export const changePhoneNumber = (
  scope: Scope,
  id: string,
  changes: PhoneNumberChanges,
): Promise<PhoneNumberView> =>
  scope.transaction(async (inside) => {
    const before = await lockPhoneNumber(inside, id);
    if (!before) {
      await requirePhoneNumber(inside, id);
      throw notFound('Phone number');
    }
    await refuseTrunk(inside, changes);
    const changed = { ...before, ...changes };
    await savePhoneNumber(inside, changed);
    return viewPhoneNumber(changed);
  });

async function refuseTrunk(scope: Scope, { trunkId }: PhoneNumberChanges): Promise<void> {
  if (trunkId && !(await isTrunkOf(scope, trunkId)))
    throw invalid(['trunkId must be a trunk of the company, or a shared one']);
}

export async function listCompanyPhoneNumbers(scope: Scope, query: Paging) {
  const [total, numbers] = await Promise.all([countPhoneNumbers(scope), listPhoneNumbers(scope, cut(query))]);
  return paged(query, total, numbers.map(viewPhoneNumber));
}

/** The E.164 of a number named in a body: an unknown one is not found, another company's is forbidden. */
export async function requirePhoneNumber(scope: Scope, id: string): Promise<string> {
  const owner = await ownerOf(scope, id);
  if (!owner) throw notFound('Phone number');
  if (!owner.isOwn) throw belongsToAnother('This phone number belongs to another company');
  return owner.phoneNumber;
}

const viewPhoneNumber = (number: PhoneNumber): PhoneNumberView => ({
  ...number,
  createdAt: number.createdAt.toISOString(),
});
