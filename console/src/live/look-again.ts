import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Reads something again and again while its page is in sight: for what changes so often that nobody is told of each
 * change, such as deliveries.
 */
export function useLookAgain(everyMs: number, ...keys: readonly QueryKey[]): void {
  const queries = useQueryClient();
  const asked = JSON.stringify(keys);
  useEffect(() => {
    let isReading = false;
    const look = async () => {
      if (isReading || document.visibilityState !== 'visible') return;
      isReading = true;
      const wanted = JSON.parse(asked) as QueryKey[];
      await Promise.allSettled(wanted.map((queryKey) => queries.invalidateQueries({ queryKey })));
      isReading = false;
    };
    const timer = setInterval(() => void look(), everyMs);
    return () => clearInterval(timer);
  }, [queries, asked, everyMs]);
}
