import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api/act.ts';
import { put } from '../api/client.ts';
import { meQuery } from '../api/me.ts';

/** Looks at another company: from then on every page is about it, and nothing of the one before is left. */
export function useLookAt() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useAct(async (companyId: string) => {
    await put('/console/api/me/company', { companyId });
    // The page is left first: it may be about something that the other company does not have.
    await navigate({ to: '/' });
    const isOfCompany = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] !== meQuery.queryKey[0];
    queries.removeQueries({ type: 'inactive', predicate: isOfCompany });
    void queries.resetQueries({ predicate: isOfCompany });
    // The shell begins anew with the other company, its live changes too.
    await queries.fetchQuery({ ...meQuery, staleTime: 0 });
  });
}
