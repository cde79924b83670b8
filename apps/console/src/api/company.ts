import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from './client.ts';
import { useMe } from './me.ts';

export type OwnCompany = Reply<'/companies/{id}', 'get'>;

/** The company that the user looks at, with its country and limits. */
export function useOwnCompany() {
  const { company } = useMe();
  const id = company?.id ?? '';
  return useQuery({
    queryKey: ['company', id, 'own'],
    queryFn: ({ signal }) => get('/companies/{id}', { path: { id }, signal }),
    enabled: id !== '',
  });
}
