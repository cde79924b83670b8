import type { NewPhoneNumber, PhoneNumberView } from '@parley/contract/company.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { belongsToAnother, conflict, invalid, notFound } from '@parley/kernel/failure.ts';
import { e164 } from '@parley/kernel/phone-number.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Actor, Everywhere, Scope } from '../../storage/scope.ts';
import { getCompany } from '../companies/company.actions.ts';
import {
  countPhoneNumbers,
  insertPhoneNumber,
  listPhoneNumbers,
  ownerOf,
  type PhoneNumber,
} from './phone-number.store.ts';

/** Gives a company a number to call from. That the number is theirs is for the administrator to know. */
export async function addPhoneNumber(everywhere: Everywhere, actor: Actor, wanted: NewPhoneNumber) {
  const company = await getCompany(everywhere, wanted.companyId);
  const phoneNumber = e164(wanted.phoneNumber, company.defaultCountry);
  if (phoneNumber === undefined)
    throw invalid([
      'phoneNumber must be a telephone number, with + and its country code or in the form of the company’s country',
    ]);
  const number: PhoneNumber = {
    id: everywhere.newId(),
    companyId: company.id,
    phoneNumber,
    label: wanted.label ?? null,
    createdAt: everywhere.now(),
  };
  if (!(await insertPhoneNumber(everywhere.within(company.id, actor), number)))
    throw conflict('The company has this phone number already');
  return viewPhoneNumber(number);
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
