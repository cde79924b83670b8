import { runStatuses } from '@parley/contract/run.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { AgentName, needsJob, useAgentChoice } from '../../api/agents.tsx';
import { get, post } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Status, stateChoices } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Meter } from '../../components/chart.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { FilterSelect, useFilters } from '../../components/filters.tsx';
import { DialogForm } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { findingWords } from './alarm-words.ts';
import { progressParts, type Run } from './run.ts';
import { VersionFields, versionPaths } from './version-fields.tsx';
import { type VersionShare, versionsToSend } from './version-shares.ts';

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
export function NewRunDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="New run" isOpen={isOpen} onClose={onClose}>
      <NewRunForm onClose={onClose} />
    </Dialog>
  );
}

function NewRunForm({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('');
  const [jobId, setJobId] = useState('');
  const [shares, setShares] = useState<readonly VersionShare[]>([]);
  const { agents, choices, isLoading } = useAgentChoice();
  const navigate = useNavigate();
  const agentId = chosen || (agents[0]?.id ?? '');
  const wantsJob = needsJob(agents.find(({ id }) => id === agentId));
  const jobs = useQuery({
    queryKey: ['jobs', 'choice'],
    enabled: wantsJob,
    queryFn: ({ signal }) => get('/jobs', { query: { status: 'OPEN', limit: 100 }, signal }),
  });
  const create = useAction(
    () =>
      post('/runs', {
        name,
        agentId,
        ...(wantsJob && jobId !== '' ? { jobId } : {}),
        ...versionsToSend(shares),
      }),
    {
      isQuiet: true,
      invalidates: [['runs']],
      onDone: ({ id }) => {
        onClose();
        void navigate({ href: `/runs/${id}` });
      },
    },
  );
  return (
    <DialogForm
      action={create}
      shown={['name', 'agentId', 'jobId', ...versionPaths]}
      verb="Create run"
      isDisabled={agentId === ''}
      onSubmit={() => create.run(undefined)}
      onCancel={onClose}
    >
      <TextField
        label="Name"
        required
        autoFocus
        placeholder="Spring applicants"
        value={name}
        error={create.errorAt('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label="Agent"
        required
        choices={choices}
        value={agentId}
        hint={!isLoading && agents.length === 0 && 'There is no agent yet. Create one first.'}
        error={create.errorAt('agentId')}
        onChange={(event) => {
          setChosen(event.target.value);
          setShares([]);
        }}
      />
      <VersionFields agentId={agentId} shares={shares} errorAt={create.errorAt} onChange={setShares} />
      {wantsJob && (
        <SelectField
          label="Job"
          hint="What the calls are about. Without one, each contact must have exactly one job."
          choices={[
            { value: '', words: 'The job of each contact' },
            ...(jobs.data?.data ?? []).map((job) => ({ value: job.id, words: job.title })),
          ]}
          value={jobId}
          error={create.errorAt('jobId')}
          onChange={(event) => setJobId(event.target.value)}
        />
      )}
    </DialogForm>
  );
}
