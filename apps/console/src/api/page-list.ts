import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

/** The contract's shape of a list. */
export interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
}

export interface PageList<Row> {
  readonly rows: readonly Row[];
  /** How many there are, also those not loaded. */
  readonly total: number | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** There are more, and they could not be read: nobody asks again by themselves. */
  readonly hasMoreFailed: boolean;
  readonly retryMore: () => void;
  readonly again: () => void;
}

/** Rows of a page: as many as the API gives at once would make the first paint wait. */
export const ROWS_PER_PAGE = 50;

/**
 * A list that is read on while somebody scrolls. The key begins with the plural of what it lists
 * (`['conversations', filters]`), so that live changes find it.
 */
export function usePageList<Row extends { readonly id: string }>(
  key: readonly unknown[],
  read: (page: number, signal: AbortSignal) => Promise<PageOf<Row>>,
): PageList<Row> {
  const {
    data,
    error,
    isPending,
    isError,
    isRefetchError,
    isFetching,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });
  const rows = useMemo(() => {
    // A row that came in at the top pushes others onto the next page, where they would be met twice.
    const once = new Map<string, Row>();
    for (const page of data?.pages ?? []) for (const row of page.data) once.set(row.id, row);
    return [...once.values()];
  }, [data]);
  const more = useCallback(() => {
    // While the list is read again, asking for more would throw away what is on its way.
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    rows,
    total: data?.pages[0]?.total,
    isLoading: isPending,
    error,
    hasMore: hasNextPage,
    more,
    hasMoreFailed: hasNextPage && isError && !isFetchingNextPage,
    retryMore: () => void (isRefetchError ? refetch() : fetchNextPage()),
    again: () => void refetch(),
  };
}
