import { runStatuses } from '@parley/contract/run.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { get } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { ROWS_A_PAGE, usePageList } from '../../api/page-list.ts';
import { Status, stateWords } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Meter } from '../../components/chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { SelectField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.ts';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { AgentName, useAgentChoice } from './agent-name.tsx';
import { NewRunDialog } from './new-run-dialog.tsx';
import { progressParts, type Run } from './run.ts';

const columns: readonly Column<Run>[] = [
  {
    name: 'name',
    words: 'Name',
    width: 'minmax(8rem,2fr)',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    name: 'status',
    words: 'Status',
    width: '7rem',
    hasParts: true,
    cell: ({ status }) => <Status of={status} />,
  },
  {
    name: 'agent',
    words: 'Agent',
    width: 'minmax(7rem,1fr)',
    isExtra: true,
    cell: ({ agentId }) => <AgentName id={agentId} />,
  },
  {
    name: 'progress',
    hasParts: true,
    words: 'Progress',
    width: 'minmax(5rem,1.5fr)',
    cell: ({ progress }) => <Meter label="Progress" parts={progressParts(progress)} whole={progress.total} />,
  },
  {
    name: 'total',
    words: 'Calls',
    width: '5rem',
    isNumber: true,
    isExtra: true,
    cell: ({ progress }) => progress.total.toLocaleString(),
  },
  {
    name: 'created',
    words: 'Created',
    width: '8rem',
    isExtra: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** Lists of contacts that an agent works through. */
export function RunsPage() {
  const [filters, setFilters] = useFilters();
  const [isMaking, setMaking] = useState(false);
  const mayChange = useMay('member');
  const { choices } = useAgentChoice();
  const { status, agentId } = filters;
  const list = usePageList(['runs', { status, agentId }], (page, signal) =>
    get('/runs', { query: { page, limit: ROWS_A_PAGE, status, agentId }, signal }),
  );
  const isFiltered = status !== undefined || agentId !== undefined;
  const newRun = mayChange && (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setMaking(true)}>
      New run
    </Button>
  );
  return (
    <Page title="Runs" fills actions={newRun}>
      <div className="flex flex-wrap gap-2">
        <SelectField
          label="Status"
          hideLabel
          value={status ?? ''}
          choices={[
            { value: '', words: 'Every status' },
            ...runStatuses.map((value) => ({ value, words: stateWords(value) })),
          ]}
          onChange={(event) => setFilters({ status: event.target.value })}
        />
        <SelectField
          label="Agent"
          hideLabel
          value={agentId ?? ''}
          choices={[{ value: '', words: 'Every agent' }, ...choices]}
          onChange={(event) => setFilters({ agentId: event.target.value })}
        />
      </div>
      <DataTable
        label="Runs"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/runs/${id}`}
        empty={
          isFiltered ? (
            <Empty
              title="No run like that"
              action={<Button onClick={() => setFilters({ status: '', agentId: '' })}>Show all runs</Button>}
            />
          ) : (
            <Empty title="No runs yet" action={newRun}>
              A run is one agent that works through a list of contacts. It calls each of them, tries again
              where nobody answers, and shows how far it is.
            </Empty>
          )
        }
      />
      <NewRunDialog isOpen={isMaking} onClose={() => setMaking(false)} />
    </Page>
  );
}
