import { Plan, QuoteQuery, QuoteView, UsageView } from '@parley/contract/billing.ts';
import { IdOf, Named, Strict } from '@parley/contract/schema.ts';
import { adminRoute, consoleRoute, route } from '../../http/route.ts';
import { readAccount, readQuote, readUsage, setPlan } from './account.actions.ts';

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

/** What staff see of the money of a company, whose plan they set through the API; and what calls would cost it. */
export const billingConsoleRoutes = [
  consoleRoute({
    method: 'GET',
    path: '/console/api/billing/quote',
    name: 'getQuote',
    summary: 'Quote the maximum cost of calls',
    tag: 'Console',
    atLeast: 'viewer',
    query: QuoteQuery,
    reply: { 200: QuoteView },
    handle: ({ scope, query }) => readQuote(scope, query.minutes),
  }),
  adminRoute({
    method: 'GET',
    path: '/console/api/companies/{id}/account',
    name: 'readAccount',
    summary: "Get a company's plan and usage",
    tag: 'Console',
    params: { id: IdOf('Company') },
    reply: { 200: Strict({ plan: Plan, usage: UsageView }) },
    handle: ({ everywhere, params, principal }) =>
      readAccount(everywhere, params.id, { kind: 'admin', id: principal.subject }),
  }),
];
