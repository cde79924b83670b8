import { get, type Reply } from '../../api/client.ts';

export type Overview = Reply<'/console/api/overview', 'get'>;

export const overviewQuery = {
  queryKey: ['overview'],
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/console/api/overview', { signal }),
};
