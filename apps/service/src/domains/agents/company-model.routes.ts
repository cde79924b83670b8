import { CompanyModelView, NewCompanyModel } from '@parley/contract/company.ts';
import { Deleted, IdOf } from '@parley/contract/schema.ts';
import type { Seal } from '@parley/kernel/seal.ts';
import { adminRoute } from '../../http/route.ts';
import { readCompanyModel, removeCompanyModel, setCompanyModel } from './company-model.actions.ts';

const tag = 'Companies';
const params = { id: IdOf('Company') };
const path = '/companies/{id}/model';

export const companyModelRoutes = (seal: Seal) => [
  adminRoute({
    method: 'PUT',
    path,
    name: 'setCompanyModel',
    summary: "Set a company's language model",
    description: "The company's calls use it instead of the installation's model, after at most ten seconds.",
    tag,
    params,
    body: NewCompanyModel,
    reply: { 200: CompanyModelView },
    handle: ({ everywhere, params, body, principal, client }) =>
      setCompanyModel(everywhere, seal, params.id, body, {
        actor: { kind: 'admin', id: principal.subject },
        client,
      }),
  }),
  adminRoute({
    method: 'GET',
    path,
    name: 'getCompanyModel',
    summary: "Get a company's language model",
    tag,
    params,
    reply: { 200: CompanyModelView },
    handle: ({ everywhere, params }) => readCompanyModel(everywhere, params.id),
  }),
  adminRoute({
    method: 'DELETE',
    path,
    name: 'deleteCompanyModel',
    summary: "Remove a company's language model",
    tag,
    params,
    reply: { 200: Deleted },
    handle: ({ everywhere, params, principal, client }) =>
      removeCompanyModel(everywhere, params.id, { actor: { kind: 'admin', id: principal.subject }, client }),
  }),
];
