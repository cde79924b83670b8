import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Radar, Users } from 'lucide-react';
import { useAction } from '../../api/action.ts';
import { isNotFound, patch, remove } from '../../api/client.ts';
import { type Job, jobQuery } from '../../api/jobs.ts';
import { useHasRole } from '../../api/me.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { useEditForm } from '../../components/draft.ts';
import { MoreMenu } from '../../components/menu.tsx';
import { EditablePage, EditButton } from '../../components/page.tsx';
import { PendingPage } from '../../components/placeholder.tsx';
import { changesOf, draftOf } from './job-draft.ts';
import { JobFacts, JobStatus } from './job-facts.tsx';
import { JobForm } from './job-form.tsx';

const trail = <Link to="/jobs">Jobs</Link>;

/** `/jobs/$id` */
export function JobPage() {
  const { id = '' } = useParams({ strict: false });
  const job = useQuery(jobQuery(id));
  // After a deletion, cached data must not be shown. The key resets drafts when another one is opened.
  if (job.data && !isNotFound(job.error)) return <Loaded key={job.data.id} job={job.data} />;
  return <PendingPage title="Job" trail={trail} error={job.error} onRetry={() => void job.refetch()} />;
}

function Loaded({ job }: { readonly job: Job }) {
  const { id, title, status } = job;
  const mayWrite = useHasRole('member');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const invalidates = [['job', id], ['jobs']];
  const change = useAction((to: Job['status']) => patch('/jobs/{id}', { status: to }, { path: { id } }), {
    invalidates,
    done: (changed) => (changed.status === 'OPEN' ? 'Job reopened' : 'Job closed'),
  });
  const erase = useAction(() => remove('/jobs/{id}', { path: { id } }), {
    done: `${title} deleted`,
    invalidates: [['jobs'], ['conversations']],
    onDone: () => void navigate({ to: '/jobs', replace: true }),
  });
  const askDelete = async () => {
    const isSure = await confirm({
      title: `Delete ${title}?`,
      words:
        'This also deletes every conversation about the job, with recordings and results, and unassigns its contacts. This cannot be undone. To keep everything, close the job instead.',
      yes: 'Delete job',
    });
    if (isSure) erase.run(undefined);
  };
  return (
    <EditablePage
      title={title}
      trail={trail}
      mayEdit={mayWrite}
      form={(onClose) => <EditJob job={job} onClose={onClose} />}
      aside={<JobStatus of={status} />}
      actions={
        <>
          <Link to="/contacts" search={{ jobId: id } as never} className={buttonClass()}>
            <Users size={14} aria-hidden /> Contacts
          </Link>
          {mayWrite && (
            <>
              <Link to="/sourcing" search={{ jobId: id } as never} className={buttonClass()}>
                <Radar size={14} aria-hidden /> Find candidates
              </Link>
              <EditButton />
              <MoreMenu
                items={[
                  status === 'OPEN'
                    ? { words: 'Close job', onChoose: () => change.run('CLOSED') }
                    : { words: 'Reopen job', onChoose: () => change.run('OPEN') },
                  { words: 'Delete job…', isDanger: true, onChoose: () => void askDelete() },
                ]}
              />
            </>
          )}
        </>
      }
    >
      <JobFacts job={job} />
    </EditablePage>
  );
}

/** The form of an existing job. */
function EditJob({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) {
  const { id } = job;
  const { was, form, close } = useEditForm({
    first: () => draftOf(job),
    changesOf,
    send: (changes) => patch('/jobs/{id}', changes, { path: { id } }),
    invalidates: [['job', id], ['jobs']],
    onClose,
  });
  return (
    <JobForm was={was} {...form}>
      <Button look="quiet" onClick={close}>
        Cancel
      </Button>
    </JobForm>
  );
}
