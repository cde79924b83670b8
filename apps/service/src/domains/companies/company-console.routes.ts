import { CompanyChanges, CompanyView, NewCompany } from '@parley/contract/company.ts';
import { IdOf, PageOf, PageQuery } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { adminRoute } from '../../http/route.ts';
import { changeCompany, createCompany, listCompanies, readCompany } from './company.actions.ts';
import { viewCompany } from './company.model.ts';

const tag = 'Console';
const params = { id: IdOf('Company') };
/** Staff see every company. */
const everyone = { named: '' };

/** What staff do with companies. The API lets an ATS key do the same with those that it made. */
export const companyConsoleRoutes = [
  adminRoute({
    method: 'GET',
    path: '/console/api/companies',
    name: 'listEveryCompany',
    summary: 'List the companies of the installation',
    tag,
    query: PageQuery({
      search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name.' })),
    }),
    reply: { 200: PageOf(CompanyView) },
    handle: ({ everywhere, query }) => listCompanies(everywhere, { named: query.search ?? '' }, query),
  }),
  adminRoute({
    method: 'POST',
    path: '/console/api/companies',
    name: 'foundCompany',
    summary: 'Create a company',
    tag,
    body: NewCompany,
    reply: { 201: CompanyView },
    handle: async ({ everywhere, body }) => viewCompany(await createCompany(everywhere, null, body)),
  }),
  adminRoute({
    method: 'GET',
    path: '/console/api/companies/{id}',
    name: 'readAnyCompany',
    summary: 'Read a company',
    tag,
    params,
    reply: { 200: CompanyView },
    handle: ({ everywhere, params }) => readCompany(everywhere, everyone, params.id),
  }),
  adminRoute({
    method: 'PATCH',
    path: '/console/api/companies/{id}',
    name: 'changeAnyCompany',
    summary: 'Change a company',
    tag,
    params,
    body: CompanyChanges,
    reply: { 200: CompanyView },
    handle: ({ everywhere, params, body }) => changeCompany(everywhere, everyone, params.id, body),
  }),
];
