import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';

/** Names change seldom. */
const FRESH_MS = 60_000;

export function ContactName({ id }: { readonly id: string }) {
  const { data, isError } = useQuery({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => get('/contacts/{id}', { path: { id }, signal }),
    staleTime: FRESH_MS,
  });
  const name = data && `${data.firstName} ${data.lastName}`;
  return <span dir="auto">{name ?? (isError ? 'Deleted contact' : '…')}</span>;
}
