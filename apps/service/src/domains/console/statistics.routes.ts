import { StatisticsQuery, StatisticsView } from '@parley/contract/overview.ts';
import { route } from '../../http/route.ts';
import { readStatistics } from './overview.actions.ts';

export const statisticsRoutes = [
  route({
    method: 'GET',
    path: '/statistics',
    name: 'getStatistics',
    summary: 'Count calls by day, outcome and agent',
    description:
      'Calls that ended in a period of up to 366 days, the minutes that they were charged with, and what these cost by the plan. Quick for any number of calls: they are counted as they end.',
    tag: 'Conversations',
    needs: ['read:conversations'],
    query: StatisticsQuery,
    reply: { 200: StatisticsView },
    handle: ({ scope, query }) => readStatistics(scope, query),
  }),
];
