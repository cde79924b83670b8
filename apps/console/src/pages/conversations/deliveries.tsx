import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { get } from '../../api/client.ts';
import { Status } from '../../components/badge.tsx';
import { Empty, LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { usePolling } from '../../live/polling.ts';

/** Deliveries change without a word to the pages. */
const LOOK_MS = 3_000;

/** What was told of this conversation, to which webhook, and whether it arrived. */
export function Deliveries({ id }: { readonly id: string }) {
  const queryKey = ['conversation', id, 'deliveries'];
  usePolling(LOOK_MS, queryKey);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/console/api/conversations/{id}/deliveries', { path: { id }, signal }),
  });
  // What was read stays while a look fails: the next one comes soon.
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines />;
  if (data.data.length === 0) {
    return (
      <Empty title="No deliveries">
        Events of this conversation are sent to subscribed webhooks. No webhook was subscribed.
      </Empty>
    );
  }
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full text-start">
        <thead className="border-b border-line text-xs text-soft">
          <tr>
            {['Event', 'Status', 'Response', 'Attempts', 'When', 'Webhook'].map((words) => (
              <th key={words} scope="col" className="px-4 py-2 text-start font-medium whitespace-nowrap">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.data.map((one) => (
            <tr key={one.id} className="border-b border-line/60 last:border-0">
              <td className="px-4 py-2 font-mono text-xs whitespace-nowrap">{one.event}</td>
              <td className="px-4 py-2">
                <Status of={one.status} />
              </td>
              <td className="px-4 py-2 tabular-nums">{one.responseStatus ?? one.error ?? '–'}</td>
              <td className="px-4 py-2 tabular-nums">{one.attempts}</td>
              <td className="px-4 py-2">
                <Time
                  at={one.deliveredAt ?? one.nextAttemptAt ?? one.createdAt}
                  isPlanned={!one.deliveredAt && !!one.nextAttemptAt}
                />
              </td>
              <td className="px-4 py-2">
                <Link
                  to="/webhooks/$id"
                  params={{ id: one.webhookId }}
                  className="whitespace-nowrap text-accent hover:underline"
                >
                  {one.webhookName}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
