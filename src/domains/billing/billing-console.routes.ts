import { adminRoute } from '../../http/route.ts';
import { IdOf, Strict } from '../../http/schema.ts';
import { readAccount } from './account.actions.ts';
import { UsageView } from './account.model.ts';
import { Plan } from './plan.model.ts';

/** What staff see of the money of a company. They set the plan through the API. */
export const billingConsoleRoutes = [
  adminRoute({
    method: 'GET',
    path: '/console/api/companies/{id}/account',
    name: 'readAccount',
    summary: "A company's plan, and what it has used",
    tag: 'Console',
    params: { id: IdOf('Company') },
    reply: { 200: Strict({ plan: Plan, usage: UsageView }) },
    handle: ({ everywhere, params, principal }) =>
      readAccount(everywhere, params.id, { kind: 'admin', id: principal.subject }),
  }),
];
