import { runStatuses } from '@parley/contract/run.ts';
import { useNavigate } from '@tanstack/react-router';
import { Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { AgentName, useAgentChoice } from '../../api/agents.tsx';
import { get } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Status, stateChoices } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Meter } from '../../components/chart.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FilterSelect, useFilters } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { findingWords } from './alarm-words.ts';
import { NewRunForm } from './new-run-form.tsx';
import { progressParts, type Run } from './run.ts';

const columns: readonly Column<Run>[] = [
  {
    name: 'name',
    words: 'Name',
    width: 'minmax(8rem,2fr)',
    cell: ({ name, alarm }) => (
      <span className="font-medium">
        {name}
        {alarm && (
          <TriangleAlert
            size={14}
            aria-label={`Alarm: ${findingWords(alarm)}`}
            className="ms-1.5 inline text-bad"
          />
        )}
      </span>
    ),
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

/** The runs of the company. */
export function RunsPage() {
  const [filters, setFilters] = useFilters();
  const [isCreating, setCreating] = useState(false);
  const mayChange = useHasRole('member');
  const { choices } = useAgentChoice();
  const { status, agentId } = filters;
  const list = usePageList(['runs', { status, agentId }], (paging, signal) =>
    get('/runs', { query: { ...paging, status, agentId }, signal }),
  );
  const isFiltered = status !== undefined || agentId !== undefined;
  const newRun = mayChange && (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
      New run
    </Button>
  );
  return (
    <Page title="Runs" fills actions={newRun}>
      <div className="flex flex-wrap gap-2">
        <FilterSelect name="status" label="Status" any="Any status" choices={stateChoices(runStatuses)} />
        <FilterSelect name="agentId" label="Agent" any="Any agent" choices={choices} />
      </div>
      <DataTable
        label="Runs"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/runs/${id}`}
        empty={
          isFiltered ? (
            <Empty
              title="No runs found"
              action={<Button onClick={() => setFilters({ status: '', agentId: '' })}>Show all runs</Button>}
            />
          ) : (
            <Empty title="No runs yet" action={newRun}>
              A run (campaign) is one agent calling a list of contacts. It retries when nobody answers and
              shows its progress.
            </Empty>
          )
        }
      />
      <NewRunDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}

/** Creates a run; contacts are attached on its page. */
function NewRunDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const open = ({ id }: Run) => {
    onClose();
    void navigate({ href: `/runs/${id}` });
  };
  return (
    <Dialog title="New run" isOpen={isOpen} onClose={onClose}>
      <NewRunForm onCreated={open} onCancel={onClose} />
    </Dialog>
  );
}
