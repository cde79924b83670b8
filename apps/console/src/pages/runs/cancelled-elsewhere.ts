import { useCallback, useEffect, useRef } from 'react';
import { ApiFailure } from '../../api/client.ts';
import { useSay } from '../../kit/toast.tsx';
import type { Run } from './run.ts';

/** Sends one's own cancelling. */
export type CancelMyself = <Answer>(send: () => Promise<Answer>) => Promise<Answer>;

/**
 * Says it when somebody else cancels the run that is open. What is returned sends one's own cancelling: the news of it
 * may come before the answer, so it counts as one's own from the start, and no longer once it was refused.
 */
export function useCancelledElsewhere(run: Run | undefined): CancelMyself {
  const say = useSay();
  const ownId = useRef<string>(undefined);
  const before = useRef<{ readonly id: string; readonly status: string }>(undefined);
  useEffect(() => {
    if (run === undefined) return;
    const wasOpen = before.current?.id === run.id && before.current.status !== 'CANCELLED';
    if (wasOpen && run.status === 'CANCELLED' && ownId.current !== run.id)
      say({ words: 'Somebody else cancelled this run', tone: 'bad' });
    before.current = { id: run.id, status: run.status };
  }, [run, say]);
  const id = run?.id;
  return useCallback(
    async (send) => {
      ownId.current = id;
      try {
        return await send();
      } catch (error) {
        // Where no answer came, it may have been cancelled all the same.
        if (error instanceof ApiFailure && error.status >= 400 && error.status < 500)
          ownId.current = undefined;
        throw error;
      }
    },
    [id],
  );
}
