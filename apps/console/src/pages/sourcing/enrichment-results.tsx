import { useQuery } from '@tanstack/react-query';
import { ApiFailure, get } from '../../api/client.ts';
import { Badge } from '../../kit/badge.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';

const LOOK_AGAIN_MS = 3_000;

/** How those who were chosen can be reached, as far as the source of people knows. */
export function EnrichmentResults({
  requestId,
  names,
}: {
  readonly requestId: string;
  readonly names: ReadonlyMap<string, string>;
}) {
  const { data, error } = useQuery({
    queryKey: ['request', requestId],
    queryFn: ({ signal }) => get('/enrichment/{id}/results', { path: { id: requestId }, signal }),
    refetchInterval: ({ state }) => {
      if (state.error instanceof ApiFailure && state.error.status !== 429) return false;
      return state.data === undefined || state.data.status === 'processing' ? LOOK_AGAIN_MS : false;
    },
  });
  if (data === undefined || data.status === 'processing') {
    if (error && !(error instanceof ApiFailure && error.status === 429)) {
      return (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      );
    }
    return <Skeleton className="h-4 w-1/2" />;
  }
  if (data.status === 'failed') {
    return (
      <p role="alert" className="text-bad">
        {data.errorMessage ?? 'Nothing could be looked up. Try again in a moment.'}
      </p>
    );
  }
  return (
    <ul aria-label="Addresses found" className="flex flex-col divide-y divide-line/60">
      {(data.profiles ?? []).map(({ profileId, status, emails, phones, failureReason }) => (
        <li key={profileId} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
          <span dir="auto" className="font-medium">
            {names.get(profileId) ?? profileId}
          </span>
          {status === 'FAILED' ? (
            <span className="text-bad">{failureReason}</span>
          ) : emails.length + phones.length === 0 ? (
            <span className="text-soft">no address known</span>
          ) : (
            [...emails, ...phones].map((address) => <Badge key={address}>{address}</Badge>)
          )}
        </li>
      ))}
    </ul>
  );
}
