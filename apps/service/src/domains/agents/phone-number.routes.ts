import { NewPhoneNumber, PhoneNumberChanges, PhoneNumberView } from '@parley/contract/company.ts';
import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import { adminRoute, route } from '../../http/route.ts';
import { addPhoneNumber, changePhoneNumber, listCompanyPhoneNumbers } from './phone-number.actions.ts';

const tag = 'Phone numbers';

export const phoneNumberRoutes = [
  adminRoute({
    method: 'POST',
    path: '/phone-numbers',
    name: 'addPhoneNumber',
    summary: 'Add a phone number to a company',
    description: 'The agents of the company may then use it as their caller id.',
    tag,
    body: NewPhoneNumber,
    reply: { 201: PhoneNumberView },
    failures: ['not_found', 'conflict'],
    handle: ({ everywhere, principal, body }) =>
      addPhoneNumber(everywhere, { kind: 'admin', id: principal.subject }, body),
  }),
  route({
    method: 'GET',
    path: '/phone-numbers',
    name: 'listPhoneNumbers',
    summary: 'List the phone numbers of the company',
    tag,
    needs: ['read:agents'],
    query: PageQuery({}),
    reply: { 200: PageOf(PhoneNumberView) },
    handle: ({ scope, query }) => listCompanyPhoneNumbers(scope, query),
  }),
  route({
    method: 'PATCH',
    path: '/phone-numbers/{id}',
    name: 'changePhoneNumber',
    summary: 'Change how a phone number is used',
    description:
      'Label, pool, trunk and limits; the number itself stays. Calls that would exceed a limit wait, under the same id.',
    tag,
    needs: ['write:companies'],
    params: { id: IdOf('Phone number') },
    body: PhoneNumberChanges,
    reply: { 200: PhoneNumberView },
    handle: ({ scope, params, body }) => changePhoneNumber(scope, params.id, body),
  }),
];
