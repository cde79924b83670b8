import type { Reply } from '../../api/client.ts';
import { Badge, stateWords } from '../../components/badge.tsx';
import type { Column } from '../../components/data-table.tsx';
import { clockTime, Time } from '../../components/time.tsx';
import { ConversationState } from './conversation.tsx';

export type Row = Reply<'/console/api/conversations', 'get'>['data'][number];

const nothing = <span className="text-soft">–</span>;

export const columns: readonly Column<Row>[] = [
  {
    name: 'contact',
    hasParts: true,
    words: 'Contact',
    width: 'minmax(0,2fr)',
    cell: ({ contactName, isTest }) => (
      <span className="flex items-center gap-2">
        <span dir="auto" className="truncate font-medium">
          {contactName}
        </span>
        {isTest && <Badge>Test</Badge>}
      </span>
    ),
  },
  {
    name: 'agent',
    words: 'Agent',
    width: 'minmax(0,1.5fr)',
    isExtra: true,
    cell: ({ agentName }) => agentName ?? <span className="text-soft">Deleted agent</span>,
  },
  {
    name: 'status',
    hasParts: true,
    words: 'Status',
    width: '7rem',
    cell: ({ status, isOnLine }) => <ConversationState status={status} isOnLine={isOnLine} />,
  },
  {
    name: 'reason',
    words: 'Last call',
    width: '10rem',
    isExtra: true,
    cell: ({ reasonCode }) =>
      reasonCode === null ? nothing : <span className="text-soft">{stateWords(reasonCode)}</span>,
  },
  {
    name: 'when',
    words: 'When',
    width: '6.5rem',
    cell: ({ finishedDate, scheduledAt, createdAt }) => (
      <Time at={finishedDate ?? scheduledAt ?? createdAt} isPlanned={!finishedDate && !!scheduledAt} />
    ),
  },
  {
    name: 'calls',
    words: 'Calls',
    width: '4rem',
    isNumber: true,
    isExtra: true,
    cell: ({ calls }) => calls,
  },
  {
    name: 'duration',
    words: 'Duration',
    width: '5rem',
    isNumber: true,
    isExtra: true,
    cell: ({ durationSeconds }) => (durationSeconds === null ? nothing : clockTime(durationSeconds)),
  },
  {
    name: 'score',
    words: 'Score',
    width: '4rem',
    isNumber: true,
    isExtra: true,
    cell: ({ score }) => (score === null ? nothing : Math.round(score)),
  },
];
