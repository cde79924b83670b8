import { Plan, QuoteQuery, QuoteView, UsageView } from '@parley/contract/billing.ts';
import { IdOf, Strict } from '@parley/contract/schema.ts';
import { adminRoute, consoleRoute } from '../../http/route.ts';
import { readAccount, readQuote } from './account.actions.ts';

/** What staff see of the money of a company, whose plan they set through the API; and what calls would cost it. */
export const billingConsoleRoutes = [
  consoleRoute({
    method: 'GET',
    path: '/console/api/billing/quote',
    name: 'getQuote',
    summary: 'What calls would cost at most',
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
    summary: "A company's plan, and what it has used",
    tag: 'Console',
    params: { id: IdOf('Company') },
    reply: { 200: Strict({ plan: Plan, usage: UsageView }) },
    handle: ({ everywhere, params, principal }) =>
      readAccount(everywhere, params.id, { kind: 'admin', id: principal.subject }),
  }),
];
