import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from './client.ts';

export type Me = Reply<'/console/api/me', 'get'>;
export type Role = 'viewer' | 'member' | 'owner';

const ranks: Readonly<Record<Role, number>> = { viewer: 0, member: 1, owner: 2 };

export const meQuery = {
  queryKey: ['me'],
  queryFn: () => get('/console/api/me'),
  staleTime: 60_000,
} as const;

/** Who is signed in. Pages are shown only to somebody, so it is there. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (data === undefined) throw new Error('Nobody is signed in');
  return data;
}

/** Whether they may do what this role may. The service decides; this only keeps buttons from promising too much. */
export function useMay(atLeast: Role): boolean {
  const { role, isStaff } = useMe();
  return isStaff || ranks[role as Role] >= ranks[atLeast];
}
