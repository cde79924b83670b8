import { Plan, UsageView } from '@parley/contract/billing.ts';
import { IdOf, Named } from '@parley/contract/schema.ts';
import { adminRoute, route } from '../../http/route.ts';
import { readUsage, setPlan } from './account.actions.ts';

const tag = 'Billing';

export const billingRoutes = [
  route({
    method: 'GET',
    path: '/billing/usage',
    name: 'getBillingUsage',
    summary: "Read the company's usage",
    tag,
    needs: ['read:billing'],
    reply: { 200: UsageView },
    handle: ({ scope }) => readUsage(scope),
  }),
  adminRoute({
    method: 'PUT',
    path: '/companies/{id}/plan',
    name: 'setPlan',
    summary: "Set a company's plan",
    description:
      'Usage of the running period stays, unless the plan begins a new subscription or changes its unit.',
    tag,
    params: { id: IdOf('Company') },
    body: Named('NewPlan', Plan),
    reply: { 200: Plan },
    handle: ({ everywhere, params, body, principal, client }) =>
      setPlan(everywhere, params.id, body, { actor: { kind: 'admin', id: principal.subject }, client }),
  }),
];
