import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { needsJob } from '../../api/agents.ts';
import { get, post } from '../../api/client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { DialogForm } from '../../components/form.tsx';
import { useAgentChoice } from './agent-name.tsx';

/** A name and who calls; whom they call comes on the run's own page. */
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
    () => post('/runs', { name, agentId, ...(wantsJob && jobId !== '' ? { jobId } : {}) }),
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
      shown={['name', 'agentId', 'jobId']}
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
        onChange={(event) => setChosen(event.target.value)}
      />
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
