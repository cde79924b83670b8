import { payloadNames, shownStatuses } from '@parley/contract/webhook.ts';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post } from '../../api/client.ts';
import { usePageList } from '../../api/page-list.ts';
import { serverClock } from '../../api/server-clock.ts';
import { Status, stateChoices } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { BoxedList, DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { FilterSelect, useFilters } from '../../components/filters.tsx';
import { DialogForm } from '../../components/form.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
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
  const list = usePageList(['deliveries', webhookId, { status, event }], (paging, signal) =>
    get('/webhooks/{id}/deliveries', {
      path: { id: webhookId },
      query: { ...paging, status, event },
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
          Resend failed deliveries…
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
                action={
                  <Button onClick={() => setFilters({ status: '', event: '' })}>Show all deliveries</Button>
                }
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
