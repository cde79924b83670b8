import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

/** The contract's shape of a list. */
export interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly totalPages: number;
  /** Absent on the last page, and where an order has no cursors. */
  readonly nextCursor?: string | undefined;
}

/** Which rows to read: the first, those after a cursor, or those of a page. */
/** A type, not an interface: it is a query as it is. */
export type Paging = {
  readonly limit: number;
  readonly cursor?: string;
  readonly page?: number;
};

/** What to read after a page that was asked for like this; undefined: it is the last. */
export function pagingAfter(
  asked: Paging,
  { nextCursor, page, totalPages }: PageOf<unknown>,
): Paging | undefined {
  const { limit } = asked;
  if (nextCursor !== undefined) return { limit, cursor: nextCursor };
  return asked.cursor === undefined && page < totalPages ? { limit, page: page + 1 } : undefined;
}

export interface PageList<Row> {
  readonly rows: readonly Row[];
  /** All rows, including those not loaded. */
  readonly total: number | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** Loading the next page failed. It is not retried automatically. */
  readonly hasMoreFailed: boolean;
  readonly retryMore: () => void;
  readonly again: () => void;
}

/** Rows per request. The API's maximum would delay the first paint. */
const ROWS_PER_PAGE = 50;

/**
 * A list that loads more rows while the user scrolls. The key starts with the plural of what it lists
 * (`['conversations', filters]`), so that live changes refetch it.
 */
export function usePageList<Row extends { readonly id: string }>(
  key: readonly unknown[],
  read: (paging: Paging, signal: AbortSignal) => Promise<PageOf<Row>>,
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
    initialPageParam: { limit: ROWS_PER_PAGE } as Paging,
    getNextPageParam: (last, _pages, asked) => pagingAfter(asked, last),
  });
  const rows = useMemo(() => {
    // A row that changes its place in the order between two requests would appear twice.
    const once = new Map<string, Row>();
    for (const page of data?.pages ?? []) for (const row of page.data) once.set(row.id, row);
    return [...once.values()];
  }, [data]);
  const more = useCallback(() => {
    // During a refetch, loading more would cancel the request in flight.
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
