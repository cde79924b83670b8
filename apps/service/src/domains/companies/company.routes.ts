import { CompanyChanges, CompanyView, NewCompany } from '@parley/contract/company.ts';
import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import { forbidden } from '@parley/kernel/failure.ts';
import type { Caller } from '../../http/principal.ts';
import { companiesRoute } from '../../http/route.ts';
import { changeCompany, createCompany, listCompanies, readCompany } from './company.actions.ts';
import { viewCompany } from './company.model.ts';

const tag = 'Companies';
const params = { id: IdOf('Company') };

function visibleTo(caller: Caller) {
  if (caller.kind === 'ats') return { createdByKeyId: caller.keyId };
  if (caller.companyId === null) throw forbidden('Choose a company first');
  return { companyId: caller.companyId };
}

export const companyRoutes = [
  companiesRoute({
    method: 'POST',
    path: '/companies',
    name: 'createCompany',
    summary: 'Create a company',
    description: 'For ATS keys. The company starts with a trial of 60 minutes over 14 days.',
    tag,
    needs: ['write:companies'],
    only: 'ats',
    body: NewCompany,
    reply: { 201: CompanyView },
    handle: async ({ everywhere, principal, body }) =>
      viewCompany(await createCompany(everywhere, principal.kind === 'ats' ? principal.keyId : null, body)),
  }),
  companiesRoute({
    method: 'GET',
    path: '/companies',
    name: 'listCompanies',
    summary: 'List companies',
    description: 'The companies that an ATS key created, newest first; for a standard key, its own.',
    tag,
    needs: ['read:companies'],
    query: PageQuery({}),
    reply: { 200: PageOf(CompanyView) },
    handle: ({ everywhere, principal, query }) => listCompanies(everywhere, visibleTo(principal), query),
  }),
  companiesRoute({
    method: 'GET',
    path: '/companies/{id}',
    name: 'getCompany',
    summary: 'Get a company',
    tag,
    needs: ['read:companies'],
    params,
    reply: { 200: CompanyView },
    handle: ({ everywhere, principal, params }) => readCompany(everywhere, visibleTo(principal), params.id),
  }),
  companiesRoute({
    method: 'PATCH',
    path: '/companies/{id}',
    name: 'changeCompany',
    summary: 'Change a company',
    description: 'Changes only what is sent; `null` clears a description, a country or a limit.',
    tag,
    needs: ['write:companies'],
    params,
    body: CompanyChanges,
    reply: { 200: CompanyView },
    handle: ({ everywhere, principal, params, body }) =>
      changeCompany(everywhere, visibleTo(principal), params.id, body),
  }),
];
