import { useInfiniteQuery } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';
import { type Paging, pagingAfter } from '../../api/page-list.ts';
import { Button } from '../../components/button.tsx';
import { fullTime } from '../../components/time.tsx';

export type Version = Reply<'/agents/{id}/versions', 'get'>['data'][number];

/** Versions per request: the API's maximum. */
const VERSIONS_AT_ONCE = 100;

interface VersionChoice {
  /** Those loaded so far, the newest first. */
  readonly versions: readonly Version[];
  /** Undefined: all are loaded. */
  readonly more: (() => void) | undefined;
  readonly isLoading: boolean;
}

/** The published versions of an agent to choose from: the newest, and on request the older ones. */
export function useVersionChoice(agentId: string): VersionChoice {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['agent', agentId, 'versions', 'choice'],
    queryFn: ({ pageParam, signal }) =>
      get('/agents/{id}/versions', { path: { id: agentId }, query: { ...pageParam }, signal }),
    initialPageParam: { limit: VERSIONS_AT_ONCE } as Paging,
    getNextPageParam: (last, _pages, asked) => pagingAfter(asked, last),
    enabled: agentId !== '',
  });
  return {
    versions: data?.pages.flatMap((page) => page.data) ?? [],
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    isLoading: isFetchingNextPage,
  };
}

export const versionWords = ({ number, createdAt, isPublished }: Version): string =>
  `Version ${number}, ${fullTime(createdAt)}${isPublished ? ' (published)' : ''}`;

/** Adds older versions to the choice; nothing when all are there. */
export function OlderVersions({ choice: { more, isLoading } }: { readonly choice: VersionChoice }) {
  if (more === undefined) return null;
  return (
    <Button size="small" className="self-start" busy={isLoading} onClick={more}>
      Load older versions
    </Button>
  );
}
