import { payloadNames, shownStatuses } from '@parley/contract/delivery.ts';
import { RotateCw } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { get, post } from '../../api/client.ts';
import { ROWS_A_PAGE, usePageList } from '../../api/page-list.ts';
import { serverClock } from '../../api/server-clock.ts';
import { Status, stateWords } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { BoxedList, type Column, DataTable } from '../../components/data-table.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.ts';
import { FormTrouble } from '../../components/form.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { deliveryStatuses, payloadNames, type Delivery } from './webhook.tsx';

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
    words: 'Answer',
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
    words: 'Next',
    width: '7rem',
    isExtra: true,
    cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} isPlanned />,
  },
  { name: 'created', words: 'Created', width: '6.5rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Everything that was sent to a webhook in the last thirty days, or waits to be. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [{ status, event, delivery }, setFilters] = useFilters();
  const [isRedelivering, setRedelivering] = useState(false);
  const list = usePageList(['deliveries', webhookId, { status, event }], (page, signal) =>
    get('/webhooks/{id}/deliveries', {
      path: { id: webhookId },
      query: { page, limit: ROWS_A_PAGE, status, event },
      signal,
    }),
  );
  const isFiltered = status !== undefined || event !== undefined;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <SelectField
          label="Status"
          hideLabel
          value={status ?? ''}
          choices={[
            { value: '', words: 'Every status' },
            ...shownStatuses.map((value) => ({ value, words: stateWords(value) })),
          ]}
          onChange={(change) => setFilters({ status: change.target.value })}
        />
        <SelectField
          label="Event"
          hideLabel
          value={event ?? ''}
          choices={[
            { value: '', words: 'Every event' },
            ...payloadNames.map((value) => ({ value, words: value })),
          ]}
          onChange={(change) => setFilters({ event: change.target.value })}
        />
        <Button className="ms-auto" icon={<RotateCw size={16} />} onClick={() => setRedelivering(true)}>
          Send failed ones again…
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
                title="No delivery like that"
                action={<Button onClick={() => setFilters({ status: '', event: '' })}>Show all</Button>}
              />
            ) : (
              <Empty title="Nothing was sent yet">
                The next event that this webhook is registered for appears here. A ping shows whether it can
                be reached.
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
      <RedeliverDialog webhookId={webhookId} isOpen={isRedelivering} onClose={() => setRedelivering(false)} />
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

/** After a receiver was down: what it missed goes out once more. */
function RedeliverDialog({
  webhookId,
  isOpen,
  onClose,
}: {
  readonly webhookId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Send failed deliveries again" isOpen={isOpen} onClose={onClose}>
      <RedeliverForm webhookId={webhookId} onClose={onClose} />
    </Dialog>
  );
}

function RedeliverForm({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const [hours, setHours] = useState('24');
  const redeliver = useAct(
    () =>
      post(
        '/webhooks/{id}/deliveries/redeliver',
        { from: new Date(serverClock.nowMs() - Number(hours) * HOUR_MS).toISOString(), status: 'FAILED' },
        { path: { id: webhookId } },
      ),
    {
      isQuiet: true,
      touches: [['deliveries']],
      done: ({ redelivered }) =>
        redelivered === 0 ? 'None had failed in that time' : `${redelivered} are on their way again`,
      onDone: onClose,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    redeliver.run(undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">
        They keep their delivery ids, so that a receiver can tell what it has seen before.
      </p>
      <SelectField
        label="Created in"
        choices={spans}
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
      <FormTrouble failure={redeliver.failure} />
      <DialogActions>
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" look="primary" busy={redeliver.busy}>
          Send again
        </Button>
      </DialogActions>
    </form>
  );
}
