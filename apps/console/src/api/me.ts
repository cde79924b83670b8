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

/** The signed-in user. Pages are rendered only after sign-in, so it is loaded. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (data === undefined) throw new Error('Nobody is signed in');
  return data;
}

/** Whether the user has at least this role. The service decides; this only hides buttons that would be refused. */
export function useHasRole(atLeast: Role): boolean {
  const { role, isStaff } = useMe();
  return isStaff || ranks[role as Role] >= ranks[atLeast];
}

/** The signed-in user, for any company of the session. */
export const readMe = (): Promise<Me> => get('/console/api/me', { anyCompany: true });

export const switchCompany = (companyId: string) =>
  put('/console/api/me/company', { companyId }, { anyCompany: true });

/** Shows the user's current company and drops all data of the previous one. */
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
    /** The company switch that caused a navigation. */
    lookAt?: string;
  }
}

/** Switches to another company: all pages show it from then on, and no data of the previous one stays. */
export function useSwitchCompany() {
  const queries = useQueryClient();
  const router = useRouter();
  const choose = useAction(async (companyId: string) => {
    await switchCompany(companyId);
    // The shell is mounted again for the other company, with its own live changes.
    takeMe(queries, await readMe());
    notifyWindows();
  });
  const run = async (companyId: string) => {
    // Leave the page first: the other company may not have what it shows, and it may ask about unsaved changes. A
    // user who stays there also stays with the company; the pending switch then ends with the next navigation.
    const lookAt = crypto.randomUUID();
    await router.navigate({ to: '/', state: { lookAt } });
    if (router.history.location.state.lookAt === lookAt) choose.run(companyId);
  };
  return { run: (companyId: string) => void run(companyId), busy: choose.busy };
}
