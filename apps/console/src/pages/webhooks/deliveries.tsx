import { payloadNames, shownStatuses } from '@parley/contract/webhook.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post, type Reply } from '../../api/client.ts';
import { ROWS_PER_PAGE, usePageList } from '../../api/page-list.ts';
import { serverClock } from '../../api/server-clock.ts';
import { Badge, Status, stateChoices } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Copy } from '../../components/copy.tsx';
import { BoxedList, type Column, DataTable } from '../../components/data-table.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { FilterSelect, useFilters } from '../../components/filters.tsx';
import { DialogForm } from '../../components/form.tsx';
import { Facts } from '../../components/page.tsx';
import { Empty, Pending } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import type { Delivery } from './webhook.tsx';

const columns: readonly Column<Delivery>[] = [
  {
    name: 'event',
    words: 'Event',
    width: 'minmax(9rem,1.5fr)',
    cell: ({ event }) => (
      <code dir="ltr" className="text-xs font-medium">
        {event}
      </code>
    ),
  },
  { name: 'status', words: 'Status', width: '6.5rem', cell: ({ status }) => <Status of={status} /> },
  {
    name: 'answer',
    words: 'Response',
    width: 'minmax(4rem,1fr)',
    isExtra: true,
    cell: ({ lastAttempt }) => (
      <span className="text-soft">{lastAttempt?.error ?? lastAttempt?.statusCode ?? '–'}</span>
    ),
  },
  {
    name: 'requests',
    words: 'Requests',
    width: '5rem',
    isNumber: true,
    isExtra: true,
    cell: ({ attemptCount }) => attemptCount,
  },
  {
    name: 'next',
    words: 'Next attempt',
    width: '7rem',
    isExtra: true,
    cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} isPlanned />,
  },
  { name: 'created', words: 'Created', width: '6.5rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Deliveries of a webhook: those of the last thirty days, and pending ones. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [{ status, event, delivery }, setFilters] = useFilters();
  const [isRedelivering, setRedelivering] = useState(false);
  const list = usePageList(['deliveries', webhookId, { status, event }], (page, signal) =>
    get('/webhooks/{id}/deliveries', {
      path: { id: webhookId },
      query: { page, limit: ROWS_PER_PAGE, status, event },
      signal,
    }),
  );
  const isFiltered = status !== undefined || event !== undefined;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <FilterSelect name="status" label="Status" any="Any status" choices={stateChoices(shownStatuses)} />
        <FilterSelect
          name="event"
          label="Event"
          any="Any event"
          choices={payloadNames.map((value) => ({ value, words: value }))}
        />
        <Button className="ms-auto" icon={<RotateCw size={16} />} onClick={() => setRedelivering(true)}>
          Resend failed…
        </Button>
      </div>
      <BoxedList>
        <DataTable
          label="Deliveries"
          columns={columns}
          list={list}
          hrefOf={({ id }) =>
            `/webhooks/${webhookId}?${new URLSearchParams({
              ...(status && { status }),
              ...(event && { event }),
              delivery: id,
            })}`
          }
          empty={
            isFiltered ? (
              <Empty
                title="No deliveries found"
                action={<Button onClick={() => setFilters({ status: '', event: '' })}>Show all</Button>}
              />
            ) : (
              <Empty title="No deliveries yet">
                The next event this webhook is subscribed to appears here. Send a ping to test it.
              </Empty>
            )
          }
        />
      </BoxedList>
      <DeliveryDialog
        webhookId={webhookId}
        deliveryId={delivery}
        onClose={() => setFilters({ delivery: '' })}
      />
      <Dialog title="Resend failed deliveries" isOpen={isRedelivering} onClose={() => setRedelivering(false)}>
        <RedeliverForm webhookId={webhookId} onClose={() => setRedelivering(false)} />
      </Dialog>
    </div>
  );
}

const HOUR_MS = 3_600_000;
const spans = [
  { value: '1', words: 'The last hour' },
  { value: '24', words: 'The last day' },
  { value: '72', words: 'The last three days' },
  { value: '720', words: 'The last thirty days' },
];

/** After a receiver was down: sends again what it missed. */
function RedeliverForm({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const [hours, setHours] = useState('24');
  const redeliver = useAction(
    () =>
      post(
        '/webhooks/{id}/deliveries/redeliver',
        { from: new Date(serverClock.nowMs() - Number(hours) * HOUR_MS).toISOString(), status: 'FAILED' },
        { path: { id: webhookId } },
      ),
    {
      isQuiet: true,
      invalidates: [['deliveries']],
      done: ({ redelivered }) =>
        redelivered === 0 ? 'No failed deliveries in that period' : `${redelivered} deliveries requeued`,
      onDone: onClose,
    },
  );
  return (
    <DialogForm action={redeliver} verb="Resend" onSubmit={() => redeliver.run(undefined)} onCancel={onClose}>
      <p className="text-soft">Deliveries keep their ids, so that the receiver can recognise duplicates.</p>
      <SelectField
        label="Created in"
        choices={spans}
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
    </DialogForm>
  );
}

type Detail = Reply<'/webhooks/{id}/deliveries/{deliveryId}', 'get'>;

const UUID = /^[0-9a-f-]{36}$/;

/** One delivery with its requests and responses. */
function DeliveryDialog({
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
          Resend
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
