import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Filters = Readonly<Record<string, string | undefined>>;

/**
 * What a page shows, kept in its address: a link to it shows the same. A change takes the place of the address before, so
 * Back leaves the page rather than undoing letter by letter. An empty value leaves the address.
 */
export function useFilters(): readonly [filters: Filters, set: (change: Filters) => void] {
  const filters: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = useCallback(
    (change: Filters) =>
      void navigate({
        to: '.',
        replace: true,
        search: ((before: Filters) =>
          Object.fromEntries(
            Object.entries({ ...before, ...change }).filter(
              ([, value]) => value !== undefined && value !== '',
            ),
          )) as never,
      }),
    [navigate],
  );
  return [filters, set];
}
