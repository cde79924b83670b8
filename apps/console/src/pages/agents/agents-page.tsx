import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { get } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Badge } from '../../components/badge.tsx';
import { buttonClass } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { type Agent, channelWords, kindWords, languageWords } from './agent.ts';

const columns: readonly Column<Agent>[] = [
  {
    name: 'name',
    words: 'Name',
    width: 'minmax(9rem,2fr)',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    name: 'kind',
    words: 'Focus',
    width: 'minmax(7rem,1fr)',
    cell: (agent) => <Badge tone={agent.custom ? 'accent' : 'neutral'}>{kindWords(agent)}</Badge>,
  },
  {
    name: 'channel',
    words: 'Channel',
    width: '7rem',
    cell: ({ type }) => channelWords[type],
    isExtra: true,
  },
  {
    name: 'language',
    words: 'Language',
    width: '8rem',
    cell: ({ language }) => languageWords(language),
    isExtra: true,
  },
  {
    name: 'duration',
    words: 'Maximum length',
    width: '5rem',
    cell: ({ duration }) => `${duration} min`,
    isExtra: true,
  },
  {
    name: 'changed',
    words: 'Updated',
    width: '7rem',
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
    isExtra: true,
  },
];

/** The agents of the company. */
export function AgentsPage() {
  const mayChange = useHasRole('member');
  const list = usePageList<Agent>(['agents'], (paging, signal) =>
    get('/agents', { query: { ...paging }, signal }),
  );
  const create = mayChange && (
    <Link to="/agents/new" className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      New agent
    </Link>
  );
  return (
    <Page
      title="Agents"
      fills
      aside={list.total !== undefined && <span className="text-soft tabular-nums">{list.total}</span>}
      actions={create}
    >
      <DataTable
        label="Agents"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/agents/${id}`}
        empty={
          <Empty title="No agents yet" action={create}>
            An agent makes the calls. You decide what it says, what it asks and when it hands off to a person.
          </Empty>
        }
      />
    </Page>
  );
}
