import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../api/client.ts';
import type { Run } from './run.ts';

/** Rises by one whenever twice as many contacts were called. */
export function doublingsOf({ completed, unreachable, failed, inProgress }: Run['progress']): number {
  return Math.floor(Math.log2(1 + completed + unreachable + failed + inProgress));
}

/**
 * How many calls of a run were placed, simulated or not. The service reads every call of the run for it: a million take long. So the
 * page asks when it is opened, when the status changes, and when the calls have doubled since: twenty times in a run of a million.
 */
export const runCallsQuery = ({ id, status }: Pick<Run, 'id' | 'status'>, doublings: number) =>
  queryOptions({
    // Not below ['run', id], which is refetched at every change of the run.
    queryKey: ['run-calls', id, status, doublings],
    queryFn: ({ signal }) => get('/console/api/runs/{id}/calls', { path: { id }, signal }),
    enabled: status !== 'DRAFT',
    // Coming back to the window is no reason to ask again.
    staleTime: Number.POSITIVE_INFINITY,
    // A run that is resumed would show the number from before it was paused.
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

/** The calls of a run while it is shown; needs the run's id as its key. */
export function useRunCalls(run: Run) {
  const doublings = doublingsOf(run.progress);
  // A contact who waits for a retry is no longer counted as called: that is no reason to ask again.
  const [most, setMost] = useState(doublings);
  if (doublings > most) setMost(doublings);
  return useQuery(runCallsQuery(run, Math.max(doublings, most)));
}
