import { payloadNames, shownStatuses } from '@parley/contract/delivery.ts';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { get } from '../../api/client.ts';
import { ROWS_A_PAGE, usePageList } from '../../api/page-list.ts';
import { BoxedList } from '../../kit/boxed-list.tsx';
import { Button } from '../../kit/button.tsx';
import type { Column } from '../../kit/column.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Empty } from '../../kit/empty.tsx';
import { SelectField } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Status, stateWords } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { RedeliverDialog } from './redeliver-dialog.tsx';
import type { Delivery } from './webhook.ts';

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
