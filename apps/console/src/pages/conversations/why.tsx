import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { Badge } from '../../kit/badge.tsx';
import { Empty } from '../../kit/empty.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { stateWords } from '../../kit/status.tsx';
import { fullTime } from '../../kit/time.tsx';
import { Trouble } from '../../kit/trouble.tsx';

/** To the second: what caused what happens within one minute. */
const secondOf = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Why the conversation is as it is: what happened, when, and what caused it. */
export function Why({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['conversation', id, 'why'],
    queryFn: ({ signal }) => get('/console/api/conversations/{id}/why', { path: { id }, signal }),
  });
  if (error && !data) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines />;
  if (data.data.length === 0) return <Empty title="Nothing is known yet">Nothing has happened so far.</Empty>;
  return (
    <ol className="flex flex-col rounded-lg border border-line bg-surface">
      {data.data.map(({ at, kind, words, details }, place) => (
        <li
          key={place}
          className="grid gap-x-4 gap-y-1 border-b border-line/60 px-4 py-2.5 last:border-0 sm:grid-cols-[9rem_7rem_1fr]"
        >
          <span className="text-xs leading-5 text-soft">
            <time dateTime={at} title={fullTime(at)} className="tabular-nums">
              {secondOf.format(new Date(at))}
            </time>
          </span>
          <span>
            <Badge>{stateWords(kind)}</Badge>
          </span>
          <div className="min-w-0">
            <p dir="auto" className="break-words">
              {words}
            </p>
            <Details of={details} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Details({ of: details }: { readonly of: unknown }) {
  if (typeof details !== 'object' || details === null || Object.keys(details).length === 0) return null;
  return (
    <details className="mt-1 text-xs text-soft">
      <summary className="inline-block rounded hover:text-ink">Details</summary>
      <pre dir="ltr" className="mt-1 overflow-x-auto rounded-md bg-hover p-2 font-mono">
        {JSON.stringify(details, null, 2)}
      </pre>
    </details>
  );
}
