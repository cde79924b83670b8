import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { changedWords, changeWords } from './change-words.ts';

const kinds = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' } as const;

/** What changed from one version to another. */
export function VersionChanges({
  agentId,
  versionId,
  since,
}: {
  readonly agentId: string;
  readonly versionId: string;
  readonly since?: string | undefined;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['agent', agentId, 'changes', versionId, since],
    queryFn: ({ signal }) =>
      get('/agents/{id}/versions/{versionId}/changes', {
        path: { id: agentId, versionId },
        query: { since },
        signal,
      }),
  });
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines />;
  if (data.since === null) return <p className="text-soft">This is the first version.</p>;
  if (data.changes.length === 0) return <p className="text-soft">There are no differences.</p>;
  return (
    <ul aria-label="Changes" className="rounded-md border border-line">
      {data.changes.map((one) => (
        <li
          key={`${one.part} ${one.change} ${one.path}`}
          className="flex flex-col gap-1 border-b border-line px-3 py-2 last:border-0"
        >
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={one.change === 'added' ? 'good' : one.change === 'removed' ? 'bad' : 'neutral'}>
              {kinds[one.change]}
            </Badge>
            <span dir="auto" className="min-w-0 font-medium break-words">
              {changedWords(one)}
            </span>
          </span>
          {one.change !== 'moved' && one.before !== null && (
            <del dir="auto" className="rounded bg-bad-soft px-1.5 break-words text-bad no-underline">
              {changeWords(one)[0]}
            </del>
          )}
          {one.change !== 'moved' && one.after !== null && (
            <ins dir="auto" className="rounded bg-good-soft px-1.5 break-words text-good no-underline">
              {changeWords(one)[1]}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
