import { queryOptions } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';

export type Account = Reply<'/console/api/companies/{id}/account', 'get'>;
export type Plan = Account['plan'];

/** Below the company's own key, so that it is read again with it. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['company', id, 'account'],
    queryFn: ({ signal }) => get('/console/api/companies/{id}/account', { path: { id }, signal }),
  });
