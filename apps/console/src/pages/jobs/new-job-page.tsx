import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { buttonClass } from '../../kit/button.tsx';
import { NotAllowed } from '../../kit/not-allowed.tsx';
import { Page } from '../../kit/page.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import { draftOf, newJobOf } from './job-draft.ts';
import { JobForm } from './job-form.tsx';
import { PostingReader } from './posting-reader.tsx';

/** `/jobs/new`: written, or read from its posting and corrected. */
export function NewJobPage() {
  const mayWrite = useMay('member');
  const navigate = useNavigate();
  const [first] = useState(() => draftOf());
  const [draft, setDraft] = useState(first);
  const letGo = useUnsaved(draft !== first);
  const create = useAct(() => post('/jobs', newJobOf(draft)), {
    isQuiet: true,
    done: 'The job is added',
    touches: [['jobs']],
    onDone: ({ id }) => {
      letGo();
      void navigate({ to: `/jobs/${id}` });
    },
  });
  return (
    <Page title="New job" trail={<Link to="/jobs">Jobs</Link>}>
      {mayWrite ? (
        <>
          <PostingReader hasTyped={draft !== first} onRead={(job) => setDraft(draftOf(job))} />
          <JobForm
            draft={draft}
            failure={create.failure}
            isBusy={create.busy}
            verb="Add the job"
            onChange={setDraft}
            onSubmit={() => create.run(undefined)}
          >
            <Link to="/jobs" className={buttonClass('quiet')}>
              Discard
            </Link>
          </JobForm>
        </>
      ) : (
        <NotAllowed />
      )}
    </Page>
  );
}
