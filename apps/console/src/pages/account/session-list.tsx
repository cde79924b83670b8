import { useQuery } from '@tanstack/react-query';
import { useAct } from '../../api/act.ts';
import { get, remove } from '../../api/client.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { Time } from '../../kit/time.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { browserWords } from './browser-words.ts';

/** Every browser in which one is signed in. */
export function SessionList() {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => get('/console/api/me/sessions', { signal }),
  });
  const end = useAct((id: string) => remove('/console/api/me/sessions/{id}', { path: { id } }), {
    touches: [['sessions']],
    done: 'That session has ended',
  });
  if (sessions.error && !sessions.data)
    return <Trouble error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (!sessions.data) return <SkeletonLines lines={3} />;
  return (
    <ul className="flex flex-col divide-y divide-line/60">
      {sessions.data.data.map(({ id, isThis, createdAt, seenAt, ipAddress, userAgent }) => (
        <li key={id} className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
          <div className="me-auto min-w-0">
            <div className="flex items-center gap-2">
              <span className="truncate font-medium">{browserWords(userAgent)}</span>
              {isThis && <Badge tone="good">this one</Badge>}
            </div>
            <div className="truncate text-xs text-soft">
              {ipAddress ?? 'address unknown'} · since <Time at={createdAt} exact /> · last seen{' '}
              <Time at={seenAt} />
            </div>
          </div>
          {!isThis && (
            <Button
              size="small"
              busy={end.busy}
              aria-label={`End the session of ${browserWords(userAgent)}`}
              onClick={() => end.run(id)}
            >
              End it
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
