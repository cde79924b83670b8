import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What takes long to read, a list far down, is looked at less often. */
const RESTS_TO_READINGS = 4;

/**
 * Reads something again and again while its page is in sight: for what changes so often that nobody is told of each
 * change, such as deliveries. Who scrolls on is not disturbed: what is on its way is waited for.
 */
export function usePolling(everyMs: number, ...keys: readonly QueryKey[]): void {
  const queries = useQueryClient();
  const asked = JSON.stringify(keys);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const look = async () => {
      const beganMs = performance.now();
      if (document.visibilityState === 'visible') {
        const wanted = JSON.parse(asked) as QueryKey[];
        await Promise.allSettled(
          wanted.map((queryKey) => queries.invalidateQueries({ queryKey }, { cancelRefetch: false })),
        );
      }
      if (!isGone) wait(RESTS_TO_READINGS * (performance.now() - beganMs));
    };
    const wait = (restMs: number) => {
      timer = setTimeout(() => void look(), Math.max(everyMs, restMs));
    };
    wait(0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [queries, asked, everyMs]);
}
