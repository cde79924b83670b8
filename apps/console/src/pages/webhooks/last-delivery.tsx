import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';

/** What was sent last, and what came of it. */
export function LastDelivery({ webhookId }: { readonly webhookId: string }) {
  const { data, isPending } = useQuery({
    queryKey: ['deliveries', webhookId, 'last'],
    queryFn: ({ signal }) =>
      get('/webhooks/{id}/deliveries', { path: { id: webhookId }, query: { limit: 1 }, signal }),
  });
  if (isPending) return <Skeleton className="h-4 w-24" />;
  const last = data?.data[0];
  if (last === undefined) return <span className="text-soft">Nothing yet</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <Status of={last.status} />
      <Time at={last.lastAttempt?.sentAt ?? last.createdAt} />
    </span>
  );
}
