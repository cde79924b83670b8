import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { type Agent, agentsQuery, needsJob, takesJob } from '../../api/agents.tsx';
import { type Body, post } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { useJobTitles } from '../../api/jobs.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { FormActions } from '../../components/form.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { CallTimeWarning } from '../conversations/call-time-warning.tsx';
import { NoTrunk } from '../conversations/no-trunk.tsx';
import type { Contact } from './contact-draft.ts';

/** Starts a conversation with one contact: agent, job, time. */
export function CallDialog({
  contact,
  isOpen,
  onClose,
}: {
  readonly contact: Contact;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const agents = useQuery({ ...agentsQuery, enabled: isOpen });
  return (
    <Dialog title={`Call ${contact.firstName} ${contact.lastName}`} isOpen={isOpen} onClose={onClose}>
      {agents.data === undefined ? (
        agents.error ? (
          <LoadError error={agents.error} onRetry={() => void agents.refetch()} />
        ) : (
          <SkeletonLines lines={3} />
        )
      ) : agents.data.length === 0 ? (
        <p>
          There is no agent yet. <Link to="/agents/new">Create one</Link> first.
        </p>
      ) : (
        <CallForm contact={contact} agents={agents.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CallForm({
  contact,
  agents,
  onClose,
}: {
  readonly contact: Contact;
  readonly agents: readonly Agent[];
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  const titles = useJobTitles(contact.jobIds);
  const [agentId, setAgentId] = useState(agents[0]?.id ?? '');
  const [jobId, setJobId] = useState(contact.jobIds.length === 1 ? (contact.jobIds[0] ?? '') : '');
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [time, setTime] = useState('');
  const agent = agents.find(({ id }) => id === agentId);
  const call = useAction(
    () =>
      post('/conversations', {
        contactId: contact.id,
        agentId,
        ...(takesJob(agent) && jobId !== '' && { jobId }),
        ...(when === 'later' && time !== '' && { scheduleTime: new Date(time).toISOString() }),
      } as Body<'/conversations', 'post'>),
    {
      isQuiet: true,
      done: when === 'now' ? 'The call will be placed during calling hours' : 'Call scheduled',
      invalidates: [['conversations'], ['overview']],
      onDone: ({ id }) => void navigate({ to: `/conversations/${id}` }),
    },
  );
  const errors = formErrors(call.failure, (path) => ['agentId', 'jobId', 'scheduleTime'].includes(path));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    call.run(undefined);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <SelectField
        label="Agent"
        value={agentId}
        error={errors.at('agentId')}
        choices={agents.map(({ id, name, type }) => ({
          value: id,
          words: type === 'ONLINE' ? `${name} (in the browser)` : name,
        }))}
        onChange={(event) => setAgentId(event.target.value)}
      />
      {takesJob(agent) && (
        <SelectField
          label="Job"
          hint={
            contact.jobIds.length === 0 && needsJob(agent)
              ? 'This agent needs a job. Edit the contact and assign one first.'
              : undefined
          }
          value={jobId}
          error={errors.at('jobId')}
          choices={[
            { value: '', words: 'None' },
            ...contact.jobIds.map((id) => ({ value: id, words: titles.get(id) ?? '…' })),
          ]}
          onChange={(event) => setJobId(event.target.value)}
        />
      )}
      <SelectField
        label="When"
        value={when}
        hint={agent?.type === 'ONLINE' ? 'Their personal link works from then on.' : undefined}
        choices={[
          { value: 'now', words: 'As soon as calling hours allow' },
          { value: 'later', words: 'At an exact time' },
        ]}
        onChange={(event) => setWhen(event.target.value as 'now' | 'later')}
      />
      {when === 'later' && (
        <TextField
          label="Time"
          type="datetime-local"
          hint="In your time zone, up to 30 days ahead. Calling hours are ignored."
          value={time}
          error={errors.at('scheduleTime')}
          onChange={(event) => setTime(event.target.value)}
        />
      )}
      {agent?.type === 'PHONE' && <NoTrunk />}
      {when === 'later' && agent?.type === 'PHONE' && <CallTimeWarning contactId={contact.id} time={time} />}
      <FormActions errors={errors} isInDialog>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          busy={call.busy}
          disabled={(needsJob(agent) && jobId === '') || (when === 'later' && time === '')}
        >
          {when === 'now' ? 'Call' : 'Schedule call'}
        </Button>
      </FormActions>
    </form>
  );
}
