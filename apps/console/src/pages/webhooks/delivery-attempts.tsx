import type { Reply } from '../../api/client.ts';
import { Badge } from '../../kit/badge.tsx';
import { Time } from '../../kit/time.tsx';

type Attempt = Reply<'/webhooks/{id}/deliveries/{deliveryId}', 'get'>['attempts'][number];

/** Every request of a delivery with what came back. */
export function DeliveryAttempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="font-semibold">Requests</h3>
      {attempts.length === 0 && <p className="text-soft">Nothing was sent yet.</p>}
      <ol className="flex flex-col gap-2">
        {attempts.map(({ sentAt, durationMs, statusCode, error, responseBody }, place) => (
          <li key={`${sentAt} ${place}`} className="rounded-lg border border-line px-3 py-2">
            <div className="flex flex-wrap items-center gap-2">
              <Badge tone={error === null ? 'good' : 'bad'}>{statusCode ?? 'No answer'}</Badge>
              <Time at={sentAt} exact />
              <span className="text-soft tabular-nums">{durationMs} ms</span>
            </div>
            {error && <p className="mt-1 text-bad">{error}</p>}
            {responseBody && (
              <pre
                dir="auto"
                className="mt-1 max-h-24 overflow-auto font-mono text-xs whitespace-pre-wrap text-soft"
              >
                {responseBody}
              </pre>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
