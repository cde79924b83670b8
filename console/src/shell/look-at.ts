import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api/act.ts';
import { put } from '../api/client.ts';
import { meQuery } from '../api/me.ts';

/** Looks at another company: from then on every page is about it. */
export function useLookAt() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useAct(
    async (companyId: string) => {
      await put('/console/api/me/company', { companyId });
      await queries.fetchQuery({ ...meQuery, staleTime: 0 });
    },
    {
      onDone: async () => {
        // The page of the other company is left first: what it shows would be read again at once.
        await navigate({ to: '/' });
        // Nothing of the other company may stay on the screen; who is signed in stays the same.
        const isOfCompany = (key: readonly unknown[]) => key[0] !== meQuery.queryKey[0];
        queries.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => isOfCompany(queryKey) });
        await queries.resetQueries({ predicate: ({ queryKey }) => isOfCompany(queryKey) });
      },
    },
  );
}
