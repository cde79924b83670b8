import { auditEventTypes } from '@parley/contract/audit.ts';
import type { Reply } from '../../api/client.ts';
import { usePageList } from '../../api/page-list.ts';
import { stateWords } from '../../components/badge.tsx';
import type { Column } from '../../components/data-column.ts';
import { BoxedList, DataTable } from '../../components/data-table.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import type { KeyApi } from './key-api.ts';

type Entry = Reply<'/api-keys/{keyId}/audit-logs', 'get'>['data'][number];

/** The details of an entry, its reason first. */
const detailsOf = ({ reason, ...rest }: Entry['metadata']): string =>
  Object.entries({ ...(reason === undefined ? {} : { reason }), ...rest })
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');

const columns: readonly Column<Entry>[] = [
  { name: 'at', words: 'When', width: '10rem', cell: ({ timestamp }) => <Time at={timestamp} exact /> },
  {
    name: 'event',
    words: 'Event',
    width: 'minmax(7rem,1fr)',
    cell: ({ eventType }) => (
      <span className={eventType === 'AUTH_FAILURE' ? 'font-medium text-bad' : 'font-medium'}>
        {stateWords(eventType)}
      </span>
    ),
  },
  {
    name: 'endpoint',
    words: 'Request',
    width: 'minmax(8rem,1.5fr)',
    isExtra: true,
    cell: ({ endpoint }) => (
      <code dir="ltr" className="text-xs">
        {endpoint ?? '–'}
      </code>
    ),
  },
  {
    name: 'from',
    words: 'IP address',
    width: '8rem',
    isExtra: true,
    cell: ({ ipAddress, userAgent }) => <span title={userAgent ?? undefined}>{ipAddress ?? '–'}</span>,
  },
  {
    name: 'more',
    words: 'Details',
    width: 'minmax(6rem,1.5fr)',
    isExtra: true,
    cell: ({ metadata }) => {
      const words = detailsOf(metadata);
      return (
        <span title={words} className="text-xs text-soft">
          {words}
        </span>
      );
    },
  },
];

/** The start of a day in the user's time zone. */
const startOf = (day: string | undefined): string | undefined =>
  day ? new Date(`${day}T00:00`).toISOString() : undefined;

/** The audit log of a key. */
export function KeyAudit({ keyId, api }: { readonly keyId: string; readonly api: KeyApi }) {
  const [{ eventType, from, to }, setFilters] = useFilters();
  const list = usePageList([api.names[0], keyId, 'audit', { eventType, from, to }], (paging, signal) =>
    api.readLog(keyId, { ...paging, eventType, from: startOf(from), to: startOf(to) }, signal),
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label="What"
          value={eventType ?? ''}
          choices={[
            { value: '', words: 'Everything' },
            ...auditEventTypes.map((value) => ({ value, words: stateWords(value) })),
          ]}
          onChange={(event) => setFilters({ eventType: event.target.value })}
        />
        <TextField
          label="From"
          type="date"
          value={from ?? ''}
          onChange={(event) => setFilters({ from: event.target.value })}
        />
        <TextField
          label="Before"
          type="date"
          value={to ?? ''}
          onChange={(event) => setFilters({ to: event.target.value })}
        />
      </div>
      <BoxedList>
        <DataTable
          label="Audit log"
          columns={columns}
          list={list}
          empty={<Empty title="No entries">No requests with this key in this period.</Empty>}
        />
      </BoxedList>
    </div>
  );
}
