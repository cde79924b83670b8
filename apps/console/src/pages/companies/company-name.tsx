import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';

/** Names change seldom. */
const FRESH_MS = 60_000;

export function CompanyName({ id }: { readonly id: string }) {
  const { data } = useQuery({
    queryKey: ['company', id],
    queryFn: ({ signal }) => get('/console/api/companies/{id}', { path: { id }, signal }),
    staleTime: FRESH_MS,
  });
  return <span dir="auto">{data?.name ?? '…'}</span>;
}
