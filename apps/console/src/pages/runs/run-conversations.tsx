import { get } from '../../api/client.ts';
import { ROWS_A_PAGE, usePageList } from '../../api/page-list.ts';
import { BoxedList } from '../../kit/boxed-list.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { Empty } from '../../kit/empty.tsx';
import { columns } from '../conversations/conversation-columns.tsx';

/** All of a run are held by one agent. */
const shown = columns.filter(({ name }) => name !== 'agent');

/** What the run has made so far. */
export function RunConversations({ runId }: { readonly runId: string }) {
  const list = usePageList(['run', runId, 'conversations'], (page, signal) =>
    get('/console/api/conversations', { query: { page, limit: ROWS_A_PAGE, runId }, signal }),
  );
  return (
    <BoxedList>
      <DataTable
        label="Conversations of the run"
        columns={shown}
        list={list}
        hrefOf={({ id }) => `/conversations/${id}`}
        empty={<Empty title="No conversations yet">Every contact gets one when the run is launched.</Empty>}
      />
    </BoxedList>
  );
}
