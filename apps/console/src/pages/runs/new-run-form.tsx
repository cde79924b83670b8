import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { needsJob, useAgentChoice } from '../../api/agents.tsx';
import { get, post } from '../../api/client.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { DialogForm } from '../../components/form.tsx';
import type { Run } from './run.ts';
import { VersionFields, versionPaths } from './version-fields.tsx';
import { type VersionShare, versionsToSend } from './version-shares.ts';

/** Creates a run without contacts. */
export function NewRunForm({
  suggestedName = '',
  onCreated,
  onCancel,
}: {
  readonly suggestedName?: string;
  readonly onCreated: (run: Run) => void;
  readonly onCancel: () => void;
}) {
  const [name, setName] = useState(suggestedName);
  const [chosen, setChosen] = useState('');
  const [jobId, setJobId] = useState('');
  const [shares, setShares] = useState<readonly VersionShare[]>([]);
  const { agents, choices, isLoading } = useAgentChoice();
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
      onDone: onCreated,
    },
  );
  return (
    <DialogForm
      action={create}
      shown={['name', 'agentId', 'jobId', ...versionPaths]}
      verb="Create run"
      isDisabled={agentId === ''}
      onSubmit={() => create.run(undefined)}
      onCancel={onCancel}
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
