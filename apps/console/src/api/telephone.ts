import { useQuery } from '@tanstack/react-query';
import { get } from './client.ts';
import { useHasRole } from './me.ts';

export const firstStepsQuery = {
  queryKey: ['checklist'],
  queryFn: ({ signal }: { signal: AbortSignal }) => get('/console/api/first-steps', { signal }),
};

/** Whether there is no trunk at all, so that every call is simulated; false while that is not known, and for viewers. */
export function useIsWithoutTrunk(): boolean {
  const { data } = useQuery({ ...firstStepsQuery, enabled: useHasRole('member') });
  return data?.telephone === false;
}
