import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Choice } from '../components/field.tsx';
import { useAction } from './action.ts';
import { get, notifyWindows, put, type Reply, showCompany } from './client.ts';

export type Me = Reply<'/console/api/me', 'get'>;
export type Role = 'viewer' | 'member' | 'owner';

const ranks: Readonly<Record<Role, number>> = { viewer: 0, member: 1, owner: 2 };

export const meQuery = {
  queryKey: ['me'],
  queryFn: async () => {
    const me = await get('/console/api/me');
    showCompany(me.company?.id);
    return me;
  },
  staleTime: 60_000,
} as const;

/** Who is signed in. Pages are shown only to somebody, so it is there. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (data === undefined) throw new Error('Nobody is signed in');
  return data;
}

/** Whether they may do what this role may. The service decides; this only keeps buttons from promising too much. */
export function useHasRole(atLeast: Role): boolean {
  const { role, isStaff } = useMe();
  return isStaff || ranks[role as Role] >= ranks[atLeast];
}

/** Who is signed in, whichever company they look at. */
export const readMe = (): Promise<Me> => get('/console/api/me', { anyCompany: true });

export const switchCompany = (companyId: string) =>
  put('/console/api/me/company', { companyId }, { anyCompany: true });

/** Shows the company that they look at now. Nothing of the one before stays. */
function takeMe(queries: QueryClient, me: Me): void {
  const isOfCompany = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== meQuery.queryKey[0];
  showCompany(me.company?.id);
  queries.setQueryData(meQuery.queryKey, me);
  queries.removeQueries({ type: 'inactive', predicate: isOfCompany });
  void queries.resetQueries({ predicate: isOfCompany });
}

const roles: readonly (readonly [Role, words: string, may: string])[] = [
  ['viewer', 'Viewer', 'can see everything'],
  ['member', 'Member', 'can manage contacts, agents, jobs, runs, calls and webhooks'],
  ['owner', 'Owner', 'can also manage the team and read the audit log'],
];

export const roleWords = (role: string): string => roles.find(([name]) => name === role)?.[1] ?? role;
export const roleNames: readonly Choice[] = roles.map(([value, words]) => ({ value, words }));
export const roleChoices: readonly Choice[] = roles.map(([value, words, may]) => ({
  value,
  words: `${words}: ${may}`,
}));

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Which change of company went there. */
    lookAt?: string;
  }
}

/** Looks at another company: from then on every page is about it, and nothing of the one before is left. */
export function useSwitchCompany() {
  const queries = useQueryClient();
  const router = useRouter();
  const choose = useAction(async (companyId: string) => {
    await switchCompany(companyId);
    // The shell begins anew with the other company, its live changes too.
    takeMe(queries, await readMe());
    notifyWindows();
  });
  const run = async (companyId: string) => {
    // The page is left first: it may be about something that the other company does not have, and it may ask
    // whether it may be left. Who stays there stays with the company too; what is waited for then ends with whatever
    // way is gone next.
    const lookAt = crypto.randomUUID();
    await router.navigate({ to: '/', state: { lookAt } });
    if (router.history.location.state.lookAt === lookAt) choose.run(companyId);
  };
  return { run: (companyId: string) => void run(companyId), busy: choose.busy };
}
