import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useAction } from '../../api/action.ts';
import { get, post, type Reply } from '../../api/client.ts';
import { Badge, Status } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Copy } from '../../components/copy.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { Facts } from '../../components/page.tsx';
import { Pending } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';

type Detail = Reply<'/webhooks/{id}/deliveries/{deliveryId}', 'get'>;

const UUID = /^[0-9a-f-]{36}$/;

/** One delivery with its requests and responses. */
export function DeliveryDialog({
  webhookId,
  deliveryId,
  onClose,
}: {
  readonly webhookId: string;
  readonly deliveryId: string | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Delivery" wide isOpen={deliveryId !== undefined} onClose={onClose}>
      {deliveryId !== undefined && <Detailed path={{ id: webhookId, deliveryId }} onClose={onClose} />}
    </Dialog>
  );
}

function Detailed({
  path,
  onClose,
}: {
  readonly path: { id: string; deliveryId: string };
  readonly onClose: () => void;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['deliveries', path.id, 'one', path.deliveryId],
    queryFn: ({ signal }) => get('/webhooks/{id}/deliveries/{deliveryId}', { path, signal }),
  });
  const redeliver = useAction(
    () => post('/webhooks/{id}/deliveries/{deliveryId}/redeliver', undefined, { path }),
    { done: 'Delivery requeued', invalidates: [['deliveries']] },
  );
  if (data === undefined) {
    return <Pending error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <DeliveryFacts delivery={data} />
      <DeliveryAttempts attempts={data.attempts} />
      {data.request && (
        <div className="flex flex-col gap-1.5">
          <h3 className="font-semibold">Request</h3>
          <p className="text-xs text-soft">
            POST <code dir="ltr">{data.request.url}</code>
            {data.request.headers.length > 0 && <> with {data.request.headers.join(', ')}</>}
          </p>
          <pre
            dir="ltr"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-72 overflow-auto rounded-lg border border-line bg-ground p-3 font-mono text-xs"
          >
            {JSON.stringify(data.request.body, null, 2)}
          </pre>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          look="primary"
          icon={<RotateCw size={16} />}
          busy={redeliver.busy}
          disabled={data.status === 'CANCELLED'}
          onClick={() => redeliver.run(undefined)}
        >
          Resend delivery
        </Button>
      </DialogActions>
    </>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Detail }) {
  const { event, subjectId } = delivery;
  const isConversation = /^(conversation|interview|analysis)\./.test(event) && UUID.test(subjectId);
  return (
    <Facts
      of={[
        ['Event', <code key="event">{event}</code>],
        ['Status', <Status key="status" of={delivery.status} />],
        [
          'About',
          isConversation ? (
            <Link
              key="about"
              to="/conversations/$id"
              params={{ id: subjectId }}
              className="text-accent hover:underline"
            >
              View conversation
            </Link>
          ) : (
            <code key="about">{subjectId}</code>
          ),
        ],
        ['Delivery id', <Copy key="id" text={delivery.id} />],
        ['Created', <Time key="created" at={delivery.createdAt} exact />],
        ['Delivered', <Time key="delivered" at={delivery.deliveredAt} exact />],
        ['Next request', <Time key="next" at={delivery.nextAttemptAt} isPlanned />],
      ]}
    />
  );
}

type Attempt = Reply<'/webhooks/{id}/deliveries/{deliveryId}', 'get'>['attempts'][number];

/** The requests of a delivery with their responses. */
function DeliveryAttempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="font-semibold">Requests</h3>
      {attempts.length === 0 && <p className="text-soft">No requests yet.</p>}
      <ol className="flex flex-col gap-2">
        {attempts.map(({ sentAt, durationMs, statusCode, error, responseBody }, place) => (
          <li key={`${sentAt} ${place}`} className="rounded-lg border border-line px-3 py-2">
            <div className="flex flex-wrap items-center gap-2">
              <Badge tone={error === null ? 'good' : 'bad'}>{statusCode ?? 'No response'}</Badge>
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
