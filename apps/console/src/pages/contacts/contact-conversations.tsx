import { useQuery } from '@tanstack/react-query';
import { agentNamesQuery } from '../../api/agents.ts';
import { get, type Reply } from '../../api/client.ts';
import { ROWS_PER_PAGE, usePageList } from '../../api/page-list.ts';
import { Status } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';

type Conversation = Reply<'/conversations', 'get'>['data'][number];

/** Everything that was, or will be, talked about with somebody. */
export function ContactConversations({
  contactId,
  onCall,
}: {
  readonly contactId: string;
  readonly onCall: (() => void) | undefined;
}) {
  const { data: agents } = useQuery(agentNamesQuery);
  const list = usePageList<Conversation>(['conversations', { contactId }], (page, signal) =>
    get('/conversations', { query: { page, limit: ROWS_PER_PAGE, contactId }, signal }),
  );
  const columns: readonly Column<Conversation>[] = [
    {
      name: 'status',
      hasParts: true,
      words: 'Status',
      width: '8rem',
      cell: ({ status }) => <Status of={status} />,
    },
    {
      name: 'agent',
      isMain: true,
      words: 'Agent',
      width: 'minmax(8rem,2fr)',
      cell: ({ agentId }) => agents?.get(agentId) ?? '…',
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
      name: 'when',
      words: 'When',
      width: 'minmax(6rem,1fr)',
      cell: ({ scheduledAt, createdAt }) => <Time at={scheduledAt ?? createdAt} isPlanned={!!scheduledAt} />,
    },
  ];
  return (
    <div className="flex max-h-[60vh] flex-col">
      <DataTable
        label="Conversations of this contact"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/conversations/${id}`}
        empty={
          <Empty
            title="No conversations yet"
            action={
              onCall && (
                <Button look="primary" onClick={onCall}>
                  Call
                </Button>
              )
            }
          >
            Past and scheduled conversations with this contact appear here.
          </Empty>
        }
      />
    </div>
  );
}
