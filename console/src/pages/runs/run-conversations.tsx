import { get, type Reply } from '../../api/client.ts';
import { ROWS_A_PAGE, usePageList } from '../../api/page-list.ts';
import { BoxedList } from '../../kit/boxed-list.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Status, stateWords } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { ContactName } from './contact-name.tsx';

type Conversation = Reply<'/runs/{id}/conversations', 'get'>['data'][number];

const lastReason = ({ callAttempts }: Conversation): string | null =>
  callAttempts.findLast(({ reasonCode }) => reasonCode !== null)?.reasonCode ?? null;

const columns: readonly Column<Conversation>[] = [
  {
    name: 'contact',
    words: 'Contact',
    width: 'minmax(7rem,1.5fr)',
    cell: ({ contactId }) => (
      <span className="font-medium">
        <ContactName id={contactId} />
      </span>
    ),
  },
  { name: 'status', words: 'Status', width: '7rem', cell: ({ status }) => <Status of={status} /> },
  {
    name: 'reason',
    words: 'Last call',
    width: 'minmax(6rem,1fr)',
    cell: (row) => {
      const reason = lastReason(row);
      return reason === null ? <span className="text-soft">–</span> : stateWords(reason);
    },
  },
  {
    name: 'attempts',
    words: 'Calls',
    width: '4rem',
    isNumber: true,
    isExtra: true,
    cell: ({ callAttempts }) => callAttempts.length,
  },
  {
    name: 'minutes',
    words: 'Minutes',
    width: '5rem',
    isNumber: true,
    isExtra: true,
    cell: ({ durationMinutes }) => durationMinutes ?? '–',
  },
  {
    name: 'finished',
    words: 'Finished',
    width: '8rem',
    isExtra: true,
    cell: ({ finishedDate }) => <Time at={finishedDate} />,
  },
];

/** What the run has made so far. */
export function RunConversations({ runId }: { readonly runId: string }) {
  const list = usePageList(['run', runId, 'conversations'], (page, signal) =>
    get('/runs/{id}/conversations', { path: { id: runId }, query: { page, limit: ROWS_A_PAGE }, signal }),
  );
  return (
    <BoxedList>
      <DataTable
        label="Conversations of the run"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/conversations/${id}`}
        empty={<Empty title="No conversations yet">Every contact gets one when the run is launched.</Empty>}
      />
    </BoxedList>
  );
}
